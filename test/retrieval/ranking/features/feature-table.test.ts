import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { orderOf, placesOf, rankSharesOf, sharesOf } from '../../../../src/retrieval/ranking/features/feature-table.ts';

const numbers = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true })).map((list) => Float64Array.from(list));

test('shares lie between 0 and 1, the largest at 1', () => {
  assert.deepEqual([...sharesOf(Float64Array.of(1, 4, -2))], [0.25, 1, 0]);
  assert.deepEqual([...sharesOf(Float64Array.of(0, -1))], [0, 0]);
  fc.assert(fc.property(numbers, (list) => sharesOf(list).every((share) => share >= 0 && share <= 1)));
});

test('equal numbers have the same place, and rank alike', () => {
  assert.deepEqual([...placesOf(Float64Array.of(2, 5, 2, 1))], [1, 0, 1, 3]);
  const [second, first, alsoSecond, last] = rankSharesOf(Float64Array.of(2, 5, 2, 1));
  assert.equal(first, 1);
  assert.equal(second, alsoSecond);
  assert.ok((last ?? 1) < (second ?? 0));
});

test('the place of a number is how many are larger', () => {
  fc.assert(
    fc.property(numbers, (list) => {
      const places = placesOf(list);
      for (const [i, one] of list.entries()) {
        assert.equal(places[i], list.filter((other) => other > one).length);
      }
      assert.deepEqual(
        [...orderOf(list)].map((i) => list[i]),
        [...list].sort((a, b) => b - a),
      );
    }),
  );
});
