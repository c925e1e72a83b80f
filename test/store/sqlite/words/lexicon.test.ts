import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import type { CandidateQuery, NearWords } from '../../../../src/store/contract/candidates.ts';
import type { Store } from '../../../../src/store/contract/store.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { placeDatabase } from '../../../support/fresh-database.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { makeEvent, makeItem, putWithEvent } from '../../contract/make.ts';

const near = async (store: Store, query: Partial<CandidateQuery>): Promise<NearWords[] | undefined> =>
  (await store.candidates.query({ words: [], phrases: [], filter: {}, limit: 10, loose: true, ...query })).near;

const wordsFor = async (store: Store, word: string): Promise<string[]> =>
  (await near(store, { words: [word] }))?.flatMap(({ words }) => words) ?? [];

suite('the lexicon', () => {
  test('stands for words that are nowhere: longer ones, misspelt ones, those that hold it', async (t) => {
    const store = openSqliteStore({ path: placeDatabase(`${temporaryFolder(t)}/cairn.db`) });
    t.after(() => store.close());
    const put = [
      makeItem({ name: 'a', text: 'postgres and kubernetes; a checkout of preauthorizations' }),
      makeItem({ name: 'b', text: 'Verbindung geschlossen: проверка не прошла' }),
    ];
    await store.items.apply({ derived: [], put });
    for (const [word, words] of [
      ['postgers', ['postgres']],
      ['opstgres', ['postgres']],
      ['kubern', ['kubernetes']],
      ['kubrenets', ['kubernetes']],
      ['authoriz', ['preauthorizations']],
      ['verbindnug', ['verbindung']],
      ['провекра', ['проверка']],
      ['postgres', []],
      ['gress', []],
      ['and', []],
      ['12345', []],
      ['qqqqqqqq', []],
    ] as const) {
      assert.deepEqual(await wordsFor(store, word), words, word);
    }
    assert.equal(await near(store, { words: ['postgers'], loose: false }), undefined);
  });

  test('completes beginnings, the commonest first', async (t) => {
    const store = openSqliteStore({ path: placeDatabase(`${temporaryFolder(t)}/cairn.db`) });
    t.after(() => store.close());
    const put = ['order', 'order', 'ordinary', 'border'].map((word, i) =>
      makeItem({ name: `${i}`, text: `${word} x` }),
    );
    await store.items.apply({ derived: [], put });
    assert.deepEqual(await near(store, { prefixes: ['ord'] }), [
      { of: 'ord', words: ['order', 'ordinary'], isBeginning: true },
    ]);
    assert.equal(await near(store, { prefixes: ['zz'] }), undefined);
  });

  test('forgets a word with the last item that holds it, in whatever form others hold it', async (t) => {
    const path = `${temporaryFolder(t)}/cairn.db`;
    const store = openSqliteStore({ path });
    const secret = await putWithEvent(store, makeEvent(), [
      makeItem({ name: 'a', text: 'organization Zanzibarian shared' }),
    ]);
    await store.items.apply({ derived: [], put: [makeItem({ name: 'b', text: 'organizes shared things' })] });
    const held = (): string[] => {
      const db = openDatabase(path, { readonly: true });
      const words = db.all<{ word: string }>('SELECT word FROM lexicon ORDER BY word').map(({ word }) => word);
      db.close();
      return words;
    };
    assert.ok(held().includes('zanzibarian') && held().includes('organization'));
    await store.log.erase([secret], 1);
    assert.ok(!held().some((word) => word === 'zanzibarian' || word === 'organization'), held().join());
    assert.ok(held().includes('shared') && held().includes('organizes'));
    await store.close();
  });

  test('keeps a word that an older item holds where the newest with its stem holds another form', async (t) => {
    const store = openSqliteStore({ path: placeDatabase(`${temporaryFolder(t)}/cairn.db`) });
    t.after(() => store.close());
    const texts = ['organization of valves', 'organizes valves', 'organized pumps'];
    const put = texts.map((text, i) => makeItem({ name: `${i}`, text }));
    await store.items.apply({ derived: [], put });
    const gone = await putWithEvent(store, makeEvent(), [makeItem({ name: 'a', text: 'pumps, an organization' })]);
    await store.log.erase([gone], 1);
    assert.deepEqual(await wordsFor(store, 'organizatoin'), ['organization']);
  });
});
