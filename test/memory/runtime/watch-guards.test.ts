import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { listFiles } from '../../../src/platform/files.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { freshHome, openFresh } from '../../support/fresh-home.ts';

const SECRET = 'Zq7vTr4Kp9wXb2Nd6Lm3';
const ENV = {
  CAIRN_LLM_URL: `http://bob:${SECRET}@127.0.0.1:9/v1`,
  CAIRN_LLM_MODEL: `command:my-tool --api-key ${SECRET}`,
};

/** The files of a home in which a text stands, packed or not. */
function holdersOf(home: string, text: string): string[] {
  return listFiles(home).filter((path) => {
    if (!statSync(path).isFile()) return false;
    const bytes = readFileSync(path);
    return bytes.includes(text) || (path.endsWith('.zst') && zstdDecompressSync(bytes).includes(text));
  });
}

test('a secret in the address or command of a model reaches neither the database nor a backup', async (context) => {
  const { memory, at } = openFresh(context, { env: ENV });
  const { guards } = await memory.status();
  assert.deepEqual(guards, []);
  await memory.backup();
  await memory.close();
  assert.deepEqual(holdersOf(at.home, SECRET), []);
});

test('a changed address is told, without the secret in it', async (context) => {
  const at = freshHome(context);
  await openFresh(context, { home: at }).memory.close();
  const { memory } = openFresh(context, { home: at, env: ENV });
  await memory.context({ cwd: at.project });
  await memory.settled();
  await memory.close();
  const again = openFresh(context, { home: at, env: ENV });
  const { guards } = await again.memory.status();
  assert.deepEqual(guards.map(({ key, after }) => [key, after]).sort(), [
    ['llm.model', 'command:my-tool …'],
    ['llm.url', 'http://…@127.0.0.1:9/v1'],
  ]);
});

test('what an earlier version kept goes from the database and its backups', async (context) => {
  const at = freshHome(context);
  const before = openFresh(context, { home: at });
  await before.memory.status();
  await before.memory.backup();
  await before.memory.close();
  const path = join(at.home, 'cairn.db');
  const db = openDatabase(path);
  db.run("UPDATE guards SET value = ? WHERE key = 'llm.url'", JSON.stringify(ENV.CAIRN_LLM_URL));
  db.exec(
    `ALTER TABLE projects DROP COLUMN top; ALTER TABLE projects DROP COLUMN merged;
     DROP INDEX items_made_of_session; DROP TABLE home_keys; PRAGMA user_version = 17; UPDATE schema SET value = 17 WHERE key LIKE 'min_%'`,
  );
  db.checkpoint();
  db.close();
  assert.deepEqual(holdersOf(at.home, SECRET), [path]);
  await openFresh(context, { home: at, env: ENV }).memory.close();
  assert.deepEqual(holdersOf(at.home, SECRET), []);
  const { memory } = openFresh(context, { home: at, env: ENV });
  assert.deepEqual(
    (await memory.status()).guards.map(({ key }) => key),
    ['llm.model'],
  );
});
