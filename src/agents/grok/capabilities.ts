import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, fileTools, forSetup, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/** The authority for each kind of event: the chat, which is complete; the hook for when sessions begin and end. */
export const AUTHORITY = authorityOf({ hook: SESSION_EDGES });

/** The hook events on which Grok takes context: after the results of the calls that the model made together. */
export const CONTEXT_ON = ['PreToolUse', 'PostToolUse'];

/** Tools before which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = { read_file: 'target_file', ...fileTools('file_path', ['search_replace', 'write']) };

/** The hook events that set-up registers. */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = forSetup(() => [
  { event: 'SessionStart' }, // authority
  { event: 'UserPromptSubmit' }, // starts the worker
  { event: 'PreToolUse' }, // context: of the file, and what a start should have said; tripwires
  { event: 'PostToolUse', matcher: 'run_terminal_command' }, // what is known of the error
  { event: 'Stop' }, // the turn is complete
  { event: 'SessionEnd' }, // authority
]);

/** What Grok CLI can do, as seen in runs of 1.0.41 and in chats of 0.2.111. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // Grok cuts what is longer than 10,000 characters; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'No hook hands anything to the model at the start or with a prompt: what a session should know comes with its first tool call, after its result.',
    'Versions before 1.0 take no context from hooks.',
    'Its chat does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    'Where Cairn is set up in Claude Code or Cursor, Grok runs those hooks too: they only say that its session has gone on.',
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.grok/sessions/…/chat_history.jsonl',
  evidence: { how: 'live', versions: '1.0.41; chats of 0.2.111', seen: '2026-11-28' },
};
