import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemId } from '../../../../src/core/model/ids.ts';
import { stretchesOf } from '../../../../src/retrieval/ranking/features/stretches.ts';

const ids = ['a', 'b', 'c', 'd', 'e'] as const;
const [a, b, c, d, e] = ids as unknown as [ItemId, ItemId, ItemId, ItemId, ItemId];

test('what stands next to an item has it for a neighbour, too', () => {
  const stretches = stretchesOf(new Map([[c, { before: [b, a], after: [d, e] }]]));
  assert.deepEqual(
    [...(stretches.get(b) ?? [])],
    [
      [-1, a],
      [1, c],
      [2, d],
      [3, e],
    ],
  );
  assert.equal(stretches.get(a)?.get(3), d);
  assert.equal(stretches.get(a)?.has(4), false);
});

test('stretches that overlap are known together', () => {
  const stretches = stretchesOf(
    new Map([
      [b, { before: [a], after: [c] }],
      [d, { before: [c], after: [e] }],
    ]),
  );
  assert.deepEqual(
    new Map(stretches.get(c)),
    new Map([
      [-2, a],
      [-1, b],
      [1, d],
      [2, e],
    ]),
  );
});

test('an item that stands alone has nothing around it', () => {
  assert.equal(stretchesOf(new Map([[a, { before: [], after: [] }]])).get(a)?.size, 0);
});
