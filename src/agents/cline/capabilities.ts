import { asObject, asString, type JsonObject } from '../../core/json.ts';
import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, SESSION_EDGES } from '../shared/dialects/capabilities.ts';

/**
 * The authority for each kind of event. The transcript is the authority for everything that it contains; hooks report
 * no prompt.
 */
export const AUTHORITY = authorityOf({
  hook: [...SESSION_EDGES, 'tool.start', 'compact.start', 'turn.end'],
});

/** The hook events on which Cline takes context. */
export const CONTEXT_ON = ['PreToolUse', 'PostToolUse'];

/** Tools before which Cairn injects context about a file, and what names the file, or the first of several. */
export const FILE_TOOLS: Readonly<Record<string, string | ((input: JsonObject) => string | undefined)>> = {
  editor: 'path',
  read_files: ({ files }) => (Array.isArray(files) ? asString(asObject(files[0]).path) : undefined),
};

/**
 * The hook events that set-up registers. Cline waits only for the hook before a tool, which is the one that can inject
 * context; the transcript reports how a tool ended.
 */
export const REGISTERED_HOOKS: readonly string[] = [
  'TaskStart', // authority
  'TaskResume', // authority
  'PreToolUse', // context; authority
  'TaskComplete', // authority; the turn is complete
  'TaskCancel', // authority
  'TaskError',
  'SessionShutdown', // authority
];

/** What Cline can do, as seen in runs of the CLI 3.0.65, in its source, and in a transcript of July 2026. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  contextBytes: 8_000,
  cannot: [
    'It takes context around tool calls alone: what a session should know at its start comes with its first tool call.',
    'Its hooks report no prompt, and in one-shot mode no end of a session: prompts are known from the transcript.',
    'It refuses no single call: what a hook can do is end the whole task. A tripwire warns, whatever the mode.',
    'It does not pass the instructions of an MCP server on to the model.',
    'It has no choice of tools for a hook: ours runs before each, and has something to say of files alone after the first.',
    'Its transcript does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
  ],
  hooks: REGISTERED_HOOKS,
  transcripts: '~/.cline/data/sessions/…/*.messages.json',
  evidence: { how: 'live', versions: 'CLI 3.0.65; a transcript of July 2026', seen: '2026-11-27' },
};
