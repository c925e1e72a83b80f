import { CairnError } from '../../../core/errors.ts';
import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import type { ItemKind } from '../../../core/model/kinds.ts';
import { fromCursor, type Position, toPage } from '../../common/cursor.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import type { ItemHead, PromptWords } from '../../contract/items.ts';
import type { Page, PageOptions } from '../../contract/page.ts';
import type { Tx } from '../engine/engine.ts';
import { raw, sql } from '../engine/sql.ts';
import { conditionsOf } from './filter.ts';
import { readItems } from './item-rows.ts';

/** Which part of a list of items, and in which order. */
interface ListPart {
  limit: number;
  oldestFirst?: boolean;
  after?: Position;
}

/** Lists the items of a filter, newest first unless `oldestFirst`. */
export async function listItems(tx: Tx, filter: ItemFilter, part: ListPart): Promise<Item[]> {
  const rows = await selectItems<{ item: string }>(tx, filter, { ...part, column: 'item' });
  return rows.map(({ item }) => JSON.parse(item) as Item);
}

/** Lists the heads of the items of a filter, newest first. */
export async function listHeads(tx: Tx, filter: ItemFilter, { limit }: { limit: number }): Promise<ItemHead[]> {
  const rows = await selectItems<{ head: string }>(tx, filter, { limit, column: 'head' });
  return rows.map(({ head }) => JSON.parse(head) as ItemHead);
}

/** Reads one page of the items of a filter. A `from` that does not exist is `not_found`. */
export async function pageItems(
  tx: Tx,
  filter: ItemFilter,
  { limit, cursor, oldestFirst = false, from }: PageOptions & { from?: ItemId },
): Promise<Page<Item>> {
  const after = cursor === undefined ? await positionOf(tx, from) : fromCursor('items', cursor);
  const part = { limit: limit + 1, oldestFirst, ...(after === undefined ? {} : { after }) };
  const found = await selectItems<{ item: string } & Position>(tx, filter, { ...part, column: 'item' });
  const { rows, ...next } = toPage('items', found, limit);
  return { rows: rows.map(({ item }) => JSON.parse(item) as Item), ...next };
}

async function selectItems<Row>(
  tx: Tx,
  filter: ItemFilter,
  { limit, oldestFirst, after, column }: ListPart & { column: 'item' | 'head' },
): Promise<Row[]> {
  const [direction, beyond] = oldestFirst === true ? [raw('ASC'), raw('>')] : [raw('DESC'), raw('<')];
  const begin = after === undefined ? raw('true') : sql`(i.at, i.seq) ${beyond} (${after.at}, ${after.seq})`;
  return tx.all<Row>(sql`SELECT i.at, i.seq, i.${raw(column)} FROM items AS i
    WHERE i.tenant_id = ${tx.tenant} AND ${await conditionsOf(tx, filter)} AND ${begin}
    ORDER BY i.at ${direction}, i.seq ${direction} LIMIT ${limit}`);
}

async function positionOf(tx: Tx, id: ItemId | undefined): Promise<Position | undefined> {
  if (id === undefined) return undefined;
  const found = await tx.get<Position>(sql`SELECT at, seq FROM items WHERE tenant_id = ${tx.tenant} AND id = ${id}`);
  if (found === undefined) throw new CairnError('not_found', `There is no memory ${id}.`);
  return found;
}

/** Lists the prompts of a session up to a time, oldest first. */
export async function listPrompts(
  tx: Tx,
  session: SessionId,
  { until, limit }: { until: number; limit: number },
): Promise<PromptWords[]> {
  const found = await readItems(
    tx,
    sql`i.session_id = ${session} AND i.at <= ${until} AND i.kind = 'prompt' AND NOT i.hidden AND NOT i.retired
      ORDER BY i.at, i.seq LIMIT ${limit}`,
  );
  return found.map(({ item }) => ({
    id: item.id,
    kind: 'prompt',
    text: item.text,
    detail: detailOfKind(item, 'prompt'),
  }));
}

/** Counts the items of each session by kind; sessions without items are absent. */
export async function countBySession(
  tx: Tx,
  ids: readonly SessionId[],
): Promise<Map<SessionId, Partial<Record<ItemKind, number>>>> {
  const rows = await tx.all<{
    id: SessionId;
    kind: ItemKind;
    n: number;
  }>(sql`SELECT session_id AS id, kind, count(*) AS n
    FROM items WHERE tenant_id = ${tx.tenant} AND session_id = ANY(${ids}::text[]) AND session_id <> '' AND NOT retired
    GROUP BY session_id, kind`);
  const counts = new Map<SessionId, Partial<Record<ItemKind, number>>>();
  for (const { id, kind, n } of rows) counts.set(id, { ...counts.get(id), [kind]: n });
  return counts;
}
