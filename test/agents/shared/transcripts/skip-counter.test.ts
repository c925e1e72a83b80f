import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTally } from '../../../../src/agents/shared/transcripts/skip-counter.ts';

test('a tally bounds the names of types and their number, and loses no count', () => {
  const tally = createTally();
  for (let i = 0; i < 500; i += 1) tally.add(`type-${i}`);
  tally.add('type-0');
  tally.add('x'.repeat(61));
  const counts = tally.counts();
  assert.equal(Object.keys(counts).length, 201);
  assert.equal(counts['type-0'], 2);
  assert.equal(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    502,
  );
});
