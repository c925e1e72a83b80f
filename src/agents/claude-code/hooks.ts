import type { JsonObject } from '../../core/json.ts';
import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'claude-code';

/** The dialect of Claude Code. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  speaksOn: ['PreToolUse', 'PostToolUseFailure'],
  refusesOn: BEFORE_TOOL,
  showsOn: ['SessionStart', 'UserPromptSubmit', 'PreToolUse'],
  toolField: 'tool_use_id',
  fileTools: FILE_TOOLS,
  otherHost,
});

/**
 * Names the other agent that sent a payload: other agents run the hooks of `.claude/settings.json` too, and report
 * their events by their own hooks or transcripts. Claude Code always names its transcript, and never the time.
 */
function otherHost(payload: JsonObject): string | undefined {
  const has = (...fields: string[]): boolean => fields.some((field) => payload[field] !== undefined);
  if (has('workspaceRoot')) return 'grok';
  if (has('cursor_version', 'conversation_id', 'workspace_roots')) return 'cursor';
  if (has('sessionId', 'hookName', 'initial_prompt', 'tool_result', 'stop_reason', 'parent_agent_id'))
    return 'copilot-cli';
  if (has('timestamp')) return has('transcript_path') ? 'vscode' : 'copilot-cli';
  return has('client_type') ? 'another-agent' : undefined;
}
