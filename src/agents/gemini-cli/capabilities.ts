import type { Capabilities } from '../shared/contract.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * Who is the authority for what. The transcript is for all it tells of: it has each text of a turn for itself, and what was
 * typed without what hooks put in. It does not tell of the rest, for which the hook is the one source. What a transcript
 * told that is deleted before it was read stays as the hooks told it.
 */
export const AUTHORITY: Capabilities['authority'] = {
  'session.start': 'hook',
  'session.end': 'hook',
  prompt: 'transcript',
  message: 'transcript',
  'tool.start': 'transcript',
  'tool.end': 'transcript',
  'subagent.start': 'transcript',
  'subagent.end': 'transcript',
  'compact.end': 'transcript',
  'turn.end': 'hook',
  notification: 'hook',
};

/**
 * The hook events on which Gemini CLI takes context. What a BeforeTool hook hands over does not reach the model. What a
 * SessionStart hook does is put into the first prompt itself, which is then left out when the session is resumed: what a
 * session should know at its start comes with its first prompt, as a part of its own.
 */
export const CONTEXT_ON: readonly string[] = ['BeforeAgent', 'AfterTool'];

/** Tools after which context about a file is of use, and the field of their input that names it. */
export const FILE_TOOLS: Readonly<Record<string, string>> = {
  read_file: 'file_path',
  replace: 'file_path',
  write_file: 'file_path',
};

/**
 * The hook events that set-up registers: those that bring context, those for which the hook is the authority, and those
 * that say that the transcript is worth reading now. AfterTool is registered for all tools: the next start of Gemini CLI
 * deletes the transcript of a session that was resumed, and with it all that only the transcript tells.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = [
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
];

/** What Gemini CLI can do, as seen in runs of 0.61.0, in its source and in files of older versions. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap was seen; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'It takes no context before a tool runs: what is known of a file comes after the file was read or changed.',
    'It tells of no compaction by a hook that could be told from an ordinary request: what was lost comes again with the next prompt.',
    'It deletes the transcript of a session that was resumed when it starts the next time: what no hook told by then is lost.',
    'Its transcript does not say whether a prompt was typed or given with -p: none counts as the words of a person.',
    'What a subagent does is known as its own once the transcript is read: its hooks do not say in which agent they run.',
  ],
  hooks: REGISTERED_HOOKS.map(({ event }) => event),
  transcripts: '~/.gemini/tmp/…/chats/session-*.jsonl, …/session-*.json',
  evidence: { how: 'live', versions: '0.61.0; files of 0.2 to 0.61' },
};
