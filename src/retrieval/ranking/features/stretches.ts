import type { ItemId } from '../../../core/model/ids.ts';
import type { Neighbours } from '../../../store/contract/neighbours.ts';

/** What stands how many steps before (below 0) or after an item in its session, as far as it is known. */
export type Stretch = ReadonlyMap<number, ItemId>;

/** Steps that still stand around an item. */
const REACH = 3;

/**
 * Of each item that stands in a stretch of some session, what stands around it. The stretches are those around a few items:
 * what stands next to one of them has it for a neighbour, too.
 */
export function stretchesOf(neighbours: ReadonlyMap<ItemId, Neighbours>): ReadonlyMap<ItemId, Stretch> {
  const stretches = new Map<ItemId, Map<number, ItemId>>();
  for (const [id, { before, after }] of neighbours) {
    const row = [...before.toReversed(), id, ...after];
    for (const [i, one] of row.entries()) {
      const stretch = stretches.get(one) ?? new Map<number, ItemId>();
      stretches.set(one, stretch);
      for (let j = Math.max(0, i - REACH); j <= i + REACH && j < row.length; j += 1) {
        const other = row[j];
        if (other !== undefined && j !== i) stretch.set(j - i, other);
      }
    }
  }
  return stretches;
}
