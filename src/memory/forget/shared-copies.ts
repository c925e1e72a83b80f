import { hashBase32 } from '../../core/hash.ts';
import type { EventId, SessionId } from '../../core/model/ids.ts';
import { madeOf, type SharedMemory } from '../../core/model/shared-memory.ts';
import type { Store } from '../../store/contract/store.ts';
import { selectedEvents } from '../runtime/logged-events.ts';
import type { Selection } from './select-events.ts';

/**
 * The events by which other homes share the same memories as a selection holds: made of the same event or session, as by a home that
 * took them over, or in the same words under the same id.
 */
export async function sharedCopies(
  { log }: Pick<Store, 'log'>,
  { ids, sessions }: Pick<Selection, 'ids' | 'sessions'>,
): Promise<EventId[]> {
  if ((await log.measure({ kinds: ['shared'] })).events === 0) return [];
  const chosen = new Set<EventId>(ids);
  const whole = new Set<SessionId>(sessions);
  const said = new Set<string>();
  const copies: EventId[] = [];
  const others: { id: EventId; what: string }[] = [];
  for await (const { id, body } of selectedEvents(log, { kinds: ['shared'] })) {
    if (body.kind !== 'shared') continue;
    const { event, session } = madeOf({ body });
    const isMade = (event && chosen.has(event)) === true || (session && whole.has(session)) === true;
    if (chosen.has(id)) said.add(saidIn(body));
    else if (isMade) copies.push(id);
    else others.push({ id, what: saidIn(body) });
  }
  return [...copies, ...others.flatMap(({ id, what }) => (said.has(what) ? [id] : []))];
}

/** The words under an id as a hash: all that is shared is held at once. */
function saidIn({ target, item: { title, text } }: SharedMemory): string {
  return hashBase32([JSON.stringify([target, title, text])], 32);
}
