import type { Capabilities } from '../shared/contract.ts';
import { AUTHORITY, CONTEXT_ON, limitsOf, SENT_EVENTS } from '../shared/opencode/capabilities.ts';

/** What Kilo Code CLI can do, as seen in runs of 7.7.7: what OpenCode can, from which it is forked. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap was seen; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    ...limitsOf('Kilo Code CLI', 'kilo run'),
    "It is the command line alone: Kilo Code's extension of VS Code keeps its sessions elsewhere.",
  ],
  hooks: SENT_EVENTS,
  transcripts: '~/.local/share/kilo/kilo.db',
  evidence: { how: 'live', versions: '7.7.7', seen: '2026-11-28' },
};
