import type { Item } from './item.ts';
import type { ItemKind } from './kinds.ts';

/** Kinds of items that may be derived from other items rather than from an event. */
export const AGGREGATE_KINDS: readonly ItemKind[] = ['summary', 'topic', 'snippet', 'pattern'];

/** True for an aggregate: an item derived from a whole session or several, which repeats what other items say. */
export function isAggregate({ kind, event }: Pick<Item, 'kind' | 'event'>): boolean {
  return event === undefined && AGGREGATE_KINDS.includes(kind);
}
