import { asNumber, asObject, asString, type JsonObject, parseJson } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { createDatabaseSnapshot, pagedRows } from '../shared/transcripts/database-snapshot.ts';
import type { ForeignDatabase } from '../shared/transcripts/foreign-sqlite.ts';
import { createReadingCounts, type ReadingCounts } from '../shared/transcripts/jsonl-parser.ts';
import { createCopies, type StoredRow } from './copied-rows.ts';
import { createSessionReader, type StoredSession } from './read-message.ts';

/** Messages in memory at once. */
const PAGE = 50;
/** Upper bound on the steps from a session to those that it continues, or to those that delegated to it. */
const MAX_DEPTH = 20;
const CONFIG_BYTES = 1024 * 1024;
const TABLES = {
  sessions: ['id'],
  messages: ['id', 'session_id', 'role', 'content', 'tool_calls', 'tool_call_id', 'timestamp'],
};
/** Prefix by which Hermes marks content that is JSON. */
const JSON_MARK = '\0json:';

interface SessionRow {
  id: string;
  parent: string | null;
  cwd: string | null;
  branch: string | null;
  model: string | null;
  config: string | null;
  endReason: string | null;
  /** Number of its last message; null when it has none. */
  last: number | null;
}

/** All sessions of a database, by id. */
type Sessions = ReadonlyMap<string, SessionRow>;

interface Reading {
  db: ForeignDatabase;
  sessions: Sessions;
  counts: ReadingCounts;
}

/**
 * Reads `state.db`, last written sessions first: all of them, or from their beginning those to which a message was
 * added since `state` was saved. A subagent's session is read as part of the session that delegated to it.
 */
export function readDatabase(path: string, state: JsonObject = {}): SnapshotReader {
  const since = asNumber(state.row) ?? 0;
  const counts = createReadingCounts();
  let row = since;
  return createDatabaseSnapshot({
    path,
    tables: TABLES,
    counts,
    *read(db) {
      const reading = { db, sessions: sessionsOf(db), counts };
      for (const { id, last } of reading.sessions.values()) {
        if (last === null || last <= since) continue;
        row = Math.max(row, last);
        yield* readSession(id, reading);
      }
    },
    state: () => ({ row }),
  });
}

function sessionsOf(db: ForeignDatabase): Sessions {
  const columns = db.columns('sessions');
  const optional = (column: string): string => (columns.has(column) ? `s.${column}` : 'NULL');
  const rows = db.all<SessionRow>(
    `SELECT s.id, ${optional('parent_session_id')} AS parent, ${optional('cwd')} AS cwd,
      ${optional('git_branch')} AS branch, ${optional('model')} AS model,
      CASE WHEN octet_length(${optional('model_config')}) <= ${CONFIG_BYTES} THEN ${optional('model_config')} END AS config,
      ${optional('end_reason')} AS endReason, m.last
      FROM sessions AS s LEFT JOIN (SELECT session_id, max(id) AS last FROM messages GROUP BY session_id) AS m
      ON m.session_id = s.id ORDER BY m.last DESC`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function* readSession(id: string, { db, sessions, counts }: Reading): Generator<RawEvent[]> {
  const reader = createSessionReader(toSession(id, sessions));
  const copies = createCopies((time) => isShared(db, id, time));
  for (const earlier of continuedBy(id, sessions)) for (const row of rowsOf(db, earlier)) copies.note(row);
  for (const row of rowsOf(db, id)) {
    if (copies.has(row)) {
      counts.skip('message:copied');
      continue;
    }
    if (row.isArchived) copies.note(row);
    yield counts.take(reader.read(row.message, Math.round(row.time * 1_000)));
  }
  yield reader.open();
}

function toSession(id: string, sessions: Sessions): StoredSession {
  const row = sessions.get(id);
  const root = rootOf(id, sessions);
  return {
    id,
    cwd: row?.cwd ?? undefined,
    branch: row?.branch ?? undefined,
    model: row?.model ?? undefined,
    ...(root === id ? {} : { delegatedBy: root }),
  };
}

/** The session at the top of a chain of delegations; its own id for a session that is no subagent's. */
function rootOf(id: string, sessions: Sessions): string {
  let root = id;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const parent = asString(configOf(sessions.get(root))._delegate_from) ?? '';
    if (parent === '') return root;
    root = parent;
  }
  return root;
}

/** The sessions that a session continues, oldest first: its first messages are copies of theirs. */
function continuedBy(id: string, sessions: Sessions): string[] {
  const earlier: string[] = [];
  for (let row = sessions.get(id); row !== undefined && earlier.length < MAX_DEPTH; ) {
    const parent = sessions.get(row.parent ?? '');
    const goesOn = parent?.endReason === 'compression' || asString(configOf(row)._branched_from) !== undefined;
    if (!goesOn || parent === undefined || rootOf(row.id, sessions) !== row.id) break;
    earlier.unshift(parent.id);
    row = parent;
  }
  return earlier;
}

function configOf(row: SessionRow | undefined): JsonObject {
  return asObject(parseJson(row?.config ?? ''));
}

function isShared(db: ForeignDatabase, session: string, time: number): boolean {
  const sql = 'SELECT 1 FROM messages WHERE session_id = ? AND timestamp = ? LIMIT 2';
  return db.all(sql, session, time).length > 1;
}

interface MessageRow {
  id: number;
  role: string | null;
  content: string | null;
  calls: string | null;
  call: string | null;
  tool: string | null;
  finish: string | null;
  time: number;
  archived: number;
}

function* rowsOf(db: ForeignDatabase, session: string): Generator<StoredRow> {
  const columns = db.columns('messages');
  const optional = (column: string, otherwise = 'NULL'): string => (columns.has(column) ? column : otherwise);
  const page = (last: MessageRow | undefined): MessageRow[] =>
    db.all<MessageRow>(
      `SELECT id, role, CASE WHEN octet_length(content) <= ?2 THEN content END AS content,
        CASE WHEN octet_length(tool_calls) <= ?2 THEN tool_calls END AS calls, tool_call_id AS call,
        ${optional('tool_name')} AS tool, ${optional('finish_reason')} AS finish, timestamp AS time,
        ${optional('compacted', '0')} AS archived FROM messages WHERE session_id = ?1 AND id > ?3 ORDER BY id LIMIT ${PAGE}`,
      ...[session, LIMITS.lineBytes, last?.id ?? -1],
    );
  for (const row of pagedRows(PAGE, page)) yield toRow(row);
}

function toRow({ role, content, calls, call, tool, finish, time, archived }: MessageRow): StoredRow {
  const text = asString(content) ?? '';
  const message: JsonObject = {
    role,
    content: text.startsWith(JSON_MARK) ? (parseJson(text.slice(JSON_MARK.length)) ?? text) : text,
    tool_calls: parseJson(calls ?? '') ?? null,
    tool_call_id: call,
    tool_name: tool,
    finish_reason: finish,
  };
  return { message, time: asNumber(time) ?? 0, isArchived: archived === 1 };
}
