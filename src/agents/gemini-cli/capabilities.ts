import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, fileTools, forSetup, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * The authority for each kind of event. The transcript is the authority for everything that it contains: it has each
 * text of a turn separately, and prompts without the context that hooks injected. The hook is the only source of the
 * rest. Events of a transcript that is deleted before it was read stay as the hooks reported them.
 */
export const AUTHORITY = authorityOf({
  hook: [...SESSION_EDGES, 'turn.end', 'notification'],
  never: ['turn.failed'],
});

/**
 * The hook events on which Gemini CLI takes context. What a BeforeTool hook prints does not reach the model. What a
 * SessionStart hook prints becomes part of the first prompt, which a resumed session then lacks: so the context of a
 * session's start comes with its first prompt (BeforeAgent), as a part of its own.
 */
export const CONTEXT_ON = ['BeforeAgent', 'AfterTool'];

/** Tools after which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = fileTools('file_path', ['read_file', 'replace', 'write_file']);

/**
 * The hook events that set-up registers: those that bring context, those for which the hook is the authority, and those
 * after which the transcript is worth reading at once. AfterTool is registered for all tools: the next start of Gemini
 * CLI deletes the transcript of a resumed session, and with it all that only the transcript contains.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = forSetup(() => [
  { event: 'SessionStart' }, // authority
  { event: 'BeforeAgent' }, // context
  {
    event: 'BeforeTool',
    matcher: `^(?:${[...Object.keys(FILE_TOOLS), 'run_shell_command', 'mcp_.*'].join('|')})$`,
    when: 'refusing',
  },
  { event: 'AfterTool' }, // context
  { event: 'AfterAgent' }, // authority; the turn is complete
  { event: 'SessionEnd' }, // authority
]);

/** What Gemini CLI can do, as seen in runs of 0.61.0, in its source and in files of older versions. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap was seen; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'Its maker offers Antigravity (agy) to individuals in its place, which has settings and sessions of its own: cairn setup agy.',
    'It takes no context before a tool runs: what is known of a file comes after the file was read or changed.',
    'No hook of it distinguishes a compaction from an ordinary request: lost context comes again with the next prompt.',
    'It deletes the transcript of a session that was resumed when it starts the next time: what no hook told by then is lost.',
    'Its transcript does not say whether a prompt was typed or given with -p: none counts as the words of a person.',
    'What a subagent does is known as its own once the transcript is read: its hooks do not say in which agent they run.',
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.gemini/tmp/…/chats/session-*.jsonl, …/session-*.json',
  evidence: { how: 'live', versions: '0.61.0; files of 0.2 to 0.61', seen: '2026-11-27' },
};
