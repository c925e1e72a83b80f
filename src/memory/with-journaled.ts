import { journalFiles, readJournal } from '../capture/journal.ts';
import type { SessionId } from '../core/ids.ts';
import type { Injection, Store } from '../store/contract.ts';

const FILES_READ = 300;

/** The store with what the journal says was injected while no owner was there: nothing is said twice for want of one. */
export function withJournaled(store: Store, journal: string): Store {
  const injected: Store['items']['injected'] = async (session, after) => {
    const known = await store.items.injected(session, after);
    const journaled = injectionsOf(journal, session).filter((injection) => injection.at > after);
    return {
      ids: [...known.ids, ...journaled.flatMap((injection) => injection.ids)],
      words: [...known.words, ...journaled.map(({ at, shingles }) => ({ at, shingles }))],
    };
  };
  return { ...store, items: { ...store.items, injected } };
}

function injectionsOf(journal: string, session: SessionId): Injection[] {
  return journalFiles(journal)
    .slice(-FILES_READ)
    .map((path) => readJournal(path)?.injection)
    .filter((injection) => injection !== undefined && injection.session === session) as Injection[];
}
