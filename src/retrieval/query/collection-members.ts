import type { JsonObject } from '../../core/json.ts';
import type { Collected, StoredEvent } from '../../core/model/event.ts';
import type { CollectionId, ItemId } from '../../core/model/ids.ts';
import { inTimeOrder } from '../../derive/event/apply-acts.ts';
import { ALL_COLLECTIONS } from '../../derive/event/targets-of.ts';
import type { Log } from '../../store/contract/log.ts';

/** Memories that were put together under a name, as the log tells of it. Times in milliseconds since 1970. */
export interface Collection {
  id: CollectionId;
  name: string;
  description?: string;
  /** What it was made from, as `search` takes it. */
  query?: JsonObject;
  /** It holds what answers its question when it is read, without `removed`, and with `members`. */
  live: boolean;
  /** Put in by hand or, of one that is not live, all that it holds; in the order in which they came. */
  members: ItemId[];
  /** Taken out by hand. */
  removed: ItemId[];
  createdAt: number;
  changedAt: number;
  dropped: boolean;
}

/** All collections, those that were dropped too, by their names. */
export async function readCollections(log: Pick<Log, 'about'>): Promise<Collection[]> {
  const events = await log.about([ALL_COLLECTIONS]);
  const byId = Map.groupBy(events, ({ body }) => (body.kind === 'collected' ? body.target : ''));
  return [...byId.values()]
    .map(foldCollection)
    .filter((one) => one !== undefined)
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)) || a.createdAt - b.createdAt);
}

/** A collection from what was done with it, in any order; `undefined` when nothing was. */
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
