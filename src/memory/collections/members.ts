// memory/collections: memories that were put together under a name. What was done with a collection stands in the log
// (`retrieval/query/collection-members.ts` folds it); here it is told, read, written out and asked.

import type { CollectionEntry } from '../../api/collection-answers.ts';
import type { SearchQuery } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { CollectionId, ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { type Collection, foldCollection, readCollections } from '../../retrieval/query/collection-members.ts';
import type { FilterEnvironment } from '../../retrieval/query/resolve-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import { findHits } from '../read/find-hits.ts';

/** Memories of one collection at most. */
export const MEMBERS_MAX = 1_000;
/** Answers that a collection holds of its query. */
export const ANSWERS = 50;

/** The collection of a name or id. `not_found` for one that is not there; a name that two have is `invalid_input`. */
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

/** True for names that are one to a person. */
export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The memories that a collection holds now: what was put in, then what answers its question; without what is hidden. */
export async function membersOf(store: Store, collection: Collection, place: FilterEnvironment): Promise<Item[]> {
  const ids = new Set<ItemId>(collection.members);
  if (collection.live) for (const id of await answersOf(store, collection, place)) ids.add(id);
  for (const id of collection.removed) ids.delete(id);
  const items = ids.size === 0 ? [] : await store.items.get([...ids].slice(0, MEMBERS_MAX));
  return items.filter(({ detail }) => detail.hidden !== true && detail.retired === undefined);
}

/** What answers a live collection's question, by words: the same to every reader at the same time. */
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

/** A collection as answers show it; `members`: how many it holds, where that is known. */
export function toCollectionEntry(collection: Collection, members = collection.members.length): CollectionEntry {
  const { id, name, description, query, live, createdAt, changedAt, dropped } = collection;
  return {
    id: id as CollectionId,
    name,
    ...(description === undefined || description === '' ? {} : { description }),
    ...(query === undefined ? {} : { query }),
    live,
    members,
    createdAt: new Date(createdAt).toISOString(),
    changedAt: new Date(changedAt).toISOString(),
    ...(dropped ? { deleted: true as const } : {}),
  };
}
