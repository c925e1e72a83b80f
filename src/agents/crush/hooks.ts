import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import { atHandOnly } from '../shared/dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'crush';

/** The dialect of Crush. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply,
  speaksOn: BEFORE_TOOL,
  refusesOn: BEFORE_TOOL,
  fileTools: FILE_TOOLS,
  rules: {
    // The payload has no call id; the store reports the call.
    PreToolUse: { ...atHandOnly('PreToolUse', 'tool'), startsWorker: true },
  },
  fields: 'event',
});

/** What the hook prints to inject context; it says nothing about permission unless the call is refused. */
function reply(_event: string, context: string, refusal?: string): string {
  const deny = refusal === undefined ? {} : { decision: 'deny', reason: refusal };
  return JSON.stringify({ version: 1, ...deny, context: context || undefined });
}
