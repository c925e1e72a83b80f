import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wilsonShare } from '../../src/core/wilson.ts';

test('the interval of a share is that of Wilson', () => {
  assert.deepEqual(wilsonShare(5, 10), { n: 5, of: 10, low: 0.237, high: 0.763 });
  assert.deepEqual(wilsonShare(0, 20), { n: 0, of: 20, low: 0, high: 0.161 });
  assert.deepEqual(wilsonShare(0, 0), { n: 0, of: 0, low: 0, high: 1 });
});

test('the interval holds the share and lies within 0 and 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (of, part) => {
      const n = Math.round(of * part);
      const { low, high } = wilsonShare(n, of);
      assert.ok(low >= 0 && high <= 1 && low <= n / of + 0.001 && high >= n / of - 0.001);
    }),
  );
});
