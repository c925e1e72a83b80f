import { asNumber, asObject, asString } from '../../core/json.ts';
import type { Dialect } from '../shared/contract.ts';
import { createClaudeHookReader, replyInClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import {
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type ClaudeEventRule,
  type EventReport,
} from '../shared/dialects/claude-events.ts';
import { toolIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfResult, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'devin-cli';

const { SessionStart, UserPromptSubmit, PreToolUse, PermissionRequest, PostCompact, Stop, SessionEnd } =
  CLAUDE_EVENT_RULES;

const RULES: Readonly<Record<string, ClaudeEventRule>> = {
  SessionStart,
  UserPromptSubmit,
  PreToolUse: { report: PreToolUse.report, reconcile: 'later', need: 'refusal' },
  PostToolUse: { report: reportToolEnd, reconcile: 'later', need: 'tool' },
  PermissionRequest,
  PostCompaction: PostCompact,
  Stop,
  SessionEnd,
};

const readHook: Dialect['readHook'] = createClaudeHookReader({
  agent: AGENT_NAME,
  promptField: 'prompt_id',
  fileTools: FILE_TOOLS,
  rules: RULES,
  adapt: (sent) => ({ ...sent, compact_summary: asString(sent.summary) ?? '' }),
  fields: ['summary'],
});

/** What the hook prints to inject context; nothing on an event that does not take context. */
function reply(event: string, context: string, refusal?: string): string {
  if (refusal !== undefined) return JSON.stringify({ decision: 'block', reason: refusal });
  return CONTEXT_ON.includes(event) ? replyInClaudeDialect(event, context) : '';
}

/** The dialect of Devin CLI. Pure, and never throws. */
export const DIALECT: Dialect = {
  name: AGENT_NAME,
  authority: AUTHORITY,
  readHook,
  reply,
  speaksOn: ['PostToolUse'],
  refusesOn: ['PreToolUse'],
};

function reportToolEnd({ payload, text, delivery }: ClaudeCall): EventReport[] {
  const tool = text('tool_name');
  if (tool === '') return [];
  const input = asObject(payload.tool_input);
  const { tool_response, duration_ms } = payload;
  const { success, output, error } = asObject(tool_response);
  const failure = asString(error) ?? '';
  const said = asString(output) ?? textOfResult(tool_response);
  const body = toolEnd({
    tool,
    input,
    output: [said, said.includes(failure) ? '' : failure].filter((part) => part !== '').join('\n'),
    failed: success === false,
    durationMs: asNumber(duration_ms),
  });
  return [{ identity: toolIdentity({ tool, input }, text('tool_use_id') || delivery), body }];
}
