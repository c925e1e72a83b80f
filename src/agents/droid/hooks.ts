import type { Dialect } from '../shared/contract.ts';
import { createClaudeHookReader, replyOn } from '../shared/dialects/claude-dialect.ts';
import { atHandOnly, CLAUDE_EVENT_RULES, type ClaudeEventRule } from '../shared/dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'droid';

const { SessionStart, SessionEnd, UserPromptSubmit, Notification, SubagentStop, PreCompact, Stop } = CLAUDE_EVENT_RULES;

const RULES: Readonly<Record<string, ClaudeEventRule>> = {
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
};

const readHook: Dialect['readHook'] = createClaudeHookReader({
  agent: AGENT_NAME,
  promptField: 'prompt_id',
  fileTools: FILE_TOOLS,
  rules: RULES,
  fields: ['message_id'],
});

/** The dialect of Droid. Pure, and never throws. */
export const DIALECT: Dialect = {
  name: AGENT_NAME,
  authority: AUTHORITY,
  readHook,
  reply: replyOn(CONTEXT_ON),
  speaksOn: ['PostToolUse'],
  refusesOn: ['PreToolUse'],
};
