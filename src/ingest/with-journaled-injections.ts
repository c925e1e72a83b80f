import type { SessionId } from '../core/model/ids.ts';
import { isUnasked } from '../core/model/memory-usage.ts';
import { sum } from '../core/sum.ts';
import type { SessionRow } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';
import { type JournalEntry, journalFiles, readJournal } from './journal.ts';

const FILES_READ = 300;

/**
 * The store together with the journal's entries from while no worker ran: injections, so that nothing is injected
 * twice, and, for sessions asked for by id, the folders in which they began.
 */
export function withJournaledInjections(store: Store, journal: string): Store {
  const injected: Store['items']['injected'] = async (session, after) => {
    const known = await store.items.injected(session, after);
    const journaled = entriesOf(journal).flatMap(({ injection }) =>
      injection?.session === session && injection.at > after && injection.occasion !== 'notice' ? [injection] : [],
    );
    return {
      ids: [...known.ids, ...journaled.flatMap((injection) => injection.ids)],
      tokens: known.tokens + sum(journaled.filter(({ occasion }) => isUnasked(occasion)).map(({ tokens }) => tokens)),
      words: [...known.words, ...journaled.map(({ at, shingles }) => ({ at, shingles }))],
    };
  };
  const noticed: Store['items']['noticed'] = async (session) => {
    const journaled = entriesOf(journal).flatMap(({ injection }) =>
      injection?.session === session && injection.occasion === 'notice' ? injection.ids : [],
    );
    return [...(await store.items.noticed(session)), ...journaled];
  };
  const sessions: Store['log']['sessions'] = async (filter) => {
    const known = await store.log.sessions(filter);
    const missing = filter.ids?.filter((id) => !known.some((row) => row.id === id && row.cwd !== undefined)) ?? [];
    if (missing.length === 0) return known;
    const begun = sessionsBegunIn(entriesOf(journal), new Set(missing));
    return [...known.filter(({ id }) => !begun.has(id)), ...begun.values()];
  };
  return { ...store, log: { ...store.log, sessions }, items: { ...store.items, injected, noticed } };
}

function entriesOf(journal: string): JournalEntry[] {
  return journalFiles(journal)
    .slice(-FILES_READ)
    .flatMap((path) => readJournal(path) ?? []);
}

/** Sessions from their first event with a folder, by id. */
function sessionsBegunIn(entries: readonly JournalEntry[], ids: ReadonlySet<SessionId>): Map<SessionId, SessionRow> {
  const begun = new Map<SessionId, SessionRow>();
  for (const { session, agent, agentSession, at, cwd } of entries.flatMap(({ events }) => events)) {
    if (cwd === undefined || begun.has(session) || !ids.has(session)) continue;
    begun.set(session, { id: session, agent, agentSession, cwd, startedAt: at, lastAt: at });
  }
  return begun;
}
