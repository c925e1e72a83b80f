import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, SESSION_EDGES } from '../shared/dialects/capabilities.ts';

/**
 * The authority for each kind of event: the transcript for everything that it contains, since a hook's tool output is
 * cut and wrapped.
 */
export const AUTHORITY = authorityOf({
  hook: SESSION_EDGES,
  transcript: ['compact.start'],
  never: ['subagent.end', 'turn.failed'],
});

/**
 * The hook events that set-up registers: those for which the hook is the authority, and those after which the
 * transcript is worth reading.
 */
export const REGISTERED_HOOKS: readonly string[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'PreCompact',
  'Stop',
  'SessionEnd',
];

/** What kimi-cli can do, as recorded from 1.49.0 and in transcripts of protocol 1.3 to 1.10. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: [],
  contextBytes: 0,
  cannot: [
    'Nothing that a hook prints reaches the model: the memory is searched by MCP alone.',
    'A prompt with an image comes without its words by hook; the transcript has them.',
    'Its transcript does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    'Contexts (context.jsonl), where there is no wire.jsonl, have no times: a pause leaves out all of their lines that were read first after it and can be of it.',
    'It is discontinued: Kimi Code takes over its sessions.',
  ],
  hooks: REGISTERED_HOOKS,
  transcripts: '~/.kimi/sessions/…/wire.jsonl',
  evidence: { how: 'recorded', versions: '1.49.0; transcripts of protocol 1.3 to 1.10', seen: '2026-11' },
};
