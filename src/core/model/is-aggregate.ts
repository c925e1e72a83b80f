import type { Item } from './item.ts';
import type { ItemKind } from './kinds.ts';

/** Kinds of items that may be made of other items rather than of an event. */
export const AGGREGATE_KINDS: readonly ItemKind[] = ['summary', 'topic', 'snippet', 'pattern'];

/** True for what is made of other memories, of a session as a whole or of several: it says again what they say. */
export function isAggregate({ kind, event }: Pick<Item, 'kind' | 'event'>): boolean {
  return event === undefined && AGGREGATE_KINDS.includes(kind);
}
