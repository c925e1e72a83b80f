import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, fileTools, forSetup, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * The authority for each kind of event. The transcript is the authority for everything that it contains; hooks report
 * no tool calls, since they have no call ids.
 */
export const AUTHORITY = authorityOf({
  hook: [...SESSION_EDGES, 'compact.start', 'turn.end', 'notification'],
  never: ['subagent.end'],
});

/** The hook events on which Droid takes context. */
export const CONTEXT_ON = ['SessionStart', 'UserPromptSubmit', 'PostToolUse'];

/** Tools after which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = fileTools('file_path', ['Read', 'Edit', 'MultiEdit', 'Create']);

/** Further tools at which tripwires may speak up. */
const RUNNING = ['Execute', 'ApplyPatch', 'Grep', 'mcp__.*'];

/**
 * The hook events that set-up registers: those that bring context, those for which the hook is the authority, and those
 * after which the transcript is worth reading at once. A tool call costs at most one hook run: after a file was read or
 * changed.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = forSetup(() => [
  { event: 'SessionStart' }, // context; authority
  { event: 'UserPromptSubmit' }, // context
  { event: 'PreToolUse', matcher: [...Object.keys(FILE_TOOLS), ...RUNNING].join('|'), when: 'refusing' },
  { event: 'PostToolUse', matcher: Object.keys(FILE_TOOLS).join('|') }, // context
  { event: 'PostToolUse', matcher: RUNNING.join('|'), when: 'armed' }, // tripwires
  { event: 'SubagentStop' },
  { event: 'PreCompact' }, // authority; the conversation so far is about to leave the context
  { event: 'Stop' }, // authority; the turn is complete
  { event: 'SessionEnd' }, // authority
]);

/** What Droid can do, by its documentation of September 2026, and by transcripts of 0.81 that others keep as samples. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap is documented; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'It reads its hooks when it starts, and asks you to review edited ones in /hooks first.',
    'It takes no context before a tool runs: what is known of a file comes after the file was read or changed.',
    'Its hooks have no id of a tool call, and do not say what a subagent answered: tools and subagents are known from the transcript.',
    'Its transcript does not say whether a prompt was typed or given to droid exec: none counts as the words of a person.',
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.factory/sessions/…/*.jsonl',
  evidence: {
    how: 'facts',
    versions: 'documentation of September 2026; sample transcripts of 0.81; npm brings a wrapper without the program',
    seen: '2026-09',
  },
};
