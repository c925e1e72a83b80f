import type { EventId } from '../../core/model/ids.ts';
import { ANY_HOME, EVERY_VERSION, type SharedMemory } from '../../core/model/shared-memory.ts';
import { partsOf } from '../../core/parts-of.ts';
import { pullFromBeginning } from '../../sync/pull-changes.ts';
import { eventsById } from '../runtime/logged-events.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** Ids of memories that are looked up at once. */
const TARGETS = 500;

/**
 * Refuses what a person forgets under its id, from every home; from its own home alone where words of another one stand beside it here,
 * as under an id that two homes gave to different words. What it returns has the others derived again.
 */
export async function refuseForgotten(
  { store, deriver }: Pick<MemoryParts, 'store' | 'deriver'>,
  events: readonly EventId[],
): Promise<() => Promise<void>> {
  const gone = new Set(events);
  const homes = new Map<string, Set<string>>();
  for await (const { body } of eventsById(store.log, events)) {
    if (body.kind === 'shared') homes.set(body.target, (homes.get(body.target) ?? new Set()).add(body.home));
  }
  const others: EventId[] = [];
  for (const part of partsOf([...homes.keys()], TARGETS)) {
    const about = (await store.log.about(part)).filter(({ id, body }) => body.kind === 'shared' && !gone.has(id));
    const beside = new Set<string>();
    for (const { id, body } of about) {
      others.push(id);
      const isOther = body.kind === 'shared' && homes.get(body.target)?.has(body.home) !== true;
      if (isOther && (await store.items.ofEvent(id)).length > 0) beside.add(body.target);
    }
    for (const target of part) {
      const from = beside.has(target) ? (homes.get(target) ?? []) : [ANY_HOME];
      for (const home of from) await store.sync.addErased(home, [{ target, until: EVERY_VERSION }]);
    }
  }
  return async () => {
    if (others.length === 0) return;
    await store.log.markUnderived(others);
    deriver.wake();
  };
}

/** Refuses no longer what a person brings back. True where that was refused: what was shared meanwhile is pulled from the beginning. */
export async function allowBrought(
  { store }: Pick<MemoryParts, 'store'>,
  shared: readonly SharedMemory[],
): Promise<boolean> {
  const isAny = await store.sync.allow(shared);
  if (isAny) await pullFromBeginning({ store });
  return isAny;
}
