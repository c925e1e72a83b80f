import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shareOf } from '../../src/core/share.ts';

test('the interval of a share is that of Wilson', () => {
  assert.deepEqual(shareOf(5, 10), { n: 5, of: 10, low: 0.237, high: 0.763 });
  assert.deepEqual(shareOf(0, 20), { n: 0, of: 20, low: 0, high: 0.161 });
  assert.deepEqual(shareOf(0, 0), { n: 0, of: 0, low: 0, high: 1 });
});

test('the interval holds the share and lies within 0 and 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (of, part) => {
      const n = Math.round(of * part);
      const { low, high } = shareOf(n, of);
      assert.ok(low >= 0 && high <= 1 && low <= n / of + 0.001 && high >= n / of - 0.001);
    }),
  );
});
