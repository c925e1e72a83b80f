import type { Candidate } from '../../../store/contract/candidates.ts';
import { measuresOf } from './derived.ts';

/** The distribution of the candidates' cosines: count, mean and standard deviation. */
export interface CosineSpread {
  count: number;
  mean: number;
  deviation: number;
}

/** The spread of the cosines of the candidates that have a vector; all 0 when none has. */
export function cosineSpreadOf(candidates: readonly Candidate[]): CosineSpread {
  const measures = measuresOf(candidates);
  const cosines = candidates.flatMap(({ cosine }, i) => (measures[i] === true ? (cosine ?? []) : []));
  const count = Math.max(cosines.length, 1);
  const mean = cosines.reduce((sum, one) => sum + one, 0) / count;
  const variance = cosines.reduce((sum, one) => sum + (one - mean) ** 2, 0) / count;
  return { count: cosines.length, mean, deviation: Math.sqrt(variance) };
}
