import type { Capabilities } from '../shared/contract.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * The authority for each kind of event. The hook is the authority for everything that it reports; the database is the
 * source of messages between hook events, and of sessions from before set-up.
 */
export const AUTHORITY: Capabilities['authority'] = {
  'session.start': 'hook',
  'session.end': 'hook',
  prompt: 'hook',
  message: 'transcript',
  'tool.start': 'transcript',
  'tool.end': 'hook',
  'compact.end': 'hook',
  'turn.end': 'hook',
  permission: 'hook',
};

/** The hook events on which Devin CLI takes context. */
export const CONTEXT_ON: readonly string[] = ['SessionStart', 'UserPromptSubmit', 'PostToolUse'];

/** Tools after which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS: Readonly<Record<string, string>> = {
  read: 'file_path',
  edit: 'file_path',
  write: 'file_path',
  notebook_edit: 'notebook_path',
};

/**
 * The hook events that set-up registers. The one before a tool injects nothing: it can refuse, and otherwise ends at
 * once.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = [
  { event: 'SessionStart' }, // context; authority
  { event: 'UserPromptSubmit' }, // context; authority
  { event: 'PreToolUse', matcher: [...Object.keys(FILE_TOOLS), 'exec', 'mcp__.*'].join('|'), when: 'refusing' },
  { event: 'PostToolUse' }, // context; authority
  { event: 'PostCompaction' }, // authority
  { event: 'Stop' }, // authority; the turn is complete
  { event: 'SessionEnd' }, // authority
];

/** What Devin CLI can do, by its documentation of October 2026 and what others read of its database. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap is documented; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'It has no hook before a compaction, and none that tells of a subagent.',
    'It takes no context before a tool runs: what is known of a file comes after the file was read or changed.',
    'Its hooks have neither an id of a tool call nor the folder: calls are told apart by tool and input, and the folder is DEVIN_PROJECT_DIR.',
    'A folder whose path holds a quotation mark or a backslash is not recorded.',
    'Its database is read as others found it (3000.3): one that differs is left alone.',
    'It does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    'It runs no hooks in a folder that its user does not trust.',
  ],
  hooks: REGISTERED_HOOKS.map(({ event }) => event),
  transcripts: '~/.local/share/devin/cli/sessions.db',
  evidence: { how: 'facts', versions: 'documentation of October 2026; database of 3000.3' },
};
