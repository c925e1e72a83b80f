import type { ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { LaterChange } from '../../contract/items.ts';
import type { Tx } from '../engine/engine.ts';

/** Finds for each item the latest later change of one of its files. */
export async function changedSince(_tx: Tx, _items: readonly Item[]): Promise<Map<ItemId, LaterChange>> {
  return new Map();
}
