import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../../src/core/json.ts';
import { readRows, writeDatabase } from '../database-rows.ts';
import { type SentHook, type SessionFixture, sentHooks } from '../session-fixture.ts';

/** The session of the fixtures. */
export const SESSION = '20260921_091500_5f2a91';

/** The tables of Hermes Agent 0.19.0, without the columns that hold its costs and chats. */
const SCHEMA = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, model TEXT, model_config TEXT, system_prompt TEXT,
    parent_session_id TEXT, started_at REAL NOT NULL, ended_at REAL, end_reason TEXT, cwd TEXT, title TEXT);
  CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL, content TEXT,
    tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, effect_disposition TEXT, timestamp REAL NOT NULL,
    finish_reason TEXT, reasoning TEXT, observed INTEGER DEFAULT 0, active INTEGER NOT NULL DEFAULT 1,
    compacted INTEGER NOT NULL DEFAULT 0, api_content TEXT);
  CREATE INDEX idx_messages_session ON messages (session_id, timestamp);`;

/** The rows of the session in the order in which they were written. */
export function storeRows(): JsonObject[] {
  return readRows(fileURLToPath(new URL('../../fixtures/hermes/rows.jsonl', import.meta.url)));
}

/** Writes a database that holds some rows. */
export function writeStore(path: string, rows: readonly JsonObject[]): void {
  writeDatabase(path, { schema: SCHEMA, rows });
}

/** Where Hermes keeps its sessions in a home. */
export function databaseIn(userHome: string): string {
  return join(userHome, '.hermes', 'state.db');
}

/** The payloads of the hooks in the session; after its first turn Hermes asks itself what there is to learn. */
export function hermesHooks(): SentHook[] {
  return sentHooks(fileURLToPath(new URL('../../fixtures/hermes/hooks.jsonl', import.meta.url)));
}

/** The session as hooks and the database tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'hermes',
  hooks: hermesHooks(),
  write: (userHome, share) => {
    const rows = storeRows();
    writeStore(databaseIn(userHome), rows.slice(0, Math.floor(rows.length * share)));
  },
};
