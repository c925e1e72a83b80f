import type { ItemFilter } from '../../contract/item-filter.ts';
import type { Tx } from '../engine/engine.ts';
import { raw, type Sql, sql } from '../engine/sql.ts';
import { conditionsOf } from '../items/filter.ts';

/** Upper bound on items of a filter that is searched in full, whatever the words. */
const FEW_ITEMS = 2_000;
/** Upper bound on the newest items of a larger filter that are searched for common words. */
const NEWEST_ITEMS = 1_000;

/** Filter fields that an index lists items by. */
const LISTED = ['ids', 'project', 'kinds', 'session', 'file', 'fileEnd', 'since', 'until', 'hidden'] as const;
/** Filter fields that the columns of `item_words` answer, so that the item's row need not be read. */
const PLACED: readonly string[] = ['project', 'kinds', 'since', 'until', 'hidden'] satisfies (keyof ItemFilter)[];

/** Rows of the word index: FROM clause and condition; the index is `w`, what a filter's conditions are about is `i`. */
export interface IndexRows {
  from: Sql;
  where: Sql;
}

/** True for a filter that excludes more than hidden items. */
export function isNarrow({ hidden, ...filter }: ItemFilter): boolean {
  return hidden === 'only' || Object.values(filter).some((value) => value !== undefined);
}

/** The rows of the index whose items meet a filter; `words`: what stands for the table, with its columns. */
export async function rowsIn(tx: Tx, filter: ItemFilter, words: Sql = raw('item_words')): Promise<IndexRows> {
  const conditions = await conditionsOf(tx, filter);
  const isPlaced = Object.entries(filter).every(([field, value]) => value === undefined || PLACED.includes(field));
  const item = isPlaced
    ? sql`CROSS JOIN LATERAL (SELECT w.project_id, w.kind, w.at, w.seq, w.hidden, false AS retired) AS i`
    : sql`JOIN items AS i ON i.tenant_id = ${tx.tenant} AND i.seq = w.seq`;
  return { from: sql`${words} AS w ${item}`, where: conditions };
}

/** As `rowsIn`, of the table itself. */
async function tableRowsIn(tx: Tx, filter: ItemFilter): Promise<IndexRows> {
  const { from, where } = await rowsIn(tx, filter);
  return { from, where: sql`w.tenant_id = ${tx.tenant} AND ${where}` };
}

/**
 * What of a filter's items is searched: all of them (`isWhole`) when they are few, else the newest. Only fields that an
 * index lists items by are counted: items of one author or agent would have to be searched for among all.
 */
export async function scopeOf(
  tx: Tx,
  filter: ItemFilter,
): Promise<{ isWhole: boolean; rows: () => Promise<IndexRows> }> {
  const listed = Object.fromEntries(LISTED.map((field) => [field, filter[field]])) as ItemFilter;
  const { from, where } = await tableRowsIn(tx, listed);
  const counted = await tx.get<{ n: number }>(sql`SELECT count(*) AS n
    FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${FEW_ITEMS + 1}) AS few`);
  const isWhole = (counted?.n ?? 0) <= FEW_ITEMS;
  return {
    isWhole,
    async rows() {
      const all = await tableRowsIn(tx, filter);
      if (isWhole) return all;
      const newest = sql`SELECT w.seq FROM ${from} WHERE ${where} ORDER BY w.at DESC, w.seq DESC LIMIT ${NEWEST_ITEMS}`;
      return { from: all.from, where: sql`${all.where} AND w.seq IN (${newest})` };
    },
  };
}

/** The rows of the newest `count` numbers whose items meet a filter. */
export async function newestRows(tx: Tx, filter: ItemFilter, count: number): Promise<IndexRows> {
  const { from, where } = await tableRowsIn(tx, filter);
  const last = sql`(SELECT max(m.seq) FROM item_words AS m WHERE m.tenant_id = ${tx.tenant})`;
  return { from, where: sql`${where} AND w.seq > ${last} - ${count}::bigint` };
}
