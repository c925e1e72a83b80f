import { asString, isJsonObject } from '../../core/json.ts';
import type { Dialect } from '../shared/contract.ts';
import { createClaudeDialect, plainReply } from '../shared/dialects/claude-dialect.ts';
import { CLAUDE_EVENT_RULES } from '../shared/dialects/claude-events.ts';
import { AGENT_HOOKS, AUTHORITY, CONTEXT_ON } from './capabilities.ts';
import { promptOf } from './prompt-text.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'kiro';

const { SessionStart, UserPromptSubmit, Stop, SessionEnd } = CLAUDE_EVENT_RULES;
const STARTS = new Set(['SessionStart', 'agentSpawn']);
/** Ids of sessions of the engine that runs hook files, and also the hooks in agents' files. */
const SESSION_OF_V3 = /^(?:sess|cli)_/;

const CLAUDE = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply: plainReply,
  rules: {
    SessionStart,
    UserPromptSubmit,
    Stop,
    SessionEnd,
    agentSpawn: SessionStart,
    userPromptSubmit: UserPromptSubmit,
    stop: Stop,
  },
  adapt: ({ prompt, assistant_response, ...rest }, event) => ({
    ...rest,
    // The history of a resumed session contains what was injected at its first start.
    ...(STARTS.has(event) ? { source: 'startup' } : {}),
    prompt: promptOf(asString(prompt) ?? ''),
    last_assistant_message: assistant_response ?? '',
  }),
  fields: 'assistant_response timestamp',
});

/** When a hook file reported an event, the agent's own hook reports it again: the duplicate is counted and skipped. */
const readHook: Dialect['readHook'] = (event, payload, arrival) => {
  const session = isJsonObject(payload) ? (asString(payload.session_id) ?? '') : '';
  const isRetold = AGENT_HOOKS.includes(event) && SESSION_OF_V3.test(session);
  return CLAUDE.readHook(isRetold ? `${event}:told-by-hook-file` : event, payload, arrival);
};

/** The dialect of Kiro. Pure, and never throws. */
export const DIALECT: Dialect = { ...CLAUDE, readHook };
