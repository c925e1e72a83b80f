import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import {
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type EventReport,
  idAndInput,
  reportTool,
  START_ONLY,
} from '../shared/dialects/claude-events.ts';
import { contentIdentity } from '../shared/dialects/claude-identity.ts';
import { toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { AUTHORITY } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'kimi-cli';

const { UserPromptSubmit, PreCompact, SessionEnd } = CLAUDE_EVENT_RULES;
/** Python's representation of a tool's result: `is_error=False output='…' message='…'`. */
const RESULT = /^is_error=(True|False) output=(['"])([\s\S]*)\2 message=/;

/** The dialect of kimi-cli, which takes no context. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  toolField: 'tool_call_id',
  rules: {
    SessionStart: START_ONLY,
    UserPromptSubmit: { report: UserPromptSubmit.report, startsWorker: true },
    PostToolUse: { report: reportToolEnd },
    PreCompact,
    // The payload says only that the turn ended: the transcript has the rest.
    Stop: {
      report: (call) => [{ identity: contentIdentity([], call.delivery), body: { kind: 'turn.end' } }],
      reconcile: 'now',
    },
    SessionEnd,
  },
  fields: 'tool_output token_count',
});

function reportToolEnd(call: ClaudeCall): EventReport[] {
  const printed = call.text('tool_output');
  const [, failed, , output = printed] = RESULT.exec(printed) ?? [];
  const outcome = { output: withoutEscapes(output), failed: failed === 'True' };
  return reportTool(call, (named) => toolEnd({ ...named, ...outcome }), idAndInput);
}

/** A Python string literal without its escapes. */
function withoutEscapes(text: string): string {
  return text.replace(/\\(?:([nrt])|(['"\\]))/g, (_, letter?: string, mark?: string) => {
    return mark ?? { n: '\n', r: '\r', t: '\t' }[letter ?? ''] ?? '';
  });
}
