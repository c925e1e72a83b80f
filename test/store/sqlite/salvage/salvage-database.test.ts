import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { makeDamageableStore } from '../../../../bench/support/salvage/damageable-store.ts';
import { flipPages } from '../../../../bench/support/salvage/flip-pages.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import type { ItemId } from '../../../../src/core/model/ids.ts';
import { sum } from '../../../../src/core/sum.ts';
import { targetsOf } from '../../../../src/derive/event/targets-of.ts';
import { openPages } from '../../../../src/platform/sqlite/page-file.ts';
import { readPageMap, readTrees } from '../../../../src/platform/sqlite/page-map.ts';
import { isInner } from '../../../../src/platform/sqlite/read-cells.ts';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import { homeKeysIn } from '../../../../src/store/sqlite/database-file.ts';
import { toPublicId } from '../../../../src/store/sqlite/engine/compact-id.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { salvageDatabase } from '../../../../src/store/sqlite/salvage/salvage-database.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { makeEvent, START } from '../../contract/make.ts';

const SMALL = { sessions: 2, worked: 200 };
const PAGE = 4_096;

let made: Promise<Buffer> | undefined;

/** A database that may be damaged; all tests copy one. */
async function damageable(context: TestContext): Promise<{ path: string; to: string }> {
  const folder = temporaryFolder(context);
  const path = join(folder, 'cairn.db');
  made ??= makeDamageableStore(path, SMALL).then(() => readFileSync(path));
  writeFileSync(path, await made);
  return { path, to: join(folder, 'salvaged.db') };
}

/** The last page of a table that holds rows. */
function lastPageOf(path: string, table: string): number {
  const pages = openPages(path);
  try {
    const map = readPageMap(pages);
    const trees = readTrees(pages, map);
    const numbers = Array.from({ length: pages.pageCount }, (_, i) => pages.pageCount - i);
    const isOfTable = (number: number): boolean => trees.get(map.rootOf(number) ?? 0)?.name === table;
    return numbers.find((number) => isOfTable(number) && !isInner(pages, number)) ?? assert.fail();
  } finally {
    pages.close();
  }
}

async function logOf(path: string) {
  const store = openSqliteStore({ path });
  try {
    const events = (await store.log.since(0, 2_000)).map(({ seq: _, ...event }) => event);
    const [tombstones, kept] = [await store.log.tombstones(), await store.sync.privateItems()];
    return { events, tombstones, kept, faults: await store.check() };
  } finally {
    await store.close();
  }
}

