import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeValidity } from '../../../src/core/model/validity.ts';

test('what tells against a memory is said in words, and nothing where nothing does', () => {
  assert.deepEqual(describeValidity({}), []);
  assert.deepEqual(
    describeValidity({
      supersededBy: 'o_a',
      withheld: true,
      doubtful: true,
      stale: { since: '2026-01-05T10:00:00.000Z', by: 'o_b', reason: 'changed' },
    }),
    ['superseded by o_a', 'not to be used', 'doubtful', 'file changed since, 2026-01-05, o_b'],
  );
});
