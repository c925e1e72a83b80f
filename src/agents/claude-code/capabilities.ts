import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, fileTools, forSetup, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * The authority for each kind of event. The transcript is complete for what it contains, and says who typed a prompt;
 * the hook is the only source of the rest.
 */
export const AUTHORITY = authorityOf({
  hook: [...SESSION_EDGES, 'tool.start', 'compact.start', 'turn.end', 'turn.failed', 'notification', 'permission'],
});

/** The hook events on which Claude Code takes context. A Stop with context never ends. */
export const CONTEXT_ON = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'SubagentStart',
];

/** Tools before which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = {
  ...fileTools('file_path', ['Read', 'Edit', 'MultiEdit', 'Write']),
  NotebookEdit: 'notebook_path',
};

/**
 * The hook events that set-up registers: those that bring context, those for which the hook is the authority, and those
 * after which the transcript is worth reading at once. A successful tool call costs at most one hook run, before a file
 * is touched or a command runs; a failed one costs another, for what is known about its error. Before a command or a search the
 * hook ends at once (`armed`: 3 ms instead of 15) while no tripwire waits. The transcript reports the end of a
 * successful call and the start of a subagent, so there is no PostToolUse, PermissionRequest or SubagentStart.
 * Never WorktreeCreate: a hook of that event makes the worktree in Claude Code's stead. InstructionsLoaded, CwdChanged,
 * WorktreeRemove, TaskCreated and TaskCompleted bring nothing new: each line of the transcript names its folder, and the
 * calls that make and close tasks stand in it.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = forSetup(() => [
  { event: 'SessionStart' }, // context; authority
  { event: 'UserPromptSubmit' }, // context
  { event: 'PreToolUse', matcher: Object.keys(FILE_TOOLS).join('|') }, // context; authority
  { event: 'PreToolUse', matcher: 'Bash|Monitor|PowerShell|Grep|mcp__.*', when: 'armed' }, // tripwires; authority
  { event: 'PostToolUseFailure', matcher: 'Bash' }, // what is known of the error
  { event: 'PermissionDenied' }, // authority; what auto mode refused, and why
  { event: 'SubagentStop' }, // a background task ended, perhaps long after its turn
  { event: 'PreCompact' }, // authority; the conversation so far is about to leave the context
  { event: 'PostCompact' }, // the summary is there; after /compact no Stop follows
  { event: 'Stop' }, // authority; the turn is complete
  { event: 'StopFailure' }, // authority
  { event: 'SessionEnd' }, // authority
  { event: 'Notification', matcher: '^(?!permission_prompt$)' }, // authority; asking for a tool would be its second run
]);

/** What Claude Code can do, as seen in runs of 2.1.330 and in transcripts of 2.0.76 to 2.1.330. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // Claude Code replaces a longer text by a path and its first 2 KB. The cap counts characters; a text never has more
  // characters than bytes.
  contextBytes: 10_000,
  tellsWhoTyped: true,
  cannot: [
    'Its print mode (-p) was not seen to fire StopFailure or Notification: failed turns go unseen there. PermissionDenied fires in auto mode alone; what its user refuses stands in the transcript.',
    'A version that does not know a registered event runs no hook at all: set-up leaves out what the version of the newest transcript lacks (PostCompact before 2.1.76, StopFailure before 2.1.78, PermissionDenied before 2.1.89).',
    'A command that its user runs with ! and its local commands (/model, /exit) reach no hook, and are left out.',
    'What it passes to a hook does not show who typed a prompt: that is known once the transcript is read.',
    'Its HTTP hooks would cost no process, but SessionStart does not fire by them, and while no worker runs whoever listens at their port gets every payload: Cairn registers commands.',
    'Transcripts are deleted after 30 days by default, and not written at all with --no-session-persistence.',
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.claude/projects/…/*.jsonl',
  evidence: { how: 'live', versions: '2.1.330; transcripts of 2.0.76 to 2.1.330', seen: '2026-11-27' },
};
