import { asString, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts';
import * as LIMITS from '../../../core/limits.ts';
import type { RawEvent } from '../../../core/model/event.ts';
import { DAY_MS } from '../../../core/text/calendar.ts';
import type { SnapshotReader } from '../contract.ts';
import { createDatabaseSnapshot, pagedRows } from '../transcripts/database-snapshot.ts';
import type { ForeignDatabase } from '../transcripts/foreign-sqlite.ts';
import { createReadingCounts, type ReadingCounts } from '../transcripts/jsonl-parser.ts';
import { readMessage } from './read-message.ts';
import {
  isOpen,
  isRestoredMessage,
  rootOf,
  type StoredMessage,
  type StoredPart,
  type StoredSession,
} from './stored-session.ts';

/** Messages in memory at once. */
const PAGE = 20;
/** Milliseconds before the last reading that are read again: rows written then may have become visible later. */
const OVERLAP_MS = 10_000;
/** Upper bound, in milliseconds, on the lag of a session's own time behind its messages'. */
const BEHIND_MS = DAY_MS;
/** Upper bound on the unfinished messages that the next reading looks at again. */
const OPEN = 200;

const TABLES = {
  session: ['id', 'parent_id', 'directory', 'time_updated'],
  message: ['id', 'session_id', 'time_created', 'time_updated', 'data'],
  part: ['id', 'message_id', 'data'],
};

interface SessionRow {
  id: string;
  parent: string | null;
  directory: string | null;
  updated: number;
}

interface MessageRow {
  id: string;
  created: number;
  updated: number;
  data: string | null;
}

/** Position for the next reading: the time from which to read again, and the messages that were unfinished. */
interface Cursor {
  updated: number;
  open: readonly string[];
}

/** Reads the database of OpenCode or of a fork of it, newest sessions first: all of it, or the messages that changed since `state` was saved. */
export function readDatabase(agent: string, path: string, state: JsonObject = {}): SnapshotReader {
  const since: Cursor = { updated: timeOf(state.updated), open: listOf(state.open) };
  const next = { updated: since.updated, open: [] as string[] };
  const counts = createReadingCounts();
  return createDatabaseSnapshot({
    path,
    tables: TABLES,
    counts,
    read: (db) => readSessions(db, { agent, since, next, counts }),
    state: () => ({ updated: next.updated, open: next.open.slice(-OPEN) }),
  });
}

interface Reading {
  agent: string;
  since: Cursor;
  next: { updated: number; open: string[] };
  counts: ReadingCounts;
}

function* readSessions(db: ForeignDatabase, reading: Reading): Generator<RawEvent[]> {
  const rows = db.all<SessionRow>(
    'SELECT id, parent_id AS parent, directory, time_updated AS updated FROM session ORDER BY time_updated DESC',
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const waiting = new Set(reading.since.open.flatMap((id) => sessionOf(db, id)));
  for (const { id, directory, updated } of rows) {
    if (updated < reading.since.updated - BEHIND_MS && !waiting.has(id)) continue;
    const root = rootOf(id, (session) => byId.get(session)?.parent ?? undefined);
    yield* readSession(
      db,
      { agent: reading.agent, id, root, ...(directory === null ? {} : { cwd: directory }) },
      reading,
    );
  }
}

function sessionOf(db: ForeignDatabase, message: string): string[] {
  return db.all<{ id: string }>('SELECT session_id AS id FROM message WHERE id = ?', message).map(({ id }) => id);
}

function* readSession(db: ForeignDatabase, session: StoredSession, reading: Reading): Generator<RawEvent[]> {
  const { since, next, counts } = reading;
  const from = since.updated - OVERLAP_MS;
  const page = (last: Pick<MessageRow, 'created' | 'id'> = { created: -1, id: '' }): MessageRow[] =>
    db.all<MessageRow>(
      `SELECT id, time_created AS created, time_updated AS updated,
        CASE WHEN octet_length(data) <= ? THEN data END AS data FROM message
        WHERE session_id = ? AND (time_updated >= ? OR id IN (SELECT value FROM json_each(?)))
        AND (time_created > ? OR (time_created = ? AND id > ?)) ORDER BY time_created, id LIMIT ${PAGE}`,
      ...[LIMITS.lineBytes, session.id, from, JSON.stringify(since.open), last.created, last.created, last.id],
    );
  for (const row of pagedRows<MessageRow>(PAGE, page)) {
    next.updated = Math.max(next.updated, row.updated);
    const message = toMessage(db, session.id, row);
    if (message === undefined) counts.skip('message:malformed');
    else if (isRestoredMessage(message.id)) counts.skip('restored');
    else {
      if (isOpen(message)) next.open.push(message.id);
      yield readMessage(message, session, counts);
    }
  }
}

function toMessage(db: ForeignDatabase, session: string, row: MessageRow): StoredMessage | undefined {
  const data = parseJson(row.data ?? '');
  if (!isJsonObject(data)) return undefined;
  return {
    id: row.id,
    createdAt: row.created,
    data,
    parts: partsOf(db, row.id),
    passed: () => isPassed(db, session, row),
    askedParts: () => partsOf(db, asString(data.parentID) ?? ''),
  };
}

function partsOf(db: ForeignDatabase, message: string): StoredPart[] {
  const rows = db.all<{ id: string; data: string | null }>(
    `SELECT id, CASE WHEN octet_length(data) <= ? THEN data END AS data FROM part WHERE message_id = ? ORDER BY id`,
    LIMITS.lineBytes,
    message,
  );
  return rows.map(({ id, data }) => {
    const value = parseJson(data ?? '');
    return { id, data: isJsonObject(value) ? value : undefined };
  });
}

/**
 * True when a message was passed by a later answer. A newer prompt does not suffice: it may be waiting for its turn.
 */
function isPassed(db: ForeignDatabase, session: string, { created, id }: MessageRow): boolean {
  const later = db.get(
    `SELECT 1 FROM message WHERE session_id = ? AND (time_created > ? OR (time_created = ? AND id > ?))
      AND instr(data, '"role":"assistant"') > 0 LIMIT 1`,
    ...[session, created, created, id],
  );
  return later !== undefined;
}

function timeOf(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function listOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(-OPEN) : [];
}