suite('a salvage', () => {
  test('keeps the keys of the hashes, of the damaged file and of the backup', async (context) => {
    const { path, to } = await damageable(context);
    const backup = join(temporaryFolder(context), 'backup.db');
    const [here, there] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await openSqliteStore({ path, keys: [here] }).close();
    await openSqliteStore({ path: backup, keys: [there] }).close();
    const pages = readFileSync(path);
    pages.fill(7, (lastPageOf(path, 'events') - 1) * PAGE, lastPageOf(path, 'events') * PAGE);
    writeFileSync(path, pages);
    salvageDatabase(path, to, { targetsOf, backup });
    assert.deepEqual(
      homeKeysIn(to).map((key) => key[0]),
      [1, 2],
    );
  });

  test('of a whole database gives the same log', async (t) => {
    const { path, to } = await damageable(t);
    const before = await logOf(path);
    const { events, lostRows } = salvageDatabase(path, to, { targetsOf });
    assert.deepEqual([events, lostRows], [before.events.length, 0]);
    const after = await logOf(to);
    assert.deepEqual(after.events, before.events);
    assert.deepEqual([after.tombstones, after.faults], [before.tombstones, []]);
  });

  test('keeps private what was, or what a backup has as such', async (t) => {
    const { path, to } = await damageable(t);
    const ids = ['o_aaaaaaaaaaaaaaaa', 'o_bbbbbbbbbbbbbbba'] as [ItemId, ItemId];
    const keep = async (id: ItemId): Promise<void> => {
      const store = openSqliteStore({ path });
      await store.sync.setPrivate([id], true);
      await store.close();
    };
    await keep(ids[0]);
    const backup = `${path}.backup`;
    copyFileSync(path, backup);
    const whole = openSqliteStore({ path });
    await whole.sync.setPrivate([ids[0]], false);
    await whole.close();
    await keep(ids[1]);
    salvageDatabase(path, to, { targetsOf, backup });
    assert.deepEqual((await logOf(to)).kept, ids);
  });

  test('keeps what others heard, or what a backup knows of that', async (t) => {
    const { path, to } = await damageable(t);
    const [item, other] = ['o_aaaaaaaaaaaaaaaa', 'o_bbbbbbbbbbbbbbba'] as [ItemId, ItemId];
    const [d, e] = ['d_aaaaaaaaaaaaaaaa', 'd_bbbbbbbbbbbbbbba'];
    const say = async (id: ItemId, record: string, isGone: boolean): Promise<void> => {
      const store = openSqliteStore({ path });
      const row = { item: id, project: 'git.example/p', kind: 'knowledge', version: START, hash: 'ab'.repeat(16) };
      await store.sync.putShared([{ ...row, state: isGone ? 'gone' : 'sent' }]);
      await store.sync.addRecords([{ id: record, kind: 'tombstone', at: START, data: { id: record } }]);
      await store.sync.addReached([record], 'h_aaaaaaaaaaaaaaaa');
      await store.sync.sawHome({ home: 'h_aaaaaaaaaaaaaaaa', member: 'Ben', at: START });
      for (const name of ['own-homes', 'cursor']) await store.sync.setValue(name, '{}');
      await store.close();
    };
    await say(item, d, false);
    const backup = `${path}.backup`;
    copyFileSync(path, backup);
    const db = openDatabase(path);
    for (const table of ['sync_shared', 'sync_records', 'sync_reached']) db.exec(`DELETE FROM ${table}`);
    db.close();
    await say(other, e, true);
    salvageDatabase(path, to, { targetsOf, backup });
    const salvaged = openSqliteStore({ path: to });
    t.after(() => salvaged.close());
    const said = await salvaged.sync.said();
    assert.deepEqual(
      said.shared.map((row) => [row.item, row.state]),
      [
        [item, 'sent'],
        [other, 'gone'],
      ],
    );
    assert.deepEqual(said.records.map(({ id }) => id).sort(), [d, e]);
    assert.deepEqual([said.reached.length, said.homes.length, said.values], [2, 1, [['own-homes', '{}']]]);
  });

  test('needs no first page, and reads what only the write-ahead log has', async (t) => {
    const { path, to } = await damageable(t);
    const store = openSqliteStore({ path });
    const late = makeEvent({ text: 'A heron that only the log has' });
    await store.log.append({ events: [late] });
    const copy = `${path}.copy`;
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
    await store.close();
    const bytes = readFileSync(copy);
    writeFileSync(copy, bytes.fill(0, 0, PAGE));
    assert.ok(existsSync(`${copy}-wal`));
    const before = await logOf(path);
    salvageDatabase(copy, to, { targetsOf });
    const { events, faults } = await logOf(to);
    assert.deepEqual([events, faults], [before.events, []]);
  });

  test('brings back nothing that was forgotten, though a backup still has it', async (t) => {
    const { path, to } = await damageable(t);
    const backup = `${path}.backup`;
    copyFileSync(path, backup);
    const store = openSqliteStore({ path });
    const [gone] = await store.log.since(0, 1);
    assert.ok(gone !== undefined);
    await store.log.erase([gone.id], START);
    await store.checkpoint();
    await store.close();
    salvageDatabase(path, to, { targetsOf, backup });
    const salvaged = openSqliteStore({ path: to });
    t.after(() => salvaged.close());
    const covered = await salvaged.log.addTombstones(await salvaged.log.tombstones());
    assert.deepEqual(covered, [gone.id]);
    await salvaged.log.erase(covered, START);
    assert.deepEqual(await salvaged.log.events([gone.id]), []);
    assert.deepEqual(await salvaged.check(), []);
  });

  test('names what is lost, and has transcripts read again for it, but not where marks of what was forgotten are lost', async (t) => {
    const { path, to } = await damageable(t);
    const bytes = readFileSync(path);
    const toReadAgain = (state: JsonObject): JsonObject => ({ ...state, again: true });
    for (const [table, isAgain] of [
      ['events', true],
      ['tombstones', false],
    ] as const) {
      const damaged = `${path}.${table}`;
      const page = lastPageOf(path, table);
      writeFileSync(damaged, Buffer.from(bytes).fill(0xa7, (page - 1) * PAGE, page * PAGE));
      const { lost } = salvageDatabase(damaged, `${to}.${table}`, { targetsOf, toReadAgain });
      assert.ok(
        lost.some((one) => one.table === table && one.row === `page ${page}: cannot be read`),
        JSON.stringify(lost),
      );
      if (table === 'events') assert.ok(lost.some(({ row }) => /^e_[a-z2-7]{16}$/.test(row)));
      const db = openDatabase(`${to}.${table}`, { readonly: true });
      const states = db.all<{ state: string }>('SELECT state FROM offsets').map(({ state }) => JSON.parse(state).again);
      db.close();
      assert.deepEqual([...new Set(states)], [isAgain ? true : undefined]);
    }
  });

  test('finds the id of a session whose row was changed by its index, and its name by the transcript', async (t) => {
    const { path, to } = await damageable(t);
    const before = await logOf(path);
    const db = openDatabase(path);
    const { agent_session } = db.get<{ agent_session: string }>('SELECT agent_session FROM sessions LIMIT 1') ?? {
      agent_session: '',
    };
    db.run("UPDATE sessions SET agent_session = 'another' WHERE agent_session = ?", agent_session);
    db.close();
    salvageDatabase(path, to, { targetsOf });
    const { events, faults } = await logOf(to);
    assert.deepEqual([events, faults], [before.events, []]);
  });

  test('names an event whose id alone was changed by the id that its index has', async (t) => {
    const { path, to } = await damageable(t);
    const db = openDatabase(path, { readonly: true });
    const sql = 'SELECT id, seq FROM events ORDER BY seq DESC LIMIT 1';
    const { id } = db.get<{ id: Uint8Array }>(sql) ?? assert.fail();
    db.close();
    const bytes = readFileSync(path);
    const first = (lastPageOf(path, 'events') - 1) * PAGE;
    const at = bytes.subarray(first, first + PAGE).indexOf(id);
    assert.ok(at > 0);
    bytes[first + at + 5] = (bytes[first + at + 5] ?? 0) ^ 8;
    writeFileSync(path, bytes);
    const { lost } = salvageDatabase(path, to, { targetsOf });
    assert.deepEqual(lost, [{ table: 'events', row: toPublicId(id) }]);
  });

  test('gives back at least 99 % of the rows that do not lie on a damaged page, and none that was never there', async () => {
    const flips = await flipPages({ flips: 16, size: SMALL });
    for (const { seed, faults, error, wrong } of flips)
      assert.deepEqual([error, faults, wrong], [undefined, [], 0], `seed ${seed}`);
    const [others, back] = [sum(flips.map((flip) => flip.others)), sum(flips.map((flip) => flip.back))];
    assert.ok(others > 1_000 && back / others >= 0.99, `${back} of ${others}`);
  });

  test('takes what a damaged page had from a backup', async () => {
    const flips = await flipPages({ flips: 8, size: SMALL, firstSeed: 100, withBackup: true });
    for (const { seed, faults, error, wrong, back, others } of flips) {
      assert.deepEqual([error, faults, wrong], [undefined, [], 0], `seed ${seed}`);
      assert.ok(back / others >= 0.99, `seed ${seed}`);
    }
  });
});
