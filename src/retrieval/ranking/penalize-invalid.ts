import type { Store } from '../../store/contract/store.ts';
import { asksForHistory } from '../text/history-words.ts';
import { supersededIn, validityOf } from '../validity/validity.ts';
import { byScore, type RankContext, type Ranked, withParts } from './rank.ts';

/** Upper bound on ranked items, best first, whose validity is computed. */
const LOOKED_AT = 100;
/** Penalty below which a mark means old, not wrong. */
const WRONG = 0.5;

/** Marks the validity of the best ranked items and lowers invalid ones, unless the question asks for the past. */
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
    return withParts(one, against < WRONG ? { stale: against } : { givesWay: against });
  });
  return weighed.sort(byScore);
}

/** Marks the validity of the best ranked items and keeps their order. */
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
