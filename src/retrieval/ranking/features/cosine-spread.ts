import type { Candidate } from '../../../store/contract/candidates.ts';
import { measuresOf } from './derived.ts';

/** How the cosines of candidates lie: how many there are, their mean and their standard deviation. */
export interface CosineSpread {
  count: number;
  mean: number;
  deviation: number;
}

/** The spread of the cosines of those candidates that have a vector; all 0 without any. */
export function cosineSpreadOf(candidates: readonly Candidate[]): CosineSpread {
  const measures = measuresOf(candidates);
  const cosines = candidates.flatMap(({ cosine }, i) => (measures[i] === true ? (cosine ?? []) : []));
  const count = Math.max(cosines.length, 1);
  const mean = cosines.reduce((sum, one) => sum + one, 0) / count;
  const variance = cosines.reduce((sum, one) => sum + (one - mean) ** 2, 0) / count;
  return { count: cosines.length, mean, deviation: Math.sqrt(variance) };
}
