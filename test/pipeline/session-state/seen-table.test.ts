import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SeenTable } from '../../../src/pipeline/session-state/seen-table.ts';

test('holds what a map would hold', () => {
  const hash = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
  const writes = fc.array(fc.tuple(fc.array(hash, { maxLength: 900 }), fc.integer({ min: 0, max: 9 })), {
    maxLength: 9,
  });
  fc.assert(
    fc.property(writes, fc.array(hash), (all, others) => {
      const table = new SeenTable<{ at: number }>();
      const map = new Map<number, { at: number }>();
      for (const [hashes, at] of all) {
        const value = { at };
        table.setAll(Int32Array.from(hashes), value, (known) => known === undefined || known.at > at);
        for (const one of hashes) if ((map.get(one)?.at ?? Number.POSITIVE_INFINITY) > at) map.set(one, value);
      }
      assert.equal(table.size, map.size);
      for (const one of [...map.keys(), ...others]) assert.equal(table.get(one), map.get(one));
    }),
    { numRuns: 50 },
  );
});

test('grows without losing any', () => {
  const table = new SeenTable<string>();
  const hashes = Int32Array.from({ length: 50_000 }, (_, i) => Math.imul(i, 2_654_435_761));
  table.setAll(hashes, 'first', () => true);
  assert.equal(table.size, 50_000);
  assert.ok(hashes.every((hash) => table.get(hash) === 'first'));
  assert.equal(table.get(7), undefined);
});
