import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitWeights, scoreOf } from '../../../scripts/ranker/fit-weights.ts';
import { judge } from '../../../scripts/ranker/judge.ts';
import type { Row, TrainingSet } from '../../../scripts/ranker/training-set.ts';
import { FEATURES } from '../../../src/retrieval/ranking/features/feature-table.ts';
import { RANKER_WEIGHTS } from '../../../src/retrieval/ranking/ranker-weights.ts';

const row = (features: Record<string, number>, doc: string, isRight = false): Row => ({
  features: FEATURES.map((name) => features[name] ?? 0),
  doc,
  session: `session of ${doc}`,
  readOut: false,
  isRight,
});

/** Questions of which words find the answer and length misleads. */
const SET: TrainingSet = {
  name: 'made',
  asked: Array.from({ length: 20 }, (_, i) => ({
    question: { group: 'g', id: `${i}`, query: 'q', gold: ['a'], gold_sessions: [], cat: '' },
    rows: [row({ words: 1, length: 0 }, 'a', true), row({ words: 0.4, length: 1 }, 'b'), row({ length: 0.5 }, 'c')],
  })),
};

test('weights speak for what right answers have, and against nothing', () => {
  const weights = fitWeights([SET], {});
  assert.ok(weights.words > 0.5);
  assert.equal(weights.length, 0);
  for (const name of FEATURES) assert.ok(weights[name] >= 0);
});

test('bounds hold, and the same data gives the same weights', () => {
  const bounds = { length: { least: 0.2 }, words: { most: 0.4 } };
  const weights = fitWeights([SET], bounds);
  assert.equal(weights.words, 0.4);
  assert.equal(weights.length, 0.2);
  assert.deepEqual(fitWeights([SET], bounds), weights);
});

test('a question without a right candidate teaches nothing', () => {
  const asked = SET.asked.map((one) => ({ ...one, rows: one.rows.map((each) => ({ ...each, isRight: false })) }));
  assert.ok(Object.values(fitWeights([{ name: 'none', asked }], {})).every((weight) => weight === 0));
});

test('weights are judged by the order that they give', () => {
  const { items, sessions } = judge(SET, fitWeights([SET], {}));
  assert.equal(items.any1, 1);
  assert.equal(sessions.questions, 0);
});

test('each shipped weight is one of a feature, and no score of features exceeds what an id counts', () => {
  assert.deepEqual(Object.keys(RANKER_WEIGHTS), [...FEATURES]);
  assert.ok(
    scoreOf(
      FEATURES.map(() => 2),
      RANKER_WEIGHTS,
    ) < 10,
  );
});
