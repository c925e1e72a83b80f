import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCounted, formatCounts, plural } from '../../../src/core/text/format-count.ts';

test('one is named in the singular, and none and several in the plural', () => {
  assert.deepEqual(
    [0, 1, 2, 1_234].map((n) => formatCounted(n, 'session')),
    ['0 sessions', '1 session', '2 sessions', '1,234 sessions'],
  );
});

test('the plural of a word that ends in y depends on the letter before it', () => {
  assert.deepEqual(['memory', 'summary', 'day', 'entry', 'file'].map(plural), [
    'memories',
    'summaries',
    'days',
    'entries',
    'files',
  ]);
});

test('counts are named by what they are of, and without what did not happen', () => {
  assert.equal(
    formatCounts({ prompts: 1, searches: 1, failures: 0, 'lines added': 1, messages: 1_200 }),
    '1 prompt, 1 search, 1 line added, 1,200 messages',
  );
});
