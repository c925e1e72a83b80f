import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * The authority for each kind of event. The transcript is the authority for everything that it contains: Kimi Code
 * kills the hooks of a turn's last tools when the turn ends, and a subagent's hook does not say that it is a
 * subagent's.
 */
export const AUTHORITY = authorityOf({ hook: SESSION_EDGES, transcript: ['compact.start'] });

/** The hook events on which Kimi Code takes context. */
export const CONTEXT_ON = ['UserPromptSubmit'];

/**
 * The hook events that set-up registers: the one that takes context, those after which the transcript is worth reading
 * at once, and the end of each tool call, for which Kimi Code does not wait: it reports at once what the transcript
 * confirms later. The one before a tool can refuse, and otherwise ends at once.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = [
  { event: 'SessionStart' }, // authority
  { event: 'UserPromptSubmit' }, // context
  { event: 'PreToolUse', matcher: 'Bash|Read|Write|Edit|mcp__.*', when: 'refusing' },
  { event: 'PostToolUse' },
  { event: 'PostToolUseFailure' },
  { event: 'SubagentStop' }, // a task in the background ended, perhaps long after its turn
  { event: 'PreCompact' }, // the conversation so far is about to leave the context
  { event: 'PostCompact' },
  { event: 'Stop' }, // the turn is complete
  { event: 'StopFailure' },
  { event: 'Interrupt' },
  { event: 'SessionEnd' }, // authority
];

/** What Kimi Code can do, as seen in runs of 2.1.0 and in transcripts of protocol 1.4 and 1.5. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap was seen; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'It takes context with a prompt only: what a session should know at its start comes with its first prompt, and a tripwire warns at prompts, though it can refuse a call.',
    'What a hook passes on is also shown to the user, and is not repeated after a compaction; the next prompt repeats it.',
    'With -p no SessionEnd fires: the end of the last turn is the last that is known of such a session.',
    'Its transcript does not say whether a prompt was typed or given with -p: none counts as the words of a person.',
    'A shell line that its user runs with ! reaches no hook, and is left out.',
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.kimi-code/sessions/…/wire.jsonl',
  evidence: { how: 'live', versions: '2.1.0; transcripts of protocol 1.4 and 1.5', seen: '2026-11-27' },
};
