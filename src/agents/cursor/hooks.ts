import { basename, extname } from 'node:path';
import { asNumber, asObject, asString, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import { ID_PATTERN } from '../../core/model/ids.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import {
  atHandOnly,
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type EventReport,
  hookOriginOf,
} from '../shared/dialects/claude-events.ts';
import { messageIdentity, promptIdentity, toolIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfResult, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';
import { cursorPrompt, cursorWords } from './words.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'cursor';

/** The type of a subagent for which Cursor names none. */
export const SUBAGENT_TYPE = 'subagent';

const OWN_TOOL = /^MCP:(search|by_file|timeline|get|context|remember|forget)$/;

const { SessionStart, SubagentStart, SubagentStop, PreCompact, Stop, SessionEnd } = CLAUDE_EVENT_RULES;

/** The dialect of Cursor. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply,
  speaksOn: ['postToolUse'],
  refusesOn: ['preToolUse'],
  promptField: 'generation_id',
  fileTools: FILE_TOOLS,
  rules: {
    sessionStart: SessionStart,
    beforeSubmitPrompt: { report: reportPrompt, startsWorker: true },
    preToolUse: atHandOnly('PreToolUse', 'refusal'),
    postToolUse: { report: (call) => reportToolEnd(call, false), need: 'tool' },
    postToolUseFailure: { report: (call) => reportToolEnd(call, true) },
    afterAgentResponse: { report: reportMessage },
    subagentStart: SubagentStart,
    subagentStop: SubagentStop,
    preCompact: PreCompact,
    stop: { report: reportStop, reconcile: 'now' },
    sessionEnd: SessionEnd,
  },
  adapt,
  // Grok also runs Cursor's hooks.
  otherHost: ({ workspaceRoot }) => (workspaceRoot === undefined ? undefined : 'grok'),
  fields: `conversation_id generation_id cursor_version workspace_roots user_email model_id model_params status text summary
    is_background_agent composer_mode attachments tool_output duration error_message failure_type final_status
    subagent_id subagent_type subagent_model parent_conversation_id tool_call_id is_parallel_worker git_branch task
    description message_count tool_call_count loop_count modified_files context_usage_percent context_tokens
    context_window_size messages_to_compact is_first_compaction input_tokens output_tokens cache_read_tokens
    cache_write_tokens`,
});

/** What the hook prints to inject context. */
function reply(_event: string, context: string, refusal?: string): string {
  if (refusal === undefined) return JSON.stringify({ additional_context: context });
  return JSON.stringify({ permission: 'deny', user_message: refusal, agent_message: refusal });
}

/** A payload in Claude's names. A subagent belongs to the conversation that started it. */
function adapt(sent: JsonObject, event: string): JsonObject {
  const text = (field: string): string => asString(sent[field]) ?? '';
  const [root] = Array.isArray(sent.workspace_roots) ? sent.workspace_roots : [];
  const isSubagent = event === 'subagentStart' || event === 'subagentStop';
  return {
    ...sent,
    session_id: text('parent_conversation_id') || text('conversation_id') || text('session_id'),
    cwd: asString(root) || text('cwd'),
    is_inside: text('parent_conversation_id') !== '',
    ...(event === 'sessionStart' ? { source: 'startup' } : {}),
    ...(isSubagent ? subagentOf(text) : {}),
  };
}

function subagentOf(text: (field: string) => string): JsonObject {
  const file = text('agent_transcript_path');
  const id = text('subagent_id') || basename(file, extname(file)) || text('tool_call_id');
  const type = text('subagent_type') || SUBAGENT_TYPE;
  return { agent_type: type, last_assistant_message: text('summary'), ...(id === '' ? {} : { agent_id: id }) };
}

function reportPrompt(call: ClaudeCall): EventReport[] {
  const text = cursorPrompt(call.text('prompt'));
  if (text === '') return [];
  const identity = promptIdentity(text, { origin: call.promptId ?? call.delivery });
  return [{ identity, body: { kind: 'prompt', text, origin: hookOriginOf(call, text) } }];
}

function reportMessage(call: ClaudeCall): EventReport[] {
  const text = cursorWords(call.text('text'));
  if (text === '') return [];
  const model = call.text('model');
  const identity = messageIdentity(text, { origin: call.promptId ?? call.delivery });
  return [{ identity, body: { kind: 'message', text, ...(model === '' ? {} : { model }) } }];
}

/** The end of a tool call, identified by tool and input: transcripts have no call ids. */
function reportToolEnd({ payload, text, delivery }: ClaudeCall, failed: boolean): EventReport[] {
  if (text('tool_name') === '') return [];
  const input = asObject(payload.tool_input);
  const result = resultOf(payload.tool_output);
  const tool = toolOf(text('tool_name'), text('tool_output'));
  const exitCode = asNumber(asObject(result).exitCode) ?? asNumber(asObject(result).exit_code);
  const body = toolEnd({
    tool,
    input,
    output: failed ? text('error_message') : textOfOutput(result),
    failed: failed || (exitCode !== undefined && exitCode !== 0),
    result,
    exitCode,
    interrupted: payload.is_interrupt === true,
    durationMs: asNumber(payload.duration),
  });
  return [{ identity: toolIdentity({ tool, input }, text('tool_use_id') || delivery), body }];
}

/**
 * The name of a tool. An MCP tool comes without its server's name: one of Cairn's is recognised by its name and an id
 * in its result.
 */
function toolOf(name: string, output: string): string {
  const own = OWN_TOOL.exec(name)?.[1];
  return own !== undefined && new RegExp(ID_PATTERN.source).test(output) ? `mcp__cairn__${own}` : name;
}

/** A tool's result is a text, often JSON. */
function resultOf(output: JsonValue | undefined): JsonValue | undefined {
  if (typeof output !== 'string' || !/^\s*[[{]/.test(output)) return output;
  return parseJson(output) ?? output;
}

function textOfOutput(result: JsonValue | undefined): string {
  return textOfResult(result) || (asString(asObject(result).output) ?? '');
}

function reportStop(call: ClaudeCall): EventReport[] {
  if (call.text('status') !== 'error') return Stop.report(call);
  const identity = { number: call.promptId ?? call.delivery };
  return [{ identity, body: { kind: 'turn.failed', error: call.text('error_message') || 'error' } }];
}
