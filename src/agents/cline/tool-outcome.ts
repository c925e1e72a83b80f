import { asString, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { textOfContent, toolEnd } from '../shared/dialects/claude-tool-result.ts';

const EXITED = /\bCommand exited with code (\d{1,3})\b/;

/** A tool call of Cline and its result, as the hook or the transcript reports it. */
export interface ClineCall {
  tool: string;
  input: JsonObject;
  /** Text, JSON text, content blocks, or `{query, result, success, error?}`, one for each file or command. */
  output: JsonValue | undefined;
  failed: boolean;
  durationMs?: number | undefined;
}

/** The event of a tool call of Cline that ended. A failed command is one part of a call that succeeded. */
export function clineToolEnd({ tool, input, output, failed, durationMs }: ClineCall): ToolEnd {
  const parts = partsOf(output);
  const text = parts
    .map(({ printed }) => printed)
    .filter((line) => line !== '')
    .join('\n');
  const exitCode = parts.map(({ exitCode: code }) => code).find((code) => code !== undefined);
  return toolEnd({
    tool,
    input,
    output: text,
    failed: failed || parts.some((part) => part.failed),
    exitCode,
    durationMs,
  });
}

interface Part {
  printed: string;
  failed: boolean;
  exitCode?: number;
}

function partsOf(output: JsonValue | undefined): Part[] {
  if (output === undefined || output === null) return [];
  if (typeof output === 'string') {
    const parsed = /^\s*[[{]/.test(output) ? parseJson(output) : undefined;
    return parsed === undefined ? [{ printed: output, failed: false }] : partsOf(parsed);
  }
  if (Array.isArray(output)) {
    const isContent = output.every((entry) => isJsonObject(entry) && entry.type !== undefined);
    return isContent ? [{ printed: textOfContent(output), failed: false }] : output.flatMap(partsOf);
  }
  return isJsonObject(output) ? [partOf(output)] : [{ printed: String(output), failed: false }];
}

function partOf(part: JsonObject): Part {
  const { result, success, error, content, text, isError } = part;
  const answered = [result, content, text].find((value) => value !== undefined && value !== null);
  const printed = answered === undefined ? (asString(error) ?? JSON.stringify(part)) : textOf(answered);
  const exitCode = EXITED.exec(asString(error) ?? '')?.[1];
  return {
    printed,
    failed: success === false || isError === true,
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
  };
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return textOfContent(value) || JSON.stringify(value);
}
