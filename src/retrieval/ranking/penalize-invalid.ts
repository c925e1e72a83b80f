import type { Store } from '../../store/contract/store.ts';
import { asksForHistory } from '../text/history-words.ts';
import { supersededIn, validityOf } from '../validity/validity.ts';
import { byScore, type RankContext, type Ranked, scoreOf } from './rank.ts';

/** Of the ranked items, so many of the best are compared with one another and asked whether they still hold. */
const LOOKED_AT = 100;
/** What tells less against an item than this makes it old, not wrong. */
const WRONG = 0.5;

/** Ranked items with what is known against the best of them; unless the past is asked for, those sink. */
export async function penalizeInvalid(
  store: Store,
  ranked: readonly Ranked[],
  { question = '' }: Pick<RankContext, 'question'>,
): Promise<Ranked[]> {
  const marked = await markValidity(store, ranked);
  const history = asksForHistory(question);
  const weighed = marked.map((one): Ranked => {
    const against = history ? 0 : supersededIn(one.item, one.marks);
    if (against === 0 || one.item.why.givesWay !== undefined) return one;
    const part = scoreOf(against < WRONG ? { stale: against } : { givesWay: against });
    const score = Math.round((one.item.score + part.score) * 1_000) / 1_000 + 0;
    return { ...one, item: { ...one.item, score, why: { ...one.item.why, ...part.why } } };
  });
  return weighed.sort(byScore);
}

/** Ranked items with what is known against the best of them, which moves nothing. */
export async function markValidity(store: Store, ranked: readonly Ranked[]): Promise<Ranked[]> {
  const marks = await validityOf(
    store,
    ranked.slice(0, LOOKED_AT).map(({ item }) => item),
  );
  return ranked.map((one) => {
    const own = marks.get(one.item.id);
    return own === undefined ? one : { ...one, marks: own };
  });
}
