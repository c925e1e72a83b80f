import type { JsonObject } from '../core/json.ts';
import type { EventBody, Permission, ToolEnd, ToolStart } from '../core/model/event.ts';
import { commandOf, pathsOf } from '../derive/tool/tool-input.ts';
import type { Exclusion } from '../privacy/exclude.ts';

const MARK = '[excluded path]';
const WORDS_MAX = 5_000;
const BETWEEN_WORDS = /[\s'"`=;|&<>(){}@,:]+/;
/** A command that may contain what it writes: quotes, redirections, several lines, or a program that edits. */
const MAY_WRITE = /['"`<>\n\\{}]|\b(?:echo|printf|tee|sed|awk|perl)\b/;

/**
 * The body without the contents of an excluded file: that a tool touched the file is kept, what it read or wrote is
 * not.
 */
export function withoutExcluded(body: EventBody, exclusion: Exclusion): EventBody {
  if (body.kind !== 'tool.start' && body.kind !== 'tool.end' && body.kind !== 'permission') return body;
  const paths = pathsOf(body.input);
  const command = commandOf(body.input);
  const words = [...new Set(command?.split(BETWEEN_WORDS, WORDS_MAX))].filter((word) => word !== '');
  const excluded = words.filter((word) => exclusion.path(word));
  if (excluded.length === 0 && !paths.some((path) => exclusion.path(path))) return body;
  const kept = pathsOnly(body.input, paths);
  if (command === undefined) return touched(body, kept);
  const shown = MAY_WRITE.test(command) ? [words[0], '…', ...excluded].join(' ') : command;
  return touched(body, { ...kept, command: shown });
}

/** The input reduced to its paths and its description. */
function pathsOnly(input: JsonObject, paths: readonly string[]): JsonObject {
  const isKept = (key: string, value: unknown): boolean => key === 'description' || paths.includes(value as string);
  const kept = Object.fromEntries(
    Object.entries(input).filter(([key, value]) => typeof value === 'string' && isKept(key, value)),
  );
  return paths.some((path) => !Object.values(kept).includes(path)) ? { ...kept, paths: [...paths] } : kept;
}

function touched(body: ToolStart | ToolEnd | Permission, input: JsonObject): EventBody {
  const { kind, tool } = body;
  if (kind === 'tool.start') return { kind, tool, input };
  if (kind === 'permission') return { kind, tool, input, denied: body.denied };
  const end: ToolEnd = { kind, tool, input, output: MARK, success: body.success };
  for (const field of ['exitCode', 'interrupted', 'durationMs'] as const) {
    if (body[field] !== undefined) Object.assign(end, { [field]: body[field] });
  }
  return end;
}
