import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAged, wholeLength, wholeTokens } from '../../../src/core/text/aged-text.ts';
import { countTokens } from '../../../src/core/text/tokens.ts';

test('reads from the line in an aged output how long it was', () => {
  const aged = 'head\n[aged: 9000 characters left out, 2100 tokens in all]\ntail';
  assert.deepEqual([isAged(aged), wholeLength(aged), wholeTokens(aged)], [true, 9_008, 2_100]);
});

test('a text without such a line is whole', () => {
  for (const text of ['', 'head\ntail', 'a\n[aged: cheese]\nb', '[aged: 1 characters left out, 2 tokens in all]\n']) {
    assert.deepEqual([isAged(text), wholeLength(text), wholeTokens(text)], [false, text.length, countTokens(text)]);
  }
});
