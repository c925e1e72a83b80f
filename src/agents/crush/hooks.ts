import { createClaudeHookReader } from '../shared/claude-dialect.ts';
import type { Dialect } from '../shared/contract.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'crush';

const readHook: Dialect['readHook'] = createClaudeHookReader({
  agent: AGENT_NAME,
  promptField: 'prompt_id',
  fileTools: FILE_TOOLS,
  rules: {
    // It has no id of the call; the store tells of it.
    PreToolUse: { tell: () => [], reconcile: 'later', need: 'tool', startsOwner: true, silent: true },
  },
  fields: ['event'],
});

/** What the hook prints to hand context over, without a word on whether the tool may run. */
function reply(event: string, context: string): string {
  if (context === '' || !CONTEXT_ON.includes(event)) return '';
  return JSON.stringify({ version: 1, context });
}

/** The dialect of Crush. Pure, and never throws. */
export const DIALECT: Dialect = { name: AGENT_NAME, authority: AUTHORITY, readHook, reply };
