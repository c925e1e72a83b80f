import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../../src/core/json.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { type SentHook, type SessionFixture, sentHooks } from '../session-fixture.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/crush/', import.meta.url));

// `hooks` and `rows` are made from the source of Crush; `one-second` has the form of a recorded run.

/** The session of the fixtures, and its subagent's. */
export const SESSION = '5f2a91c3-d4e5-4f6a-8b7c-9d0e1f2a3b4c';
export const SUBAGENT = 'm7$$call_a4';

const SCHEMA = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT NOT NULL,
    message_count INTEGER NOT NULL DEFAULT 0, updated_at INTEGER NOT NULL, created_at INTEGER NOT NULL);
  CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL, parts BLOB NOT NULL default '[]',
    model TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, finished_at INTEGER, provider TEXT,
    is_summary_message INTEGER DEFAULT 0 NOT NULL);`;

/** The hook payloads of the session. */
export function crushHooks(): SentHook[] {
  return sentHooks(`${FOLDER}hooks.jsonl`);
}

/** The writes of the session in their order: a row a line, with the name of its table. A row may be written again. */
export function storeWrites(name: 'rows' | 'one-second' = 'rows'): JsonObject[] {
  const lines = readFileSync(`${FOLDER}${name}.jsonl`, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as JsonObject);
}

/** Writes a database as it is after some writes. */
export function writeStore(path: string, writes: readonly JsonObject[]): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  const db = openDatabase(path);
  db.exec(SCHEMA);
  db.transaction(() => {
    for (const { table, ...row } of writes) {
      const values = Object.values(row).map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string | number | null),
      );
      const columns = Object.keys(row);
      const marks = columns.map(() => '?').join();
      const changes = columns.map((column) => `${column} = excluded.${column}`).join();
      const sql = `INSERT INTO ${String(table)} (${columns.join()}) VALUES (${marks}) ON CONFLICT (id) DO UPDATE SET ${changes}`;
      db.run(sql, ...values);
    }
  });
  db.close();
}

/** Puts the store into a repository below a home, and the repository into Crush's list; gives the store's path. */
export function writeRepository(userHome: string, writes: readonly JsonObject[]): string {
  const [path, data] = [join(userHome, 'shop'), join(userHome, '.local', 'share', 'crush')];
  const database = join(path, '.crush', 'crush.db');
  writeStore(database, writes);
  mkdirSync(data, { recursive: true });
  const projects = [{ path, data_dir: join(path, '.crush') }, { path: join(userHome, 'gone') }];
  writeFileSync(join(data, 'projects.json'), JSON.stringify({ projects }));
  return database;
}

/** The session as hooks and the database tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'crush',
  hooks: crushHooks(),
  write: (userHome, share) => {
    const writes = storeWrites();
    writeRepository(userHome, writes.slice(0, Math.floor(writes.length * share)));
  },
};
