import { asObject } from '../../core/json.ts';
import type { Dialect } from '../shared/contract.ts';
import { createClaudeHookReader } from '../shared/dialects/claude-dialect.ts';
import {
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type ClaudeEventRule,
  type EventReport,
} from '../shared/dialects/claude-events.ts';
import { contentIdentity, toolIdentity } from '../shared/dialects/claude-identity.ts';
import { toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { AUTHORITY } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'kimi-cli';

const { SessionStart, UserPromptSubmit, PreCompact, SessionEnd } = CLAUDE_EVENT_RULES;
/** Python's representation of a tool's result: `is_error=False output='…' message='…'`. */
const RESULT = /^is_error=(True|False) output=(['"])([\s\S]*)\2 message=/;

const RULES: Readonly<Record<string, ClaudeEventRule>> = {
  SessionStart: { report: SessionStart.report, reconcile: 'later', startsWorker: true },
  UserPromptSubmit: { report: UserPromptSubmit.report, reconcile: 'later', startsWorker: true },
  PostToolUse: { report: reportToolEnd, reconcile: 'later' },
  PreCompact,
  // The payload says only that the turn ended: the transcript has the rest.
  Stop: {
    report: (call) => [{ identity: contentIdentity([], call.delivery), body: { kind: 'turn.end' } }],
    reconcile: 'now',
  },
  SessionEnd,
};

/** The dialect of kimi-cli, which takes no context. Pure, and never throws. */
export const DIALECT: Dialect = {
  name: AGENT_NAME,
  authority: AUTHORITY,
  readHook: createClaudeHookReader({
    agent: AGENT_NAME,
    promptField: 'prompt_id',
    toolField: 'tool_call_id',
    fileTools: {},
    rules: RULES,
    fields: ['tool_output', 'token_count', 'stop_hook_active'],
  }),
  reply: () => '',
};

function reportToolEnd(call: ClaudeCall): EventReport[] {
  const tool = call.text('tool_name');
  const input = asObject(call.payload.tool_input);
  if (!call.toolId || tool === '') return [];
  const printed = call.text('tool_output');
  const [, failed, , output = printed] = RESULT.exec(printed) ?? [];
  const body = toolEnd({ tool, input, output: withoutEscapes(output), failed: failed === 'True' });
  return [{ identity: toolIdentity({ id: call.toolId, tool, input }, call.delivery), body }];
}

/** A Python string literal without its escapes. */
function withoutEscapes(text: string): string {
  return text.replace(/\\(?:([nrt])|(['"\\]))/g, (_, letter?: string, mark?: string) => {
    return mark ?? { n: '\n', r: '\r', t: '\t' }[letter ?? ''] ?? '';
  });
}
