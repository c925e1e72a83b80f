import type { ItemId } from '../../core/model/ids.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ContextLine } from './context-line.ts';

/**
 * What was told so often and never used is worth less, a little more with each further time, down to a floor. Weak on
 * purpose: there are no measured uses of real projects yet to fix the numbers by, and not all use can be seen.
 */
const SINK = { from: 5, step: 0.03, floor: 0.75 } as const;
/** Parts of a block of which use cannot be seen, or is not to be waited for. */
const HELD = new Set(['rules', 'proposed', 'tripwires', 'failures']);

/** What a line's worth is multiplied by. */
export function unusedFactor({ told, used }: { told: number; used: number }): number {
  if (used > 0 || told < SINK.from) return 1;
  return Math.max(SINK.floor, 1 - SINK.step * (told - SINK.from + 1));
}

/** The lines of a block, those lowered in worth that were told again and again and never used; one use brings it back. */
export async function decayUnused(store: Store, lines: readonly ContextLine[]): Promise<ContextLine[]> {
  const ids = lines.filter(({ section }) => !HELD.has(section)).map(({ id }): ItemId => id);
  if (ids.length === 0) return [...lines];
  const counts = await store.meter.counts(ids);
  return lines.map((line) => {
    const known = HELD.has(line.section) ? undefined : counts.get(line.id);
    return known === undefined ? line : { ...line, worth: line.worth * unusedFactor(known) };
  });
}
