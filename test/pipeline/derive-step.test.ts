import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { Deriver } from '../../src/pipeline/deriver.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeEvent } from '../store/contract/make.ts';
import { placeDatabase } from '../support/fresh-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A store with three prompts to derive, and another connection to its database. */
async function waiting(context: TestContext) {
  const path = placeDatabase(join(temporaryFolder(context), 'cairn.db'));
  const other = new DatabaseSync(path);
  const store = openSqliteStore({ path });
  context.after(async () => {
    other.close();
    await store.close();
  });
  const texts = ['The heron wades at dawn.', 'The bittern booms at dusk.', 'The gannet nests in Oslo.'];
  const events = texts.map((text, n) =>
    makeEvent({ number: String(n), body: { kind: 'prompt', text, origin: 'person' } }),
  );
  const deriver = new Deriver(store);
  await deriver.settled(30_000);
  await store.log.append({ events });
  takeIgnored();
  const told = async () =>
    (await store.items.list({ kinds: ['prompt'] }, { limit: 10 })).map(({ text }) => text).sort();
  return { store, other, texts, told, deriver };
}

suite('an event whose items cannot be stored', () => {
  test('is put aside and counted, and what came before and after it is derived', async (context) => {
    const { store, other, texts, told, deriver } = await waiting(context);
    other.exec(`CREATE TRIGGER refuse BEFORE INSERT ON items WHEN new.text LIKE '%bittern%'
      BEGIN SELECT RAISE(ABORT, 'a value that no table takes'); END`);
    await deriver.settled(30_000);
    assert.deepEqual(await told(), [texts[2], texts[0]]);
    assert.deepEqual(await store.log.pending(10), []);
    assert.deepEqual(takeIgnored(), { 'an event of kind prompt could not be derived, and was put aside': 1 });
  });

  test('waits where the database is in use: that is no fault of the event', async (context) => {
    const { store, other, texts, told, deriver } = await waiting(context);
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(deriver.settled(30_000), { code: 'busy' });
    assert.equal((await store.log.pending(10)).length, 3);
    other.exec('ROLLBACK');
    assert.ok(!('an event of kind prompt could not be derived, and was put aside' in takeIgnored()));
    await new Deriver(store).settled(30_000);
    assert.deepEqual(await told(), [texts[1], texts[2], texts[0]]);
  });
});
