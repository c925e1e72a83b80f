import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EventId } from '../../../src/core/model/ids.ts';
import { type Timed, TimeList } from '../../../src/pipeline/session-state/time-list.ts';

function row(number: number, at: number): Timed {
  return { at, event: `e_${String(number).padStart(5, '0')}` as EventId };
}

function inOrder(rows: readonly Timed[]): Timed[] {
  return rows.toSorted((one, other) => one.at - other.at || (one.event < other.event ? -1 : 1));
}

test('gives rows by time whatever order they come in, forwards and backwards, from any place', () => {
  const times = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 4_000 });
  fc.assert(
    fc.property(times, fc.integer({ min: -1, max: 61 }), fc.nat(), (all, at, seed) => {
      const rows = all.map((time, i) => row((i * 7_919 + seed) % 100_000, time));
      const list = new TimeList<Timed>();
      for (const one of rows) list.add(one);
      const gone = new Set(rows.filter((_, i) => i % 3 === 1));
      for (const one of gone) list.remove({ ...one });
      list.remove(row(100_001, 5));
      const sorted = inOrder(rows.filter((one) => !gone.has(one)));
      const place = sorted[seed % (sorted.length + 1)] ?? row(1, at);
      assert.deepEqual(
        [...list.from(at)],
        sorted.filter((one) => one.at >= at),
      );
      assert.deepEqual([...list.upTo(at)], sorted.filter((one) => one.at <= at).reverse());
      const isBefore = (one: Timed): boolean => inOrder([place, one])[1] === place && one !== place;
      assert.deepEqual([...list.before(place)], sorted.filter(isBefore).reverse());
      assert.deepEqual(
        [...list.from(place.at, place.event)],
        sorted.filter((one) => !isBefore(one)),
      );
    }),
    { numRuns: 60 },
  );
});
