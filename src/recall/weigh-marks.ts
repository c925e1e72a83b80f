import type { Store } from '../store/contract.ts';
import { asksForHistory } from './history-words.ts';
import { giveWay, marksOf } from './marks.ts';
import { byScore, type RankContext, type Ranked, scoreOf } from './rank.ts';

/** Of the ranked items, so many of the best are compared with one another and asked whether they still hold. */
const LOOKED_AT = 100;
/** What tells less against an item than this makes it old, not wrong. */
const WRONG = 0.5;

/** Ranked items with what is known against the best of them; unless the past is asked for, those sink. */
export async function weighMarks(
  store: Store,
  ranked: readonly Ranked[],
  { question = '' }: Pick<RankContext, 'question'>,
): Promise<Ranked[]> {
  const marks = await marksOf(
    store,
    ranked.slice(0, LOOKED_AT).map(({ item }) => item),
  );
  const history = asksForHistory(question);
  const weighed = ranked.map((one): Ranked => {
    const own = marks.get(one.item.id);
    const marked = own === undefined ? one : { ...one, marks: own };
    const against = history ? 0 : giveWay(one.item, own);
    if (against === 0 || one.item.why.givesWay !== undefined) return marked;
    const part = scoreOf(against < WRONG ? { stale: against } : { givesWay: against });
    const score = Math.round((one.item.score + part.score) * 1_000) / 1_000 + 0;
    return { ...marked, item: { ...one.item, score, why: { ...one.item.why, ...part.why } } };
  });
  return weighed.sort(byScore);
}
