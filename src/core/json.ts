const MAX_DEPTH = 500;

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** True for a JSON object: not null, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON text; `undefined` when it is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The offset behind the closing brace of the JSON object that starts at `start`; `undefined` when it is not closed. */
export function endOfObject(text: string, start: number): number | undefined {
  const marks = /["{}]/g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '"') marks.lastIndex = endOfString(text, marks.lastIndex);
    else depth += mark[0] === '{' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return undefined;
}

/** The offset behind the closing quote of a string whose first character is at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text[before] === '\\') before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

/** The value's text when it is a string, else `undefined`. */
export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value when it is a finite number, else `undefined`. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The value when it is a JSON object, else an empty one. */
export function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** True for a string. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** True for a list of strings. */
export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

/** The JSON objects in a list; empty for any other value. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The strings in a list; empty for any other value. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

/**
 * JSON text with keys sorted at every depth: equal values have equal text. Anything nested deeper than 500 is written
 * as the same constant, so that foreign input cannot exhaust the stack.
 */
export function canonicalJson(value: JsonValue): string {
  return canonicalAt(value, 0);
}

function canonicalAt(value: JsonValue, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth >= MAX_DEPTH) return '"…"';
  if (Array.isArray(value)) return `[${value.map((entry) => canonicalAt(entry, depth + 1)).join(',')}]`;
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalAt(value[key] ?? null, depth + 1)}`);
  return `{${parts.join(',')}}`;
}
