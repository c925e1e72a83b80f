import { ID_PATTERN } from '../../core/ids.ts';
import type { ItemKind } from '../../core/item.ts';
import { breathe } from '../../platform/breathe.ts';
import { readCollections } from '../../recall/collections.ts';
import type { Store } from '../../store/contract.ts';

/** What stands on other memories, which it names. A checkpoint holds what it tells of itself. */
const CITING: readonly ItemKind[] = ['summary', 'topic', 'snippet', 'pattern', 'knowledge'];
const PAGE = 200;

/** The ids that summaries, patterns and knowledge stand on, and those that were put into collections by hand. */
export async function citedIds(store: Store): Promise<Set<string>> {
  const cited = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const { rows, next } = await store.items.page({ kinds: CITING, hidden: true }, page);
    for (const { detail } of rows) for (const [id] of JSON.stringify(detail).matchAll(ID_PATTERN)) cited.add(id);
    if (next === undefined) break;
    cursor = next;
    await breathe();
  }
  for (const { members } of await readCollections(store.log)) for (const id of members) cited.add(id);
  return cited;
}
