import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import type { JsonObject } from '../../../src/core/json.ts';
import { readRows, toSqlValue, writeDatabase } from '../database-rows.ts';
import type { SessionFixture } from '../session-fixture.ts';

/** The session of the fixtures. */
export const SESSION = '0c5e2a91-7d34-4f6a-8b7c-51d0e1f2a3b4';

/** The tables of OpenClaw 2026.9.6 that are read, and one that points to them. */
const SCHEMA = `
  CREATE TABLE session_windows (session_id TEXT NOT NULL PRIMARY KEY, session_key TEXT NOT NULL, previous_session_id TEXT,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
  CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT,
    created_at INTEGER NOT NULL, event_zstd BLOB, event_utf8_bytes INTEGER, navigation_json TEXT,
    PRIMARY KEY (session_id, seq)) STRICT;`;

/** The rows of the session in the order in which they were written; text under `event_zstd` is packed when it is stored. */
export function storeRows(): JsonObject[] {
  return readRows(fileURLToPath(new URL('../../fixtures/openclaw/rows.jsonl', import.meta.url)));
}

/** Writes a database that holds some rows. */
export function writeStore(path: string, rows: readonly JsonObject[]): void {
  writeDatabase(path, { schema: SCHEMA, rows }, (column, value) =>
    column === 'event_zstd' && typeof value === 'string' ? zstdCompressSync(value) : toSqlValue(value),
  );
}

/** Where OpenClaw keeps the sessions of an agent in a home. */
export function databaseIn(userHome: string, agent = 'main'): string {
  return join(userHome, '.openclaw', 'agents', agent, 'agent', 'openclaw-agent.sqlite');
}

/** The session as the database has it; OpenClaw has no hooks that Cairn knows. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'openclaw',
  hooks: [],
  write: (userHome, share) => {
    const rows = storeRows();
    writeStore(databaseIn(userHome), rows.slice(0, Math.floor(rows.length * share)));
  },
};
