import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Items } from '../../store/contract/items.ts';

/** All items of a filter, newest first, in pages; yields to other work between them. */
export async function* itemPages(
  items: Pick<Items, 'page'>,
  filter: ItemFilter,
  limit: number,
): AsyncGenerator<Item[], void> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await items.page(filter, { limit, ...omitUndefined({ cursor }) });
    yield rows;
    if (next === undefined) return;
    cursor = next;
    await yieldToEventLoop();
  }
}
