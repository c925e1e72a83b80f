import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareIds, knownIds } from '../../../../src/store/postgres/engine/ids.ts';
import { requireCompactId } from '../../../../src/store/sqlite/engine/compact-id.ts';

const letters = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'),
  minLength: 16,
  maxLength: 16,
});
const id = fc.tuple(fc.constantFrom('e', 'o', 'p', 'y'), letters).map(([kind, rest]) => `${kind}_${rest}`);

test('ids are in the order that they have as bytes in SQLite', () => {
  fc.assert(
    fc.property(id, id, (a, b) => {
      const bytes = Buffer.compare(Buffer.from(requireCompactId(a)), Buffer.from(requireCompactId(b)));
      assert.equal(Math.sign(compareIds(a, b)), bytes);
    }),
  );
});

test('what is no id is not asked for', () => {
  const [good, ...others] = [`o_${'a2'.repeat(8)}`, 'o_short', `O_${'a2'.repeat(8)}`, `o_${'a1'.repeat(8)}`, ''];
  assert.deepEqual(knownIds([good ?? '', ...others]), [good]);
});
