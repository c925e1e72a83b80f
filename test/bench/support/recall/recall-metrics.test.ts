import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answered, foundOf, keyOf, measure } from '../../../../bench/support/recall/recall-metrics.ts';

test('any, all, a share of, and the place of the first are counted over the questions that have an answer', () => {
  const found = foundOf([
    { got: ['a', 'b', 'c'], gold: ['a', 'c'] },
    { got: ['x', 'a'], gold: ['a'] },
    { got: ['x'], gold: ['a', 'b'] },
    { got: ['x'], gold: [] },
  ]);
  assert.equal(found.questions, 3);
  assert.equal(found.any1, 1 / 3);
  assert.equal(found.any5, 2 / 3);
  assert.equal(found.all1, 0);
  assert.equal(found.all5, 2 / 3);
  assert.equal(found.frac1, 0.5 / 3);
  assert.equal(found.frac10, 2 / 3);
  assert.equal(found.mrr, 1.5 / 3);
});

test('forbidden messages are a share of what stands among the first five', () => {
  const common = { group: 'g', query: '', gold_sessions: [], cat: '' };
  const questions = [
    { ...common, id: '1', gold: ['a'], forbidden: ['x'] },
    { ...common, id: '2', gold: ['a'], forbidden: ['y', 'z'] },
    { ...common, id: '3', gold: ['a'] },
  ];
  const answer = (id: string, got: string[], ms: number): [string, Answered] => [
    keyOf({ group: 'g', id }),
    { id, got, sessions: [], ms, tokens: 10 },
  ];
  const answers = new Map([
    answer('1', ['a', 'x', 'b', 'c', 'd', 'x2'], 1),
    answer('2', ['a', 'b', 'c', 'd', 'e', 'y'], 3),
    answer('3', ['x'], 2),
  ]);
  const measured = measure(questions, answers);
  assert.deepEqual(measured.forbidden, { share: 0.1, questions: 0.5 });
  assert.equal(measured.questions, 3);
  assert.equal(measured.tokens, 10);
  assert.equal(measured.p50, 2);
  assert.equal(measured.sessions.questions, 0);
});
