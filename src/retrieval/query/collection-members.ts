import type { JsonObject } from '../../core/json.ts';
import type { Collected, StoredEvent } from '../../core/model/event.ts';
import type { CollectionId, ItemId } from '../../core/model/ids.ts';
import { inTimeOrder } from '../../derive/event/apply-acts.ts';
import { ALL_COLLECTIONS } from '../../derive/event/targets-of.ts';
import type { Log } from '../../store/contract/log.ts';

/** A named set of memories, folded from its `collected` events. Times in milliseconds since 1970. */
export interface Collection {
  id: CollectionId;
  name: string;
  description?: string;
  /** The query that it was created from, in the input shape of `search`. */
  query?: JsonObject;
  /** True when it contains whatever its query finds at the time of reading, minus `removed`, plus `members`. */
  live: boolean;
  /** Items added by hand or, in a collection that is not live, all its items; in the order of being added. */
  members: ItemId[];
  /** Items removed by hand. */
  removed: ItemId[];
  createdAt: number;
  changedAt: number;
  dropped: boolean;
}

/** All collections, deleted ones included, ordered by name. */
export async function readCollections(log: Pick<Log, 'about'>): Promise<Collection[]> {
  const events = await log.about([ALL_COLLECTIONS]);
  const byId = Map.groupBy(events, ({ body }) => (body.kind === 'collected' ? body.target : ''));
  return [...byId.values()]
    .map(foldCollection)
    .filter((one) => one !== undefined)
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)) || a.createdAt - b.createdAt);
}

/** Folds the events of one collection, in any order; `undefined` without an event. */
export function foldCollection(events: readonly StoredEvent[]): Collection | undefined {
  let folded: Collection | undefined;
  for (const { at, body } of inTimeOrder(events)) {
    if (body.kind !== 'collected') continue;
    folded = change(folded ?? begin(body, at), body, at);
  }
  return folded;
}

function begin({ target, name = '' }: Collected, at: number): Collection {
  const id = target as CollectionId;
  return { id, name, live: false, members: [], removed: [], createdAt: at, changedAt: at, dropped: false };
}

function change(
  of: Collection,
  { name, description, query, live, add = [], remove = [], dropped }: Collected,
  at: number,
): Collection {
  const members = new Set([...of.members, ...(add as ItemId[])]);
  const removed = new Set([...of.removed, ...(remove as ItemId[])]);
  for (const id of add) removed.delete(id as ItemId);
  for (const id of remove) members.delete(id as ItemId);
  return {
    ...of,
    name: name ?? of.name,
    ...(description === undefined ? {} : { description }),
    ...(query === undefined ? {} : { query }),
    live: live ?? of.live,
    members: [...members],
    removed: [...removed],
    changedAt: at,
    dropped: dropped ?? of.dropped,
  };
}
