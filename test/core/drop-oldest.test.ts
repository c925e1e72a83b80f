import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropOldest } from '../../src/core/drop-oldest.ts';

test('what went in first goes until at most so many are left', () => {
  const held = new Map([1, 2, 3, 4].map((n) => [n, n]));
  dropOldest(held, 5);
  assert.equal(held.size, 4);
  dropOldest(held, 2);
  assert.deepEqual([...held.keys()], [3, 4]);
});

test('a set is bounded likewise', () => {
  const held = new Set(['first', 'second']);
  dropOldest(held, 1);
  assert.deepEqual([...held], ['second']);
});
