import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from '../../../src/core/text/edit-distance.ts';

test('letters that are missing, too many, wrong or swapped count one each', () => {
  for (const [one, other, distance] of [
    ['postgers', 'postgres', 1],
    ['postgre', 'postgres', 1],
    ['postgress', 'postgres', 1],
    ['postgris', 'postgres', 1],
    ['psotgers', 'postgres', 2],
    ['kubernetes', 'kubernetes', 0],
    ['mysql', 'postgres', 3],
  ] as const) {
    assert.equal(editDistance(one, other, 2), distance, `${one} ${other}`);
  }
});

test('is the same both ways, and never more than one above the bound', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      const distance = editDistance(one, other, 2);
      assert.equal(distance, editDistance(other, one, 2));
      assert.ok(distance >= 0 && distance <= 3);
      assert.equal(distance === 0, one === other);
    }),
  );
});
