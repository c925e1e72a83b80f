import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { variedText } from '../../../bench/support/varied-text.ts';
import type { Store } from '../../../src/store/contract.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { makeEvent, START, toolEnd } from '../contract/make.ts';
import { openTemporary } from './open-temporary.ts';

/** Some hundred kilobytes of events, of which all but the first go again. */
async function fillAndErase(store: Store, agentSession = 'one'): Promise<void> {
  const events = Array.from({ length: 60 }, (_, i) =>
    makeEvent({ agentSession, number: `${i}`, body: toolEnd(variedText(i, 10_000)) }),
  );
  const { results } = await store.log.append({ events });
  await store.log.erase(
    results.slice(1).map(({ id }) => id),
    START,
  );
}

test('gives what was erased back to the disk and says how much', async (t) => {
  const { store, path } = openTemporary(t);
  await fillAndErase(store);
  await store.checkpoint();
  const [before, { freeBytes }] = [statSync(path).size, await store.log.counts()];
  assert.ok(freeBytes > 100_000, `${freeBytes} bytes are free`);
  assert.equal(await store.giveBack(), freeBytes);
  await store.checkpoint();
  assert.equal(statSync(path).size, before - freeBytes);
  assert.equal((await store.log.counts()).freeBytes, 0);
  assert.equal(await store.giveBack(), 0);
  assert.deepEqual(await store.check(), []);
  assert.equal((await store.log.counts()).events, 1);
});

test('a file that was made before its free space could be given back is written anew once', async (t) => {
  const folder = join(temporaryFolder(t), "a person's");
  const path = join(folder, 'cairn.db');
  const made = openSqliteStore({ path });
  await fillAndErase(made);
  await made.close();
  const raw = new DatabaseSync(path);
  raw.exec('PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM;');
  assert.deepEqual({ ...raw.prepare('PRAGMA auto_vacuum').get() }, { auto_vacuum: 0 });
  raw.close();
  const store = openSqliteStore({ path });
  t.after(() => store.close());
  assert.deepEqual(readdirSync(folder).sort(), ['cairn.db', 'cairn.db-shm', 'cairn.db-wal']);
  assert.equal((await store.log.counts()).events, 1);
  await fillAndErase(store, 'two');
  assert.ok((await store.giveBack()) > 100_000);
  assert.deepEqual(await store.check(), []);
});
