import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../../../src/core/item.ts';
import { stemOf, wordsOf } from '../../../src/core/terms.ts';
import { openDatabase } from '../../../src/platform/sqlite.ts';
import { itemIdOf, makeItem } from '../contract/make.ts';
import { openTemporary } from './open-temporary.ts';

const WORDS = ['test', 'tests', 'testing', 'retry', 'retries', 'auth', 'Café', 'naïve', 'йод', '한국어', '42', 'a1b2', 'universities'];

const item = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    title: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
    text: fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }),
    terms: fc.array(fc.constantFrom('order', 'service'), { maxLength: 2 }),
  })
  .map(({ name, title, text, terms }) => makeItem({ name, title: title.join(' '), text: text.join('-'), terms: terms.join(' ') }));

/** How many items hold each word, counted anew. */
function countWords(items: readonly Item[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { title, text, terms } of items) {
    for (const word of new Set(wordsOf([title, text, terms].join(' ')))) counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

suite('the vocabulary', () => {
  test('counts the items that hold a word, whatever is put, put again and dropped', async (t) => {
    const { store, path } = openTemporary(t);
    const reader = openDatabase(path, { readonly: true });
    const step = fc.record({ put: fc.array(item, { maxLength: 4 }), drop: fc.subarray(['a', 'b', 'c', 'd']) });
    const held = new Map<string, Item>();
    await fc.assert(
      fc.asyncProperty(step, async ({ put, drop }) => {
        await store.items.apply({ derived: [], put, drop: drop.map((name) => itemIdOf(name)) });
        for (const name of drop) held.delete(itemIdOf(name));
        for (const one of put) held.set(one.id, one);
        const rows = reader.all<{ stem: string; term: string; df: number }>('SELECT * FROM terms');
        assert.deepEqual(Object.fromEntries(rows.map(({ term, df }) => [term, df])), countWords([...held.values()]));
        assert.ok(rows.every(({ stem, term }) => stem === stemOf(term)));
      }),
      { numRuns: 150 },
    );
    reader.close();
    assert.deepEqual(await store.check(), []);
  });

  test('has the stems that the index has', async (t) => {
    const { store, path } = openTemporary(t);
    const texts = [...WORDS, 'running ponies caresses relational conditional happiness probate rate hopping sky agreed'];
    await store.items.apply({ derived: [], put: texts.map((text, i) => makeItem({ name: String(i), text, title: 'x' })) });
    const db = openDatabase(path);
    db.exec("CREATE VIRTUAL TABLE temp.tokens USING fts5vocab('main', 'items_fts', 'row')");
    const indexed = db.all<{ term: string }>('SELECT term FROM temp.tokens').map(({ term }) => term);
    const counted = db.all<{ stem: string }>('SELECT DISTINCT stem FROM terms').map(({ stem }) => stem);
    db.close();
    assert.deepEqual(counted.sort(), indexed.sort());
  });
});
