// memory/collections: named sets of memories. The log has what was done with a collection
// (`retrieval/query/collection-members.ts` folds it); this folder lists, changes, renders and questions them.

import type { CollectionEntry } from '../../api/collection-answers.ts';
import type { SearchQuery } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import * as LIMITS from '../../core/limits.ts';
import type { CollectionId, ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { type Collection, foldCollection, readCollections } from '../../retrieval/query/collection-members.ts';
import type { FilterEnvironment } from '../../retrieval/query/resolve-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import { findHits } from '../read/find-hits.ts';

/** Upper bound on the memories of one collection. */
export const MEMBERS_MAX = 1_000;
/** Upper bound on the hits of a live collection's query. */
export const ANSWERS = 50;

/** Finds a collection by name or id. Throws `not_found` for an unknown one, `invalid_input` for a name that two have. */
export async function findCollection(
  { log }: Pick<Store, 'log'>,
  named: string,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<Collection> {
  const isId = /^c_[a-z2-7]{16}$/.test(named);
  const called = (one: Collection): boolean => (isId ? one.id === named : isSameName(one.name, named));
  const candidates = isId ? [foldCollection(await log.about([named]))] : await readCollections(log);
  const found = candidates.filter((one) => one !== undefined).filter((one) => called(one) && one.dropped === deleted);
  const [only, ...others] = found;
  const shown = JSON.stringify(named.slice(0, 60));
  if (only === undefined) {
    throw new CairnError('not_found', `There is no ${deleted ? 'deleted ' : ''}collection ${shown}.`, {
      fix: deleted ? 'cairn collections list --deleted' : 'cairn collections',
    });
  }
  if (others.length === 0) return only;
  throw new CairnError('invalid_input', `${found.length} collections are called ${shown}.`, {
    fix: `Give an id: ${found.map(({ id }) => id).join(', ')}.`,
  });
}

/** True for names that look equal to a person. */
export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The memories that a collection contains now: those added by hand, then the hits of its query; without hidden ones. */
export async function membersOf(store: Store, collection: Collection, place: FilterEnvironment): Promise<Item[]> {
  const ids = new Set<ItemId>(collection.members);
  if (collection.live) for (const id of await answersOf(store, collection, place)) ids.add(id);
  for (const id of collection.removed) ids.delete(id);
  const items = ids.size === 0 ? [] : await store.items.get([...ids].slice(0, MEMBERS_MAX));
  return items.filter(({ detail }) => detail.hidden !== true && detail.retired === undefined);
}

/** The hits of a live collection's query, by words alone: equal for every reader at the same time. */
async function answersOf(store: Store, { query = {} }: Collection, place: FilterEnvironment): Promise<ItemId[]> {
  const asked = query as unknown as Partial<SearchQuery>;
  const limit = Math.min(asked.limit ?? ANSWERS, LIMITS.hitsMax);
  try {
    const { hits } = await findHits(store, { ...asked, query: asked.query ?? '', limit, mode: 'words' }, place);
    return hits.map(({ id }) => id as ItemId);
  } catch (error) {
    // What it names, a project or session, was forgotten.
    if (error instanceof CairnError && error.code === 'not_found') return [];
    throw error;
  }
}

/** A collection as answers show it; `members`: its size, where that is known. */
export function toCollectionEntry(collection: Collection, members = collection.members.length): CollectionEntry {
  const { id, name, description, query, live, createdAt, changedAt, dropped } = collection;
  return {
    id: id as CollectionId,
    name,
    ...omitUndefined({ description: description || undefined, query }),
    live,
    members,
    createdAt: new Date(createdAt).toISOString(),
    changedAt: new Date(changedAt).toISOString(),
    ...(dropped ? { deleted: true as const } : {}),
  };
}
