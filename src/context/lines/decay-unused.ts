import type { ItemId } from '../../core/model/ids.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ContextLine } from './context-line.ts';

/**
 * Lowers the worth of an item that was injected `from` times and never used, by `step` for each further time down to
 * `floor`. Weak on purpose: there are no measured uses of real projects yet to fit the numbers, and not all use can be
 * observed.
 */
const SINK = { from: 5, step: 0.03, floor: 0.75 } as const;
/** Sections whose use cannot be observed, or whose lines must not wait for it. */
const HELD = new Set(['rules', 'proposed', 'tripwires', 'failures']);

/** The factor on a line's worth, from how often its item was injected and used. */
export function unusedFactor({ told, used }: { told: number; used: number }): number {
  if (used > 0 || told < SINK.from) return 1;
  return Math.max(SINK.floor, 1 - SINK.step * (told - SINK.from + 1));
}

/** Lowers the worth of lines whose items were injected many times and never used; a single use restores it. */
export async function decayUnused(store: Store, lines: readonly ContextLine[]): Promise<ContextLine[]> {
  const ids = lines.filter(({ section }) => !HELD.has(section)).map(({ id }): ItemId => id);
  if (ids.length === 0) return [...lines];
  const counts = await store.meter.counts(ids);
  return lines.map((line) => {
    const known = HELD.has(line.section) ? undefined : counts.get(line.id);
    return known === undefined ? line : { ...line, worth: line.worth * unusedFactor(known) };
  });
}
