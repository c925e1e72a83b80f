import { asObject, asString, type JsonObject } from '../../core/json.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import { atHandOnly, endAtHand } from '../shared/dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'mistral-vibe';

/** The dialect of Mistral Vibe's hooks. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply,
  speaksOn: CONTEXT_ON,
  refusesOn: ['pre_tool'],
  fileTools: FILE_TOOLS,
  rules: {
    pre_tool: atHandOnly('PreToolUse', 'refusal'),
    post_tool: { atHand: endAtHand, need: 'tool', startsWorker: true },
    post_agent: { reconcile: 'now' },
  },
  adapt,
  fields: 'parent_session_id tool_status tool_output tool_output_text tool_error',
});

/** What the hook prints: Vibe reads JSON alone. */
function reply(_event: string, context: string, refusal?: string): string {
  if (refusal !== undefined) return JSON.stringify({ decision: 'deny', reason: refusal });
  return JSON.stringify({ hook_specific_output: { additional_context: context } });
}

/** A payload in Claude's names. It names the folder of its session, in which one file says what is the newest state. */
function adapt(sent: JsonObject): JsonObject {
  const folder = asString(sent.transcript_path) ?? '';
  return {
    ...sent,
    transcript_path: folder && `${folder}/CURRENT`,
    tool_name: toolOf(sent.tool_name),
    output: sent.tool_output_text ?? '',
    exit: asObject(sent.tool_output).returncode ?? null,
    is_inside: typeof sent.parent_session_id === 'string',
  };
}

/** The name of a tool without that of the group in which Vibe has its own. */
export function toolOf(name: unknown): string {
  return (asString(name as string) ?? '').replace(/^(?:file_system|vibe)\./, '');
}
