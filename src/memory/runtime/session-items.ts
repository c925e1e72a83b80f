import type { SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { Store } from '../../store/contract/store.ts';

const PAGE = 500;
/** Upper bound on the items of one session that are read. */
const ITEMS = 6_000;

/** The items of a session, ordered by time, at most 6,000. */
export async function itemsOfSession({ distilled }: Pick<Store, 'distilled'>, session: SessionId): Promise<Item[]> {
  const items: Item[] = [];
  for (let after: Item | undefined; items.length < ITEMS; after = items.at(-1)) {
    const page = await distilled.itemsOf(session, { limit: PAGE, ...(after && { after }) });
    items.push(...page);
    if (page.length < PAGE) break;
  }
  return items;
}
