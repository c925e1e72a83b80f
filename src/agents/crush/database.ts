import { basename, dirname } from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import type { RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { createDatabaseSnapshot } from '../shared/transcripts/database-snapshot.ts';
import type { ForeignDatabase } from '../shared/transcripts/foreign-sqlite.ts';
import { createReadingCounts, type ReadingCounts } from '../shared/transcripts/jsonl-parser.ts';
import { readMessage, startReading } from './read-message.ts';

/** Messages in memory at once. */
const PAGE = 20;
/** Seconds before the last reading that are read again: rows written then may have become visible later. */
const OVERLAP_S = 10;
/** Upper bound on the milliseconds added to the messages of one second. */
const MOST_IN_SECOND = 999;
/** Upper bound on the steps from a subagent's session up to the user's. */
const MAX_DEPTH = 20;
/** Sessions in which Crush finds a title: nobody's work. */
const HIDDEN = /^title-/;
/** Seconds since 1970 of a column that holds seconds or milliseconds. */
const SECONDS = (column: string): string =>
  `(CASE WHEN ${column} > 100000000000 THEN ${column} / 1000 ELSE ${column} END)`;

const TABLES = {
  sessions: ['id', 'parent_session_id', 'updated_at'],
  messages: ['id', 'session_id', 'role', 'parts', 'created_at'],
};

interface SessionRow {
  id: string;
  parent: string | null;
  updated: number;
}

interface MessageRow {
  place: number;
  id: string;
  role: string;
  parts: string | null;
  model: string | null;
  created: number;
  summary: number;
}

/** Reads `crush.db`, newest sessions first: all of them, or those that changed since `state` was saved. */
export function readDatabase(path: string, state: JsonObject = {}): SnapshotReader {
  const since = Number(state.updated ?? 0) || 0;
  const counts = createReadingCounts();
  let updated = since;
  // The database is in the repository, unless the user has moved it.
  const folder = dirname(path);
  const cwd = basename(folder) === '.crush' ? dirname(folder) : undefined;
  return createDatabaseSnapshot({
    path,
    tables: TABLES,
    counts,
    *read(db) {
      for (const session of changedSessions(db, since)) {
        updated = Math.max(updated, session.updated);
        for (const events of readSession(db, { ...session, ...omitUndefined({ cwd }) }, counts)) {
          if (events.length > 0) counts.read();
          yield events;
        }
      }
    },
    state: () => ({ updated }),
  });
}

function changedSessions(db: ForeignDatabase, since: number): { id: string; root: string; updated: number }[] {
  const rows = db.all<SessionRow>(
    `SELECT id, parent_session_id AS parent, ${SECONDS('updated_at')} AS updated FROM sessions ORDER BY updated DESC`,
  );
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]));
  const rootOf = (id: string): string => {
    let root = id;
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) root = parents.get(root) || root;
    return root;
  };
  return rows
    .filter(({ id, updated }) => updated >= since - OVERLAP_S && !HIDDEN.test(id))
    .map(({ id, updated }) => ({ id, updated, root: rootOf(id) }));
}

/**
 * Makes a clock that turns the messages' seconds into milliseconds since 1970, in order: messages of the same second
 * are one millisecond apart, so that an answer stays after the results that it followed.
 */
function createClock(): (seconds: number) => number {
  let [second, place] = [Number.NaN, 0];
  return (seconds) => {
    place = seconds === second ? Math.min(place + 1, MOST_IN_SECOND) : 0;
    second = seconds;
    return seconds * 1_000 + place;
  };
}

function* readSession(
  db: ForeignDatabase,
  session: { id: string; root: string; cwd?: string },
  counts: ReadingCounts,
): Generator<RawEvent[]> {
  const columns = db.columns('messages');
  const reading = startReading(session, counts);
  const timeOf = createClock();
  let after = -1;
  for (;;) {
    const rows = db.all<MessageRow>(
      `SELECT rowid AS place, id, role, CASE WHEN octet_length(parts) <= ? THEN CAST(parts AS TEXT) END AS parts,
        ${columns.has('model') ? 'model' : 'NULL'} AS model, ${SECONDS('created_at')} AS created,
        ${columns.has('is_summary_message') ? 'is_summary_message' : '0'} AS summary
        FROM messages WHERE session_id = ? AND rowid > ? ORDER BY rowid LIMIT ${PAGE + 1}`,
      ...[LIMITS.lineBytes, session.id, after],
    );
    for (const [index, row] of rows.slice(0, PAGE).entries()) {
      after = row.place;
      const at = timeOf(row.created);
      const parts = parseJson(row.parts ?? '');
      if (!Array.isArray(parts)) counts.skip('message:malformed');
      else {
        const message = { ...row, at, parts: parts.filter(isJsonObject), isLast: index === rows.length - 1 };
        yield readMessage(message, reading);
      }
    }
    if (rows.length <= PAGE) return;
  }
}
