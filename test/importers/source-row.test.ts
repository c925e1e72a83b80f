import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { listIn, objectIn, textIn, timeIn } from '../../src/importers/source-row.ts';

const AT = Date.UTC(2026, 1, 3, 10, 5);

suite('a row of another product', () => {
  test('tells its time in every way that products write one', () => {
    const written = [
      AT,
      AT / 1_000,
      String(AT),
      String(AT / 1_000),
      '2026-02-03 10:05:00',
      '2026-02-03T10:05',
      '2026-02-03T10:05:00.000Z',
      '2026-02-03T12:05:00+02:00',
    ];
    for (const at of written) assert.equal(timeIn({ at }, 'at'), AT, String(at));
    assert.equal(timeIn({ no: 'some day', at: AT }, 'gone', 'no', 'at'), AT);
    for (const at of ['', 'soon', 0, -5, null, 1e300, Number.NaN, new Uint8Array(2)]) {
      assert.equal(timeIn({ at }, 'at'), undefined);
    }
  });

  test('tells a list as JSON or with commas, each entry once', () => {
    assert.deepEqual(listIn({ a: '["x"," y ","x",{"z":1},""]' }, 'a'), ['x', 'y', '{"z":1}']);
    assert.deepEqual(listIn({ a: 'x, y,, x' }, 'a'), ['x', 'y']);
    assert.deepEqual(listIn({ a: '[not json' }, 'a'), ['[not json']);
    assert.deepEqual(listIn({ a: null }, 'a'), []);
  });

  test('is read whatever it holds', () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.uint8Array(), fc.json());
    fc.assert(
      fc.property(value, (held) => {
        const row = { a: held };
        const [text, at, list] = [textIn(row, 'a'), timeIn(row, 'a'), listIn(row, 'a')];
        assert.ok(text === undefined || text.trim() !== '');
        assert.ok(at === undefined || (Number.isSafeInteger(at) && at > 0));
        assert.ok(list.length <= 200 && list.every((entry) => entry.trim() !== ''));
        objectIn(row, 'a');
      }),
    );
  });
});
