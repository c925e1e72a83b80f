import type { MemoryRecord } from '../../api/answers.ts';
import type { CollectionEntry, CollectionsResult } from '../../api/collection-answers.ts';
import type { CollectionsInput } from '../../api/requests.ts';
import * as LIMITS from '../../core/limits.ts';
import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { lookUp } from '../../core/parts-of.ts';
import { markdownLine, memoryFacts, memoryMarkdown } from '../../core/text/memory-markdown.ts';
import { oneLine } from '../../core/text/text.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { getRecords } from '../../retrieval/entries/get.ts';
import { itemEntries } from '../../retrieval/entries/list.ts';
import { readCollections } from '../../retrieval/query/collection-members.ts';
import type { FilterEnvironment } from '../../retrieval/query/resolve-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import { findCollection, membersOf, toCollectionEntry } from './members.ts';

const AT_ONCE = 50;

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

/** A collection and its memories. */
interface RenderedMemory {
  collection: CollectionEntry;
  members: readonly Item[];
}

/** A collection with each memory in full: for people (`md`), for programs (`json`), or as bare text (`plain`). */
async function renderCollection(
  store: Store,
  { collection, members }: RenderedMemory,
  format: NonNullable<CollectionsInput['format']>,
): Promise<string> {
  const ids = members.map(({ id }) => id);
  const records = await lookUp(ids, async (part) => (await getRecords(store, part)).records, AT_ONCE);
  if (format === 'json') return `${JSON.stringify({ collection, records }, undefined, 2)}\n`;
  const { name, description } = collection;
  if (format === 'plain') return `${[name, description, ...records.map(plainOf)].filter(Boolean).join('\n\n')}\n`;
  return `${[`# ${markdownLine(name)}`, description, ...records.map(memoryMarkdown)].filter(Boolean).join('\n\n')}\n`;
}

function plainOf(record: MemoryRecord): string {
  return `${oneLine(record.title)}\n${memoryFacts(record)}\n${record.text.trim()}`;
}
