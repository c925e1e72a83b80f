import type { Candidate } from '../../../store/contract/candidates.ts';
import { rankSharesOf, sharesOf } from './feature-table.ts';
import { cosineSpreadOf, measuresOf } from './measures.ts';

/** Scores of each candidate from the word index and the vectors. */
export interface Fused {
  /** BM25 as a share of the best candidate's. */
  words: Float64Array;
  wordRank: Float64Array;
  /** How far the cosine lies above the mean of the candidates, as a share of the farthest. */
  vector: Float64Array;
  vectorRank: Float64Array;
  /** A third of the cosine's distance from the mean in standard deviations, from -2/3 to 2. */
  vectorSpread: Float64Array;
  /** The plain sum of words and vectors. */
  sum: Float64Array;
}

/** Weight of a vector in the plain sum; words have weight 1. */
const VECTOR_SHARE = 0.5;
const SPREAD = { least: -2, most: 6, unit: 3 } as const;

/** The plain sum of words and vectors, with what it is made of. */
export function sumOf(candidates: readonly Candidate[]) {
  const measures = measuresOf(candidates);
  const bm25 = Float64Array.from(candidates, (candidate) => candidate.bm25);
  const spread = spreadOf(candidates);
  const words = sharesOf(bm25, measures);
  const vector = sharesOf(spread, measures);
  const sum = words.map((share, i) => share + VECTOR_SHARE * (vector[i] ?? 0));
  return { measures, bm25, spread, words, vector, sum };
}

/** Scores candidates by words and by vectors; a candidate without a vector counts as one at the mean. */
export function fuse(candidates: readonly Candidate[]): Fused {
  const { measures, bm25, spread, words, vector, sum } = sumOf(candidates);
  const cosines = Float64Array.from(candidates, ({ cosine }) => cosine ?? -1);
  return {
    words,
    wordRank: rankSharesOf(bm25, measures).map((share, i) => ((bm25[i] ?? 0) > 0 ? share : 0)),
    vector,
    vectorRank: rankSharesOf(cosines, measures).map((share, i) => (candidates[i]?.cosine === undefined ? 0 : share)),
    vectorSpread: spread.map((one) => Math.min(Math.max(one, SPREAD.least), SPREAD.most) / SPREAD.unit),
    sum,
  };
}

/** Standard deviations by which each cosine lies above the mean; 0 for a candidate without a vector. */
function spreadOf(candidates: readonly Candidate[]): Float64Array {
  const { mean, deviation } = cosineSpreadOf(candidates);
  return Float64Array.from(candidates, ({ cosine }) =>
    cosine === undefined || deviation === 0 ? 0 : (cosine - mean) / deviation,
  );
}
