import { asString, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts';
import type { ToolEnd } from '../../../core/model/event.ts';
import { type ToolOutcome, toolEnd } from './claude-tool-result.ts';

const SHELL_ENDED = /\n?<shellId: \w+ completed with exit code (\d{1,3})>\s*$/;
/** Behind a tool's answer, in the words for the model alone, stands what hooks said to it. */
const GUIDANCE = /\n\nTool "[^"\n]*" \w+\. Additional guidance from postToolUse(?:Failure)? hooks:\n/;

/** The event of a tool call of Copilot that ended: a shell line that failed is a call that ended well for Copilot. */
export function copilotToolEnd(outcome: ToolOutcome): ToolEnd {
  const told = SHELL_ENDED.exec(outcome.output);
  const exitCode = outcome.exitCode ?? (told === null ? undefined : Number(told[1]));
  const failed = outcome.failed || (exitCode !== undefined && exitCode !== 0);
  return toolEnd({ ...outcome, output: outcome.output.replace(SHELL_ENDED, ''), exitCode, failed });
}

/** A tool's answer without what hooks put behind it. */
export function withoutGuidance(text: string): string {
  const at = text.search(GUIDANCE);
  return at < 0 ? text : text.slice(0, at);
}

/** What a tool was given: an object, or one as JSON text. */
export function copilotInput(value: JsonValue | undefined): JsonObject {
  if (isJsonObject(value)) return value;
  const parsed = parseJson(asString(value) ?? '');
  return isJsonObject(parsed) ? parsed : {};
}
