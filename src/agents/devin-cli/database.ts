import { asNumber, type JsonObject } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { createDatabaseSnapshot, pagedRows } from '../shared/transcripts/database-snapshot.ts';
import type { ForeignDatabase } from '../shared/transcripts/foreign-sqlite.ts';
import { createReadingCounts, type ReadingCounts } from '../shared/transcripts/jsonl-parser.ts';
import { createSessionReader, type StoredNode, type StoredSession } from './read-node.ts';

/** Messages in memory at once. */
const PAGE = 50;
/** Rows at the end in which a tool call may still wait for its result: upper bound on the rows that are read again. */
const WAITING = 500;
const TABLES = {
  sessions: ['id', 'working_directory', 'created_at', 'last_activity_at', 'hidden'],
  message_nodes: ['row_id', 'session_id', 'chat_message', 'created_at'],
};

interface SessionRow {
  id: string;
  cwd: string | null;
}

interface Reading {
  /** Number of the last row of the previous reading. */
  since: number;
  /** Numbers of the last row, and of the first row that may still be completed. */
  next: { last: number; open: number };
  counts: ReadingCounts;
}

/** Reads `sessions.db`, newest sessions first: all of it, or the messages added since `state` was saved. */
export function createSnapshot({ path }: { path: string }, state: JsonObject = {}): SnapshotReader {
  const since = asNumber(state.row) ?? 0;
  const next = { last: since, open: Number.POSITIVE_INFINITY };
  const counts = createReadingCounts();
  return createDatabaseSnapshot({
    path,
    tables: TABLES,
    counts,
    *read(db) {
      for (const session of sessionsOf(db, since)) yield* readSession(db, session, { since, next, counts });
    },
    state: () => ({ row: Math.min(next.last, Math.max(next.open - 1, next.last - WAITING)) }),
  });
}

function sessionsOf(db: ForeignDatabase, since: number): StoredSession[] {
  const rows = db.all<SessionRow>(
    `SELECT id, working_directory AS cwd FROM sessions WHERE coalesce(hidden, 0) = 0
      AND EXISTS (SELECT 1 FROM message_nodes WHERE session_id = sessions.id AND row_id > ?)
      ORDER BY coalesce(last_activity_at, created_at, 0) DESC`,
    since,
  );
  return rows.map(({ id, cwd }) => ({ id, ...(cwd ? { cwd } : {}) }));
}

function* readSession(db: ForeignDatabase, session: StoredSession, reading: Reading): Generator<RawEvent[]> {
  const reader = createSessionReader(session);
  const { since, next, counts } = reading;
  const page = (last: StoredNode | undefined): StoredNode[] =>
    db.all<StoredNode>(
      `SELECT row_id AS row, created_at AS createdAt, CASE WHEN octet_length(chat_message) <= ? THEN chat_message END AS text
        FROM message_nodes WHERE session_id = ? AND row_id > ? ORDER BY row_id LIMIT ${PAGE}`,
      ...[LIMITS.lineBytes, session.id, last?.row ?? since],
    );
  for (const node of pagedRows(PAGE, page)) {
    yield counts.take(reader.read(node));
    next.last = Math.max(next.last, node.row);
  }
  next.open = Math.min(next.open, reader.openSince());
}
