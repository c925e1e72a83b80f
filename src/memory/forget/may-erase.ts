import type { Caller } from '../../api/contract.ts';
import { CairnError } from '../../core/errors.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import { isGuarded } from '../../derive/event/in-doubt.ts';
import type { Store } from '../../store/contract/store.ts';
import { eventsById } from '../runtime/logged-events.ts';
import type { Selection } from './select-events.ts';

/**
 * True when a caller may erase a selection: a person may erase everything; a program what it recorded itself, unless a
 * person stated or confirmed it; an agent nothing.
 */
export async function mayErase(
  store: Pick<Store, 'log' | 'items'>,
  { ids }: Pick<Selection, 'ids'>,
  caller: Caller,
): Promise<boolean> {
  if (caller.person) return true;
  if (caller.agent === true) return false;
  for await (const event of eventsById(store.log, ids)) {
    if (!isOf(event, caller)) return false;
    const items = await store.items.ofEvent(event.id);
    if (items.some(isGuarded)) return false;
  }
  return true;
}

/** The refusal to erase, by a plan, what others recorded. */
export function notItsOwn(): CairnError {
  return new CairnError('not_allowed', 'A program erases only what it recorded itself.', {
    fix: 'cairn forget, typed by a person; forget { ids } hides single memories',
  });
}

/** True when only this kind of caller reported an event, and not in a person's name. */
function isOf({ sources, body }: StoredEvent, { surface }: Caller): boolean {
  return sources.every((source) => source === surface) && !('person' in body && body.person);
}
