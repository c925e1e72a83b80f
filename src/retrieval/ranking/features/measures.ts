import { isAggregate } from '../../../core/model/is-aggregate.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Candidate } from '../../../store/contract/candidates.ts';

/** True for an aggregate of a whole session: it repeats what the session's own memories say. */
export function isMadeOfSession(item: Item): boolean {
  return item.session !== undefined && isAggregate(item);
}

/**
 * Flags the candidates that define the scale of a feature: all but aggregates, whose many words would shift it. All
 * candidates when there are only aggregates.
 */
export function measuresOf(candidates: readonly Candidate[]): readonly boolean[] {
  const measures = candidates.map(({ item }) => !isAggregate(item));
  return measures.includes(true) ? measures : candidates.map(() => true);
}

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
