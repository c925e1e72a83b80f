import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { CairnError } from '../../../../src/core/errors.ts';
import type { Database } from '../../../../src/platform/sqlite/sqlite.ts';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import type { Store } from '../../../../src/store/contract/store.ts';
import { createVectorIndex } from '../../../../src/store/sqlite/vectors/vector-index.ts';
import type { ModelRow } from '../../../../src/store/sqlite/vectors/vectors.ts';
import { modelInUse } from '../../../../src/store/sqlite/vectors/vectors.ts';
import { PATIENT } from '../../../support/patience.ts';
import { SMALL, vectorOf } from '../../contract/embedding.ts';
import { makeItem } from '../../contract/make.ts';
import { openTemporary } from '../open-temporary.ts';

async function put(store: Store, from: number, to: number): Promise<void> {
  const items = Array.from({ length: to - from }, (_, i) => makeItem({ name: String(from + i), kind: 'message' }));
  await store.items.apply({ derived: [], put: items });
  for (let waiting = await store.vectors.waiting(500); waiting.length > 0; waiting = await store.vectors.waiting(500)) {
    const vectors = waiting.map(({ id, contentHash, title }) => ({ id, contentHash, vector: vectorOf(title) }));
    await store.vectors.put(SMALL.name, vectors);
  }
}

async function filled(t: TestContext, count: number): Promise<{ store: Store; db: Database; model: ModelRow }> {
  const { store, path } = openTemporary(t);
  await store.vectors.useModel(SMALL);
  await put(store, 0, count);
  const db = openDatabase(path, { readonly: true });
  t.after(() => db.close());
  return { store, db, model: usedIn(db) };
}

function usedIn(db: Database): ModelRow {
  const model = modelInUse(db);
  assert.ok(model);
  return model;
}

suite('the index of vectors', () => {
  test('says that it is loading rather than have a question wait, and is there soon after', async (t) => {
    const { db, model } = await filled(t, 6_000);
    const index = createVectorIndex(db, { waitMs: 0 });
    t.after(() => index.close());
    assert.equal(await index.ready(model), 'loading');
    let memory = await index.ready(model);
    while (memory === 'loading') memory = await index.ready(model);
    assert.ok(typeof memory !== 'string');
    assert.equal(memory.size, 6_000);
  });

  test('reads only what is new', async (t) => {
    const { store, db, model } = await filled(t, 20);
    const index = createVectorIndex(db, { waitMs: PATIENT.vectorsMs });
    t.after(() => index.close());
    const memory = await index.ready(model);
    await put(store, 20, 30);
    assert.equal(await index.ready(usedIn(db)), memory);
    assert.ok(typeof memory !== 'string');
    assert.equal(memory.size, 30);
  });

  test('gives its memory back when nobody asks', async (t) => {
    const { db, model } = await filled(t, 5);
    const index = createVectorIndex(db, { waitMs: PATIENT.vectorsMs, idleMs: 20 });
    t.after(() => index.close());
    const memory = await index.ready(model);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.notEqual(await index.ready(model), memory);
  });

  test('is read anew for another model, and once most of it is gone from the file', async (t) => {
    const { db, model } = await filled(t, 5);
    const index = createVectorIndex(db, { waitMs: PATIENT.vectorsMs });
    t.after(() => index.close());
    const memory = await index.ready(model);
    const other = await index.ready({ ...model, seq: 99, name: 'other' });
    assert.notEqual(other, memory);
    assert.ok(typeof other !== 'string');
    assert.equal(other.size, 0);
    assert.equal(await index.ready({ ...model, stored: 5 }), await index.ready({ ...model, stored: 0 }));
  });

  test('answers that there are none when they cannot be scanned', async (t) => {
    const { db, model } = await filled(t, 5);
    const index = createVectorIndex(db, {
      waitMs: PATIENT.vectorsMs,
      createMemory() {
        throw new CairnError('damaged', 'the kernel cannot be loaded');
      },
    });
    t.after(() => index.close());
    assert.equal(await index.ready(model), 'none');
  });

  test('stops reading when it is closed', async (t) => {
    const { db, model } = await filled(t, 6_000);
    const index = createVectorIndex(db, { waitMs: 0 });
    assert.equal(await index.ready(model), 'loading');
    index.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
