import { asNumber, type JsonObject } from '../../core/json.ts';
import { LIMITS } from '../../core/limits.ts';
import type { RawEvent, Skipped } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { createPiParser } from '../shared/dialects/pi-transcript.ts';
import { type ForeignDatabase, openAgentDatabase, unpackZstd } from '../shared/transcripts/foreign-sqlite.ts';
import { createTally } from '../shared/transcripts/skip-counter.ts';

/** Rows in memory at once. */
const PAGE = 50;
const COLUMNS = ['session_id', 'seq', 'event_json'];

interface SessionRow {
  id: string;
  last: number;
}

interface EventRow {
  seq: number;
  text: string | null;
  packed: Uint8Array | null;
}

/** Counts of one reading of the database. */
interface Counts {
  read: number;
  skipped: Record<string, number>;
}

/**
 * Reads the database of one of OpenClaw's agents, last written sessions first: all of them, or from their beginning
 * those to which a row was added since `state` was saved. A row is one line of a session in pi's form, plain or packed
 * with zstd.
 */
export function readDatabase(agent: string, path: string, state: JsonObject = {}): SnapshotReader {
  const since = asNumber(state.row) ?? 0;
  const counts: Counts = { read: 0, skipped: {} };
  let last = since;
  return {
    *steps() {
      const db = openAgentDatabase(path);
      try {
        const columns = db.columns('transcript_events');
        if (!COLUMNS.every((column) => columns.has(column)))
          count(counts, { read: 0, skipped: { 'unknown-schema': 1 } });
        else
          for (const session of changedSessions(db, since)) {
            last = Math.max(last, session.last);
            yield* readSession(db, { agent, id: session.id, isPacked: columns.has('event_zstd') }, counts);
          }
      } finally {
        db.close();
      }
    },
    state: () => ({ row: last }),
    counts: () => ({ read: counts.read, skipped: { ...counts.skipped } }),
  };
}

function changedSessions(db: ForeignDatabase, since: number): SessionRow[] {
  return db.all<SessionRow>(
    `SELECT session_id AS id, max(rowid) AS last FROM transcript_events GROUP BY session_id
      HAVING last > ? ORDER BY last DESC`,
    since,
  );
}

function* readSession(
  db: ForeignDatabase,
  { agent, id, isPacked }: { agent: string; id: string; isPacked: boolean },
  counts: Counts,
): Generator<RawEvent[]> {
  const parser = createPiParser(agent, id);
  const unread = createTally();
  const packed = isPacked ? 'CASE WHEN octet_length(event_zstd) <= ?2 THEN event_zstd END' : 'NULL';
  for (let after = -1; ; ) {
    const rows = db.all<EventRow>(
      `SELECT seq, CASE WHEN octet_length(event_json) <= ?2 THEN event_json END AS text, ${packed} AS packed
        FROM transcript_events WHERE session_id = ?1 AND seq > ?3 ORDER BY seq LIMIT ${PAGE}`,
      ...[id, LIMITS.lineBytes, after],
    );
    for (const row of rows) {
      after = row.seq;
      const text = textOf(row);
      if (text === undefined) unread.add('event:unreadable');
      else yield parser.line(text, row.seq);
    }
    if (rows.length < PAGE) break;
  }
  count(counts, parser.counts());
  count(counts, { read: 0, skipped: unread.counts() });
}

/** The line of a row; `undefined` when it is too long or cannot be unpacked. */
function textOf({ text, packed }: EventRow): string | undefined {
  return text ?? (packed === null ? undefined : unpackZstd(packed, LIMITS.lineBytes));
}

function count(counts: Counts, { read, skipped }: { read: number; skipped: Skipped }): void {
  counts.read += read;
  for (const [type, n] of Object.entries(skipped)) counts.skipped[type] = (counts.skipped[type] ?? 0) + n;
}
