import { isDeepStrictEqual } from 'node:util';
import type { EventId, ItemId, SessionId } from '../../../core/model/ids.ts';
import { isAggregate } from '../../../core/model/is-aggregate.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Tx } from '../engine/engine.ts';
import { lockFor, takeNumbers } from '../engine/numbers.ts';
import { raw, sql } from '../engine/sql.ts';
import { ensureProjects } from '../log/projects.ts';
import { createRowCounts } from '../log/row-counts.ts';
import { type ItemFollower, isFound, type NumberedItem } from './item-follower.ts';
import { bytesOfItem, deleteItems, insertItems, itemsByIds } from './item-rows.ts';

/** The items that one transaction removes and puts; what follows them is kept in step by the followers. */
export interface ItemChange {
  remove(items: readonly NumberedItem[]): void;
  /** Puts an item instead of the one of the same id; one whose event or session was erased meanwhile is left out. */
  put(item: Item): void;
  save(): Promise<void>;
}

/**
 * Builds the collector of one transaction's changes of items. The transaction must have locked `items` before it read the
 * items that it removes.
 */
export function createItemChange(tx: Tx, followers: readonly ItemFollower[]): ItemChange {
  const leaving = new Map<ItemId, NumberedItem>();
  const coming = new Map<ItemId, Item>();
  return {
    remove(items) {
      for (const one of items) leaving.set(one.item.id, one);
    },
    put: (item) => void coming.set(item.id, item),
    async save() {
      for (const former of await itemsByIds(tx, coming.keys())) leaving.set(former.item.id, former);
      await dropErased(tx, coming);
      dropUnchanged(leaving, coming);
      const removed = [...leaving.values()].sort((a, b) => a.seq - b.seq);
      await deleteItems(tx, removed);
      const put = await number(tx, leaving, [...coming.values()]);
      await ensureProjects(
        tx,
        put.map(({ item }) => item.project),
      );
      await insertItems(tx, put);
      for (const follow of followers) await follow(tx, { removed, put });
      await count(tx, removed, put);
    },
  };
}

/** Makes the writers of a tenant's items take turns. */
export function lockItems(tx: Tx): Promise<void> {
  return lockFor(tx, 'items');
}

/** Leaves out the items whose event or session is not there. */
async function dropErased(tx: Tx, coming: Map<ItemId, Item>): Promise<void> {
  const items = [...coming.values()];
  const events = await present<EventId>(
    tx,
    'event_ids',
    items.map(({ event }) => event),
  );
  const sessions = await present<SessionId>(
    tx,
    'sessions',
    items.map(({ session }) => session),
  );
  for (const { id, event, session } of items) {
    if ((event === undefined || events.has(event)) && (session === undefined || sessions.has(session))) continue;
    coming.delete(id);
  }
}

async function present<Id extends string>(
  tx: Tx,
  table: 'event_ids' | 'sessions',
  ids: readonly (Id | undefined)[],
): Promise<Set<Id>> {
  const asked = [...new Set(ids)].filter((id) => id !== undefined);
  if (asked.length === 0) return new Set();
  const rows = await tx.all<{ id: Id }>(
    sql`SELECT id FROM ${raw(table)} WHERE tenant_id = ${tx.tenant} AND id = ANY(${asked}::text[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Skips items that are put again unchanged: nothing of them has to be written. */
function dropUnchanged(leaving: Map<ItemId, NumberedItem>, coming: Map<ItemId, Item>): void {
  for (const [id, item] of coming) {
    const former = leaving.get(id)?.item;
    if (former === undefined || !isDeepStrictEqual(former, JSON.parse(JSON.stringify(item)))) continue;
    leaving.delete(id);
    coming.delete(id);
  }
}

/** Gives items their numbers: one that is put again with the same words keeps its own, others get later ones. */
async function number(
  tx: Tx,
  leaving: ReadonlyMap<ItemId, NumberedItem>,
  items: readonly Item[],
): Promise<NumberedItem[]> {
  const keeps = (item: Item): NumberedItem | undefined => {
    const former = leaving.get(item.id);
    return former !== undefined && hasSameWords(former.item, item) ? former : undefined;
  };
  const isNew = items.filter((item) => keeps(item) === undefined);
  let next = isNew.length === 0 ? 0 : await takeNumbers(tx, 'items', isNew.length);
  return items.map((item) => ({ seq: keeps(item)?.seq ?? next++, item }));
}

function hasSameWords(a: Item, b: Item): boolean {
  return a.title === b.title && a.text === b.text && a.terms === b.terms;
}

async function count(tx: Tx, removed: readonly NumberedItem[], put: readonly NumberedItem[]): Promise<void> {
  const tally = createRowCounts();
  const add = ({ item }: NumberedItem, by: 1 | -1): void => {
    tally.add('bytes:items', by * bytesOfItem(item));
    if (!isFound(item)) return;
    tally.add(`item:${item.kind}`, by);
    if (isAggregate(item)) tally.add('made', by);
  };
  for (const one of removed) add(one, -1);
  for (const one of put) add(one, 1);
  await tally.save(tx);
}
