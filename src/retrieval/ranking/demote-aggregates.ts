import { asksForTimeAlone, type ParsedQuery } from '../query/parse-query.ts';
import { isMadeOfSession } from './features/measures.ts';
import { byScore, type Ranked, withParts } from './rank.ts';

/** Memories of a session that rank before its first aggregate; each further aggregate needs as many more. */
const BEFORE = 2;
const STEP = 0.001;

/**
 * Ranks aggregates of a session below the best memories that they are aggregated from, since they repeat those in more
 * words. An aggregate keeps its place when no memory of its session was found; summaries keep theirs for a question
 * about a time alone.
 */
export function demoteAggregates(ranked: readonly Ranked[], query: Pick<ParsedQuery, 'times'>): Ranked[] {
  if (!ranked.some(({ item }) => isMadeOfSession(item))) return [...ranked];
  const asksForTime = asksForTimeAlone(query);
  const evidence = new Map<string, number[]>();
  for (const { item } of ranked) {
    if (item.session === undefined || isMadeOfSession(item)) continue;
    evidence.set(item.session, [...(evidence.get(item.session) ?? []), item.score]);
  }
  const seen = new Map<string, number>();
  const moved = ranked.map((one): Ranked => {
    const { item } = one;
    const stays = !isMadeOfSession(item) || (asksForTime && item.kind === 'summary');
    const own = stays ? undefined : evidence.get(item.session ?? '');
    if (own === undefined) return one;
    const before = (seen.get(item.session ?? '') ?? 0) + BEFORE;
    seen.set(item.session ?? '', before);
    const most = (own[Math.min(before, own.length) - 1] ?? item.score) - STEP;
    return item.score <= most ? one : withParts(one, { made: item.score - most });
  });
  return moved.sort(byScore);
}
