import type { SqlValue } from '../../../platform/sqlite/sqlite.ts';

/** FTS5 seeks to a row only when the number is an integer; JavaScript's numbers arrive as reals. */
export const INTEGER = 'CAST(? AS INTEGER)';

/**
 * Condition for the rows of a list within a word index `AS f`. The plus keeps SQLite from querying the index once for
 * each row.
 */
export const AMONG = `f.rowid BETWEEN ${INTEGER} AND ${INTEGER} AND +f.rowid IN (SELECT value FROM json_each(?))`;

/** The values of `AMONG` for a list of row numbers. */
export function valuesAmong(seqs: readonly number[]): SqlValue[] {
  const sorted = seqs.toSorted((a, b) => a - b);
  return [sorted[0] ?? 0, sorted.at(-1) ?? 0, JSON.stringify(sorted)];
}
