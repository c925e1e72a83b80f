import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, fileTools, forSetup, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * The authority for each kind of event. The transcript is complete for what it contains, and keeps injected context
 * apart from prompts; the hook is the only source of the rest.
 */
export const AUTHORITY = authorityOf({
  hook: [...SESSION_EDGES, 'compact.start', 'turn.end', 'turn.failed', 'notification', 'permission'],
});

/** The hook events on which Qwen Code takes context. What a PreToolUse hook prints does not reach the model. */
export const CONTEXT_ON = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch'];

/** Tools after which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = fileTools('file_path', ['read_file', 'edit', 'write_file']);

/** Further tools at which tripwires may speak up. */
const RUNNING = ['run_shell_command', 'grep_search', 'mcp__.*'];

/**
 * The hook events that set-up registers: those that bring context, those for which the hook is the authority, and those
 * after which the transcript is worth reading at once. A tool call costs at most one hook run: after a file was read or
 * changed.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = forSetup(() => [
  { event: 'SessionStart' }, // context; authority
  { event: 'UserPromptSubmit' }, // context
  { event: 'PostToolUse', matcher: `^(?:${Object.keys(FILE_TOOLS).join('|')})$` }, // context
  { event: 'PreToolUse', matcher: `^(?:${[...Object.keys(FILE_TOOLS), ...RUNNING].join('|')})$`, when: 'refusing' },
  { event: 'PostToolUse', matcher: `^(?:${RUNNING.join('|')})$`, when: 'armed' }, // tripwires
  { event: 'PostToolUseFailure', matcher: '^run_shell_command$' }, // what is known of the error
  { event: 'SubagentStop' }, // a background task ended, after its turn
  { event: 'PreCompact' }, // authority; the conversation so far is about to leave the context
  { event: 'PostCompact' }, // the summary is there
  { event: 'Stop' }, // authority; the turn is complete
  { event: 'StopFailure' }, // authority
  { event: 'SessionEnd' }, // authority
]);

/** What Qwen Code can do, as seen in runs of 0.24.4, in its source and in transcripts of 0.21. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap was seen; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'With a prompt on its command line no SessionEnd fires: the end of the last turn is the last that is known of such a session.',
    'It takes no context before a tool runs: what is known of a file comes after the file was read or changed.',
    'Its transcript does not say whether a prompt was typed or given on the command line: none counts as the words of a person.',
    'Its HTTP hooks would cost no process, but while no worker runs whoever listens at their port gets every payload: Cairn registers commands.',
    'Hooks of a repository run only in a folder that its user trusts.',
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.qwen/projects/…/chats/*.jsonl',
  evidence: { how: 'live', versions: '0.24.4; transcripts of 0.21 and 0.24', seen: '2026-11-27' },
};
