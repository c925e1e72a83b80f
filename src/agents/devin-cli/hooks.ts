import { asNumber, asObject, asString } from '../../core/json.ts';
import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { createClaudeDialect, replyInClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import { CLAUDE_EVENT_RULES, type ClaudeCall, type EventReport, reportTool } from '../shared/dialects/claude-events.ts';
import { toolIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfResult, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'devin-cli';

const { SessionStart, UserPromptSubmit, PreToolUse, PermissionRequest, PostCompact, Stop, SessionEnd } =
  CLAUDE_EVENT_RULES;

/** The dialect of Devin CLI. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply,
  speaksOn: ['PostToolUse'],
  refusesOn: BEFORE_TOOL,
  fileTools: FILE_TOOLS,
  rules: {
    SessionStart,
    UserPromptSubmit,
    PreToolUse: { report: PreToolUse.report, need: 'refusal' },
    PostToolUse: { report: reportToolEnd, need: 'tool' },
    PermissionRequest,
    PostCompaction: PostCompact,
    Stop,
    SessionEnd,
  },
  adapt: (sent) => ({ ...sent, compact_summary: asString(sent.summary) ?? '' }),
  fields: 'summary',
});

/** What the hook prints to inject context or to refuse a call. */
function reply(event: string, context: string, refusal?: string): string {
  if (refusal === undefined) return replyInClaudeDialect(event, context);
  return JSON.stringify({ decision: 'block', reason: refusal });
}

function reportToolEnd(call: ClaudeCall): EventReport[] {
  const { tool_response, duration_ms } = call.payload;
  const { success, output, error } = asObject(tool_response);
  const failure = asString(error) ?? '';
  const printed = asString(output) ?? textOfResult(tool_response);
  const outcome = {
    output: [printed, printed.includes(failure) ? '' : failure].filter((part) => part !== '').join('\n'),
    failed: success === false,
    durationMs: asNumber(duration_ms),
  };
  const origin = call.text('tool_use_id') || call.delivery;
  return reportTool(
    call,
    (named) => toolEnd({ ...named, ...outcome }),
    (_, named) => toolIdentity(named, origin),
  );
}
