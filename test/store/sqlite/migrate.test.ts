import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { openDatabase } from '../../../src/platform/sqlite.ts';
import type { Migration } from '../../../src/store/sqlite/migrate.ts';
import { checkReadable, MIGRATIONS, migrate } from '../../../src/store/sqlite/migrate.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { makeEvent } from '../contract/make.ts';

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

  test('that fail leave the file as it was', async (t) => {
    const path = await fileWithEvent(t);
    const broken = { ...NEXT, sql: `${NEXT.sql} CREATE TABLE later (n INTEGER);` };
    assert.throws(() => migrateFile(path, [...MIGRATIONS, broken]), { name: 'CairnError' });
    migrateFile(path, MIGRATIONS);
    migrateFile(path, [...MIGRATIONS, NEXT]);
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
