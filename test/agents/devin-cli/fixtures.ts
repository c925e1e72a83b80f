import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/devin-cli/hooks.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { readRows, writeDatabase } from '../database-rows.ts';
import { type SentHook, type SessionFixture, sentHooks } from '../session-fixture.ts';

// Made from Devin's documentation and from what others read of its database: no program was run.

const FOLDER = fileURLToPath(new URL('../../fixtures/devin-cli/', import.meta.url));
/** The session of the fixtures. */
export const SESSION = 'quiet-otter-4471';

/** The tables that are read, with the columns that others found in them. */
const SCHEMA = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, title TEXT, working_directory TEXT, model TEXT, created_at INTEGER,
    last_activity_at INTEGER, hidden INTEGER, main_chain_id INTEGER);
  CREATE TABLE message_nodes (row_id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, node_id INTEGER,
    parent_node_id INTEGER, chat_message TEXT, created_at INTEGER);`;

/** The rows of the database in the order in which they were written, each with the name of its table. */
export function storedRows(): JsonObject[] {
  return readRows(`${FOLDER}rows.jsonl`);
}

/** Writes a database that holds some rows. */
export function writeStore(path: string, rows: readonly JsonObject[], schema = SCHEMA): void {
  writeDatabase(path, { schema, rows });
}

/** Where Devin CLI keeps its sessions in a home. */
export function databaseOf(userHome: string): string {
  return join(userHome, '.local', 'share', 'devin', 'cli', 'sessions.db');
}

/** The hook payloads of the session, as the line that runs the hook hands them over. */
export function devinHooks(): SentHook[] {
  return sentHooks(`${FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = devinHooks()): RawEvent[] {
  return hooks.flatMap(
    ({ event, at, payload }, index) => DIALECT.readHook(event, payload, { at, delivery: `d${index}` }).events,
  );
}

/** The session as hooks and the database tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'devin-cli',
  hooks: devinHooks(),
  write: (userHome, share) => {
    const rows = storedRows();
    writeStore(databaseOf(userHome), rows.slice(0, Math.floor(rows.length * share)));
  },
};
