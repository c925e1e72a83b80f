import { ID_PATTERN } from '../../core/model/ids.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { readCollections } from '../../retrieval/query/collection-members.ts';
import type { Store } from '../../store/contract/store.ts';
import { itemPages } from './item-pages.ts';

/** Kinds of items that rest on other items. A checkpoint contains its own statements. */
const CITING: readonly ItemKind[] = ['summary', 'topic', 'snippet', 'pattern', 'knowledge'];
const PAGE = 200;

/** The ids that summaries, patterns and knowledge rest on, and those added to collections by hand. */
export async function citedIds(store: Store): Promise<Set<string>> {
  const cited = new Set<string>();
  for await (const rows of itemPages(store.items, { kinds: CITING, hidden: true }, PAGE)) {
    for (const { detail } of rows) for (const [id] of JSON.stringify(detail).matchAll(ID_PATTERN)) cited.add(id);
  }
  for (const { members } of await readCollections(store.log)) for (const id of members) cited.add(id);
  return cited;
}
