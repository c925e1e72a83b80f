import type { SqlValue } from '../../../platform/sqlite/sqlite.ts';

/** FTS5 goes straight to a row only when its number is an integer; JavaScript's numbers arrive as reals. */
export const INTEGER = 'CAST(? AS INTEGER)';

/** Rows of a list within an index of words `AS f`. The plus keeps SQLite from asking the index once for each of them. */
export const AMONG = `f.rowid BETWEEN ${INTEGER} AND ${INTEGER} AND +f.rowid IN (SELECT value FROM json_each(?))`;

/** The values of `AMONG` for some numbers. */
export function valuesAmong(seqs: readonly number[]): SqlValue[] {
  const sorted = seqs.toSorted((a, b) => a - b);
  return [sorted[0] ?? 0, sorted.at(-1) ?? 0, JSON.stringify(sorted)];
}
