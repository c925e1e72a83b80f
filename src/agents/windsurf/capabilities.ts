import type { Capabilities } from '../shared/contract.ts';
import { eventsOf } from '../shared/dialects/capabilities.ts';

/** The authority for each kind of event: always the hook. */
export const AUTHORITY: Capabilities['authority'] = {
  prompt: 'hook',
  message: 'hook',
  'tool.end': 'hook',
  'turn.end': 'hook',
};

/**
 * The hook events that set-up registers. Cascade waits only for the one before a prompt, the only source of prompts; no
 * event that asks for permission is registered.
 */
export const REGISTERED_HOOKS: readonly { event: string }[] = [
  { event: 'pre_user_prompt' },
  { event: 'post_read_code' },
  { event: 'post_write_code' },
  { event: 'post_run_command' },
  { event: 'post_mcp_tool_use' },
  { event: 'post_cascade_response' },
];

/** What Windsurf can do, by its documentation of September 2026. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: [],
  contextBytes: 0,
  cannot: [
    'It takes no context from a hook: what is known reaches the model by the MCP server alone, when it asks, and no tripwire warns.',
    'It refuses a call only where a hook fails, which ours never does.',
    'It has no hook at the start or the end of a session, nor at a compaction: a session is known from its first prompt on.',
    'It has no shared MCP file of a repository: the server is set up for the user.',
    'Its own store is encrypted, and the transcripts that a hook can ask for have neither times nor a folder: nothing from before the hooks can be imported.',
    'What Cascade says comes as one text for a turn, with its lines about tools among it; that a command failed is known only where the hook says the exit code.',
    'A folder whose path holds a quotation mark or a backslash is not recorded.',
    'Its hooks do not say who typed a prompt: none counts as the words of a person.',
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  evidence: {
    how: 'facts',
    versions: 'documentation of September 2026, of Windsurf and of Devin Desktop, as it is called since',
    seen: '2026-09',
  },
};
