import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { CairnError } from '../../../src/core/errors.ts';
import type { Database } from '../../../src/platform/sqlite/sqlite.ts';
import { checkSqliteVersion, openDatabase, openForeignDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NOBODY = 65_534;

function openFresh(t: TestContext): { db: Database; path: string } {
  const path = join(temporaryFolder(t), 'home', 'test.db');
  const db = openDatabase(path);
  db.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT) STRICT');
  return { db, path };
}

const countOf = (db: Database) => db.get<{ n: number }>('SELECT count(*) AS n FROM t')?.n;

/** Runs `work` without the rights of the superuser, who may write everywhere. */
function asAnyone<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof CairnError);
    assert.ok(error.code === 'internal' || error.fix !== undefined, 'says what helps');
    return error.code;
  }
  return 'none';
}

suite('a database', () => {
  test('is made for its owner alone, with durable and forgetful settings', (t) => {
    const { db, path } = openFresh(t);
    const modes = [path, `${path}-wal`, join(path, '..')].map((file) => statSync(file).mode & 0o777);
    assert.deepEqual(modes, [0o600, 0o600, 0o700]);
    const settings = [
      'journal_mode',
      'synchronous',
      'foreign_keys',
      'secure_delete',
      'mmap_size',
      'temp_store',
      'trusted_schema',
    ];
    const values = settings.map((name) => Object.values(db.get<Record<string, unknown>>(`PRAGMA ${name}`) ?? {})[0]);
    assert.deepEqual(values, ['wal', 2, 1, 1, 0, 2, 0]);
    db.close();
  });

  test('gives back what was written, and says how much changed', (t) => {
    const { db } = openFresh(t);
    assert.deepEqual(db.run('INSERT INTO t (text) VALUES (?), (?)', 'a', null), { changes: 2, rowid: 2 });
    assert.deepEqual({ ...db.get<object>('SELECT * FROM t WHERE n = ?', 1) }, { n: 1, text: 'a' });
    assert.deepEqual(
      db.all<{ n: number }>('SELECT n FROM t ORDER BY n').map(({ n }) => n),
      [1, 2],
    );
    assert.equal(db.get('SELECT * FROM t WHERE n = ?', 9), undefined);
    db.close();
  });

  test('tells who asks of each statement and its values, before it runs', (t) => {
    const { db, path } = openFresh(t);
    db.close();
    const told: unknown[] = [];
    const heard = openDatabase(path, { onStatement: (sql, values) => told.push([sql, values]) });
    heard.transaction(() => heard.run('INSERT INTO t (text) VALUES (?)', 'a'));
    assert.deepEqual({ ...heard.get<object>('SELECT text FROM t WHERE n = ?', 1) }, { text: 'a' });
    assert.equal(heard.all('SELECT n FROM t').length, 1);
    assert.throws(() => heard.run('INSERT INTO missing VALUES (1)'), { code: 'internal' });
    assert.deepEqual(told, [
      ['INSERT INTO t (text) VALUES (?)', ['a']],
      ['SELECT text FROM t WHERE n = ?', [1]],
      ['SELECT n FROM t', []],
      ['INSERT INTO missing VALUES (1)', []],
    ]);
    heard.close();
  });

  test('keeps all of a transaction or nothing', (t) => {
    const { db } = openFresh(t);
    const fault = new Error('in the middle');
    const work = () => {
      db.run('INSERT INTO t (text) VALUES (?)', 'a');
      throw fault;
    };
    assert.throws(() => db.transaction(work), { name: 'CairnError', code: 'internal', cause: fault });
    assert.equal(countOf(db), 0);
    assert.equal(
      db.transaction(() => db.run('INSERT INTO t (text) VALUES (?)', 'b').changes),
      1,
    );
    db.close();
  });

  test('syncs a transaction at once, or with the next one when it may be durable later', (t) => {
    const { db } = openFresh(t);
    const insert = () => db.run('INSERT INTO t (text) VALUES (?)', 'a');
    const level = () => db.get<{ synchronous: number }>('PRAGMA synchronous')?.synchronous;
    const [NORMAL, FULL] = [1, 2];
    db.transaction(insert, 'later');
    assert.equal(level(), NORMAL);
    db.transaction(insert);
    assert.equal(level(), FULL);
    db.transaction(insert, 'later');
    db.checkpoint();
    assert.equal(level(), FULL);
    db.close();
  });

  test('shows a reader what is committed, and only that, and lets it write nothing', (t) => {
    const { db, path } = openFresh(t);
    const reader = openDatabase(path, { readonly: true });
    db.transaction(() => {
      db.run('INSERT INTO t (text) VALUES (?)', 'a');
      assert.equal(countOf(reader), 0);
    });
    assert.equal(countOf(reader), 1);
    assert.equal(
      codeOf(() => reader.run('DELETE FROM t')),
      'unwritable',
    );
    const seen = reader.transaction(() => {
      const before = countOf(reader);
      db.run('INSERT INTO t (text) VALUES (?)', 'b');
      return [before, countOf(reader)];
    });
    assert.deepEqual(seen, [1, 1]);
    reader.close();
    db.close();
  });

  test('empties its write-ahead log into the file', (t) => {
    const { db, path } = openFresh(t);
    db.run('INSERT INTO t (text) VALUES (?)', 'zirconium');
    db.checkpoint();
    assert.equal(statSync(`${path}-wal`).size, 0);
    assert.ok(readFileSync(path).includes('zirconium'));
    db.close();
  });
});

