import { asObject, type JsonObject } from '../../core/json.ts';
import { createClaudeDialect, replyInClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import {
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type EventReport,
  reportTool,
  START_ONLY,
} from '../shared/dialects/claude-events.ts';
import { contentIdentity, messageIdentity } from '../shared/dialects/claude-identity.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';
import { withoutHookContext } from './hook-context.ts';
import { geminiToolEnd } from './tool-call.ts';
import { addText, EMPTY_TURN, keyOfTurn } from './turn-hash.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'gemini-cli';

/** The hook's text for a turn that ended without words. */
const NO_WORDS = '[no response text]';

const { SessionEnd, UserPromptSubmit, PreToolUse, Notification } = CLAUDE_EVENT_RULES;

/** The dialect of Gemini CLI. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply,
  speaksOn: ['AfterTool'],
  refusesOn: ['BeforeTool'],
  showsOn: ['BeforeAgent'],
  fileTools: FILE_TOOLS,
  rules: {
    SessionStart: START_ONLY,
    BeforeAgent: UserPromptSubmit,
    BeforeTool: { report: PreToolUse.report, need: 'refusal' },
    AfterTool: { report: reportToolEnd, need: 'file' },
    AfterAgent: { report: reportTurnEnd, reconcile: 'now' },
    SessionEnd,
    Notification,
  },
  adapt,
  fields: 'timestamp prompt_response mcp_context original_request_name details',
});

/** What the hook prints to inject context or to refuse a call: only JSON, since plain text is shown to the user. */
function reply(event: string, context: string, refusal?: string): string {
  if (refusal === undefined) return replyInClaudeDialect(event, context);
  return JSON.stringify({ decision: 'deny', reason: refusal });
}

/** A payload without the context of the session's start, with which the hook's prompt begins. */
function adapt(payload: JsonObject): JsonObject {
  const { prompt } = payload;
  return typeof prompt === 'string' ? { ...payload, prompt: withoutHookContext(prompt) } : payload;
}

function reportToolEnd(call: ClaudeCall): EventReport[] {
  const { llmContent, returnDisplay, error } = asObject(call.payload.tool_response);
  const failed = error !== undefined && error !== null;
  return reportTool(call, (named) => geminiToolEnd({ ...named, answer: llmContent, shown: returnDisplay, failed }));
}

/**
 * The hook has all texts of a turn as one. It is reported under the identity of the last text, which the transcript has
 * separately.
 */
function reportTurnEnd(call: ClaudeCall): EventReport[] {
  const end: EventReport = { identity: contentIdentity([], call.delivery), body: { kind: 'turn.end' } };
  const text = call.text('prompt_response').trim();
  if (text === '' || text === NO_WORDS) return [end];
  const identity = messageIdentity(keyOfTurn(addText(EMPTY_TURN, text)), { origin: call.delivery });
  return [{ identity, body: { kind: 'message', text } }, end];
}
