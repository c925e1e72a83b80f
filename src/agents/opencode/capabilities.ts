import type { Capabilities } from '../shared/contract.ts';
import { AUTHORITY, CONTEXT_ON, limitsOf, SENT_EVENTS } from '../shared/opencode/capabilities.ts';

/** What OpenCode can do, as seen in runs of 1.18.33 and in its older files. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap was seen; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: limitsOf('OpenCode', 'opencode run'),
  hooks: SENT_EVENTS,
  transcripts: '~/.local/share/opencode/opencode.db, …/storage/session/…/*.json',
  evidence: { how: 'live', versions: '1.18.33; files of 0.1 and 1.3.17', seen: '2026-11-27' },
};
