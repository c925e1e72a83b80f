import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../../../../src/core/model/item.ts';
import { stemOf, wordsOf } from '../../../../src/core/text/terms.ts';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import { frequencyOf } from '../../../../src/store/sqlite/words/vocabulary.ts';
import { itemIdOf, makeItem } from '../../contract/make.ts';
import { openTemporary } from '../open-temporary.ts';

const WORDS = [
  'test',
  'tests',
  'testing',
  'retry',
  'retries',
  'Café',
  'naïve',
  'йод',
  '한국어',
  '42',
  'k8s',
  'universities',
];

const item = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    title: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
    text: fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }),
    terms: fc.array(fc.constantFrom('order', 'service'), { maxLength: 2 }),
  })
  .map(({ name, title, text, terms }) =>
    makeItem({ name, title: title.join(' '), text: text.join('-'), terms: terms.join(' ') }),
  );

/** How many items contain a word of each stem, counted from the items. */
function countStems(items: readonly Item[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { title, text, terms } of items) {
    for (const stem of new Set(wordsOf([title, text, terms].join(' ')).map(stemOf)))
      counts[stem] = (counts[stem] ?? 0) + 1;
  }
  return counts;
}

suite('the vocabulary', () => {
  test('counts the items that hold a stem, whatever is put, put again and dropped', async (t) => {
    const { store, path } = openTemporary(t);
    const reader = openDatabase(path, { readonly: true });
    const step = fc.record({ put: fc.array(item, { maxLength: 4 }), drop: fc.subarray(['a', 'b', 'c', 'd']) });
    const held = new Map<string, Item>();
    const asked = [...WORDS, 'order', 'service', 'nowhere'].flatMap(wordsOf);
    await fc.assert(
      fc.asyncProperty(step, async ({ put, drop }) => {
        await store.items.apply({ derived: [], put, drop: drop.map((name) => itemIdOf(name)) });
        for (const name of drop) held.delete(itemIdOf(name));
        for (const one of put) held.set(one.id, one);
        const wanted = countStems([...held.values()]);
        const counted = frequencyOf(reader, new Set(asked));
        assert.deepEqual(Object.fromEntries(Object.entries(counted).filter(([, n]) => n > 0)), wanted);
      }),
      { numRuns: 150 },
    );
    reader.close();
    assert.deepEqual(await store.check(), []);
  });

  test('estimates how many items hold a word that many hold', async (t) => {
    const { store, path } = openTemporary(t);
    const many = 7_000;
    const put = Array.from({ length: many }, (_, i) =>
      makeItem({
        name: String(i),
        title: 'x',
        text: `${i % 2 === 0 ? 'even' : 'odd'} ${i % 70 === 0 ? 'seldom' : ''}`,
      }),
    );
    for (let at = 0; at < many; at += 500) await store.items.apply({ derived: [], put: put.slice(at, at + 500) });
    const db = openDatabase(path, { readonly: true });
    const { even = 0, seldom, never } = frequencyOf(db, ['even', 'seldom', 'never']);
    db.close();
    assert.ok(Math.abs(even - many / 2) < many / 20, String(even));
    assert.deepEqual([seldom, never], [many / 70, 0]);
  });

  test('stems and folds words as the index does', async (t) => {
    const { store, path } = openTemporary(t);
    const texts = [
      ...WORDS,
      'running ponies caresses relational conditional happiness probate rate hopping sky agreed',
      'v2 utf8s 4things sha256 x264 snake_case camelCase a-b',
      'ёлка Ελλάδα がっこう नमस्ते दुनिया Éclair vừa được ФАЙЛ İstanbul مُحَمَّد 会议室',
    ];
    const put = texts.map((text, i) => makeItem({ name: String(i), text, title: 'x' }));
    await store.items.apply({ derived: [], put });
    const db = openDatabase(path, { readonly: true });
    const indexed = db.all<{ term: string }>('SELECT term FROM terms').map(({ term }) => term);
    db.close();
    assert.deepEqual(Object.keys(countStems(put)).sort(), indexed.sort());
  });
});
