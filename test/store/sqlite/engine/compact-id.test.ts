import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashBase32 } from '../../../../src/core/hash.ts';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import {
  publicIdSql,
  requireCompactId,
  toCompactId,
  toHexList,
  toPublicId,
} from '../../../../src/store/sqlite/engine/compact-id.ts';
import { openTemporary } from '../open-temporary.ts';

const id = fc
  .record({ letter: fc.constantFrom(...'eopmyking'), text: fc.string() })
  .map(({ letter, text }) => `${letter}_${hashBase32([text])}`);

test('an id is stored in 11 bytes and comes back, in SQL as in TypeScript', (t) => {
  const db = openDatabase(openTemporary(t).path, { readonly: true });
  const extremes = ['o_aaaaaaaaaaaaaaaa', 'o_7777777777777777', 'e_abcdefghijklmnop', 'e_qrstuvwxyz234567'];
  const check = (one: string): void => {
    const bytes = requireCompactId(one);
    assert.equal(bytes.length, 11);
    assert.equal(toPublicId(bytes), one);
    assert.equal(db.get<{ id: string }>(`SELECT ${publicIdSql('?1')} AS id`, bytes)?.id, one);
  };
  for (const one of extremes) check(one);
  fc.assert(fc.property(id, check), { numRuns: 200 });
  db.close();
});

test('a list of ids is the hexadecimal digits of their bytes', () => {
  fc.assert(
    fc.property(fc.array(id), (ids) => {
      const digits = ids.map((one) => Buffer.from(requireCompactId(one)).toString('hex'));
      assert.deepEqual(JSON.parse(toHexList(ids)), ids.length === 0 ? [''] : digits);
    }),
  );
  assert.throws(() => toHexList(['o_short']), { code: 'invalid_input' });
});

test('ids keep their order', () => {
  fc.assert(
    fc.property(id, id, (a, b) => {
      const order = Buffer.compare(requireCompactId(a), requireCompactId(b));
      const places = (text: string) => text.replace(/[2-7]/g, (digit) => `~${digit}`);
      assert.equal(Math.sign(order), places(a) < places(b) ? -1 : places(a) > places(b) ? 1 : 0);
    }),
  );
});

test('what is no id has no place', () => {
  for (const text of [
    '',
    'o_',
    'o_short',
    'o_AAAAAAAAAAAAAAAA',
    'o_aaaaaaaaaaaaaaa1',
    'oo_aaaaaaaaaaaaaaaa',
    "o_' OR 1=1 --",
  ]) {
    assert.equal(toCompactId(text), undefined);
    assert.throws(() => requireCompactId(text), { code: 'invalid_input' });
  }
});
