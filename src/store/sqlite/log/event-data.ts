import type { JsonValue } from '../../../core/json.ts';
import type { EventBody, EventKind } from '../../../core/model/event.ts';
import { isLong } from '../../common/is-long.ts';

/** A long string stored outside the row: `path` is the JSON list of the keys that lead to its place. */
export interface Elsewhere {
  path: string;
  text: string;
}

/** An event's body as a row stores it: JSON without its kind and without its long strings. */
export interface EventData {
  data: string;
  elsewhere: Elsewhere[];
}

/** Splits an event's body for storage. */
export function toEventData(body: EventBody): EventData {
  const { kind: _, ...fields } = body;
  const elsewhere: Elsewhere[] = [];
  return { data: JSON.stringify(withoutLong(fields, [], elsewhere)), elsewhere };
}

/** Reassembles an event's body. */
export function fromEventData(kind: EventKind, stored: EventData): EventBody {
  const root = JSON.parse(stored.data) as JsonValue;
  for (const { path, text } of stored.elsewhere) place(root, JSON.parse(path) as (string | number)[], text);
  return { kind, ...(root as object) } as EventBody;
}

/**
 * Returns a value with every long string replaced by an empty one, and adds these strings to `found`; a value without
 * long strings is returned itself, not copied.
 */
function withoutLong(value: unknown, path: readonly string[], found: Elsewhere[]): unknown {
  if (typeof value === 'string') {
    if (!isLong(value)) return value;
    found.push({ path: JSON.stringify(path), text: value });
    return '';
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const short = withoutLong(inner, [...path, key], found);
    if (short === inner) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[key] = short;
  }
  return copy ?? value;
}

function place(root: JsonValue, path: readonly (string | number)[], text: string): void {
  let node = root as Record<string, JsonValue>;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string, JsonValue>;
  node[path.at(-1) ?? ''] = text;
}
