import type { Item } from '../core/model/item.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { ItemFilter } from '../store/contract/item-filter.ts';
import type { Store } from '../store/contract/store.ts';

const PAGE = 200;

/** All memories of a filter, at most 200 at once; other work comes between. */
export async function* itemPages(items: Store['items'], filter: ItemFilter): AsyncGenerator<Item[]> {
  for (let cursor: string | undefined; ; ) {
    const page = await items.page(filter, { limit: PAGE, ...omitUndefined({ cursor }) });
    yield page.rows;
    cursor = page.next;
    if (cursor === undefined) return;
    await yieldToEventLoop();
  }
}
