import { asObject, type JsonObject } from '../../core/json.ts';
import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { createClaudeDialect, snakeCase } from '../shared/dialects/claude-dialect.ts';
import { atHandOnly, CLAUDE_EVENT_RULES, endAtHand, START_ONLY } from '../shared/dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'grok';

const { SessionEnd } = CLAUDE_EVENT_RULES;

/** The dialect of Grok CLI: Claude Code's events with fields in its own spelling. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  speaksOn: BEFORE_TOOL,
  refusesOn: BEFORE_TOOL,
  fileTools: FILE_TOOLS,
  rules: {
    SessionStart: START_ONLY,
    UserPromptSubmit: { startsWorker: true },
    PreToolUse: atHandOnly('PreToolUse', 'tool'),
    PostToolUse: { atHand: endAtHand, need: 'call' },
    Stop: { reconcile: 'now' },
    SessionEnd,
  },
  adapt,
  fields: 'workspaceRoot timestamp toolResult toolInputTruncated toolResultTruncated isBackgrounded subagentType',
});

/**
 * A payload with the names of Claude's fields in Claude's spelling. The chat is found by the session: the file that a
 * payload names is another one.
 */
function adapt(sent: JsonObject): JsonObject {
  const { output_for_prompt, exit_code } = asObject(sent.toolResult);
  return {
    ...Object.fromEntries(Object.entries(sent).map(([field, value]) => [snakeCase(field), value])),
    transcript_path: '',
    output: output_for_prompt ?? null,
    exit: exit_code ?? null,
    is_inside: sent.subagentType !== undefined,
  };
}
