import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBranch } from '../../../src/core/model/branch-name.ts';

test('the name of a branch is kept as it is', () => {
  for (const name of ['main', 'feat/cents', 'anna.b-2', 'größe', 'fix#12', "it's"]) assert.equal(toBranch(name), name);
});

test('what git would not take for a branch is none: several words, a line break, what cannot be seen', () => {
  const texts = [
    '',
    'two words',
    'a\nb',
    'a\u202eb',
    'a\u200bb',
    'a..b',
    'a~1',
    '-x',
    'a/',
    'a//b',
    'a@{1}',
    'a\\b',
    'a\u2028b',
  ];
  for (const text of [...texts, 'x'.repeat(251), undefined]) assert.equal(toBranch(text), undefined, text);
});

test('a detached HEAD is no branch', () => {
  assert.equal(toBranch('HEAD'), undefined);
});
