import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, fileTools, forSetup } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/** The authority for each kind of event: always the stored session. */
export const AUTHORITY = authorityOf();

/** The only hook event on which Vibe takes context: after a tool call, behind its result. */
export const CONTEXT_ON = ['post_tool'];

/** Tools after which Cairn injects context about a file, and the input field that names the file. */
export const FILE_TOOLS = fileTools('file_path', ['read_file', 'write_file', 'search_replace']);

/** The hook events that set-up registers; the one before a tool can refuse, and otherwise ends at once. */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = forSetup(() => [
  { event: 'pre_tool', when: 'refusing' },
  { event: 'post_tool' }, // context: of the file, and what a start should have said; tripwires
  { event: 'post_agent' }, // the turn is complete
]);

/** What Mistral Vibe can do, as seen in runs of 3.0.2. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // No cap is known; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'It runs no hook at the start of a session or with a prompt: what a session should know comes behind the result of its first tool call.',
    'Its model calls the tools of an MCP server out of a program that it writes, once it has looked for them.',
    'It keeps a session by turns: what happens in a turn is read when the turn has ended.',
    'Its sessions do not say whether a prompt was typed or came from a program: none counts as the words of a person.',
  ],
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.vibe/logs/session/unified/*/',
  evidence: { how: 'live', versions: '3.0.2', seen: '2026-11-28' },
};
