import type { Item, ItemKind } from '../../core/item.ts';
import type { Candidate } from '../../store/contract.ts';

const OF_SESSIONS: ReadonlySet<ItemKind> = new Set(['summary', 'checkpoint', 'topic', 'snippet']);

/** True for what is made of a session as a whole: it says again what the session's own memories say. */
export function isMadeOfSession({ kind, event, session }: Item = {} as Item): boolean {
  return event === undefined && session !== undefined && OF_SESSIONS.has(kind);
}

/**
 * Which candidates the others are measured by: all but those that are made of others, which hold many words and so would
 * move what is said of all. All, where there are no others.
 */
export function measuresOf(candidates: readonly Candidate[]): readonly boolean[] {
  const measures = candidates.map(({ item }) => !isMadeOfSession(item) && item.kind !== 'pattern');
  return measures.includes(true) ? measures : candidates.map(() => true);
}
