import { authorityOf, fileTools, SESSION_EDGES } from '../dialects/capabilities.ts';

/** The authority for each kind of event: the store, which is complete; the plugin for when sessions begin and end. */
export const AUTHORITY = authorityOf({ hook: SESSION_EDGES, transcript: ['compact.start'] });

/** The plugin's events on which OpenCode takes context: into the system prompt, a prompt, or a tool's result. */
export const CONTEXT_ON = ['chat.message', 'tool.execute.after'];

/** Tools after which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = fileTools('filePath', ['read', 'edit', 'write']);

/**
 * The events that the plugin sends. The store contains all tool calls by the end of a turn: about a call the plugin
 * only asks what is known of its file or of a failed command and, while one waits, for tripwires.
 */
export const SENT_EVENTS: readonly string[] = [
  'session.start',
  'chat.message',
  'tool.execute.before',
  'tool.execute.after',
  'session.idle',
  'session.end',
];

/** The limits of an agent of this family; `run` is its command for one prompt. */
export function limitsOf(title: string, run: string): string[] {
  return [
    `It has no hooks that a settings file could name: Cairn is a plugin that runs within ${title}, and stays small for that.`,
    `Its store does not say whether a prompt was typed or given to ${run}: none counts as the words of a person.`,
    'What a subagent does is known when the turn of its session ends.',
    'It takes no context before a tool runs: what is known of a file or a command comes after it.',
    'What Cairn adds to a prompt is kept in its store as a part of that prompt, and what a session should know from its start comes with its first one.',
  ];
}
