import { asObject, asString } from '../../core/json.ts';
import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { createClaudeDialect, replyInClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import {
  atHandOnly,
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type EventReport,
  idAndInput,
  reportTool,
  START_ONLY,
} from '../shared/dialects/claude-events.ts';
import { contentIdentity } from '../shared/dialects/claude-identity.ts';
import { AUTHORITY, CONTEXT_ON } from './capabilities.ts';
import { textOfPrompt } from './prompt-parts.ts';
import { kimiToolEnd } from './tool-call.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'kimi-code';

const { UserPromptSubmit, PreCompact, PostCompact, Stop, SessionEnd } = CLAUDE_EVENT_RULES;

/** The dialect of Kimi Code. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply,
  refusesOn: BEFORE_TOOL,
  toolField: 'tool_call_id',
  rules: {
    // Kimi Code discards what it prints here: the first prompt asks for the start's context.
    SessionStart: START_ONLY,
    UserPromptSubmit,
    PreToolUse: atHandOnly('PreToolUse', 'refusal'),
    PostToolUse: { report: (call) => reportToolEnd(call, false) },
    PostToolUseFailure: { report: (call) => reportToolEnd(call, true) },
    SubagentStop: { report: reportSubagentEnd, reconcile: 'now' },
    PreCompact,
    PostCompact,
    Stop,
    StopFailure: { report: reportTurnFailed, reconcile: 'now' },
    Interrupt: Stop,
    SessionEnd,
  },
  adapt: (payload) => ({ ...payload, prompt: textOfPrompt(payload.prompt) }),
  fields: `client_type profile is_steer tool_output agent_name response token_count estimated_token_count
    error_type error_message`,
});

/** What the hook prints: context as plain text, since JSON would reach the model unparsed; a refusal as JSON. */
function reply(event: string, context: string, refusal?: string): string {
  return refusal === undefined ? context : replyInClaudeDialect(event, '', refusal);
}

function reportToolEnd(call: ClaudeCall, failed: boolean): EventReport[] {
  const output = failed ? (asString(asObject(call.payload.error).message) ?? '') : call.text('tool_output');
  // Kimi's own models count call ids from zero in every subagent and again after a compaction (`Bash_0`), and a hook
  // does not say in which agent the tool ran: the id alone is no identity.
  return reportTool(call, (named) => kimiToolEnd({ ...named, output, failed }), idAndInput);
}

function reportSubagentEnd(call: ClaudeCall): EventReport[] {
  const result = call.text('response').trim();
  const type = call.text('agent_name');
  const body = { kind: 'subagent.end', type } as const;
  const identity = contentIdentity([result], call.delivery);
  return [{ identity, body: result === '' ? body : { ...body, result } }];
}

function reportTurnFailed(call: ClaudeCall): EventReport[] {
  const error = [call.text('error_type'), call.text('error_message')].filter((part) => part !== '').join(': ');
  return [{ identity: contentIdentity([], call.delivery), body: { kind: 'turn.failed', error: error || 'unknown' } }];
}
