import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/opencode/hooks.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { readRows, writeDatabase } from '../database-rows.ts';
import { type SentHook, type SessionFixture, sentHooks } from '../session-fixture.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/opencode/', import.meta.url));

/** The session of the fixtures, its subagent's, and where older versions kept one. */
export const SESSION = 'ses_5f2a91c3dffeQ7mWkZtR4yLbNp';
export const SUBAGENT = 'ses_5f2a8e07bffeH2xVcJdK9sTgMw';
export const OLD_SESSION = 'ses_71b2c3d4effeAbCdEfGhIjKlMn';
export const OLD_SUBAGENT = 'ses_71b2c3d40ffeZyXwVuTsRqPoNm';
export const STORAGE = `${FOLDER}storage`;

/** The tables of OpenCode 1.18.33 that are read. */
const SCHEMA = `
  CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, workspace_id text, parent_id text, slug text NOT NULL,
    directory text NOT NULL, path text, title text NOT NULL, version text NOT NULL, share_url text, summary_additions integer,
    summary_deletions integer, summary_files integer, summary_diffs text, metadata text, cost real DEFAULT 0 NOT NULL,
    tokens_input integer DEFAULT 0 NOT NULL, tokens_output integer DEFAULT 0 NOT NULL,
    tokens_reasoning integer DEFAULT 0 NOT NULL, tokens_cache_read integer DEFAULT 0 NOT NULL,
    tokens_cache_write integer DEFAULT 0 NOT NULL, revert text, permission text, agent text, model text,
    time_created integer NOT NULL, time_updated integer NOT NULL, time_compacting integer, time_archived integer);
  CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL);
  CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL);
  CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
  CREATE INDEX part_message_id_id_idx ON part (message_id, id);`;

const TABLES: ReadonlySet<unknown> = new Set(['session', 'message', 'part']);

/** The writes of the session in their order: a row a line, with the name of its table. A row may be written again. */
export function storeWrites(): JsonObject[] {
  return readRows(`${FOLDER}rows.jsonl`);
}

/** Writes a database that holds some rows, the later of two with one id. Rows of other tables are left out. */
export function writeStore(path: string, rows: readonly JsonObject[]): void {
  const latest = new Map(rows.filter(({ table }) => TABLES.has(table)).map((row) => [`${row.table} ${row.id}`, row]));
  writeDatabase(path, { schema: SCHEMA, rows: [...latest.values()] });
}

/** The payloads that the plugin sends in the session. */
export function openCodeHooks(): SentHook[] {
  return sentHooks(`${FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = openCodeHooks()): RawEvent[] {
  return hooks.flatMap(
    ({ event, at, payload }, index) => DIALECT.readHook(event, payload, { at, delivery: `d${index}` }).events,
  );
}

/** Where OpenCode keeps its sessions in a home. */
export function dataFolderOf(userHome: string): string {
  return join(userHome, '.local', 'share', 'opencode');
}

/** Puts the sessions of older versions into a home. */
export function writeOldSessions(userHome: string): void {
  cpSync(STORAGE, join(dataFolderOf(userHome), 'storage'), { recursive: true });
}

/** The session as hooks and the database tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'opencode',
  hooks: openCodeHooks(),
  write: (userHome, share) => {
    const writes = storeWrites();
    writeStore(join(dataFolderOf(userHome), 'opencode.db'), writes.slice(0, Math.floor(writes.length * share)));
  },
};
