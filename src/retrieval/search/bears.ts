import type { CandidateAnswer } from '../../store/contract/candidates.ts';
import type { ParsedQuery } from '../query/parse-query.ts';
import type { Ranked } from '../ranking/rank.ts';
import { isQuestion } from '../text/history-words.ts';

/**
 * What a hit without any word of the question needs: the cosine of an outlier. A share of the question's weight as a floor loses
 * answers: bench/results/answers.md.
 */
export const FLOOR = { share: 0, nearness: 0.4 } as const;
/** Characters from which what was said next to a good hit may answer without a word of the question. */
const SAYS_CHARS = 60;

/**
 * A test for what bears on a question: by a word, by meaning, or, for a question in a sentence, as what was said right next
 * to the best hits.
 */
export function createBears(
  { words }: ParsedQuery,
  { candidates }: CandidateAnswer,
  question: string,
): (one: Ranked) => boolean {
  if (words.length === 0) return () => true;
  const found = new Map(candidates.map(({ item, bm25, cosine }) => [item.id, { bm25, cosine }]));
  const isAsked = isQuestion(question);
  return ({ item, coverage, nearness, match }) => {
    if (coverage > FLOOR.share || nearness >= FLOOR.nearness) return true;
    if ((item.why.exact ?? 0) > 0 || (item.why.id ?? 0) > 0) return true;
    const { bm25 = 0, cosine } = found.get(item.id) ?? {};
    // A prefix, a part of a run without spaces, or a text that was not read.
    if (bm25 > 0 && match.stems.size === 0) return true;
    const isBeside = bm25 === 0 && cosine === undefined;
    return isBeside && isAsked && item.text.length >= SAYS_CHARS;
  };
}
