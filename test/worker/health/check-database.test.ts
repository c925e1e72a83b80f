import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { checkDatabase } from '../../../src/worker/health/check-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function madeAt(path: string, sql: string): Promise<void> {
  await openSqliteStore({ path }).close();
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

test('a database that is sound, or is not there yet, can be opened', async (context) => {
  const db = join(temporaryFolder(context), 'cairn.db');
  assert.equal((await checkDatabase({ db }))[0]?.status, 'ok');
  await madeAt(db, '');
  assert.equal((await checkDatabase({ db }))[0]?.status, 'ok');
});

test('one that an older version wrote waits for a worker, one that a newer wrote for a newer program', async (context) => {
  const folder = temporaryFolder(context);
  await madeAt(join(folder, 'old.db'), 'PRAGMA user_version = 1');
  const [old] = await checkDatabase({ db: join(folder, 'old.db') });
  assert.deepEqual([old?.status, old?.fix], ['warning', 'cairn worker restart']);
  await madeAt(
    join(folder, 'new.db'),
    "PRAGMA user_version = 99; UPDATE schema SET value = 99 WHERE key = 'min_reader'",
  );
  await assert.rejects(checkDatabase({ db: join(folder, 'new.db') }), { code: 'newer_home' });
});

test('one that is none, or was cut, is damaged', async (context) => {
  const db = join(temporaryFolder(context), 'cairn.db');
  writeFileSync(db, 'no database at all\n'.repeat(300));
  const [finding] = await checkDatabase({ db });
  assert.deepEqual([finding?.name, finding?.status], ['database', 'failed']);
  assert.match(finding?.fix ?? '', /cairn doctor --fix/);
});
