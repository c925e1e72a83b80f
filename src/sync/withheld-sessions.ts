import type { SessionId } from '../core/model/ids.ts';
import type { ItemKind } from '../core/model/kinds.ts';
import type { Store } from '../store/contract/store.ts';

/** Kinds of what a summary takes its sentences from. */
const SOURCES: readonly ItemKind[] = ['knowledge', 'observation', 'message', 'prompt', 'commit'];
/** Upper bound on the memories of a session that are looked at; a session with more withholds. */
const LOOKED_AT = 5_000;

/**
 * Those of some sessions of which something is kept private, hidden or withdrawn: their summaries may repeat it, and do not
 * leave this machine.
 */
export async function withheldSessions(
  { items, sync }: Pick<Store, 'items' | 'sync'>,
  sessions: readonly SessionId[],
): Promise<ReadonlySet<SessionId>> {
  const withheld = new Set<SessionId>();
  for (const session of new Set(sessions)) {
    const made = await items.list({ session, kinds: SOURCES, hidden: true }, { limit: LOOKED_AT });
    const kept = await sync.privateAmong(made.map(({ id }) => id));
    const isHeld = made.some(
      ({ id, detail }) => kept.has(id) || detail.hidden === true || detail.status === 'withdrawn',
    );
    if (isHeld || made.length === LOOKED_AT) withheld.add(session);
  }
  return withheld;
}
