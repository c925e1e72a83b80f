import type { Item } from '../../../core/model/item.ts';
import type { Tx } from '../engine/engine.ts';

/** An item and its number: by it items of one time are ordered. */
export interface NumberedItem {
  seq: number;
  item: Item;
}

/**
 * The items that one transaction removed and put. One that was put again is in both: under the same number when its words
 * stayed, else under a new one. One that was put again wholly unchanged is in neither.
 */
export interface ItemsChanged {
  removed: readonly NumberedItem[];
  put: readonly NumberedItem[];
}

/** What follows a change of items within its transaction: an index, links, vectors. The rows of items are written by then. */
export type ItemFollower = (tx: Tx, changed: ItemsChanged) => Promise<void>;

/** False for retired items: they have no index entry and no vector, and are not counted. */
export function isFound({ detail }: Item): boolean {
  return detail.retired === undefined;
}
