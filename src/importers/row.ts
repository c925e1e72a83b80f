import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';
import { LIMITS } from '../core/limits.ts';
import type { SqlValue } from '../platform/sqlite/sqlite.ts';

/** A row with whichever columns its table has. */
export type SourceRow = Readonly<Record<string, SqlValue | undefined>>;

const LIST_MAX = 200;
/** Seconds since 1970 stay below it until the year 5138, milliseconds are above it since 1973. */
const SECONDS_BELOW = 1e11;
/** As SQLite and many programs write a time of UTC without saying so. */
const PLAIN_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;

/** The first of the columns that holds words, or a number as text; `undefined` when none does. */
export function textIn(row: SourceRow, ...columns: readonly string[]): string | undefined {
  for (const column of columns) {
    const value = row[column];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return undefined;
}

/** A count; `undefined` for anything else. */
export function countIn(row: SourceRow, column: string): number | undefined {
  const value = row[column];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The first of the columns that holds a time: a number of seconds or milliseconds, or text, UTC where it does not say. */
export function timeIn(row: SourceRow, ...columns: readonly string[]): number | undefined {
  for (const column of columns) {
    const at = Math.round(toTime(row[column]) ?? 0);
    if (at > 0 && at <= LIMITS.times.most) return at;
  }
  return undefined;
}

function toTime(value: SqlValue | undefined): number | undefined {
  if (typeof value === 'string') {
    const text = value.trim();
    if (/^\d+(?:\.\d+)?$/.test(text)) return toTime(Number(text));
    const plain = PLAIN_TIME.exec(text);
    const at = Date.parse(plain === null ? text : `${plain[1]}T${plain[2]}Z`);
    return Number.isNaN(at) ? undefined : at;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return value < SECONDS_BELOW ? value * 1_000 : value;
}

/** The entries of a list, written as JSON or with commas between them; at most 200, each once. */
export function listIn(row: SourceRow, column: string): string[] {
  const text = textIn(row, column);
  if (text === undefined) return [];
  const json = /^\s*\[/.test(text) ? parseJson(text) : undefined;
  const entries = Array.isArray(json)
    ? json.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    : text.split(',');
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))].slice(0, LIST_MAX);
}

/** The object that a column holds as JSON; `undefined` when it holds none. */
export function objectIn(row: SourceRow, column: string): JsonObject | undefined {
  const text = textIn(row, column);
  const json = text === undefined || !/^\s*\{/.test(text) ? undefined : parseJson(text);
  return isJsonObject(json) ? json : undefined;
}

/** One of a list of words that a column holds. */
export function wordIn<Word extends string>(row: SourceRow, column: string, words: readonly Word[]): Word | undefined {
  const text = textIn(row, column);
  return words.find((word) => word === text);
}
