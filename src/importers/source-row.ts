import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import type { SqlValue } from '../platform/sqlite/sqlite.ts';

/** A row with the columns that its table has in this version. */
export type SourceRow = Readonly<Record<string, SqlValue | undefined>>;

const LIST_MAX = 200;
/**
 * Boundary between seconds and milliseconds since 1970: seconds stay below it until the year 5138, milliseconds are
 * above it since 1973.
 */
const SECONDS_BELOW = 1e11;
/** A UTC time without a zone, as SQLite and many programs write it. */
const PLAIN_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;

/** The first of the columns that contains text, or a number as text; `undefined` when none does. */
export function textIn(row: SourceRow, ...columns: readonly string[]): string | undefined {
  for (const column of columns) {
    const value = row[column];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return undefined;
}

/** A column as a count; `undefined` for any other value. */
export function countIn(row: SourceRow, column: string): number | undefined {
  const value = row[column];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/**
 * The first of the columns that contains a time, in milliseconds since 1970: from a number of seconds or milliseconds,
 * or from text, which is UTC unless it names a zone.
 */
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

/** The entries of a list, stored as JSON or separated by commas; at most 200, without duplicates. */
export function listIn(row: SourceRow, column: string): string[] {
  const text = textIn(row, column);
  if (text === undefined) return [];
  const json = /^\s*\[/.test(text) ? parseJson(text) : undefined;
  const entries = Array.isArray(json)
    ? json.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    : text.split(',');
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))].slice(0, LIST_MAX);
}

/** The JSON object in a column; `undefined` when there is none. */
export function objectIn(row: SourceRow, column: string): JsonObject | undefined {
  const text = textIn(row, column);
  const json = text === undefined || !/^\s*\{/.test(text) ? undefined : parseJson(text);
  return isJsonObject(json) ? json : undefined;
}

/** The value of a column when it is one of the given words; else `undefined`. */
export function wordIn<Word extends string>(row: SourceRow, column: string, words: readonly Word[]): Word | undefined {
  const text = textIn(row, column);
  return words.find((word) => word === text);
}
