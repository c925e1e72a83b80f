import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import type { Store } from '../../../../src/store/contract/store.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { PATIENT } from '../../../support/patience.ts';
import { embedAll, SMALL, vectorOf } from '../../contract/embedding.ts';
import { eventIdOf, makeEvent, makeItem, putWithEvent, START } from '../../contract/make.ts';
import { openTemporary } from '../open-temporary.ts';

const LARGE = { name: 'large', dimensions: 384 };

const ask = (store: Store, text: string, limit = 10) =>
  store.candidates.query({
    words: [],
    phrases: [],
    filter: {},
    limit,
    vector: { model: SMALL.name, vector: vectorOf(text) },
  });

/** Every vector of a file, as its row holds it. */
function storedIn(path: string): string[] {
  const db = openDatabase(path, { readonly: true });
  const rows = db.all<{ data: Uint8Array }>('SELECT data FROM vectors');
  db.close();
  return rows.map(({ data }) => Buffer.from(data).toString('latin1'));
}

/** True when some bytes stand anywhere in the files of a store. */
function isAnywhere(path: string, bytes: string): boolean {
  const folder = dirname(path);
  return readdirSync(folder).some((name) => readFileSync(join(folder, name)).toString('latin1').includes(bytes));
}

suite('vectors in the file', () => {
  test('leave no trace once they are forgotten', async (t) => {
    const { store, path } = openTemporary(t);
    await store.vectors.useModel(LARGE);
    for (const number of ['1', '2', '3']) {
      await putWithEvent(store, makeEvent({ number }), [makeItem({ name: number, kind: 'message' })]);
    }
    await embedAll(store, LARGE);
    await store.checkpoint();
    const [first = '', second = '', third = ''] = storedIn(path);
    assert.ok([first, second, third].every((bytes) => bytes.length === 384 && isAnywhere(path, bytes)));
    await store.log.erase([eventIdOf('2')], START);
    await store.checkpoint();
    assert.deepEqual(
      [first, second, third].map((bytes) => isAnywhere(path, bytes)),
      [true, false, true],
    );
    await store.log.reset();
    await store.log.erase([eventIdOf('1')], START);
    await store.checkpoint();
    assert.deepEqual([isAnywhere(path, first), isAnywhere(path, third)], [false, false]);
  });

  test('of a former model go when they are replaced', async (t) => {
    const { store, path } = openTemporary(t);
    await store.vectors.useModel(SMALL);
    await store.items.apply({ derived: [], put: [makeItem({ kind: 'message' })] });
    await embedAll(store);
    await store.vectors.useModel(LARGE);
    await embedAll(store, LARGE);
    assert.deepEqual(
      storedIn(path).map(({ length }) => length),
      [384],
    );
  });

  test('have numbers that are never given twice', async (t) => {
    const { store, path } = openTemporary(t);
    await store.vectors.useModel(SMALL);
    const numbers = new Set<number>();
    for (const name of ['a', 'b', 'c']) {
      const item = makeItem({ name, kind: 'message' });
      await store.items.apply({ derived: [], put: [item] });
      await embedAll(store);
      const db = openDatabase(path, { readonly: true });
      numbers.add(db.get<{ n: number }>('SELECT max(number) AS n FROM vectors')?.n ?? 0);
      db.close();
      await store.items.apply({ derived: [], put: [], drop: [item.id] });
    }
    assert.equal(numbers.size, 3);
  });
});

suite('vectors in another connection', () => {
  test('come and go as the writer commits', async (t) => {
    const { store, path } = openTemporary(t);
    await store.vectors.useModel(SMALL);
    const put = Array.from({ length: 20 }, (_, i) => makeItem({ name: String(i), kind: 'message' }));
    await store.items.apply({ derived: [], put: put.slice(0, 10) });
    const reader = openSqliteStore({ path, readonly: true, vectorsMs: PATIENT.vectorsMs });
    t.after(() => reader.close());
    assert.equal((await ask(reader, 'x')).vectors, 'none');
    await embedAll(store);
    assert.equal((await ask(reader, 'x', 100)).candidates.length, 10);
    await store.items.apply({ derived: [], put: put.slice(10), drop: put.slice(0, 5).map(({ id }) => id) });
    await embedAll(store);
    assert.deepEqual(
      new Set((await ask(reader, 'x', 100)).candidates.map(({ item }) => item.id)),
      new Set(put.slice(5).map(({ id }) => id)),
    );
    await store.vectors.useModel(LARGE);
    assert.equal((await ask(reader, 'x')).vectors, 'none');
    await assert.rejects(reader.vectors.useModel(SMALL), { code: 'not_allowed' });
    await assert.rejects(reader.vectors.put(LARGE.name, []), { code: 'not_allowed' });
  });
});
