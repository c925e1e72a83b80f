import { asString, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts';
import type { ToolEnd } from '../../../core/model/event.ts';
import { type ToolOutcome, toolEnd } from './claude-tool-result.ts';

const SHELL_ENDED = /\n?<shellId: \w+ completed with exit code (\d{1,3})>\s*$/;
/** Header of the hooks' output, which follows a tool's result in the text for the model. */
const GUIDANCE = /\n\nTool "[^"\n]*" \w+\. Additional guidance from postToolUse(?:Failure)? hooks:\n/;

/** The event of a tool call of Copilot that ended: for Copilot, a failed shell command is a successful call. */
export function copilotToolEnd(outcome: ToolOutcome): ToolEnd {
  const ended = SHELL_ENDED.exec(outcome.output);
  const exitCode = outcome.exitCode ?? (ended === null ? undefined : Number(ended[1]));
  const failed = outcome.failed || (exitCode !== undefined && exitCode !== 0);
  return toolEnd({ ...outcome, output: outcome.output.replace(SHELL_ENDED, ''), exitCode, failed });
}

/** A tool's result without the hooks' output after it. */
export function withoutGuidance(text: string): string {
  const at = text.search(GUIDANCE);
  return at < 0 ? text : text.slice(0, at);
}

/** A tool's input: an object, an object as JSON text, or a text: the patch that models of OpenAI give to `apply_patch`. */
export function copilotInput(value: JsonValue | undefined): JsonObject {
  if (isJsonObject(value)) return value;
  const text = asString(value) ?? '';
  const parsed = parseJson(text);
  if (isJsonObject(parsed)) return parsed;
  return text === '' ? {} : { input: text };
}
