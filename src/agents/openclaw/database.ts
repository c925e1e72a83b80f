import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { createPiParser } from '../shared/dialects/pi-transcript.ts';
import { createDatabaseSnapshot, pagedRows } from '../shared/transcripts/database-snapshot.ts';
import { type ForeignDatabase, unpackZstd } from '../shared/transcripts/foreign-sqlite.ts';
import { createReadingCounts, type ReadingCounts } from '../shared/transcripts/jsonl-parser.ts';

/** Rows in memory at once. */
const PAGE = 50;
const TABLE = 'transcript_events';

interface SessionRow {
  id: string;
  last: number;
}

interface EventRow {
  seq: number;
  text: string | null;
  packed: Uint8Array | null;
}

/**
 * Reads the database of one of OpenClaw's agents, last written sessions first: all of them, or from their beginning
 * those to which a row was added since `state` was saved. A row is one line of a session in pi's form, plain or packed
 * with zstd.
 */
export function readDatabase(agent: string, path: string, state: JsonObject = {}): SnapshotReader {
  const since = asNumber(state.row) ?? 0;
  const counts = createReadingCounts();
  let last = since;
  return createDatabaseSnapshot({
    path,
    tables: { [TABLE]: ['session_id', 'seq', 'event_json'] },
    counts,
    *read(db) {
      const isPacked = db.columns(TABLE).has('event_zstd');
      for (const session of changedSessions(db, since)) {
        last = Math.max(last, session.last);
        yield* readSession(db, { agent, id: session.id, isPacked }, counts);
      }
    },
    state: () => ({ row: last }),
  });
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
  counts: ReadingCounts,
): Generator<RawEvent[]> {
  const parser = createPiParser(agent, id);
  const packed = isPacked ? 'CASE WHEN octet_length(event_zstd) <= ?2 THEN event_zstd END' : 'NULL';
  const page = (last: EventRow | undefined): EventRow[] =>
    db.all<EventRow>(
      `SELECT seq, CASE WHEN octet_length(event_json) <= ?2 THEN event_json END AS text, ${packed} AS packed
        FROM transcript_events WHERE session_id = ?1 AND seq > ?3 ORDER BY seq LIMIT ${PAGE}`,
      ...[id, LIMITS.lineBytes, last?.seq ?? -1],
    );
  for (const row of pagedRows(PAGE, page)) {
    const text = textOf(row);
    if (text === undefined) counts.skip('event:unreadable');
    else yield parser.line(text, row.seq).map(unwrapped);
  }
  counts.add(parser.counts());
}

/** An event of a call with the tool that ran: OpenClaw's model calls most tools, those of MCP servers among them, by one. */
function unwrapped(event: RawEvent): RawEvent {
  const { body } = event;
  if ((body.kind !== 'tool.start' && body.kind !== 'tool.end') || body.tool !== 'tool_call') return event;
  const tool = asString(body.input.id) ?? '';
  return tool === '' ? event : { ...event, body: { ...body, tool, input: asObject(body.input.args) } };
}

/** The line of a row; `undefined` when it is too long or cannot be unpacked. */
function textOf({ text, packed }: EventRow): string | undefined {
  return text ?? (packed === null ? undefined : unpackZstd(packed, LIMITS.lineBytes));
}
