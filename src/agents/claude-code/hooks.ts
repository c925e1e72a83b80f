import { createClaudeHookReader, replyInClaudeDialect } from '../shared/claude-dialect.ts';
import type { Agent } from '../shared/contract.ts';
import { CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'claude-code';

/** Reads a hook payload of Claude Code. Pure, and never throws. */
export const readHook: Agent['readHook'] = createClaudeHookReader({
  agent: AGENT_NAME,
  promptField: 'prompt_id',
  toolField: 'tool_use_id',
  fileTools: FILE_TOOLS,
});

/** What the hook prints to hand context over; nothing on an event that takes none (a Stop with context never ends). */
export function reply(event: string, context: string): string {
  return CONTEXT_ON.includes(event) ? replyInClaudeDialect(event, context) : '';
}
