import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';

/** The number that a statement of one column returns first; 0 for NULL or no row. */
export function readNumber(db: Database, sql: string, ...values: SqlValue[]): number {
  const [first] = Object.values(db.get<Record<string, number | null>>(sql, ...values) ?? {});
  return first ?? 0;
}

/** The values of a statement of one column. */
export function readColumn<Value extends SqlValue>(db: Database, sql: string, ...values: SqlValue[]): Value[] {
  const rows = db.all<Record<string, Value>>(sql, ...values);
  const [column = ''] = Object.keys(rows[0] ?? {});
  return rows.map((row) => row[column] as Value);
}

/**
 * Builds an insert into a table, which puts each field into the column of its name and returns the row number. All rows
 * of one insert have the same fields in the same order.
 */
export function insertInto(table: string): (db: Database, row: Readonly<Record<string, SqlValue>>) => number {
  let sql: string | undefined;
  return (db, row) => {
    const values = Object.values(row);
    sql ??= `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.map(() => '?').join(', ')})`;
    return db.run(sql, ...values).rowid;
  };
}

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
