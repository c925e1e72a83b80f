import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { createClaudeDialect, plainReply } from '../shared/dialects/claude-dialect.ts';
import { atHandOnly, CLAUDE_EVENT_RULES, START_ONLY } from '../shared/dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'pi';

const { UserPromptSubmit, PostToolUse, PostToolUseFailure, SessionEnd } = CLAUDE_EVENT_RULES;

/** The dialect of Cairn's extension in pi: Claude Code's payloads, answered in plain text. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply: plainReply,
  speaksOn: ['PostToolUse', 'PostToolUseFailure'],
  refusesOn: BEFORE_TOOL,
  toolField: 'tool_use_id',
  fileTools: FILE_TOOLS,
  rules: {
    // The first prompt asks for the start's context, and after a compaction within a turn the next file.
    SessionStart: START_ONLY,
    UserPromptSubmit,
    PreToolUse: atHandOnly('PreToolUse', 'refusal'),
    PostToolUse: { ...PostToolUse, need: 'tool' },
    PostToolUseFailure,
    // The session's file tells how a turn ended.
    Stop: { reconcile: 'now' },
    SessionEnd,
  },
});
