import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviationOf, meanOf } from '../../src/core/mean.ts';

test('a mean has an interval once there are two values', () => {
  assert.deepEqual(meanOf([]), { n: 0, mean: 0 });
  assert.deepEqual(meanOf([3]), { n: 1, mean: 3 });
  assert.deepEqual(meanOf([1, 3]), { n: 2, mean: 2, low: 0.04, high: 3.96 });
});

test('the deviation is that of a sample', () => {
  assert.equal(deviationOf([4]), 0);
  assert.equal(deviationOf([2, 4, 4, 4, 5, 5, 7, 9]).toFixed(3), '2.138');
});
