import { asObject, asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { textOfContent, textOfResult, toolEnd } from '../shared/dialects/claude-tool-result.ts';

/** The event of a tool call that ended. A command's exit code is in its structured result. */
export function kiroToolEnd(
  { tool, input }: { tool: string; input: JsonObject },
  { content, failed }: { content: JsonValue | undefined; failed: boolean },
): ToolEnd {
  const parts = (Array.isArray(content) ? content : [content ?? '']).map(partOf);
  const exitCode = parts.map(exitCodeOf).find((code) => code !== undefined);
  return toolEnd({
    tool,
    input,
    output: parts.map(textOf).join('\n').trim(),
    failed: failed || (exitCode !== undefined && exitCode !== 0),
    exitCode,
  });
}

/** A part of a result, in each version's form: `{kind, data}`, `{Text}`, `{Json}`, or the text itself. */
function partOf(part: JsonValue): JsonValue {
  if (!isJsonObject(part)) return part;
  return part.data ?? part.Text ?? part.Json ?? part;
}

function textOf(part: JsonValue): string {
  if (!isJsonObject(part)) return textOfContent(part);
  const text = textOfResult(part) || (asString(part.text) ?? '');
  if (text !== '' || isOutput(part)) return text;
  return Object.keys(part).length === 0 ? '' : JSON.stringify(part);
}

function isOutput(part: JsonObject): boolean {
  return part.exit_status !== undefined || part.stdout !== undefined;
}

function exitCodeOf(part: JsonValue): number | undefined {
  const digits = /^-?\d{1,5}$/.exec(String(asObject(part).exit_status ?? ''))?.[0];
  return digits === undefined ? undefined : Number(digits);
}
