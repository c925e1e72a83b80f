import type { Note } from '../../api/answers.ts';
import * as LIMITS from '../../core/limits.ts';
import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { wordsOf } from '../../core/text/terms.ts';
import type { CandidateAnswer } from '../../store/contract/candidates.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ResolvedQuery } from '../query/resolved-query.ts';
import { NO_MATCH } from '../query/weigh-query.ts';
import { nearnessOf } from '../ranking/features/nearness-and-time.ts';
import { markValidity } from '../ranking/penalize-invalid.ts';
import { byScore, type Ranked } from '../ranking/rank.ts';

/**
 * Cosine from which an item may answer without a word of the question; models whose cosines are all high have none
 * below it.
 */
const NEAR = 0.35;
/** Cosine of the nearest below which nothing is near, and words below which a text is too short to be near to anything. */
const NEAR_ALONE = 0.44;
const TINY_WORDS = 4;
const NONE_NEAR: Note = { code: 'far', message: 'Nothing is near in meaning: these may be no answer.' };
const NO_VECTOR: Note = {
  code: 'words_only',
  message: 'Found by words alone: the question has no vector; cairn status says why.',
};
const ALL_FAR: Note = {
  code: 'far',
  message: 'Nothing holds a word of it or is near in meaning.',
};

/** The candidates of a search by vectors alone; `undefined` for other modes and where no vector can be compared. */
export async function findNearestVectors(
  store: Store,
  { mode, vector, not }: ResolvedQuery,
  filter: ItemFilter,
): Promise<CandidateAnswer | undefined> {
  if (mode !== 'vectors' || vector === undefined) return undefined;
  const asked = { words: [], phrases: [], vector, ...omitUndefined({ not }), filter, limit: LIMITS.candidates };
  const answer = await store.candidates.query(asked);
  return answer.vectors === 'used' ? { ...answer, newestOnly: false } : undefined;
}

/** True when hits are ordered by cosine alone: the caller asked for that, and there are vectors. */
export function isByVector({ mode }: ResolvedQuery, { vectors }: CandidateAnswer): boolean {
  return mode === 'vectors' && vectors === 'used';
}

/** The candidates that have a vector, nearest first. Their validity is reported and does not move them. */
export async function rankByVector(store: Store, { candidates }: CandidateAnswer): Promise<Ranked[]> {
  const nearness = nearnessOf(candidates);
  const ranked = candidates.flatMap((candidate): Ranked[] => {
    const { item, cosine } = candidate;
    if (cosine === undefined || isTiny(item)) return [];
    const score = Math.round(cosine * 1_000) / 1_000;
    const why = { cosine: score };
    return [{ item: { ...item, score, why }, match: NO_MATCH, coverage: 0, nearness: nearness(candidate) }];
  });
  return markValidity(store, ranked.sort(byScore));
}

/** True for a text of a word or two: its vector is near to many short questions and says nothing of any. */
function isTiny({ title, text }: Pick<Item, 'title' | 'text'>): boolean {
  return Math.max(...[title, text].map((words) => wordsOf(words).length)) < TINY_WORDS;
}

/** Notes for a search by vectors that had none to compare, and for one whose hits are all far from the question. */
export function vectorNotes({ mode, query }: ResolvedQuery, { vectors, candidates }: CandidateAnswer): Note[] {
  if (mode === 'vectors' && vectors === 'used') {
    const best = Math.max(-1, ...candidates.flatMap(({ item, cosine }) => (isTiny(item) ? [] : (cosine ?? []))));
    return best < NEAR_ALONE && candidates.length > 0 ? [NONE_NEAR] : [];
  }
  if (mode === 'vectors') return vectors !== undefined || query.trim() === '' ? [] : [NO_VECTOR];
  const isFar = candidates.every(({ bm25, cosine = 0 }) => bm25 === 0 && cosine < NEAR);
  return vectors === 'used' && isFar && candidates.length > 0 ? [ALL_FAR] : [];
}
