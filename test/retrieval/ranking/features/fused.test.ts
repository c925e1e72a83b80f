import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuse } from '../../../../src/retrieval/ranking/features/fused.ts';
import { makeItem } from '../../make-item.ts';

const candidate = (bm25: number, cosine?: number) => ({
  item: makeItem(),
  bm25,
  ...(cosine === undefined ? {} : { cosine }),
});

test('words and vectors each count as a share of the best', () => {
  const { words, vector, sum } = fuse([candidate(4, 0.1), candidate(2, 0.9), candidate(0, 0.2)]);
  assert.deepEqual([...words], [1, 0.5, 0]);
  assert.deepEqual([...vector], [0, 1, 0]);
  assert.deepEqual([...sum], [1, 1, 0]);
});

test('without vectors only words count', () => {
  const fused = fuse([candidate(4), candidate(2)]);
  assert.deepEqual([...fused.sum], [...fused.words]);
  for (const column of [fused.vector, fused.vectorRank, fused.vectorSpread]) assert.deepEqual([...column], [0, 0]);
});

test('what has no vector lies at the mean of the others', () => {
  const { vectorSpread, vectorRank } = fuse([candidate(1, 0.8), candidate(1), candidate(1, 0.2)]);
  assert.ok((vectorSpread[0] ?? 0) > 0 && (vectorSpread[2] ?? 0) < 0);
  assert.equal(vectorSpread[1], 0);
  assert.equal(vectorRank[1], 0);
});

test('what holds no word has no rank among words', () => {
  assert.equal(fuse([candidate(3), candidate(0, 0.9)]).wordRank[1], 0);
});

test('equal cosines, one candidate and none are no error', () => {
  assert.equal(fuse([]).sum.length, 0);
  assert.deepEqual([...fuse([candidate(0, 0.5)]).sum], [0]);
  assert.deepEqual([...fuse([candidate(1, 0.5), candidate(1, 0.5)]).vector], [0, 0]);
});
