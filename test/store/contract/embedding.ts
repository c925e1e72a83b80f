import { hash53 } from '../../../src/core/hash.ts';
import { embedTextOf } from '../../../src/core/model/embed-text.ts';
import type { Item } from '../../../src/core/model/item.ts';
import type { CandidateAnswer, CandidateQuery } from '../../../src/store/contract/candidates.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { makeItem, namesOf } from './make.ts';

/** Two models of the tests. */
export const SMALL = { name: 'small', dimensions: 8 };
export const OTHER = { name: 'other', dimensions: 8 };

/** The vector of a text by a test model: of unit length, the same for the same text. */
export function vectorOf(text: string, model = SMALL): Float32Array {
  const numbers = Array.from(
    { length: model.dimensions },
    (_, i) => (hash53(`${model.name} ${i} ${text}`) % 997) - 498.5,
  );
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (value) => value / length);
}

/** Gives a vector to whatever waits for one; says how many texts that were. */
export async function embedAll(store: Store, model = SMALL): Promise<number> {
  let texts = 0;
  for (let waiting = await store.vectors.waiting(5); waiting.length > 0; waiting = await store.vectors.waiting(5)) {
    texts += waiting.length;
    await store.vectors.put(
      model.name,
      waiting.map((item) => ({ id: item.id, contentHash: item.contentHash, vector: vectorOf(textOf(item), model) })),
    );
  }
  return texts;
}

/** The text of an item that is embedded. */
export function textOf(item: Item): string {
  return embedTextOf(item) ?? '';
}

/** The cosine of two vectors of unit length. */
export function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
}

/** Queries by a model's vector of a text, and by the other fields of a query. */
export function ask(
  store: Store,
  asked: string,
  { model = SMALL, ...query }: Partial<CandidateQuery> & { model?: typeof SMALL } = {},
): Promise<CandidateAnswer> {
  const vector = { model: model.name, vector: vectorOf(asked, model) };
  return store.candidates.query({ words: [], phrases: [], filter: {}, limit: 10, vector, ...query });
}

/** The names of what is found so. */
export async function namesFor(store: Store, asked: string, query: Partial<CandidateQuery> = {}): Promise<string[]> {
  return namesOf((await ask(store, asked, query)).candidates.map(({ item }) => item));
}

/** A message that `makeItem` makes. */
export function message(name: string, parts: Partial<Item> = {}): Item {
  return makeItem({ name, kind: 'message', ...parts });
}

/** Puts items of no event. */
export function put(store: Store, ...items: Item[]): Promise<void> {
  return store.items.apply({ derived: [], put: items });
}
