import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, fileTools, SESSION_EDGES } from '../shared/dialects/capabilities.ts';

/** The authority for each kind of event: the session's file; the extension for when sessions begin and end. */
export const AUTHORITY = authorityOf({ hook: SESSION_EDGES });

/** The extension's events on which pi takes context: a message after the prompt, or a part of a tool's result. */
export const CONTEXT_ON = ['UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure'];

/** Tools after which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = fileTools('path', ['read', 'edit', 'write']);

/**
 * The events that the extension sends, in Claude Code's names. The session's file holds all that happened by the end of a
 * turn: of a call the extension tells when it failed, when it was of a file and, while one waits, for tripwires.
 */
export const SENT_EVENTS: readonly string[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SessionEnd',
];

/** What pi can do, as seen in runs of 0.87.1 and in its older files. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap was seen; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'It has no hooks that a settings file could name: Cairn is an extension that runs within pi, and stays small for that.',
    'It has no MCP: it searches the memory by the command.',
    'It takes no context before a tool runs: what is known of a file or a command comes after it.',
    'What Cairn adds to a prompt is kept in its session as a message of its own, and what a session should know from its start comes with its first one.',
    'Its transcript does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    'With --no-session it keeps no file: then what it says and what succeeds is not recorded.',
  ],
  hooks: SENT_EVENTS,
  transcripts: '~/.pi/agent/sessions/…/*.jsonl',
  evidence: { how: 'live', versions: '0.87.1; files of 0.73.1 (sessions of version 3)', seen: '2026-11-28' },
};
