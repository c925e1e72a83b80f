import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createBackups, findBackup } from '../../src/backup/backups.ts';
import { openBackup } from '../../src/backup/open-backup.ts';
import { type Restored, type RestorePlace, restoreBackup } from '../../src/backup/restore-backup.ts';
import type { CleanEvent } from '../../src/core/model/event.ts';
import type { EventId, ItemId } from '../../src/core/model/ids.ts';
import { ANY_HOME, EVERY_VERSION } from '../../src/core/model/shared-memory.ts';
import { targetsOf } from '../../src/derive/event/targets-of.ts';
import { openDatabase } from '../../src/platform/sqlite/sqlite.ts';
import { tombstoneHash } from '../../src/store/common/tombstone-hash.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { MIGRATIONS, migrate } from '../../src/store/sqlite/engine/migrate.ts';
import { homeKeys } from '../../src/store/sqlite/migrations/0021-home-keys.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeEvent, START } from '../store/contract/make.ts';
import { placeDatabase } from '../support/fresh-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DAY = 86_400_000;

/** A store whose test closes it, in a folder with backups; each backup is made a day later. */
function openWithBackups(t: TestContext) {
  const path = placeDatabase(join(temporaryFolder(t), 'cairn.db'));
  const store = openSqliteStore({ path });
  const folder = join(path, '..', 'backups');
  let at = START;
  const backups = createBackups({ dbPath: path, folder, now: () => (at += DAY) });
  return { store, path, folder, backups };
}

async function append(store: Store, ...events: CleanEvent[]): Promise<EventId[]> {
  return (await store.log.append({ events })).results.map(({ id }) => id);
}

suite('a backup', () => {
  test('is one compressed file for its owner alone, says what it holds, and is whole', async (t) => {
    const { store, folder, backups } = openWithBackups(t);
    await store.log.append({ events: [makeEvent({ text: 'zirconium' }), makeEvent({ number: '2' })] });
    const made = await backups.create('asked');
    assert.deepEqual([made.manifest?.events, made.manifest?.sessions, made.reason], [2, 1, 'asked']);
    assert.equal(statSync(made.path).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder).sort(), [made.name, `${made.name}.json`].sort());
    assert.ok(!readFileSync(made.path).includes('zirconium'), 'it is compressed');
    const { events, faults } = await backups.verify(made);
    assert.deepEqual([events, faults], [2, []]);
    await store.close();
  });

  test('with a byte that changed, or cut short, is damaged', async (t) => {
    const { store, folder, backups } = openWithBackups(t);
    await store.log.append({ events: [makeEvent()] });
    const { path } = await backups.create('daily');
    const bytes = readFileSync(path);
    const at = bytes.length >> 1;
    for (const broken of [Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1), bytes.subarray(0, at)]) {
      writeFileSync(path, broken);
      await assert.rejects(backups.verify({ path }), { name: 'CairnError', code: 'damaged' });
    }
    assert.throws(() => findBackup(backups.list(), folder, 'cairn-of-nobody'), {
      name: 'CairnError',
      code: 'not_found',
    });
    await store.close();
  });

  test('is made while others write, as of one moment', async (t) => {
    const { store, backups } = openWithBackups(t);
    await store.log.append({ events: [makeEvent({ number: 'first' })] });
    const making = backups.create('daily');
    for (let n = 0; n < 20; n += 1) await store.log.append({ events: [makeEvent({ number: `during ${n}` })] });
    const made = await making;
    assert.equal((await backups.verify(made)).events, made.manifest?.events);
    assert.equal((await store.log.counts()).events, 21);
    await store.close();
  });

  test('of what was forgotten is replaced by one without it', async (t) => {
    const { store, folder, backups } = openWithBackups(t);
    const [id] = await append(store, makeEvent());
    await backups.create('daily');
    await backups.create('asked');
    await store.log.erase([id as EventId], START);
    await backups.replaceThose();
    const [left, ...more] = backups.list();
    assert.deepEqual([left?.reason, left?.manifest?.events, more], ['forgotten', 0, []]);
    assert.equal(readdirSync(folder).length, 2);
    await store.close();
  });
});

