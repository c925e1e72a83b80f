import type { Tx } from './engine.ts';
import { joinSql, raw, type Sql, sql } from './sql.ts';

/** What stands for no project, session or event, so that a key never holds NULL. */
export const NONE = '';

/** The types of columns that are written many rows at once. */
type ColumnType = 'text' | 'bigint' | 'boolean' | 'double precision' | 'integer';

/** Column values of one row, by name. */
export type InsertedRow<Of> = Readonly<Record<keyof Of, string | number | boolean | null>>;

/** The columns of a table, with their types. */
export type ColumnTypes = Readonly<Record<string, ColumnType>>;

/** The rows as a table that a statement can select from, with the columns in order. */
export function rowsOf<Of extends ColumnTypes>(columns: Of, rows: readonly InsertedRow<Of>[]): Sql {
  const lists = Object.entries(columns).map(
    ([name, type]) => sql`${rows.map((row) => row[name] ?? null)}::${raw(type)}[]`,
  );
  return sql`unnest(${joinSql(lists, ', ')})`;
}

/** Inserts rows of the tenant into a table in one statement; `rest` may begin with ON CONFLICT. Returns how many were. */
export async function insertRows<Of extends ColumnTypes>(
  tx: Tx,
  { table, columns, rest = raw('') }: { table: string; columns: Of; rest?: Sql },
  rows: readonly InsertedRow<Of>[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const names = raw(Object.keys(columns).join(', '));
  return tx.run(sql`INSERT INTO ${raw(table)} (tenant_id, ${names})
    SELECT ${tx.tenant}, n.* FROM ${rowsOf(columns, rows)} AS n ${rest}`);
}

/**
 * Stores a stamp under a name; returns true when it differs from the stored one. Must be called within a transaction
 * that writes.
 */
export async function keepStamp(tx: Tx, name: string, stamp: string): Promise<boolean> {
  const changed =
    await tx.run(sql`INSERT INTO stamps AS s (tenant_id, name, stamp) VALUES (${tx.tenant}, ${name}, ${stamp})
    ON CONFLICT (tenant_id, name) DO UPDATE SET stamp = excluded.stamp WHERE s.stamp <> excluded.stamp`);
  return changed > 0;
}
