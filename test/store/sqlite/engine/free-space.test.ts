import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { variedText } from '../../../../bench/support/generated/varied-text.ts';
import type { EventId } from '../../../../src/core/model/ids.ts';
import type { Store } from '../../../../src/store/contract/store.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { makeEvent, makeItem, START, toolEnd } from '../../contract/make.ts';
import { leaveBytes } from '../leave-bytes.ts';
import { openTemporary } from '../open-temporary.ts';

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

/** Bytes of the index of words. */
function indexBytes(path: string): number {
  const raw = new DatabaseSync(path, { readOnly: true });
  const { bytes } = raw.prepare("SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = 'items_fts_data'").get() ?? {};
  raw.close();
  return Number(bytes);
}

test('the index of words of a home that was emptied takes no room, and of one that was halved about half', async (t) => {
  const { store, path } = openTemporary(t);
  const events = Array.from({ length: 400 }, (_, i) =>
    makeEvent({ number: `${i}`, body: toolEnd(variedText(i, 1_500)) }),
  );
  const ids: EventId[] = [];
  for (let start = 0; start < events.length; start += 20) {
    const { results } = await store.log.append({ events: events.slice(start, start + 20) });
    ids.push(...results.map(({ id }) => id));
    const derived = await store.log.pending(20);
    const put = derived.map(({ id, session, seq }) =>
      makeItem({ name: id, event: id, session, text: variedText(seq, 1_500) }),
    );
    await store.items.apply({ derived, put });
  }
  const full = indexBytes(path);
  await store.log.erase(ids.slice(0, 200), START);
  await store.giveBack();
  const halved = indexBytes(path);
  assert.ok(halved < 0.7 * full, `${halved} of ${full} bytes are left`);
  assert.deepEqual(await store.check(), []);
  const asked = { words: ['zirconium'], phrases: [], filter: {}, limit: 10 };
  assert.equal((await store.candidates.query(asked)).total, 200);
  await store.log.erase(ids.slice(200), START);
  await store.giveBack();
  assert.ok(indexBytes(path) <= 8_192, `${indexBytes(path)} bytes are left`);
  assert.deepEqual(await store.check(), []);
});

test('a page that kept the bytes of a row which is gone has none of them once the file is written again', async (t) => {
  const path = join(temporaryFolder(t), 'cairn.db');
  const made = openSqliteStore({ path });
  await fillAndErase(made);
  await made.close();
  leaveBytes(path, 'what was forgotten');
  const store = openSqliteStore({ path });
  t.after(() => store.close());
  const before = await store.log.since(0, 10);
  assert.ok(readFileSync(path).includes('what was forgotten'));
  assert.equal(await store.rewrite(), true);
  assert.equal(await store.checkpoint(), true);
  assert.ok(!readFileSync(path).includes('what was forgotten'));
  assert.deepEqual(await store.log.since(0, 10), before);
  assert.deepEqual(await store.check(), []);
  assert.deepEqual(readdirSync(join(path, '..')).sort(), ['cairn.db', 'cairn.db-shm', 'cairn.db-wal']);
});
