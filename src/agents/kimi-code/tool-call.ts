import type { EventIdentity, ToolEnd } from '../../core/event.ts';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { contentIdentity } from '../shared/claude-identity.ts';
import { type ToolOutcome, toolEnd } from '../shared/claude-tool-result.ts';

const EXIT_CODE = /Command failed with exit code: (\d{1,3})\.?\s*$/;

/** A tool call as hook and transcript name it. */
export interface ToolCall {
  id: string;
  tool: string;
  input: JsonObject;
}

/**
 * Identity of a tool call: its id, tool and input. The id alone is none: the ids of Kimi's own models are counted from zero
 * in every subagent and again after a compaction (`Bash_0`), and a hook does not say in which agent the tool ran.
 */
export function toolIdentity({ id, tool, input }: ToolCall, origin: string): EventIdentity {
  return contentIdentity([id, tool, canonicalJson(input)], origin);
}

/** The event of a tool call that ended; the exit code of a shell stands at the end of what it printed. */
export function kimiToolEnd(outcome: ToolOutcome): ToolEnd {
  const exitCode = outcome.failed ? EXIT_CODE.exec(outcome.output.slice(-200))?.[1] : undefined;
  return toolEnd({ ...outcome, exitCode: exitCode === undefined ? undefined : Number(exitCode) });
}
