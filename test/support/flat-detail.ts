import type { Item, ItemDetail } from '../../src/core/model/item.ts';

/** What an item of whatever kind holds, in the shape in which answers give it; of no item nothing. */
export function flatDetail(item: Item | undefined): ItemDetail {
  return item?.detail ?? {};
}
