import type { EventBody, EventKind } from '../../core/event.ts';
import type { JsonValue } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import { LIMITS } from '../../core/limits.ts';

/** A string that stands elsewhere: `path` is the JSON list of the keys that lead to its place. */
export interface Elsewhere {
  path: string;
  text: string;
}

/** An event's body as a row holds it: JSON without its kind, and without its long strings. */
export interface EventData {
  data: string;
  elsewhere: Elsewhere[];
}

/** Takes an event's body apart for storing. */
export function toEventData(body: EventBody): EventData {
  const { kind: _, ...fields } = body;
  const data = JSON.stringify(fields);
  if (!isLong(data)) return { data, elsewhere: [] };
  const root = JSON.parse(data) as JsonValue;
  const elsewhere: Elsewhere[] = [];
  takeLong(root, [], elsewhere);
  return elsewhere.length === 0 ? { data, elsewhere } : { data: JSON.stringify(root), elsewhere };
}

/** Puts an event's body together again. */
export function fromEventData(kind: EventKind, stored: EventData): EventBody {
  const root = JSON.parse(stored.data) as JsonValue;
  for (const { path, text } of stored.elsewhere) place(root, JSON.parse(path) as (string | number)[], text);
  return { kind, ...(root as object) } as EventBody;
}

/** Empties every long string below `node` and notes it in `found`. */
function takeLong(node: JsonValue, path: (string | number)[], found: Elsewhere[]): void {
  if (!Array.isArray(node) && !isJsonObject(node)) return;
  for (const key of Object.keys(node)) {
    const value = (node as Record<string, JsonValue>)[key];
    if (value === undefined) continue;
    const here = [...path, key];
    if (typeof value !== 'string') takeLong(value, here, found);
    else if (isLong(value)) {
      found.push({ path: JSON.stringify(here), text: value });
      (node as Record<string, JsonValue>)[key] = '';
    }
  }
}

function place(root: JsonValue, path: readonly (string | number)[], text: string): void {
  let node = root as Record<string, JsonValue>;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string, JsonValue>;
  node[path.at(-1) ?? ''] = text;
}

function isLong(text: string): boolean {
  if (text.length >= LIMITS.bodyBytes) return true;
  return text.length * 3 >= LIMITS.bodyBytes && Buffer.byteLength(text) >= LIMITS.bodyBytes;
}
