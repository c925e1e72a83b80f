import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { placeDatabase } from '../../../support/fresh-database.ts';
import { openFresh } from '../../../support/fresh-home.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const SETTINGS = [
  'application_id',
  'user_version',
  'auto_vacuum',
  'encoding',
  'page_size',
  'journal_mode',
  'foreign_keys',
  'secure_delete',
  'freelist_count',
  'quick_check',
];

/** Opens a store in a file, closes it, and gives all that the file holds. */
async function contentsOf(path: string) {
  await openSqliteStore({ path }).close();
  const db = openDatabase(path);
  try {
    const schema = db.all<{ type: string; name: string; sql: string | null }>(
      'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid',
    );
    const tables = schema.filter(({ type }) => type === 'table');
    return {
      schema,
      settings: SETTINGS.map((name) => db.all(`PRAGMA ${name}`)),
      rows: tables.map(({ name }) => [name, db.all(`SELECT * FROM "${name}"`)]),
      modes: [path, dirname(path)].map((file) => statSync(file).mode & 0o777),
    };
  } finally {
    db.close();
  }
}

suite('the database that tests put into a new home', () => {
  test('is what the product makes there: its schema, its settings, each row, and who may read it', async (t: TestContext) => {
    const made = await contentsOf(join(temporaryFolder(t), 'home', 'cairn.db'));
    assert.deepEqual(await contentsOf(placeDatabase(join(temporaryFolder(t), 'home', 'cairn.db'))), made);
    assert.ok(made.schema.length > 100);
  });

  test('is never put over one that is there', (t: TestContext) => {
    const path = placeDatabase(join(temporaryFolder(t), 'cairn.db'));
    assert.throws(() => placeDatabase(path), { code: 'EEXIST' });
  });

  test('leaves each home its own key', (t: TestContext) => {
    const keys = [openFresh(t), openFresh(t)].map(({ at }) => readFileSync(join(at.home, 'key'), 'hex'));
    assert.notEqual(keys[0], keys[1]);
  });
});
