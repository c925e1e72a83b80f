import { sum } from '../../core/sum.ts';
import { stemOf } from '../../core/text/terms.ts';
import type { CandidateAnswer } from '../../store/contract/candidates.ts';
import { headsOf, scanText } from '../text/scan-words.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import type { ParsedQuery } from './parse-query.ts';

/** A question with the weights of its words: rare words weigh more. */
export interface WeighedQuery {
  /** Weight of each stem: `ln(1 + (N - df + .5) / (df + .5))`, the idf of BM25. */
  weights: ReadonlyMap<string, number>;
  /** Sum of all stems' weights. */
  total: number;
  /** Weight of each pair of neighbours, by `first second`: the lower weight of its two words. */
  pairs: ReadonlyMap<string, number>;
  pairsTotal: number;
}

/** Which words and pairs of a question a text contains. */
export interface TextMatch {
  /** Occurrences of each stem of the question in the text. */
  stems: ReadonlyMap<string, number>;
  /** Pairs of the question that are neighbours in the text, in either order, stop words between them ignored. */
  pairs: ReadonlySet<string>;
}

/** The match of a text without any word of the question, or of one that was not read. */
export const NO_MATCH: TextMatch = { stems: new Map(), pairs: new Set() };

/** The weights of a question's words, from the number of items that contain each. */
export function weighQuery(query: ParsedQuery, answer: Pick<CandidateAnswer, 'total' | 'frequency'>): WeighedQuery {
  const weights = new Map(query.stems.map((stem) => [stem, rarity(answer, stem)]));
  const pairs = new Map<string, number>();
  for (const [first, second] of query.pairs) {
    const weight = Math.min(weights.get(first) ?? 0, weights.get(second) ?? 0);
    if (weight > 0) pairs.set(`${first} ${second}`, weight);
  }
  return { weights, total: sum(weights.values()), pairs, pairsTotal: sum(pairs.values()) };
}

function rarity(answer: Pick<CandidateAnswer, 'total' | 'frequency'>, stem: string): number {
  const found = Object.hasOwn(answer.frequency, stem) ? (answer.frequency[stem] ?? 0) : 0;
  return Math.log(1 + (Math.max(answer.total - found, 0) + 0.5) / (found + 0.5));
}

/** A matcher to run over many texts: it skips words that cannot be in the question and stems each other word once. */
export function createMatcher(query: WeighedQuery): (text: string) => TextMatch {
  const heads = headsOf(query.weights.keys());
  const known = new Map<string, string>();
  /** The stem of a word of the question, '' for any other word. */
  const wanted = (word: string): string => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const stem = stemOf(word);
    const kept = query.weights.has(stem) ? stem : '';
    known.set(word, kept);
    return kept;
  };
  return (text) => {
    const stems = new Map<string, number>();
    const pairs = new Set<string>();
    let before = '';
    scanText(text, {
      heads,
      wantsAll: () => before !== '',
      visit(word) {
        const stem = wanted(word);
        if (stem === '') {
          if (!STOP_WORDS.has(word)) before = '';
          return;
        }
        stems.set(stem, (stems.get(stem) ?? 0) + 1);
        if (before !== '' && query.pairs.has(`${before} ${stem}`)) pairs.add(`${before} ${stem}`);
        if (before !== '' && query.pairs.has(`${stem} ${before}`)) pairs.add(`${stem} ${before}`);
        before = stem;
      },
    });
    return { stems, pairs };
  };
}

/** Share of the question's weight that the given stems carry, 0 to 1. */
export function weightShareOf(query: WeighedQuery, stems: Iterable<string>): number {
  return query.total === 0 ? 0 : sum([...stems].map((stem) => query.weights.get(stem) ?? 0)) / query.total;
}

/** Share of the weight of the question's pairs that the given pairs carry, 0 to 1. */
export function pairShareOf(query: WeighedQuery, pairs: Iterable<string>): number {
  return query.pairsTotal === 0 ? 0 : sum([...pairs].map((pair) => query.pairs.get(pair) ?? 0)) / query.pairsTotal;
}
