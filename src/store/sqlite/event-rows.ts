import { crc32 } from 'node:zlib';
import type { StoredEvent } from '../../core/event.ts';
import type { EventId, ProjectId, SessionId } from '../../core/ids.ts';
import type { Database, SqlValue } from '../../platform/sqlite.ts';
import { dropUnheldBodies, putBody } from './bodies.ts';
import { EVENT_CODES, sourcesOf } from './codes.ts';
import { toPublicId } from './compact-id.ts';
import type { Elsewhere, EventData } from './event-data.ts';
import { fromEventData } from './event-data.ts';
import { unpackText } from './packed-text.ts';
import { createPackReader } from './packs.ts';

/** An event as stored, with the count of its tellings that changed it. */
export type RevisedEvent = StoredEvent & { revision: number };

interface EventRow {
  seq: number;
  id: Uint8Array;
  kind: number;
  at: number;
  sources: number;
  authority: 1 | 2;
  privacy: number;
  revision: number;
  pack: number;
  place: number;
  data: string | null;
  session_id: SessionId;
  agent: string;
  agent_session: string;
  project_id: ProjectId | null;
  cwd_text: string | null;
  prompt_text: string | null;
  subagent_text: string | null;
}

const SELECT = `
  SELECT e.seq, e.id, e.kind, e.at, e.sources, e.authority, e.privacy, e.revision, e.pack, e.place,
    e.data,
    s.id AS session_id, s.agent, s.agent_session, p.id AS project_id,
    c.text AS cwd_text, q.text AS prompt_text, a.text AS subagent_text
  FROM events AS e
  JOIN sessions AS s ON s.seq = e.session
  LEFT JOIN projects AS p ON p.seq = e.project
  LEFT JOIN labels AS c ON c.seq = e.cwd
  LEFT JOIN labels AS q ON q.seq = e.prompt
  LEFT JOIN labels AS a ON a.seq = e.subagent`;

/** Statements that read events; each ends the common SELECT. Exported so that a test can ask for their plans. */
export const EVENT_READS = {
  byId: `${SELECT} WHERE e.id = ?`,
  since: `${SELECT} WHERE e.seq > ? ORDER BY e.seq LIMIT ?`,
  pending: `${SELECT} WHERE e.seq IN (SELECT event FROM pending ORDER BY event LIMIT ?) ORDER BY e.seq`,
} as const;

/** Events of one of `EVENT_READS`, bodies filled in. */
export function readEvents(db: Database, sql: string, ...values: SqlValue[]): RevisedEvent[] {
  const rows = db.all<EventRow>(sql, ...values);
  const long = longStrings(
    db,
    rows.map((row) => row.seq),
  );
  const packed = createPackReader(db);
  return rows.map((row) => toEvent(row, { data: row.data ?? packed(row), elsewhere: long.get(row.seq) ?? [] }));
}

function toEvent(row: EventRow, data: EventData): RevisedEvent {
  return {
    id: toPublicId(row.id) as EventId,
    seq: row.seq,
    revision: row.revision,
    agent: row.agent,
    agentSession: row.agent_session,
    session: row.session_id,
    ...(row.project_id === null ? {} : { project: row.project_id }),
    at: row.at,
    ...(row.cwd_text === null ? {} : { cwd: row.cwd_text }),
    ...(row.prompt_text === null ? {} : { prompt: row.prompt_text }),
    ...(row.subagent_text === null ? {} : { subagent: row.subagent_text }),
    sources: sourcesOf(row.sources),
    authority: row.authority,
    privacy: row.privacy,
    body: fromEventData(EVENT_CODES.toWord(row.kind), data),
  };
}

function longStrings(db: Database, events: readonly number[]): Map<number, Elsewhere[]> {
  const found = new Map<number, Elsewhere[]>();
  if (events.length === 0) return found;
  const rows = db.all<{ event: number; path: string; data: Uint8Array }>(
    `SELECT h.event, h.path, b.data FROM event_bodies AS h JOIN bodies AS b ON b.seq = h.body
      WHERE h.event IN (SELECT value FROM json_each(?))`,
    JSON.stringify(events),
  );
  for (const { event, path, data } of rows) {
    const list = found.get(event) ?? [];
    list.push({ path, text: unpackText(data) });
    found.set(event, list);
  }
  return found;
}

/** The hash of an event's data, which tells when they are damaged: CRC-32 as a signed integer. */
export function hashOfData(data: string): number {
  return crc32(data) | 0;
}

/** Writes where a new event's long strings are. */
export function saveLongStrings(db: Database, event: number, elsewhere: readonly Elsewhere[]): void {
  for (const { path, text } of elsewhere) {
    db.run('INSERT INTO event_bodies (event, path, body) VALUES (?, ?, ?)', event, path, putBody(db, text));
  }
}

/** Gives an event other long strings; says how many texts went and how many former ones stay since others hold them. */
export function replaceLongStrings(
  db: Database,
  event: number,
  elsewhere: readonly Elsewhere[],
): { dropped: number; shared: number } {
  const held = db.all<{ body: number }>('SELECT DISTINCT body FROM event_bodies WHERE event = ?', event);
  if (held.length > 0) db.run('DELETE FROM event_bodies WHERE event = ?', event);
  saveLongStrings(db, event, elsewhere);
  const bodies = held.map((row) => row.body);
  const dropped = dropUnheldBodies(db, bodies);
  return { dropped, shared: held.length - dropped };
}

/** One sentence for each event whose data is not what its hash says. */
export function checkEvents(db: Database): string[] {
  const faults: string[] = [];
  for (let after = 0; ; ) {
    const rows = db.all<Pick<EventRow, 'seq' | 'id' | 'data' | 'pack' | 'place'> & { hash: number }>(
      'SELECT seq, id, hash, data, pack, place FROM events WHERE seq > ? ORDER BY seq LIMIT 500',
      after,
    );
    if (rows.length === 0) return faults;
    const packed = createPackReader(db);
    for (const row of rows) {
      const isSound = hashOfData(row.data ?? packed(row)) === row.hash;
      if (!isSound) faults.push(`Event ${toPublicId(row.id)} is not what its hash says.`);
    }
    after = rows.at(-1)?.seq ?? after;
  }
}