suite('of backups', () => {
  test('those that hold what is looked for are replaced by one without it, and the others stay', async (t) => {
    const { store, folder, backups } = openWithBackups(t);
    await append(store, makeEvent());
    const before = await backups.create('daily');
    const [id = ''] = await append(store, makeEvent({ number: '2' }));
    await backups.create('asked');
    writeFileSync(join(folder, 'cairn-odd.db'), 'no database');
    await store.log.erase([id as EventId], START);
    await backups.replaceThose(async ({ log }) => (await log.events([id as EventId])).length > 0);
    const left = backups.list();
    assert.deepEqual(left.map(({ reason }) => reason).sort(), ['daily', 'forgotten']);
    assert.ok(left.some(({ name }) => name === before.name));
    assert.equal(existsSync(join(folder, 'cairn-odd.db')), false, 'what cannot be read may hold it');
    await backups.replaceThose(async () => false);
    assert.deepEqual(backups.list(), left);
    await store.close();
  });
});

suite('a backup that a kill left unpacked', () => {
  /** Folders with a raw database, as a killed `verify` and `restore` leave them, and when they were last written. */
  const leaveUnpacked = (folder: string, at?: number): string => {
    const left = join(folder, '.unpacked-AbCdEf');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'cairn.db'), 'zirconium');
    if (at !== undefined) utimesSync(left, at / 1_000, at / 1_000);
    return left;
  };

  test('goes with the next backup; one in the home only once nobody can wait for it', async (t) => {
    const { store, path, folder, backups } = openWithBackups(t);
    await store.log.append({ events: [makeEvent()] });
    const [inBackups, inHome] = [leaveUnpacked(folder), leaveUnpacked(dirname(path), START + DAY)];
    await backups.create('asked');
    assert.deepEqual([existsSync(inBackups), existsSync(inHome)], [false, true]);
    await backups.create('asked');
    await backups.create('asked');
    assert.equal(existsSync(inHome), false);
    await store.close();
  });

  test('goes with the next one that is opened there, once its process has ended', async (t) => {
    const { store, folder, backups } = openWithBackups(t);
    await store.log.append({ events: [makeEvent()] });
    const backup = await backups.create('asked');
    await store.close();
    const { pid } = spawnSync(process.execPath, ['--version']);
    const [left, mine] = [pid, process.pid].map((one) => join(folder, `.unpacked-${one}-AbCdEf`)) as [string, string];
    for (const path of [left, mine]) mkdirSync(path);
    (await openBackup(backup.path)).close();
    assert.deepEqual([existsSync(left), existsSync(mine)], [false, true]);
  });

  test('goes with forgetting, wherever it is, and a restore that waits for its answer then refuses', async (t) => {
    const { store, path, folder, backups } = openWithBackups(t);
    await store.log.append({ events: [makeEvent()] });
    const backup = await backups.create('asked');
    const opened = await openBackup(backup.path, dirname(path));
    const left = leaveUnpacked(folder);
    await backups.replaceThose();
    assert.deepEqual([existsSync(left), existsSync(opened.database)], [false, false]);
    await store.close();
    await assert.rejects(restoreBackup(opened, { dbPath: path, backups: folder, targetsOf }, START), {
      code: 'outdated',
    });
    const again = openSqliteStore({ path });
    t.after(() => again.close());
    assert.equal((await again.log.counts()).events, 1);
  });
});

/** The place of a database that is closed. */
async function openClosed(t: TestContext): Promise<Pick<ReturnType<typeof openWithBackups>, 'path' | 'folder'>> {
  const { store, path, folder } = openWithBackups(t);
  await store.close();
  return { path, folder };
}

/** Puts a backup in the place of a database. */
async function restore(backup: string, place: RestorePlace, now: number): Promise<Restored> {
  const opened = await openBackup(backup);
  try {
    return await restoreBackup(opened, { ...place, targetsOf }, now);
  } finally {
    opened.close();
  }
}

/** A database with noise in place of the pages in which some bytes stand. */
function withoutPageOf(database: Buffer, bytes: Buffer): Buffer {
  const size = database.readUInt16BE(16);
  const damaged = Buffer.from(database);
  for (let at = database.indexOf(bytes); at >= 0; at = database.indexOf(bytes, at + 1)) {
    damaged.fill(7, at - (at % size), at - (at % size) + size);
  }
  return damaged;
}

