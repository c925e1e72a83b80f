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
