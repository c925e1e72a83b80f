import type { Dialect } from '../shared/contract.ts';
import { createClaudeHookReader } from '../shared/dialects/claude-dialect.ts';
import { atHandOnly } from '../shared/dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'crush';

const readHook: Dialect['readHook'] = createClaudeHookReader({
  agent: AGENT_NAME,
  promptField: 'prompt_id',
  fileTools: FILE_TOOLS,
  rules: {
    // It has no id of the call; the store tells of it.
    PreToolUse: { ...atHandOnly('PreToolUse', 'tool'), startsOwner: true },
  },
  fields: ['event'],
});

/** What the hook prints to hand context over, without a word on whether the tool may run where it may. */
function reply(event: string, context: string, refusal?: string): string {
  if (!CONTEXT_ON.includes(event) || (context === '' && refusal === undefined)) return '';
  const deny = refusal === undefined ? {} : { decision: 'deny', reason: refusal };
  return JSON.stringify({ version: 1, ...deny, ...(context === '' ? {} : { context }) });
}

/** The dialect of Crush. Pure, and never throws. */
export const DIALECT: Dialect = {
  name: AGENT_NAME,
  authority: AUTHORITY,
  readHook,
  reply,
  speaksOn: ['PreToolUse'],
  refusesOn: ['PreToolUse'],
};