suite('a restore', () => {
  test('gives back what the backup held, keeps what it replaces, and brings back nothing that was forgotten since', async (t) => {
    const { store, path, folder, backups } = openWithBackups(t);
    const [kept, gone] = await append(store, makeEvent({ number: '1' }), makeEvent({ number: '2' }));
    const backup = await backups.create('asked');
    await store.log.append({ events: [makeEvent({ number: 'later' })] });
    await store.log.erase([gone as EventId], START);
    await store.close();

    const opened = await openBackup(backup.path);
    const restored = await restoreBackup(opened, { dbPath: path, backups: folder, targetsOf }, START + 9 * DAY);
    opened.close();
    assert.equal(restored.forgotten, 1);
    const again = openSqliteStore({ path });
    t.after(() => again.close());
    assert.deepEqual(
      (await again.log.since(0, 9)).map(({ id }) => id),
      [kept],
    );
    const { results } = await again.log.append({ events: [makeEvent({ number: '2' })] });
    assert.equal(results[0]?.outcome, 'refused');
    assert.deepEqual(await again.check(), []);

    const replaced = backups.list()[0];
    assert.deepEqual(
      [replaced?.path, replaced?.reason, replaced?.restored],
      [restored.replaced, 'replaced', backup.name],
    );
    assert.equal((await backups.verify({ path: restored.replaced ?? '' })).events, 2);
  });

  test('of a small backup over a large memory can be undone after the next backups', async (t) => {
    const { store, path, folder, backups } = openWithBackups(t);
    await append(store, makeEvent({ text: 'early' }));
    const early = await backups.create('asked');
    const text = (): string => randomBytes(2_000).toString('base64');
    await append(store, ...Array.from({ length: 500 }, (_, n) => makeEvent({ number: `later ${n}`, text: text() })));
    await store.close();
    const { replaced = '', isDamaged } = await restore(
      early.path,
      { dbPath: path, backups: folder },
      START + 1.5 * DAY,
    );
    assert.equal(isDamaged, false);
    for (let day = 0; day < 3; day += 1) await backups.create('daily');
    const listed = backups.list();
    assert.ok([early.path, replaced].every((one) => listed.some((backup) => backup.path === one)));

    const { replaced: undone } = await restore(replaced, { dbPath: path, backups: folder }, START + 6 * DAY);
    assert.ok(undone);
    const again = openSqliteStore({ path });
    t.after(() => again.close());
    assert.equal((await again.log.counts()).events, 501);
  });

  test('over a damaged memory keeps it as it is, named so, through the next backups, until something is forgotten', async (t) => {
    const { store, path, folder, backups } = openWithBackups(t);
    await append(store, makeEvent());
    const backup = await backups.create('asked');
    await append(store, ...Array.from({ length: 500 }, (_, n) => makeEvent({ number: `later ${n}` })));
    await store.close();
    const damaged = withoutPageOf(readFileSync(path), Buffer.from('CREATE TABLE sessions'));
    writeFileSync(path, damaged);
    const { replaced = '', isDamaged } = await restore(
      backup.path,
      { dbPath: path, backups: folder },
      START + 1.5 * DAY,
    );
    assert.deepEqual([isDamaged, replaced.endsWith('-damaged.db')], [true, true]);
    await backups.create('daily');
    await backups.create('daily');
    assert.ok(readFileSync(replaced).equals(damaged));
    await backups.replaceThose(async () => false);
    assert.equal(existsSync(replaced), false, 'it cannot be read whole, so it may hold it');
  });

  test('keeps what it replaced, until something that it holds is forgotten', async (t) => {
    const { store, path, folder, backups } = openWithBackups(t);
    await append(store, makeEvent());
    const backup = await backups.create('asked');
    const [gone = ''] = await append(store, makeEvent({ number: 'later' }));
    await store.close();
    const { replaced = '' } = await restore(backup.path, { dbPath: path, backups: folder }, START + 1.5 * DAY);
    await backups.replaceThose(async ({ log }) => (await log.events([gone as EventId])).length > 0);
    assert.deepEqual(
      [existsSync(replaced), existsSync(`${replaced}.json`), existsSync(backup.path)],
      [false, false, true],
    );
  });

  test('keeps private what the backup did not know to be', async (t) => {
    const { store, path, folder, backups } = openWithBackups(t);
    const [since, before] = ['o_aaaaaaaaaaaaaaaa', 'o_bbbbbbbbbbbbbbba'] as [ItemId, ItemId];
    await store.sync.setPrivate([before], true);
    const backup = await backups.create('asked');
    await store.sync.setPrivate([since], true);
    await store.close();
    const opened = await openBackup(backup.path);
    await restoreBackup(opened, { dbPath: path, backups: folder, targetsOf }, START);
    opened.close();
    const again = openSqliteStore({ path });
    t.after(() => again.close());
    assert.deepEqual(await again.sync.privateItems(), [since, before]);
  });

  test('keeps forgotten and private what a damaged database knows to be, and says where nothing of it can be read', async (t) => {
    const { store, path, folder, backups } = openWithBackups(t);
    const [kept, gone] = await append(store, makeEvent({ number: '1' }), makeEvent({ number: '2' }));
    const backup = await backups.create('asked');
    await store.log.erase([gone as EventId], START);
    await store.sync.setPrivate(['o_aaaaaaaaaaaaaaaa' as ItemId], true);
    await store.sync.addErased(ANY_HOME, [{ target: 'o_aaaaaaaaaaaaaaaa', until: EVERY_VERSION }]);
    const refused = await store.sync.refused();
    await store.close();
    const whole = readFileSync(path);
    for (const [damage, isUnguarded] of [
      [whole, false],
      [Buffer.concat([Buffer.alloc(100), whole.subarray(100)]), false],
      [Buffer.alloc(8_192, 7), true],
      [Buffer.alloc(0), true],
      [withoutPageOf(whole, tombstoneHash(gone as EventId)), true],
    ] as const) {
      await setTimeout(2);
      writeFileSync(path, damage);
      const opened = await openBackup(backup.path);
      const restored = await restoreBackup(opened, { dbPath: path, backups: folder, targetsOf }, Date.now());
      opened.close();
      assert.deepEqual(
        [restored.isUnguarded, restored.forgotten],
        [isUnguarded, isUnguarded ? 0 : 1],
        `${damage.length}`,
      );
      const again = openSqliteStore({ path });
      const ids = (await again.log.since(0, 9)).map(({ id }) => id);
      assert.deepEqual(ids, isUnguarded ? [kept, gone] : [kept]);
      if (!isUnguarded) assert.equal((await again.sync.privateItems()).length, 1);
      if (!isUnguarded) assert.deepEqual(await again.sync.refused(), refused);
      await again.close();
    }
  });

  test('keeps the keys of both homes, under which each knows what it took in and what was forgotten', async (t) => {
    const { store, path, folder, backups } = openWithBackups(t);
    const [here, there] = [randomBytes(32), randomBytes(32)];
    await store.close();
    const open = (...keys: Uint8Array[]) => openSqliteStore({ path, keys });
    await open(there).close();
    const backup = await backups.create('asked');
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    await open(here).close();
    const { isKeyless } = await restore(backup.path, { dbPath: path, backups: folder }, START + 9 * DAY);
    assert.equal(isKeyless, false);
    const again = open(here);
    t.after(() => again.close());
    assert.deepEqual(again.keys, [here, new Uint8Array(there)]);
  });

  test('says where an earlier version made the backup, without the key of its home', async (t) => {
    const { path, folder } = await openClosed(t);
    const early = join(folder, `cairn-before-schema-${homeKeys.version}.db`);
    mkdirSync(folder, { recursive: true });
    const db = openDatabase(early);
    migrate(db, MIGRATIONS.slice(0, homeKeys.version - 1));
    db.close();
    const { isKeyless } = await restore(early, { dbPath: path, backups: folder }, START);
    assert.equal(isKeyless, true);
  });

  test('works where the database is damaged or gone', async (t) => {
    const { store, path, folder, backups } = openWithBackups(t);
    await store.log.append({ events: [makeEvent()] });
    const backup = await backups.create('daily');
    await store.close();
    writeFileSync(path, Buffer.alloc(8_192, 7));
    const opened = await openBackup(backup.path);
    await restoreBackup(opened, { dbPath: path, backups: folder, targetsOf }, START);
    opened.close();
    const again = openSqliteStore({ path });
    t.after(() => again.close());
    assert.equal((await again.log.counts()).events, 1);
  });
});
