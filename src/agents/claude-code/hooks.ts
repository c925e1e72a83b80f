import { createClaudeHookReader, replyInClaudeDialect } from '../shared/claude-dialect.ts';
import type { Dialect } from '../shared/contract.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'claude-code';

const readHook: Dialect['readHook'] = createClaudeHookReader({
  agent: AGENT_NAME,
  promptField: 'prompt_id',
  toolField: 'tool_use_id',
  fileTools: FILE_TOOLS,
});

/** What the hook prints to hand context over; nothing on an event that takes none (a Stop with context never ends). */
function reply(event: string, context: string): string {
  return CONTEXT_ON.includes(event) ? replyInClaudeDialect(event, context) : '';
}

/** The dialect of Claude Code. Pure, and never throws. */
export const DIALECT: Dialect = { name: AGENT_NAME, authority: AUTHORITY, readHook, reply };
