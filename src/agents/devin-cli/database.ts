import { asNumber, type JsonObject } from '../../core/json.ts';
import { LIMITS } from '../../core/limits.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { type ForeignDatabase, openAgentDatabase } from '../shared/transcripts/foreign-sqlite.ts';
import { createTally, type Tally } from '../shared/transcripts/skip-counter.ts';
import { createSessionReader, type StoredNode, type StoredSession } from './read-node.ts';

/** Messages in memory at once. */
const PAGE = 50;
/** Rows at the end in which a tool call may still wait for its result: upper bound on the rows that are read again. */
const WAITING = 500;
const SESSIONS = ['id', 'working_directory', 'created_at', 'last_activity_at', 'hidden'];
const NODES = ['row_id', 'session_id', 'chat_message', 'created_at'];

interface SessionRow {
  id: string;
  cwd: string | null;
}

interface Reading {
  /** Number of the last row of the previous reading. */
  since: number;
  /** Numbers of the last row, and of the first row that may still be completed. */
  next: { last: number; open: number };
  count(node: ReturnType<ReturnType<typeof createSessionReader>['read']>): RawEvent[];
}

/** Reads `sessions.db`, newest sessions first: all of it, or the messages added since `state` was saved. */
export function createSnapshot({ path }: { path: string }, state: JsonObject = {}): SnapshotReader {
  const skipped: Tally = createTally();
  let read = 0;
  const reading: Reading = {
    since: asNumber(state.row) ?? 0,
    next: { last: asNumber(state.row) ?? 0, open: Number.POSITIVE_INFINITY },
    count: (node) => {
      if ('skip' in node) {
        skipped.add(node.skip);
        return [];
      }
      read += 1;
      return node.events;
    },
  };
  return {
    *steps() {
      const db = openAgentDatabase(path);
      try {
        if (!has(db, 'sessions', SESSIONS) || !has(db, 'message_nodes', NODES)) skipped.add('unknown-schema');
        else for (const session of sessionsOf(db, reading.since)) yield* readSession(db, session, reading);
      } finally {
        db.close();
      }
    },
    state: () => ({ row: Math.min(reading.next.last, Math.max(reading.next.open - 1, reading.next.last - WAITING)) }),
    counts: () => ({ read, skipped: skipped.counts() }),
  };
}

function has(db: ForeignDatabase, table: string, columns: readonly string[]): boolean {
  const found = db.columns(table);
  return columns.every((column) => found.has(column));
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
  let after = reading.since;
  for (;;) {
    const rows = db.all<StoredNode>(
      `SELECT row_id AS row, created_at AS createdAt, CASE WHEN octet_length(chat_message) <= ? THEN chat_message END AS text
        FROM message_nodes WHERE session_id = ? AND row_id > ? ORDER BY row_id LIMIT ${PAGE}`,
      ...[LIMITS.lineBytes, session.id, after],
    );
    for (const node of rows) {
      yield reading.count(reader.read(node));
      after = node.row;
    }
    if (rows.length < PAGE) break;
  }
  reading.next.last = Math.max(reading.next.last, after);
  reading.next.open = Math.min(reading.next.open, reader.openSince());
}
