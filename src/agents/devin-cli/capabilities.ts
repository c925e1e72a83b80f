import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, fileTools, forSetup, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/**
 * The authority for each kind of event. The hook is the authority for everything that it reports; the database is the
 * source of messages between hook events, and of sessions from before set-up.
 */
export const AUTHORITY = authorityOf({
  hook: [...SESSION_EDGES, 'prompt', 'tool.end', 'compact.end', 'turn.end', 'permission'],
  never: ['subagent.start', 'subagent.end', 'turn.failed'],
});

/** The hook events on which Devin CLI takes context. */
export const CONTEXT_ON = ['SessionStart', 'UserPromptSubmit', 'PostToolUse'];

/** Tools after which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = {
  ...fileTools('file_path', ['read', 'edit', 'write']),
  notebook_edit: 'notebook_path',
};

/**
 * The hook events that set-up registers. The one before a tool injects nothing: it can refuse, and otherwise ends at
 * once.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = forSetup(() => [
  { event: 'SessionStart' }, // context; authority
  { event: 'UserPromptSubmit' }, // context; authority
  { event: 'PreToolUse', matcher: [...Object.keys(FILE_TOOLS), 'exec', 'mcp__.*'].join('|'), when: 'refusing' },
  { event: 'PostToolUse' }, // context; authority
  { event: 'PostCompaction' }, // authority
  { event: 'Stop' }, // authority; the turn is complete
  { event: 'SessionEnd' }, // authority
]);

/** What Devin CLI can do, by its documentation of October 2026 and what others read of its database. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap is documented; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'It has no hook before a compaction, and none for subagents.',
    'It takes no context before a tool runs: what is known of a file comes after the file was read or changed.',
    'Its hooks have neither an id of a tool call nor the folder: calls are told apart by tool and input, and the folder is DEVIN_PROJECT_DIR.',
    'A folder whose path holds a quotation mark or a backslash is not recorded.',
    'Its database is read as others found it (3000.3): one that differs is left alone.',
    'It does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    'It runs no hooks in a folder that its user does not trust.',
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.local/share/devin/cli/sessions.db',
  evidence: { how: 'facts', versions: 'documentation of October 2026; database of 3000.3', seen: '2026-10' },
};
