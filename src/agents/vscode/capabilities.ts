import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, fileTools } from '../shared/dialects/capabilities.ts';

/** The authority for each kind of event: the transcript for everything that it contains. */
export const AUTHORITY = authorityOf({
  hook: ['session.start', 'tool.start', 'subagent.start', 'subagent.end', 'compact.start', 'turn.end'],
});

/** The hook events on which VS Code takes context. */
export const CONTEXT_ON = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart'];

/** Tools before which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = fileTools('filePath', [
  'read_file',
  'create_file',
  'insert_edit_into_file',
  'replace_string_in_file',
  'edit_notebook_file',
]);

/**
 * The hook events that set-up registers in a repository. The one before a tool runs before every tool, since VS Code
 * ignores matchers.
 */
export const REGISTERED_HOOKS: readonly string[] = [
  'SessionStart', // context; authority
  'UserPromptSubmit', // context
  'PreToolUse', // context; authority
  'PreCompact', // authority; the conversation so far is about to leave the context
  'SubagentStart', // authority
  'SubagentStop', // authority
  'Stop', // authority; the turn is complete
];

/** What the agent mode of VS Code can do, by its source of March 2026 and its documentation. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  contextBytes: 8_000,
  cannot: [
    "Its hooks stand in a repository (cairn setup vscode --project) or in Claude Code's settings, whose hooks are not for it.",
    'It writes a transcript only of sessions with hooks, and keeps the newest 20: import them before they are gone.',
    'Its chats of other sessions are kept in a form that is not read.',
    'No hook tells that a session ended, and none that a tool failed: the transcript has the failure.',
    'Its transcript does not say who wrote a prompt: none counts as the words of a person.',
  ],
  hooks: REGISTERED_HOOKS,
  transcripts: '…/Code/User/workspaceStorage/…/GitHub.copilot-chat/transcripts/*.jsonl',
  evidence: { how: 'facts', versions: 'the source of GitHub.copilot-chat of March 2026', seen: '2026-03' },
};
