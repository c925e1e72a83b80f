import { asString, type JsonObject } from '../../core/json.ts';
import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import { CLAUDE_EVENT_RULES } from '../shared/dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';
import { toolNumber } from './tool-number.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'vscode';

const { SessionStart, UserPromptSubmit, PreToolUse, PostToolUse, ...OTHERS } = CLAUDE_EVENT_RULES;
const { PreCompact, SubagentStart, SubagentStop, Stop } = OTHERS;

/** The dialect of VS Code. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  speaksOn: BEFORE_TOOL,
  refusesOn: BEFORE_TOOL,
  showsOn: ['SessionStart', 'UserPromptSubmit', 'PreToolUse'],
  toolField: 'tool_use_id',
  fileTools: FILE_TOOLS,
  rules: {
    SessionStart,
    UserPromptSubmit,
    PreToolUse,
    PostToolUse,
    PreCompact,
    SubagentStart,
    SubagentStop,
    Stop,
  },
  adapt,
  otherHost,
  fields: 'timestamp sessionId hookEventName',
});

/** A payload in Claude's names; older versions name some fields differently. */
function adapt(sent: JsonObject): JsonObject {
  return {
    ...sent,
    session_id: asString(sent.session_id) ?? asString(sent.sessionId) ?? '',
    tool_use_id: toolNumber(asString(sent.tool_use_id) ?? ''),
  };
}

/**
 * Copilot CLI also runs a repository's hooks. It names no transcript, or one of its own; VS Code always names its own.
 */
function otherHost({ transcript_path }: JsonObject): string | undefined {
  const path = asString(transcript_path) ?? '';
  return path === '' || /[\\/]session-state[\\/]/.test(path) ? 'copilot-cli' : undefined;
}
