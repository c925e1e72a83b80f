import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { createBackups } from '../../src/backup/backups.ts';
import { openBackup } from '../../src/backup/open-backup.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { toCairnError } from '../../src/core/errors.ts';
import { targetsOf } from '../../src/derive/event/targets-of.ts';
import { openDatabase } from '../../src/platform/sqlite/sqlite.ts';
import { quickCheck } from '../../src/store/sqlite/database-file.ts';
import { MIGRATIONS, migrate } from '../../src/store/sqlite/engine/migrate.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeEvent, START } from '../store/contract/make.ts';
import { fillStore, writeFirstSchema } from '../store/sqlite/engine/first-schema.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A closed memory with one event. */
async function memoryOfOne(t: TestContext): Promise<string> {
  const path = join(temporaryFolder(t), 'cairn.db');
  const store = openSqliteStore({ path });
  await store.log.append({ events: [makeEvent()] });
  await store.checkpoint();
  await store.close();
  return path;
}

/** A copy of a database that was changed by SQL. */
function changed(path: string, sql: string): string {
  const copy = join(path, '..', 'of-a-stranger.db');
  copyFileSync(path, copy);
  const db = openDatabase(copy);
  try {
    db.exec(sql);
    db.checkpoint();
  } finally {
    db.close();
  }
  return copy;
}

/** Code and message with which a file is refused as a backup; `undefined` where it is not. */
async function refusalOf(path: string): Promise<string | undefined> {
  try {
    (await openBackup(path)).close();
    return undefined;
  } catch (error) {
    const { code, message } = toCairnError(error);
    return `${code}: ${message}`;
  }
}

const NOT_CAIRNS: Record<string, RegExp> = {
  'CREATE TRIGGER lost AFTER INSERT ON events BEGIN DELETE FROM events; END': /a trigger of somebody else \("lost"\)/,
  'CREATE INDEX costly ON events (hex(zeroblob(20000000))) WHERE at > 9e12': /an index of somebody else \("costly"\)/,
  'CREATE UNIQUE INDEX one ON events (1) WHERE at > 9e12': /an index of somebody else \("one"\)/,
  'CREATE UNIQUE INDEX one ON items (session)': /an index of somebody else \("one"\)/,
  "DROP INDEX jobs_due; CREATE INDEX jobs_due ON jobs (json_extract('x', '$')) WHERE state < 2":
    /index "jobs_due" is not/,
  'DROP INDEX sessions_by_time': /no index "sessions_by_time"/,
  'CREATE TABLE theirs (n CHECK (n IN (1)))': /a table of somebody else \("theirs"\)/,
  'CREATE VIRTUAL TABLE theirs USING fts5 (a)': /a table of somebody else \("theirs"\)/,
  'ALTER TABLE sessions ADD COLUMN g TEXT GENERATED ALWAYS AS (hex(zeroblob(100000000))) VIRTUAL': /"sessions" is not/,
  'ALTER TABLE sessions ADD COLUMN "more" TEXT DEFAULT \'a\'': /"sessions" is not/,
  'DROP TABLE tombstones': /no table "tombstones"/,
  'PRAGMA foreign_keys = OFF; CREATE TABLE t AS SELECT * FROM events; DROP TABLE events; ALTER TABLE t RENAME TO events':
    /"events" is not/,
  'DROP VIEW item_words; CREATE VIEW item_words AS SELECT 1 AS seq, 2 AS title, 3 AS text, 4 AS terms': /"item_words"/,
  'UPDATE events SET at = 9007199254740990': /events of a time that cannot be \(1\)/,
  "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'events'": /no numbers left/,
  'PRAGMA user_version = 0': /is damaged, or no backup/,
  'PRAGMA user_version = -5': /is damaged, or no backup/,
};

suite('a backup', () => {
  test('whose tables, indexes or triggers are not those that Cairn makes is refused', async (t) => {
    const path = await memoryOfOne(t);
    assert.equal(await refusalOf(path), undefined);
    for (const [sql, message] of Object.entries(NOT_CAIRNS)) {
      const refused = await refusalOf(changed(path, sql));
      assert.match(refused ?? '', message, sql);
      assert.match(refused ?? '', /^damaged: /, sql);
    }
    const empty = join(path, '..', 'empty.db');
    writeFileSync(empty, '');
    assert.match((await refusalOf(empty)) ?? '', /^damaged: .*empty\.db is damaged: it is empty/);
    const newer = changed(path, 'PRAGMA user_version = 1000; UPDATE schema SET value = 1');
    assert.match((await refusalOf(newer)) ?? '', /^newer_home: .*of-a-stranger\.db was written by a newer Cairn/);
  });

  test('is not made of a memory with a trigger or index of somebody else, of which a look at it tells', async (t) => {
    const path = await memoryOfOne(t);
    const backups = createBackups({ dbPath: path, folder: join(path, '..', 'backups'), now: () => START });
    await backups.create('asked');
    for (const [sql, fault] of [
      ['CREATE INDEX theirs ON events (upper(id))', 'it has an index of somebody else ("theirs")'],
      [
        'DROP INDEX theirs; CREATE TRIGGER lost AFTER INSERT ON events BEGIN DELETE FROM events; END',
        'it has a trigger of somebody else ("lost")',
      ],
    ] as const) {
      const db = openDatabase(path);
      db.exec(sql);
      db.close();
      await assert.rejects(backups.create('asked'), { code: 'damaged' });
      assert.deepEqual(quickCheck(path, 1_000).faults, [fault]);
    }
  });

  test('of a memory that a person analyzed, or made views of, is restored, with the views of this version', async (t) => {
    const path = await memoryOfOne(t);
    const copy = changed(
      path,
      'ANALYZE; CREATE VIEW mine AS SELECT 1; DROP VIEW prompts; CREATE VIEW prompts AS SELECT 2',
    );
    const opened = await openBackup(copy);
    await restoreBackup(opened, { dbPath: path, backups: join(path, '..', 'backups'), targetsOf }, START);
    opened.close();
    const db = openDatabase(path, { readonly: true });
    t.after(() => db.close());
    assert.deepEqual(db.get('SELECT * FROM mine'), { '1': 1 });
    assert.deepEqual(db.all('SELECT prompt_text FROM prompts'), []);
    assert.equal((db.get('SELECT count(*) AS n FROM events') as { n: number }).n, 1);
  });

  test('of each earlier schema is restored', async (t) => {
    const folder = temporaryFolder(t);
    const [now, first] = [join(folder, 'now.db'), join(folder, 'first.db')];
    await (await fillStore(now)).close();
    writeFirstSchema(now, first);
    for (const { version } of MIGRATIONS) {
      const old = join(folder, `old-${version}.db`);
      copyFileSync(first, old);
      const db = openDatabase(old);
      migrate(db, MIGRATIONS.slice(0, version));
      db.checkpoint();
      db.close();
      const opened = await openBackup(old);
      assert.equal(opened.state.schema, version);
      const dbPath = join(folder, `${version}`, 'cairn.db');
      await restoreBackup(opened, { dbPath, backups: join(folder, `${version}`, 'backups'), targetsOf }, START);
      opened.close();
      const again = openSqliteStore({ path: dbPath });
      assert.deepEqual([(await again.log.counts()).events, await again.check()], [3, []], `${version}`);
      await again.close();
      assert.equal(await refusalOf(dbPath), undefined, `${version}`);
    }
  });
});
