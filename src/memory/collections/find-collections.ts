import type { CollectionsResult } from '../../api/collection-answers.ts';
import type { CollectionsInput } from '../../api/requests.ts';
import { LIMITS } from '../../core/limits.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { itemEntries } from '../../retrieval/entries/list.ts';
import { readCollections } from '../../retrieval/query/collection-members.ts';
import type { FilterEnvironment } from '../../retrieval/query/resolve-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import { findCollection, membersOf, toCollectionEntry } from './members.ts';
import { renderCollection } from './render-collection.ts';

/** Lists all collections by name; or one with a page of its memories, or all of them in a format. */
export async function findCollections(
  store: Store,
  { collection: named, deleted = false, format, limit = LIMITS.hits, cursor }: CollectionsInput,
  place: FilterEnvironment,
): Promise<CollectionsResult> {
  if (named === undefined) {
    const all = (await readCollections(store.log)).filter(({ dropped }) => dropped === deleted);
    const collections = all.map((one) => toCollectionEntry(one));
    return { collections, tokens: countTokens(collections.map(({ name }) => name).join('\n')) };
  }
  const collection = await findCollection(store, named, { deleted });
  const members = await membersOf(store, collection, place);
  const shown = toCollectionEntry(collection, members.length);
  if (format !== undefined) {
    const text = await renderCollection(store, { collection: shown, members }, format);
    return { collections: [shown], text, tokens: countTokens(text) };
  }
  const start = cursor === undefined ? 0 : members.findIndex(({ id }) => id === cursor) + 1;
  const page = members.slice(start, start + limit);
  const entries = await itemEntries(store, page);
  const last = page.at(-1);
  return {
    collections: [shown],
    entries,
    tokens: entries.reduce((sum, { tokens }) => sum + tokens, 0),
    ...omitUndefined({ nextCursor: start + limit < members.length ? last?.id : undefined }),
  };
}
