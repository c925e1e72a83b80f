import type { SessionId } from '../../core/model/ids.ts';
import { isAggregate } from '../../core/model/is-aggregate.ts';
import { decayedSum, isReadOut } from './features/place-evidence.ts';
import { placeAmendments } from './place-amendments.ts';
import type { Ranked } from './rank.ts';

/** A session that answers a question, with its score. */
export interface RankedSession {
  sessionId: SessionId;
  score: number;
}

const SESSIONS = 50;
/** Number of a session's best items that count, and the factor from each to the next. */
export const EVIDENCE = { best: 3, decay: 0.5 } as const;

/**
 * The sessions of ranked items, best first, scored by the best few items of each. Statements of intent count like
 * actions here.
 */
export function rankSessions(ranked: readonly Ranked[]): RankedSession[] {
  const scores = new Map<SessionId, number[]>();
  const made = new Map<SessionId, number[]>();
  const least = Math.min(...ranked.flatMap(({ item }) => (isAggregate(item) ? [] : item.score)), 0);
  for (const { item } of ranked) {
    if (item.session === undefined || isReadOut(item)) continue;
    const of = isAggregate(item) ? made : scores;
    // The parts of a score are listed when they are asked for: only a message announces.
    const announces = item.kind === 'message' ? (item.why.announces ?? 0) : 0;
    of.set(item.session, [...(of.get(item.session) ?? []), item.score - least - announces]);
  }
  // An aggregate counts only when no other item of its session was found.
  for (const [session, own] of made) if (!scores.has(session)) scores.set(session, own.slice(0, 1));
  const ordered = [...scores]
    .map(([sessionId, own]) => ({ sessionId, score: Math.round(decayedSum(own, EVIDENCE) * 1_000) / 1_000 }))
    .sort((one, other) => other.score - one.score || (one.sessionId < other.sessionId ? -1 : 1))
    .slice(0, SESSIONS);
  return placeAmendments(ordered, ranked);
}
