import type { Item } from '../../../src/core/model/item.ts';
import { createRandom } from '../generated/varied-text.ts';
import { packed } from './context-ways.ts';

/** Baselines that report a session's state without knowing it; each returns a text of at most `budget` tokens. */
export const PLAIN_TELLINGS: Readonly<Record<string, (items: readonly Item[], budget: number) => string>> = {
  'newest observations': (items, budget) =>
    packed(
      items.filter(({ kind }) => kind === 'observation'),
      budget,
    ),
  'first and last messages': (items, budget) => packed(fromBothEnds(items.filter(isSaid)), budget),
  'items at random': (items, budget) => {
    const random = createRandom(items.length);
    const keyed = items.map((item) => ({ item, key: random() }));
    return packed(
      keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item),
      budget,
    );
  },
};

function isSaid({ kind }: Item): boolean {
  return kind === 'prompt' || kind === 'message';
}

function fromBothEnds(items: readonly Item[]): Item[] {
  const middle = Math.ceil(items.length / 2);
  return items.slice(0, middle).flatMap((item, i) => {
    const other = items[items.length - 1 - i];
    return other === undefined || other === item ? [item] : [item, other];
  });
}
