import assert from 'node:assert/strict';
import { sha256Hex } from '../../../src/core/hash.ts';
import type { Tokenize } from '../../../src/embeddings/tokenize/tokenizer.ts';
import type { GoldenIds } from './golden-ids.ts';
import { oddStrings } from './odd-strings.ts';

const ALL = 1_000_000;

/** Asserts that a tokenizer gives the ids of the original, of some texts one by one and of 10,000 by their hash. */
export function assertGolden(tokenize: Tokenize, { some, hash }: GoldenIds): void {
  for (const [text, ids] of some) assert.deepEqual(tokenize(text, ALL), ids, JSON.stringify(text));
  const lines = oddStrings(10_000, 20).map((text) => tokenize(text, ALL).join(' '));
  assert.equal(sha256Hex(lines.join('\n')), hash);
}
