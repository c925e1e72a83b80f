import { asNumber, asObject, asString, isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { ToolEnd } from '../../../core/model/event.ts';
import { hashOfToolFile } from './tool-file-hash.ts';

/** Upper bound on the characters of one text inside a structured result; longer texts repeat `input` and `output`. */
const RESULT_TEXT_CHARS = 2_000;
const MAX_DEPTH = 40;
const STOPPED = /^(?:Error: )?(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted by user)/;

/** The outcome of a tool call, from a hook or a transcript. */
export interface ToolOutcome {
  tool: string;
  input: JsonObject;
  output: string;
  failed: boolean;
  /** Structured result; absent when the agent has none. */
  result?: JsonValue | undefined;
  /** Set when the agent states it; else it is parsed from the text of a failure. */
  exitCode?: number | undefined;
  interrupted?: boolean;
  durationMs?: number | undefined;
}

/**
 * The event of a tool call that ended. Parses the exit code from the text of a failure, and an interruption from text
 * or result.
 */
export function toolEnd(outcome: ToolOutcome): ToolEnd {
  const { tool, input, output, failed, durationMs } = outcome;
  const body: ToolEnd = { kind: 'tool.end', tool, input, output, success: !failed };
  const result = slimResult(outcome.result);
  if (result !== undefined) body.result = result;
  const stated = failed ? /^(?:Error: )?Exit code (\d{1,3})\b/.exec(output)?.[1] : undefined;
  const exitCode = outcome.exitCode ?? (stated === undefined ? undefined : Number(stated));
  if (exitCode !== undefined) body.exitCode = exitCode;
  const stopped = asObject(outcome.result).interrupted === true || (failed && STOPPED.test(output));
  if (outcome.interrupted === true || stopped) body.interrupted = true;
  if (durationMs !== undefined) body.durationMs = durationMs;
  const hash = failed ? undefined : hashOfToolFile(outcome);
  if (hash !== undefined) body.fileHash = hash;
  return body;
}

/** The text of content blocks: an image or document becomes a marker with its size; a plain string stays as it is. */
export function textOfContent(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isJsonObject)
    .map(textOfBlock)
    .filter((text) => text !== '')
    .join('\n');
}

function textOfBlock(block: JsonObject): string {
  if (block.type === 'text') return asString(block.text) ?? '';
  const source = asObject(block.source);
  const data = asString(source.data) ?? asString(block.data);
  if (data !== undefined) return binaryMark(asString(source.media_type) ?? asString(block.mimeType), data);
  return asString(asObject(block.resource).text) ?? `[${asString(block.type) ?? 'block'}]`;
}

/** The text in a tool's structured result: what the tool printed, read or found. */
export function textOfResult(result: JsonValue | undefined): string {
  if (typeof result === 'string' || Array.isArray(result)) return textOfContent(result);
  const { stdout, stderr, file, content, result: text } = asObject(result);
  const printed = [stdout, stderr].map(asString).filter((part) => part !== undefined && part !== '');
  if (printed.length > 0) return printed.join('\n');
  return asString(asObject(file).content) ?? asString(text) ?? textOfContent(content);
}

/** Duration of the tool's run in milliseconds, from its structured result. */
export function durationOf(result: JsonValue | undefined): number | undefined {
  const { durationMs, totalDurationMs } = asObject(result);
  return asNumber(durationMs) ?? asNumber(totalDurationMs);
}

/** A structured result without binary data and long texts; `undefined` for a plain string. */
function slimResult(result: JsonValue | undefined): JsonValue | undefined {
  return typeof result === 'object' && result !== null ? slim(result, 0) : undefined;
}

function slim(value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return value.length > RESULT_TEXT_CHARS ? `[text, ${value.length} characters]` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[nested]';
  if (Array.isArray(value)) return value.map((entry) => slim(entry, depth + 1));
  const binary = asString(value.base64) ?? (value.type === 'base64' ? asString(value.data) : undefined);
  if (binary !== undefined) return binaryMark(asString(value.media_type) ?? asString(value.type), binary);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, slim(entry, depth + 1)]));
}

function binaryMark(type: string | undefined, base64: string): string {
  const name = type !== undefined && /^[\w.+/-]{1,60}$/.test(type) ? type : 'binary';
  const padding = /={0,2}$/.exec(base64)?.[0].length ?? 0;
  return `[${name}, ${Math.floor(((base64.length - padding) * 3) / 4)} bytes]`;
}
