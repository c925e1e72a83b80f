import type { EventId, SessionId } from '../../core/model/ids.ts';
import { eventsById } from '../runtime/logged-events.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** Upper bound on the sessions that are distilled at once. */
const SESSIONS_MAX = 200;

/**
 * Gives what distils the sessions of some events again, once these are erased: the tripwires of their other rules, which a person
 * confirmed, refuse nothing until then.
 */
export async function sessionsToDistil(
  { store, deriver }: Pick<MemoryParts, 'store' | 'deriver'>,
  ids: readonly EventId[],
): Promise<() => Promise<void>> {
  const sessions = new Set<SessionId>();
  if ((await store.distilled.find({ kinds: ['tripwire'], confirmed: 'only', limit: 1 })).length > 0)
    for await (const { session } of eventsById(store.log, ids)) if (sessions.size < SESSIONS_MAX) sessions.add(session);
  return async () => {
    for (const session of sessions) await deriver.distil(session);
  };
}
