import type { StoredEvent } from '../../core/model/event.ts';
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
  for await (const event of sharedEvents(log)) if (chosen.has(event.id)) said.add(saidIn(event.body));
  const copies: EventId[] = [];
  for await (const { id, body } of sharedEvents(log)) {
    const { event, session } = madeOf({ body });
    const isMade = (event && chosen.has(event)) === true || (session && whole.has(session)) === true;
    if (!chosen.has(id) && (isMade || said.has(saidIn(body)))) copies.push(id);
  }
  return copies;
}

async function* sharedEvents(log: Store['log']): AsyncGenerator<StoredEvent & { body: SharedMemory }> {
  for await (const event of selectedEvents(log, { kinds: ['shared'] })) {
    if (event.body.kind === 'shared') yield { ...event, body: event.body };
  }
}

function saidIn({ target, item: { title, text } }: SharedMemory): string {
  return JSON.stringify([target, title, text]);
}
