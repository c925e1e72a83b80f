import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { ItemId } from '../../../src/core/model/ids.ts';
import { mergeSaid } from '../../../src/store/common/merge-said.ts';
import type { SaidToOthers, SharedRow } from '../../../src/store/contract/sync.ts';

const AT = 1_767_225_600_000;

function said(more: Partial<SaidToOthers>): SaidToOthers {
  return { shared: [], records: [], reached: [], homes: [], values: [], ...more };
}

const ROWS: fc.Arbitrary<SharedRow[]> = fc.uniqueArray(
  fc.record({
    item: fc.constantFrom('o_aaaaaaaaaaaaaaaa', 'o_bbbbbbbbbbbbbbba', 'o_cccccccccccccccq') as fc.Arbitrary<ItemId>,
    project: fc.constant('git.example/p'),
    kind: fc.constant('knowledge'),
    version: fc.integer({ min: 1, max: 3 }),
    hash: fc.constant('ab'),
    state: fc.constantFrom('waiting' as const, 'sent' as const, 'gone' as const, 'left' as const),
  }),
  { selector: ({ item }) => item },
);

function byItem({ shared }: SaidToOthers): SharedRow[] {
  return shared.map((row) => ({ ...row })).sort((one, other) => one.item.localeCompare(other.item));
}

suite('what two databases know of what a home said', () => {
  test('comes to the later version of each memory, and to gone where that is as late, whichever database is the later one', () => {
    fc.assert(
      fc.property(ROWS, ROWS, (one, other) => {
        const [a, b] = [said({ shared: one }), said({ shared: other })];
        const merged = byItem(mergeSaid(a, b, AT));
        assert.deepEqual(merged, byItem(mergeSaid(b, a, AT)));
        assert.deepEqual(merged, byItem(mergeSaid(a, said({ shared: merged }), AT)), 'once more changes nothing');
        for (const { item, version, state } of merged) {
          const known = [...one, ...other].filter((row) => row.item === item);
          assert.equal(version, Math.max(...known.map((row) => row.version)));
          const isGone = known.some((row) => row.version === version && row.state === 'gone');
          assert.equal(state === 'gone', isGone);
        }
      }),
    );
  });

  test('keeps all records and homes of both, and as whom it takes part as the later one has it', () => {
    const record = { id: 'd_1', kind: 'tombstone', at: AT, data: '{}', sent: 0 };
    const home = { home: 'h_1', member: 'Ben', at: AT };
    const own = (homes: string[], member: string) => JSON.stringify({ homes, member, place: '/team' });
    const older = said({
      records: [record, { ...record, id: 'd_2' }],
      homes: [home],
      values: [
        ['own-homes', own(['h_a', 'h_b'], 'Ada')],
        ['untidy', 'yes'],
        ['catch-up', '3'],
      ],
    });
    const newer = said({
      records: [{ ...record, sent: 2 }],
      homes: [{ ...home, home: 'h_2' }],
      values: [
        ['own-homes', own(['h_a', 'h_c'], 'Ada L.')],
        ['untidy', ''],
        ['catch-up', '2'],
      ],
    });
    const merged = mergeSaid(older, newer, AT);
    assert.deepEqual(
      merged.records.map(({ id, sent }) => [id, sent]),
      [
        ['d_1', 2],
        ['d_2', 0],
      ],
    );
    assert.deepEqual(
      merged.homes.map((one) => one.home),
      ['h_1', 'h_2'],
    );
    assert.deepEqual(Object.fromEntries(merged.values), {
      'own-homes': own(['h_b', 'h_a', 'h_c'], 'Ada L.'),
      untidy: 'yes',
      'catch-up': '3',
    });
  });

  test('knows as elsewhere what the older one alone knows of another remote', () => {
    const place = (path: string): SaidToOthers['values'] => [
      ['own-homes', JSON.stringify({ homes: ['h_a'], member: 'Ada', place: path })],
    ];
    const row = { item: 'o_aaaaaaaaaaaaaaaa' as ItemId, project: 'p', kind: 'notes', version: 1, hash: 'ab' };
    const older = said({
      shared: [{ ...row, state: 'sent' }],
      homes: [{ home: 'h_1', member: 'Ben', at: AT }],
      values: place('/first'),
    });
    const merged = mergeSaid(older, said({ values: place('/second') }), AT);
    assert.deepEqual(merged.homes, []);
    assert.deepEqual(merged.shared, [{ ...row, state: 'sent', elsewhere: true }]);
    const { elsewhere = '' } = Object.fromEntries(merged.values);
    assert.deepEqual(JSON.parse(elsewhere), { until: AT, homes: [{ home: 'h_1', member: 'Ben', at: AT }] });
  });
});
