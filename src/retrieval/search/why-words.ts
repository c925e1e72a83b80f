import type { ScorePart } from '../ranking/rank.ts';

/** A part of a score as answers name it; `id` of what is named by its id, `cosine` where vectors alone are asked. */
export type WhyPart = ScorePart | 'id' | 'cosine';

/** What each part of a score says, for whoever asks why something was found. */
export const WHY_WORDS: Readonly<Record<WhyPart, string>> = {
  words: 'holds words of the question, rare ones counting more (BM25, as a share of the best)',
  wordRank: 'stands high among what holds words of the question',
  vector: 'is near the question in meaning (cosine, as a share of the nearest)',
  vectorRank: 'stands high among what is near in meaning',
  vectorSpread: 'lies nearer to the question in meaning than most that was found',
  coverage: 'share of the question’s words that it holds, rare ones counting more',
  together: 'words that stand side by side in the question stand so here',
  beside: 'what stands right before and after it answers, too',
  around: 'what stands around it holds words of the question together with it',
  session: 'the best of its session answer, too',
  sessionWords: 'its session as a whole holds words of the question',
  kind: 'what kind of memory it is: what was stated or asked counts more than what was printed',
  length: 'says more than others that were found',
  exact: 'holds a phrase, path or identifier as it is written in the question',
  project: 'belongs to the project at hand',
  recency: 'is young',
  newest: 'is among the latest, which the question asks for',
  time: 'is of the time that the question names',
  tells: 'tells of a whole session, where the question asks for a time and nothing else',
  speaker: 'was said by whom the question is about',
  announces: 'says what its agent was about to do, and little else',
  made: 'is made of a whole session whose own memories answer, and stands behind the best of them',
  givesWay: 'something newer says otherwise, or it is not to be relied on',
  stale: 'what it shows was changed later',
  id: 'the question names it by its id',
  cosine: 'how near it is to the question in meaning: the whole score where vectors alone are asked',
};
