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

/** Where the JSON object that starts at a place ends, behind its last brace; `undefined` when it does not. */
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

/** Where the string ends whose first character is at a place. */
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

/** True for a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** True for a list of texts. */
export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

/** The JSON objects of a list; none of anything else. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The texts of a list; none of anything else. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

/**
 * JSON text with keys in sorted order at every depth: equal values give equal text. What is nested deeper than 500 is all
 * the same: whoever sent it must not exhaust the stack.
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
