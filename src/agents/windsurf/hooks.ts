import { asNumber, asObject, asString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import {
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type ClaudeEventRule,
  type EventReport,
  reportTool,
} from '../shared/dialects/claude-events.ts';
import { toolIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfContent, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { AUTHORITY } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'windsurf';

const TOOL: ClaudeEventRule = { report: reportToolEnd };

/** The dialect of Windsurf, which takes no context. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  promptField: 'execution_id',
  rules: {
    pre_user_prompt: { report: CLAUDE_EVENT_RULES.UserPromptSubmit.report, startsWorker: true },
    post_read_code: TOOL,
    post_write_code: TOOL,
    post_run_command: TOOL,
    post_mcp_tool_use: TOOL,
    post_cascade_response: CLAUDE_EVENT_RULES.Stop,
    // The same content again, as the path of a file.
    post_cascade_response_with_transcript: {},
  },
  adapt,
  fields: 'agent_action_name trajectory_id execution_id timestamp model_name tool_info',
});

/** A payload in Claude's names. The folder comes from the line that runs the hook. */
function adapt(sent: JsonObject, event: string): JsonObject {
  const info = asObject(sent.tool_info);
  return {
    ...sent,
    session_id: asString(sent.trajectory_id) ?? '',
    cwd: asString(sent.cwd) || (asString(info.cwd) ?? ''),
    prompt: asString(info.user_prompt) ?? '',
    last_assistant_message: asString(info.response) ?? '',
    ...toolOf(event, info),
  };
}

/** A tool and its input, from the name of the event: Cascade's hooks do not name the tool. */
function toolOf(event: string, info: JsonObject): JsonObject {
  const { file_path, edits, command_line, cwd, mcp_server_name, mcp_tool_name, mcp_tool_arguments } = info;
  if (event === 'post_read_code') return { tool_name: 'Read', tool_input: { file_path: file_path ?? '' } };
  if (event === 'post_write_code')
    return { tool_name: 'Edit', tool_input: { file_path: file_path ?? '', edits: edits ?? [] } };
  if (event === 'post_run_command') {
    const where = asString(cwd) ?? '';
    return { tool_name: 'Bash', tool_input: { command: command_line ?? '', ...(where === '' ? {} : { cwd: where }) } };
  }
  const name = asString(mcp_tool_name) ?? '';
  if (event !== 'post_mcp_tool_use' || name === '') return {};
  return { tool_name: `mcp__${asString(mcp_server_name) ?? ''}__${name}`, tool_input: asObject(mcp_tool_arguments) };
}

/** The end of a tool call. Calls have no ids: turn, content and time identify a call. */
function reportToolEnd(call: ClaudeCall): EventReport[] {
  const info = asObject(call.payload.tool_info);
  const exitCode = asNumber(info.exit_code);
  const failed = exitCode !== undefined && exitCode !== 0;
  const output = textOf(info.mcp_result ?? info.output ?? info.content);
  const origin = call.text('timestamp') || call.delivery;
  return reportTool(
    call,
    (named) => toolEnd({ ...named, output, failed, exitCode }),
    ({ promptId = '' }, named) => toolIdentity({ id: promptId, ...named }, origin),
  );
}

function textOf(output: JsonValue | undefined): string {
  return textOfContent(output) || textOfContent(asObject(output).content);
}
