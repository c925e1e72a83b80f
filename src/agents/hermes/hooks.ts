import { asObject, type JsonObject } from '../../core/json.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import { atHandOnly, CLAUDE_EVENT_RULES, START_ONLY } from '../shared/dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'hermes';

const { SessionEnd } = CLAUDE_EVENT_RULES;

/** The dialect of Hermes' shell hooks. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply: (_event, context, reason) =>
    JSON.stringify(reason === undefined ? { context } : { decision: 'block', reason }),
  refusesOn: ['pre_tool_call'],
  rules: {
    on_session_start: START_ONLY,
    // The store reports prompts: what Hermes asks itself in its user's place, to learn from a session, is in none.
    pre_llm_call: { need: 'prompt' },
    pre_tool_call: atHandOnly('PreToolUse', 'refusal'),
    on_session_end: { reconcile: 'now' },
    on_session_finalize: SessionEnd,
  },
  adapt,
  fields: 'extra',
});

/** A payload in Claude's names. A subagent is a session of its own: the store tells of it. */
function adapt({ extra, ...sent }: JsonObject, event: string): JsonObject {
  const more = asObject(extra);
  const start = event === 'on_session_start' && { source: 'startup' };
  const subagent = more.platform === 'subagent' && { agent_id: '' };
  return { ...more, ...sent, ...start, ...subagent, prompt: more.user_message ?? '' };
}
