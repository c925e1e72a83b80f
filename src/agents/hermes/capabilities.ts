import type { Capabilities } from '../shared/contract.ts';
import { authorityOf, eventsOf, forSetup, SESSION_EDGES } from '../shared/dialects/capabilities.ts';
import type { RegisteredHook } from '../shared/setup/json-hooks.ts';

/** The authority for each kind of event: the store, which is complete; the hook for when sessions begin and end. */
export const AUTHORITY = authorityOf({ hook: SESSION_EDGES });

/** The hook events on which Hermes takes context: words after the prompt, in the same message. */
export const CONTEXT_ON = ['pre_llm_call'];

/**
 * The hook events that set-up registers. The store has every call by the end of a turn: none reports a
 * call; the one before a tool can refuse, and otherwise ends at once.
 */
export const REGISTERED_HOOKS: readonly RegisteredHook[] = forSetup(() => [
  { event: 'on_session_start' }, // authority
  { event: 'pre_llm_call' }, // context
  { event: 'pre_tool_call', when: 'refusing' },
  { event: 'on_session_end' }, // a turn is complete
  { event: 'on_session_finalize' }, // authority
]);

/** What Hermes can do, as seen in runs of 0.19.0 and in its source. */
export const CAPABILITIES: Capabilities = {
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  // It writes what is longer than its own limit to a file; this is what Cairn hands over at most to any agent.
  contextBytes: 8_000,
  cannot: [
    'No hook hands anything to the model after a tool call: what is known of a file or an error comes with a prompt only.',
    'A session that is taken up again begins without an event: its start is told only once.',
    'What its subagents are asked gets no context.',
    'Its MCP client is an optional part of its package: pip install "hermes-agent[mcp]".',
    'In the JSON files of older versions messages have no times but of the beginning of their session: the order is right, the minutes are not.',
    'Its store does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
  ],
  afterSetup:
    'Start hermes once in a terminal and allow the hooks of Cairn when it asks; until then none of them runs. For runs without a terminal there is `--accept-hooks`.',
  hooks: eventsOf(REGISTERED_HOOKS),
  transcripts: '~/.hermes/state.db, ~/.hermes/profiles/…/state.db, ~/.hermes/sessions/*.json',
  evidence: { how: 'live', versions: '0.19.0; files of April 2026', seen: '2026-11-28' },
};
