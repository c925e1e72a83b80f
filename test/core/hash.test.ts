import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { hash53, hmacHex, sha256Hex } from '../../src/core/hash.ts';

// The first hashes of a process are made without node:crypto, the others with it: both must be the same.
test('hashes are those of node:crypto, from the first one to the thousandth', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 });
  fc.assert(
    fc.property(text, fc.uint8Array({ minLength: 32, maxLength: 32 }), (value, key) => {
      assert.equal(sha256Hex(value), createHash('sha256').update(value, 'utf8').digest('hex'));
      assert.equal(hmacHex(key, value), createHmac('sha256', key).update(value, 'utf8').digest('hex').slice(0, 32));
    }),
    { numRuns: 300 },
  );
});

test('a 53-bit hash is an integer that a number holds', () => {
  fc.assert(fc.property(fc.string(), (value) => Number.isSafeInteger(hash53(value)) && hash53(value) >= 0));
});
