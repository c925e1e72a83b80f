import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latenessOf, nearnessOf, timeShare } from '../../../../src/retrieval/ranking/features/nearness-and-time.ts';
import { makeItem, NOW } from '../../make-item.ts';

const DAY_MS = 24 * 3_600_000;
const candidate = (cosine: number) => ({ item: makeItem(), bm25: 0, cosine });

test('a vector stands out where it lies well above many others', () => {
  const others = Array.from({ length: 50 }, (_, i) => candidate(0.1 + i / 1_000));
  const near = candidate(0.7);
  const nearness = nearnessOf([...others, near]);
  assert.equal(nearness(near), 0.7);
  assert.equal(nearness(others[49]), 0);
  assert.equal(nearness(undefined), 0);
});

test('among few vectors each stands for itself', () => {
  const [one, other] = [candidate(0.6), candidate(0.5)];
  assert.equal(nearnessOf([one, other])(other), 0.5);
});

test('the latest of what was found is near 1, the first near 0', () => {
  const items = [2, 0, 1, 3].map((day) => ({ item: makeItem({ at: NOW + day * DAY_MS }), bm25: 1 }));
  assert.deepEqual(
    items.map(({ item }) => latenessOf(items)(item)),
    [0.75, 0.25, 0.5, 1],
  );
});

test('what is of a time counts whole, what was told soon after it in part, what was before not at all', () => {
  const time = { from: NOW, to: NOW + DAY_MS, text: 'that day', hard: false };
  assert.equal(timeShare(NOW + 1, time), 1);
  assert.equal(timeShare(NOW + 1.5 * DAY_MS, time), 0.5);
  assert.equal(timeShare(NOW + 3 * DAY_MS, time), 0);
  assert.equal(timeShare(NOW - 1, time), 0);
});
