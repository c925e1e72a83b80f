import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/kiro/hooks.ts';
import { createParser } from '../../../src/agents/kiro/transcript.ts';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/kiro/', import.meta.url));

// All made from what is known of Kiro: no run of it was recorded.

/** A session of the IDE since 1.0 or the CLI's engine V3, and one of the engine before, each with a subagent. */
export const SESSION = 'sess_8c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f';
export const CLI_SESSION = '3d0c7a52-6b1e-4f7a-9a40-5d2b8c1e7f60';
export const CLI_SUBAGENT = 'b7a1f0c2-d3e4-4b5a-8697-8a0b1c2d3e4f';
export const SESSIONS = `${FOLDER}sessions`;
export const SESSION_FILE = `${SESSIONS}/5f0a3c9d1e2b4a6f/${SESSION}/messages.jsonl`;
export const SUBAGENT_FILE = `${SESSIONS}/5f0a3c9d1e2b4a6f/${SESSION}/sub-executions/exec-b.jsonl`;
export const CLI_FILE = `${SESSIONS}/cli/${CLI_SESSION}.jsonl`;
export const CLI_SUBAGENT_FILE = `${SESSIONS}/cli/${CLI_SUBAGENT}.jsonl`;
/** A session of the IDE before 1.0. */
export const OLD_SESSION = '1f2e3d4c-5b6a-4798-8a9b-0c1d2e3f4a5b';
export const OLD_SESSIONS = `${FOLDER}workspace-sessions`;

/** The hook payloads of the two sessions. */
export function kiroHooks(): SentHook[] {
  return sentHooks(`${FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = kiroHooks()): RawEvent[] {
  return hooks.flatMap(
    ({ event, at, payload }, index) => DIALECT.readHook(event, payload, { at, delivery: `d${index}` }).events,
  );
}

/** Reads a transcript of lines from its beginning. */
export function readFile(path: string): ReadTranscript {
  return readTranscript(path, createParser({ path }));
}

/** The conversations of the CLI without a terminal. */
export function conversations(): (JsonObject & { value: JsonObject })[] {
  return JSON.parse(readFileSync(`${FOLDER}conversations.json`, 'utf8')) as (JsonObject & { value: JsonObject })[];
}

/** Writes the database of the CLI, and of what it was before, with some conversations. */
export function writeConversations(path: string, rows: readonly JsonObject[]): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  const db = openDatabase(path);
  db.exec(`CREATE TABLE conversations (key TEXT PRIMARY KEY, value TEXT);
    CREATE TABLE conversations_v2 (key TEXT NOT NULL, conversation_id TEXT NOT NULL, value TEXT NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, PRIMARY KEY (key, conversation_id));`);
  for (const { key, conversation_id, value, created_at, updated_at } of rows) {
    const columns = [key, conversation_id, created_at, updated_at].map((column) => column as string | number);
    const sql =
      'INSERT INTO conversations_v2 (key, conversation_id, created_at, updated_at, value) VALUES (?, ?, ?, ?, ?)';
    db.run(sql, ...columns, asText(value ?? ''));
  }
  db.close();
}

/** Adds a conversation as older versions kept it. */
export function addOldConversation(path: string, key: string, value: JsonValue): void {
  const db = openDatabase(path);
  db.run('INSERT INTO conversations (key, value) VALUES (?, ?)', key, asText(value));
  db.close();
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Puts the sessions of the IDE before 1.0 into a home. */
export function writeOldSessions(userHome: string): void {
  const folder = join(userHome, '.config', 'Kiro', 'User', 'globalStorage', 'kiro.kiroagent', 'workspace-sessions');
  cpSync(OLD_SESSIONS, folder, { recursive: true });
}

/** The sessions as hooks and files tell them. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'kiro',
  hooks: kiroHooks(),
  write: (userHome, share) => writeGrown(SESSIONS, join(userHome, '.kiro', 'sessions'), share),
};
