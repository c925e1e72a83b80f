import { asString, isJsonObject } from '../../core/json.ts';
import type { Dialect } from '../shared/contract.ts';
import { createClaudeHookReader } from '../shared/dialects/claude-dialect.ts';
import { CLAUDE_EVENT_RULES, type ClaudeEventRule } from '../shared/dialects/claude-events.ts';
import { AGENT_HOOKS, AUTHORITY, CONTEXT_ON } from './capabilities.ts';
import { promptOf } from './prompt-text.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'kiro';

const { SessionStart, UserPromptSubmit, Stop, SessionEnd } = CLAUDE_EVENT_RULES;
const RULES: Readonly<Record<string, ClaudeEventRule>> = {
  SessionStart,
  UserPromptSubmit,
  Stop,
  SessionEnd,
  agentSpawn: SessionStart,
  userPromptSubmit: UserPromptSubmit,
  stop: Stop,
};
const STARTS = new Set(['SessionStart', 'agentSpawn']);
/** Sessions of the engine that runs hook files, and the hooks in the files of agents beside them. */
const SESSION_OF_V3 = /^(?:sess|cli)_/;

const readAnyHook: Dialect['readHook'] = createClaudeHookReader({
  agent: AGENT_NAME,
  promptField: 'prompt_id',
  fileTools: {},
  rules: RULES,
  adapt: ({ prompt, assistant_response, ...rest }, event) => ({
    ...rest,
    // A session that goes on has what it was told at its first start in its history.
    ...(STARTS.has(event) ? { source: 'startup' } : {}),
    prompt: promptOf(asString(prompt) ?? ''),
    last_assistant_message: assistant_response ?? '',
  }),
  fields: ['assistant_response', 'timestamp'],
});

/** Where a hook file told of an event, the agent's own hook says the same once more: it is counted and left. */
const readHook: Dialect['readHook'] = (event, payload, arrival) => {
  const session = isJsonObject(payload) ? (asString(payload.session_id) ?? '') : '';
  const isRetold = AGENT_HOOKS.includes(event) && SESSION_OF_V3.test(session);
  return readAnyHook(isRetold ? `${event}:told-by-hook-file` : event, payload, arrival);
};

/** What the hook prints to hand context over: plain text. */
function reply(event: string, context: string): string {
  return CONTEXT_ON.includes(event) ? context : '';
}

/** The dialect of Kiro. Pure, and never throws. */
export const DIALECT: Dialect = { name: AGENT_NAME, authority: AUTHORITY, readHook, reply };
