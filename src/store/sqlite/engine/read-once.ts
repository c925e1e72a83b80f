import type { Database } from '../../../platform/sqlite/sqlite.ts';

/**
 * Returns a lookup of rows by number that reads each at most once; valid for one call or transaction, in which they do
 * not change.
 */
export function createReadOnce<Row>(db: Database, sql: string): (seq: number | null) => Row | undefined {
  const known = new Map<number, Row | undefined>();
  return (seq) => {
    if (seq === null) return undefined;
    if (!known.has(seq)) known.set(seq, db.get<Row>(sql, seq));
    return known.get(seq);
  };
}
