import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCorpusTime, timesOf } from '../../../../bench/support/recall/corpus-time.ts';

test('times are read as people write them', () => {
  for (const [text, iso] of [
    ['2026-01-05T12:17:31.697Z', '2026-01-05T12:17:31.697Z'],
    ['2026-01-05T12:17:31', '2026-01-05T12:17:31.000Z'],
    ['2026-01-05T12:17:31+02:00', '2026-01-05T10:17:31.000Z'],
    ['2025-01-15', '2025-01-15T00:00:00.000Z'],
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00.000Z'],
    ['12:05 am on 1 January, 2023', '2023-01-01T00:05:00.000Z'],
    ['March-15-2024', '2024-03-15T00:00:00.000Z'],
    ['2023/05/20 (Sat) 02:21', '2023-05-20T02:21:00.000Z'],
    ['May 2023', '2023-05-01T00:00:00.000Z'],
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    ['1700000000000', '2023-11-14T22:13:20.000Z'],
  ] as const) {
    assert.equal(new Date(parseCorpusTime(text) ?? Number.NaN).toISOString(), iso, text);
  }
  for (const text of ['', 'soon', '13', 'Maybe 2', 'on monday']) assert.equal(parseCorpusTime(text), undefined, text);
});

test('any text is a time that can be written, or none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const time = parseCorpusTime(text);
      assert.ok(time === undefined || Number.isFinite(time));
    }),
  );
});

test('messages of a session without a time, or of one time, keep their order', () => {
  const doc = { group: 'g', id: '', session: 's', role: '', text: '' };
  const ats = ['May-1-2024', 'May-1-2024', '', '', 'May-2-2024', '', 'May-1-2024'];
  const times = timesOf(ats.map((at) => ({ ...doc, at })));
  const first = Date.UTC(2024, 4, 1);
  assert.deepEqual(times.slice(0, 4), [first, first + 1, first + 1_001, first + 2_001]);
  assert.equal(times[4], Date.UTC(2024, 4, 2));
  assert.equal(times[6], first);
});
