import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import {
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type EventReport,
  hookOriginOf,
  idAndInput,
  reportTool,
} from '../shared/dialects/claude-events.ts';
import { promptIdentity } from '../shared/dialects/claude-identity.ts';
import { promptText } from '../shared/dialects/claude-prompt.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';
import { qwenToolEnd } from './tool-call.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'qwen-code';

/** The Stop hook's text for a turn that ended without words. */
const NO_WORDS = '[no response text]';

/** The dialect of Qwen Code. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  speaksOn: ['PostToolUse', 'PostToolUseFailure'],
  refusesOn: BEFORE_TOOL,
  showsOn: ['SessionStart', 'UserPromptSubmit'],
  toolField: 'tool_call_id',
  fileTools: FILE_TOOLS,
  rules: {
    ...CLAUDE_EVENT_RULES,
    // Qwen Code also fires it after each round of tools, with an empty prompt: then Cairn reports and injects nothing.
    UserPromptSubmit: { report: reportPrompt, need: 'prompt', silent: true },
    PreToolUse: { report: reportToolStart, need: 'refusal' },
    PostToolUse: { report: (call) => reportToolEnd(call, false), need: 'file' },
    PostToolUseFailure: { report: (call) => reportToolEnd(call, true), need: 'call' },
  },
  adapt,
  fields: `timestamp submitted_prompt tool_calls message_id displayed_text is_final file_path memory_type load_reason crons
    context_usage context_limit input_tokens`,
});

/**
 * A payload in Claude's names. A subagent's tool calls have its id without its type, which elsewhere marks a hidden
 * agent. The typed text comes next to the prompt for the model, which also contains the files that the text names.
 * Context injected at the start is in the system message, which a resumed session no longer has.
 */
function adapt(payload: JsonObject, event: string): JsonObject {
  const { agent_id, agent_type, last_assistant_message, prompt, submitted_prompt, source } = payload;
  return {
    ...payload,
    ...(event === 'SessionStart' && source === 'resume' ? { source: 'reopened' } : {}),
    ...(asString(submitted_prompt) ? { prompt: submitted_prompt ?? '', sent_prompt: prompt ?? '' } : {}),
    ...(agent_id === undefined ? {} : { agent_type: asString(agent_type) || agent_id }),
    ...(last_assistant_message === NO_WORDS ? { last_assistant_message: '' } : {}),
  };
}

/** Reports a prompt; its identity is the prompt for the model, which the transcript always has. */
function reportPrompt(call: ClaudeCall): EventReport[] {
  const text = promptText(call.text('prompt'));
  if (text === '') return [];
  const sent = promptText(call.text('sent_prompt')) || text;
  const identity = promptIdentity(sent, { origin: call.delivery, subagent: call.subagent });
  return [{ identity, body: { kind: 'prompt', text, origin: hookOriginOf(call, text) } }];
}

function reportToolStart(call: ClaudeCall): EventReport[] {
  // Call ids are unique within the context, not within the session.
  return reportTool(call, ({ tool, input }) => ({ kind: 'tool.start', tool, input }), idAndInput);
}

function reportToolEnd(call: ClaudeCall, failed: boolean): EventReport[] {
  const { tool_response, duration_ms, is_interrupt } = call.payload;
  const { llmContent, returnDisplay } = asObject(tool_response);
  const outcome = {
    answer: failed ? call.text('error') : llmContent,
    shown: returnDisplay,
    failed,
    interrupted: is_interrupt === true,
    durationMs: asNumber(duration_ms),
  };
  return reportTool(call, (named) => qwenToolEnd({ ...named, ...outcome }), idAndInput);
}
