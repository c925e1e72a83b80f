import { CairnError } from '../core/errors.ts';
import type { EventId, ItemId } from '../core/ids.ts';
import { now } from '../platform/clock.ts';
import type { Store } from '../store/contract.ts';
import { checkIds } from './check-input.ts';
import type { Caller, ForgetInput, ForgetResult } from './contract.ts';

/** Erases the events behind ids, and all that was derived from them alone; agents may not (design §9). */
export async function forgetIds(store: Store, input: ForgetInput, caller: Caller): Promise<ForgetResult> {
  if (caller.surface === 'mcp') {
    throw new CairnError('not_allowed', 'An agent may not erase memories.', {
      fix: 'cairn forget ID, typed by a person',
    });
  }
  const ids = checkIds('forget', input?.ids, 1);
  const events = new Set<EventId>();
  const missing: string[] = [];
  for (const id of ids) {
    const found = id.startsWith('e_') ? await store.log.events([id as EventId]) : await store.items.get([id as ItemId]);
    const event = found.map((row) => ('body' in row ? row.id : row.event)).find((known) => known !== undefined);
    if (event === undefined) missing.push(id);
    else events.add(event);
  }
  const erased = await store.log.erase([...events], now());
  await store.checkpoint();
  const notes =
    erased.sharedBodies === 0
      ? []
      : [{ code: 'shared_body', message: `${erased.sharedBodies} texts stay: another memory holds the same.` }];
  return { events: erased.events, items: erased.items, bodies: erased.bodies, missing, notes };
}
