import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bigramsOf, identifierParts, wordsOf } from '../../../src/core/text/terms.ts';

const ascii = fc.string({ unit: 'binary-ascii', maxLength: 200 });

test('words of ASCII alone are those of all letters', () => {
  fc.assert(
    fc.property(ascii, (text) => {
      // A word's neighbour beyond ASCII, not a letter, changes no word of it.
      assert.deepEqual(wordsOf(text), wordsOf(`${text}\u2014`));
    }),
  );
});

test('parts of an identifier of ASCII alone are those of all letters', () => {
  fc.assert(
    fc.property(ascii, (text) => {
      assert.deepEqual(identifierParts(text), identifierParts(`${text}\u2014`));
    }),
  );
  assert.deepEqual(identifierParts('HTTPServer2_orderId'), ['http', 'server2', 'order', 'id']);
});

test('a text without scripts that run on has no pairs', () => {
  assert.deepEqual(bigramsOf('use redis'), []);
  assert.deepEqual(bigramsOf('使用redis'), ['使用']);
});
