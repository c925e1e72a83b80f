import type { ItemId } from '../../../core/model/ids.ts';
import type { Neighbours } from '../../../store/contract/neighbours.ts';

/**
 * Items around one item of a session, by their distance in steps: below 0 before it, above 0 after it; unknown ones are
 * absent.
 */
export type Stretch = ReadonlyMap<number, ItemId>;

/** Largest distance in steps. */
const REACH = 3;

/**
 * The known surroundings of each item, merged from the neighbours of a few items: an item next to one of those has it
 * as a neighbour, too.
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
