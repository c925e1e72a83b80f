import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * The authority for each kind of event. The transcript is the authority for everything that it contains: a hook has no
 * exit code of a command, and does not say who typed a prompt.
 */
export const AUTHORITY = authorityOf({
  hook: [...SESSION_EDGES, 'tool.start', 'compact.start', 'permission'],
});

/** The hook events on which Codex takes context. */
export const CONTEXT_ON = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart'];

/** The tool that changes files. Codex reads files by shell commands. */
export const PATCH_TOOL = 'apply_patch';

/**
 * The hook events that set-up registers: those that bring context, those for which the hook is the authority, and those
 * after which the transcript is worth reading at once. A tool call costs at most one hook run: before files are
 * changed, or before a command runs, where the hook ends at once while no tripwire waits. The transcript reports how
 * calls end, and when subagents start.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = [
  { event: 'SessionStart' }, // context; authority
  { event: 'UserPromptSubmit' }, // context
  { event: 'PreToolUse', matcher: PATCH_TOOL }, // context; authority
  { event: 'PreToolUse', matcher: 'Bash|write_stdin|mcp__.*', when: 'armed' }, // tripwires; authority
  { event: 'SubagentStop' }, // a task ended, perhaps after its caller's turn
  { event: 'PreCompact' }, // authority; the conversation so far is about to leave the context
  { event: 'PostCompact' }, // the summary is there
  { event: 'Stop' }, // the turn is complete
  { event: 'Interrupt' }, // no Stop follows
  { event: 'SessionEnd' }, // authority
];

/** What Codex can do, as seen in runs of 0.169.0 and in transcripts of 0.40 to 0.169. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // Codex passes on only head and tail of a text of more than about 2,500 tokens; a token is at least 3 bytes.
  contextBytes: 7_500,
  tellsWhoTyped: true,
  cannot: [
    'It runs no hook that its user has not trusted: codex exec leaves it out without a word, and asks nobody.',
    'A hook is not told how a command ended, nor of a turn that failed: both are known once the transcript is read.',
    'A command that its user runs with ! reaches no hook, and is left out.',
    'When its screen is closed, a session may stay open in the background: its end is told when Codex ends it.',
    'With codex exec --ephemeral it writes no transcript: what the hooks tell is all that is known of such a session.',
  ],
  afterSetup: 'Start codex once and trust the hooks of Cairn when it asks, or in /hooks; until then none of them runs.',
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.codex/sessions/…/rollout-*.jsonl',
  evidence: { how: 'live', versions: '0.169.0; transcripts of 0.40 to 0.169', seen: '2026-11-27' },
};
