import { isAggregate } from '../../../core/model/is-aggregate.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Candidate } from '../../../store/contract/candidates.ts';

/** True for what is made of a session as a whole: it says again what the session's own memories say. */
export function isMadeOfSession(item: Item): boolean {
  return item.session !== undefined && isAggregate(item);
}

/**
 * Which candidates the others are measured by: all but those that are made of others, which hold many words and so would
 * move what is said of all. All, where there are no others.
 */
export function measuresOf(candidates: readonly Candidate[]): readonly boolean[] {
  const measures = candidates.map(({ item }) => !isAggregate(item));
  return measures.includes(true) ? measures : candidates.map(() => true);
}
