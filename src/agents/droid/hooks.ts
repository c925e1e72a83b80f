import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import { atHandOnly, CLAUDE_EVENT_RULES } from '../shared/dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'droid';

const { SessionStart, SessionEnd, UserPromptSubmit, Notification, SubagentStop, PreCompact, Stop } = CLAUDE_EVENT_RULES;

/** The dialect of Droid. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  speaksOn: ['PostToolUse'],
  refusesOn: BEFORE_TOOL,
  showsOn: ['SessionStart', 'UserPromptSubmit'],
  fileTools: FILE_TOOLS,
  rules: {
    SessionStart,
    UserPromptSubmit,
    // The transcript reports tool calls, with ids that hooks do not have.
    PreToolUse: atHandOnly('PreToolUse', 'refusal'),
    PostToolUse: atHandOnly('PostToolUse', 'file'),
    Notification,
    // The payload does not always name the subagent.
    SubagentStop: { ...SubagentStop, silent: true },
    PreCompact,
    Stop,
    SessionEnd,
  },
  fields: 'message_id',
});