suite('a database that is read only', () => {
  test('opens without its writer, with and without write-ahead files', (t) => {
    const { db, path } = openFresh(t);
    db.run('INSERT INTO t (text) VALUES (?)', 'a');
    db.close();
    assert.ok(!existsSync(`${path}-wal`));
    const reader = openDatabase(path, { readonly: true });
    assert.equal(countOf(reader), 1);
    assert.equal(reader.readonly, true);
    reader.close();
  });

  test('opens where nothing can be written, and says so when that is not possible', (t) => {
    const { db, path } = openFresh(t);
    db.run('INSERT INTO t (text) VALUES (?)', 'a');
    db.close();
    const folder = join(path, '..');
    chmodSync(join(folder, '..'), 0o755);
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    try {
      const count = asAnyone(() => {
        const reader = openDatabase(path, { readonly: true });
        const counted = countOf(reader);
        reader.close();
        return counted;
      });
      assert.equal(count, 1);
      assert.equal(
        asAnyone(() => codeOf(() => openDatabase(path))),
        'unwritable',
      );
      assert.equal(
        asAnyone(() => codeOf(() => openDatabase(join(folder, 'new.db')))),
        'unwritable',
      );
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  test('is not found when there is none', (t) => {
    const path = join(temporaryFolder(t), 'none.db');
    assert.equal(
      codeOf(() => openDatabase(path, { readonly: true })),
      'not_found',
    );
    assert.ok(!existsSync(path));
  });
});

suite('a fault of SQLite', () => {
  test('is told as busy, damaged or low on disk', (t) => {
    const { db, path } = openFresh(t);
    const other = openDatabase(path);
    other.exec('PRAGMA busy_timeout = 0');
    assert.equal(
      db.transaction(() => codeOf(() => other.transaction(() => 1))),
      'busy',
    );
    other.close();
    db.exec('PRAGMA max_page_count = 3');
    assert.equal(
      codeOf(() => db.run('INSERT INTO t (text) VALUES (?)', 'x'.repeat(100_000))),
      'low_disk',
    );
    db.close();
    const garbage = join(temporaryFolder(t), 'garbage.db');
    writeFileSync(garbage, 'This is no database. '.repeat(100));
    assert.equal(
      codeOf(() => openDatabase(garbage)),
      'damaged',
    );
    assert.equal(
      codeOf(() => openDatabase(garbage, { readonly: true })),
      'damaged',
    );
  });

  test('in a statement is a fault of ours', (t) => {
    const { db } = openFresh(t);
    assert.equal(
      codeOf(() => db.all('SELECT nothing FROM nowhere')),
      'internal',
    );
    db.close();
  });
});

test('a version of SQLite that can lose a commit is refused', () => {
  for (const version of ['3.51.3', '3.52.0', '4.0.0']) checkSqliteVersion(version);
  for (const version of ['3.51.2', '3.45.1', '3.7.17', '2.9.9', '0']) {
    assert.equal(
      codeOf(() => checkSqliteVersion(version)),
      'unsupported',
      version,
    );
  }
});

test("of another program's file only tables are read, and no value that fills the memory", (t) => {
  const path = join(temporaryFolder(t), 'hostile.db');
  const own = openDatabase(path);
  own.exec(`CREATE TABLE sessions (id TEXT, huge TEXT GENERATED ALWAYS AS (hex(zeroblob(100000000))) VIRTUAL);
    INSERT INTO sessions VALUES ('s1');
    CREATE VIEW messages AS WITH RECURSIVE c (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM c) SELECT id FROM c;
    CREATE VIEW pairs AS SELECT a.id FROM sessions a, sessions b;
    CREATE VIEW v0 AS SELECT id FROM sessions;
    ${Array.from({ length: 40 }, (_, i) => `CREATE VIEW v${i + 1} AS SELECT id FROM v${i} UNION ALL SELECT id FROM v${i};`).join('')}
    ALTER TABLE sessions ADD COLUMN slow INTEGER
      GENERATED ALWAYS AS (instr(hex(zeroblob(7000000)), hex(zeroblob(3000000)) || '1')) VIRTUAL;
    CREATE VIRTUAL TABLE prompts USING fts5(text);`);
  own.close();
  const db = openForeignDatabase(path);
  assert.deepEqual(
    db
      .all<{ id: string }>('SELECT id FROM sessions WHERE EXISTS (SELECT 1 FROM json_each(?))', '[1]')
      .map(({ id }) => id),
    ['s1'],
  );
  assert.deepEqual(db.all('SELECT rowid, * FROM sessions'), [{ rowid: 1, id: 's1', huge: null, slow: null }]);
  for (const sql of ['SELECT count(*) FROM messages', 'SELECT id FROM pairs', 'SELECT text FROM prompts']) {
    assert.equal(
      codeOf(() => db.all(sql)),
      'internal',
      sql,
    );
  }
  db.close();
});
