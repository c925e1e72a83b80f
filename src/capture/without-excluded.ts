import type { EventBody } from '../core/event.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import type { Exclusion } from '../privacy/exclude.ts';

const PATH_FIELDS = ['file_path', 'filePath', 'path', 'notebook_path', 'absolute_path'] as const;
const MARK = '[excluded path]';

/** The body without the contents of an excluded file: that a tool touched it stays, what it read or wrote does not. */
export function withoutExcluded(body: EventBody, exclusion: Exclusion): EventBody {
  if (body.kind !== 'tool.start' && body.kind !== 'tool.end') return body;
  if (!touchesExcluded(body.input, exclusion)) return body;
  const input = pathsOnly(body.input);
  if (body.kind === 'tool.start') return { ...body, input };
  const { result: _result, ...rest } = body;
  return { ...rest, input, output: MARK };
}

function touchesExcluded(input: JsonObject, exclusion: Exclusion): boolean {
  if (PATH_FIELDS.some((field) => isExcluded(input[field], exclusion))) return true;
  const command = input.command ?? input.cmd;
  if (typeof command !== 'string') return false;
  return command.split(/[\s'"=;|&<>()]+/, 1_000).some((word) => word !== '' && exclusion.path(word));
}

function isExcluded(value: JsonValue | undefined, exclusion: Exclusion): boolean {
  return typeof value === 'string' && exclusion.path(value);
}

function pathsOnly(input: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const field of [...PATH_FIELDS, 'command', 'cmd', 'description']) {
    const value = input[field];
    if (value !== undefined) kept[field] = value;
  }
  return kept;
}
