import { asObject, asString, type JsonObject } from '../../core/json.ts';
import { createClaudeHookReader } from '../shared/claude-dialect.ts';
import { CLAUDE_EVENT_RULES, type ClaudeCall, type ClaudeEventRule, type Told } from '../shared/claude-events.ts';
import type { Dialect } from '../shared/contract.ts';
import { AUTHORITY, CONTEXT_ON } from './capabilities.ts';
import { turnEnd } from './turn-end.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'opencode';

const { SessionStart, SessionEnd } = CLAUDE_EVENT_RULES;

const RULES: Readonly<Record<string, ClaudeEventRule>> = {
  'session.start': SessionStart,
  'chat.message': { tell: tellPrompt, reconcile: 'later', need: 'prompt' },
  'session.idle': { tell: tellTurnEnd, reconcile: 'now' },
  'session.end': SessionEnd,
};

const readHook: Dialect['readHook'] = createClaudeHookReader({
  agent: AGENT_NAME,
  promptField: 'messageID',
  fileTools: {},
  rules: RULES,
  adapt: ({ sessionID, directory, text, ...rest }) => ({
    ...rest,
    session_id: sessionID ?? null,
    cwd: directory ?? null,
    prompt: text ?? null,
  }),
  fields: ['sessionID', 'directory', 'messageID', 'agent', 'text'],
});

/** What the plugin hands over: plain text. */
function reply(event: string, context: string): string {
  return CONTEXT_ON.includes(event) ? context : '';
}

/** The dialect of Cairn's plugin in OpenCode. Pure, and never throws. */
export const DIALECT: Dialect = { name: AGENT_NAME, authority: AUTHORITY, readHook, reply };

function tellPrompt(call: ClaudeCall): Told[] {
  const text = call.text('prompt').trim();
  const number = call.promptId;
  if (text === '' || number === undefined) return [];
  return [{ identity: { number }, body: { kind: 'prompt', text, origin: 'unknown' } }];
}

/** Only of a turn that began with a prompt. */
function tellTurnEnd(call: ClaudeCall): Told[] {
  const number = call.promptId;
  return number === undefined ? [] : [{ identity: { number }, body: turnEnd(errorOf(call.payload)) }];
}

function errorOf({ error }: JsonObject): JsonObject | undefined {
  return asString(asObject(error).name) === undefined ? undefined : asObject(error);
}
