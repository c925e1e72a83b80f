import type { SessionId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import type { ItemKind } from '../core/model/kinds.ts';
import type { Store } from '../store/contract/store.ts';
import type { ClosedWords } from './closed-words.ts';

/** Kinds of what a summary takes its sentences from. */
const SOURCES: readonly ItemKind[] = ['knowledge', 'observation', 'message', 'prompt', 'commit'];
/** Upper bound on the memories of a session that are looked at; a session with more withholds. */
const LOOKED_AT = 5_000;

/**
 * Those of some sessions of which something is kept private, hidden or withdrawn, or is a copy of what is (`words`): their
 * summaries may repeat it, and do not leave this machine.
 */
export async function withheldSessions(
  { items, sync }: Pick<Store, 'items' | 'sync'>,
  { sessions, words }: { sessions: readonly SessionId[]; words: ClosedWords },
): Promise<ReadonlySet<SessionId>> {
  const withheld = new Set<SessionId>();
  for (const session of new Set(sessions)) {
    const made = await items.list({ session, kinds: SOURCES, hidden: true }, { limit: LOOKED_AT });
    const kept = await sync.privateAmong(made.map(({ id }) => id));
    const isHeld = made.some(
      (item) =>
        kept.has(item.id) || item.detail.hidden === true || item.detail.status === 'withdrawn' || isCopy(item, words),
    );
    if (isHeld || made.length === LOOKED_AT) withheld.add(session);
  }
  return withheld;
}

/** True for what says the same as a closed memory; what was replaced by other words is not closed for a summary. */
function isCopy(item: Item, words: ClosedWords): boolean {
  return words.size > 0 && words.sameAs(item).some(({ why }) => why !== 'replaced');
}
