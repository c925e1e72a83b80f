import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import { checkReadable, MIGRATIONS, migrate } from '../../../../src/store/sqlite/engine/migrate.ts';
import type { Migration } from '../../../../src/store/sqlite/migrations/migration.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { makeEvent, makeItem, namesOf } from '../../contract/make.ts';
import { answersOf, DETAIL, fillStore, writeFirstSchema } from './first-schema.ts';

const NEXT: Migration = {
  version: MIGRATIONS.length + 1,
  minReader: 1,
  minWriter: MIGRATIONS.length + 1,
  sql: 'CREATE TABLE later (n INTEGER) STRICT;',
};

/** A file with one event, closed. */
async function fileWithEvent(t: TestContext): Promise<string> {
  const path = join(temporaryFolder(t), 'cairn.db');
  const store = openSqliteStore({ path });
  await store.log.append({ events: [makeEvent()] });
  await store.close();
  return path;
}

function migrateFile(path: string, migrations: readonly Migration[]): void {
  const db = openDatabase(path);
  try {
    migrate(db, migrations);
  } finally {
    db.close();
  }
}

suite('migrations', () => {
  test('are numbered from 1 without a gap, and never ask for more than themselves', () => {
    assert.deepEqual(
      MIGRATIONS.map(({ version }) => version),
      MIGRATIONS.map((_, i) => i + 1),
    );
    assert.ok(MIGRATIONS.every(({ version, minReader, minWriter }) => minReader <= minWriter && minWriter <= version));
  });

  test('keep a copy of what was there before the next one', async (t) => {
    const path = await fileWithEvent(t);
    migrateFile(path, [...MIGRATIONS, NEXT]);
    migrateFile(path, [...MIGRATIONS, NEXT]);
    const folder = join(path, '..', 'backups');
    assert.deepEqual(readdirSync(folder), [`cairn-before-schema-${NEXT.version}.db`]);
    const backup = join(folder, `cairn-before-schema-${NEXT.version}.db`);
    assert.equal(statSync(backup).mode & 0o777, 0o600);
    const store = openSqliteStore({ path: backup });
    assert.equal((await store.log.counts()).events, 1);
    assert.deepEqual(await store.check(), []);
    await store.close();
  });

  test('of several steps keep one copy, of what was there before the first', async (t) => {
    const path = await fileWithEvent(t);
    const after = { ...NEXT, version: NEXT.version + 1, sql: 'CREATE TABLE later_still (n INTEGER) STRICT;' };
    migrateFile(path, [...MIGRATIONS, NEXT, after]);
    const folder = join(path, '..', 'backups');
    assert.deepEqual(readdirSync(folder), [`cairn-before-schema-${NEXT.version}.db`]);
    migrateFile(join(folder, `cairn-before-schema-${NEXT.version}.db`), MIGRATIONS);
  });

  test('that fail leave the file as it was', async (t) => {
    const path = await fileWithEvent(t);
    const broken = { ...NEXT, sql: `${NEXT.sql} CREATE TABLE later (n INTEGER);` };
    assert.throws(() => migrateFile(path, [...MIGRATIONS, broken]), { name: 'CairnError' });
    migrateFile(path, MIGRATIONS);
    migrateFile(path, [...MIGRATIONS, NEXT]);
  });

  test('that fail leave a new file empty', (t) => {
    const path = join(temporaryFolder(t), 'cairn.db');
    assert.throws(() => migrateFile(path, [...MIGRATIONS, { ...NEXT, sql: 'CREATE TABEL;' }]), { name: 'CairnError' });
    const db = openDatabase(path);
    t.after(() => db.close());
    assert.deepEqual(db.get('SELECT count(*) AS n FROM sqlite_schema'), { n: 0 });
  });
});

suite('a file of schema 1', () => {
  test('is brought up with all its answers kept, and takes what is new', async (t) => {
    const folder = temporaryFolder(t);
    const [old, now] = [join(folder, 'old.db'), join(folder, 'now.db')];
    const store = await fillStore(now);
    writeFirstSchema(now, old);
    const opened = openSqliteStore({ path: old });
    assert.deepEqual(await answersOf(opened), await answersOf(store));
    assert.deepEqual(await opened.check(), []);
    await opened.vectors.useModel({ name: 'any', dimensions: 8 });
    assert.deepEqual(namesOf(await opened.vectors.waiting(10)), ['k']);
    assert.equal(await opened.log.rulesAre('any'), true);
    const pending = await opened.log.pending(10);
    assert.equal(pending.length, 3);
    const again = makeItem({
      name: 'a',
      text: 'npm test failed',
      detail: { ...DETAIL, meaning: 'bugfix', hidden: true },
    });
    await opened.items.apply({ derived: pending, put: [again] });
    assert.deepEqual(await opened.items.list({ meanings: ['bugfix'] }, { limit: 10 }), []);
    assert.deepEqual(await opened.items.list({ meanings: ['bugfix'], hidden: true }, { limit: 10 }), [again]);
    assert.deepEqual(await opened.check(), []);
    await opened.close();
    await store.close();
  });
});

suite('a file of a newer program', () => {
  const newer = { name: 'CairnError', code: 'newer_home', fix: 'npm install -g cairn-memory@latest' };

  test('is refused for writing, with the command that helps, and read while that is allowed', async (t) => {
    const path = await fileWithEvent(t);
    migrateFile(path, [...MIGRATIONS, NEXT]);
    assert.throws(() => openSqliteStore({ path }), newer);
    const store = openSqliteStore({ path, readonly: true });
    assert.equal((await store.log.counts()).events, 1);
    await store.close();
    migrateFile(path, [...MIGRATIONS, NEXT, { ...NEXT, version: NEXT.version + 1, minReader: NEXT.version, sql: '' }]);
    assert.throws(() => openSqliteStore({ path, readonly: true }), newer);
  });

  test('is written when it allows that', async (t) => {
    const path = await fileWithEvent(t);
    migrateFile(path, [...MIGRATIONS, { ...NEXT, minWriter: 1 }]);
    const store = openSqliteStore({ path });
    assert.equal((await store.log.append({ events: [makeEvent({ number: '2' })] })).results[0]?.outcome, 'added');
    await store.close();
  });
});

suite('a file that is not of this program', () => {
  test('is refused when another program made it', (t) => {
    const path = join(temporaryFolder(t), 'other.db');
    const other = openDatabase(path);
    other.exec('CREATE TABLE theirs (n INTEGER)');
    other.close();
    assert.throws(() => openSqliteStore({ path }), { name: 'CairnError', code: 'damaged' });
    assert.throws(() => openSqliteStore({ path, readonly: true }), { name: 'CairnError', code: 'damaged' });
  });

  test('is not read before it is migrated', (t) => {
    const path = join(temporaryFolder(t), 'empty.db');
    openDatabase(path).close();
    const db = openDatabase(path, { readonly: true });
    assert.throws(() => checkReadable(db), { name: 'CairnError', code: 'unsupported' });
    db.close();
  });
});
