import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the `tokenizers` library gave: ids of some texts, and SHA-256 of the ids of `oddStrings(10_000, 20)`, a line each. */
export interface GoldenIds {
  some: readonly (readonly [string, readonly number[]])[];
  hash: string;
}

const at = (name: string): string => fileURLToPath(new URL(`../../fixtures/tokenizers/${name}`, import.meta.url));

/** The ids by name of the tokenizer. */
export function readGoldenIds(name: 'wordpiece' | 'unigram' | 'unigramSpaces'): GoldenIds {
  const all = JSON.parse(readFileSync(at('golden.json'), 'utf8')) as Record<typeof name, GoldenIds>;
  return all[name];
}

/** The text of a file of the fixtures. */
export function readTokenizerFixture(name: string): string {
  return readFileSync(at(name), 'utf8');
}
