import type { StoredEvent } from '../../../core/model/event.ts';
import type { EventId, ProjectId } from '../../../core/model/ids.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';
import { zlib } from '../../../platform/zlib.ts';
import { EVENT_CODES, sourcesOf } from '../engine/codes.ts';
import { toPublicId } from '../engine/compact-id.ts';
import { NOTHING_RECENT, type TextSource } from '../engine/engine.ts';
import { createReadOnce, readColumn } from '../engine/rows.ts';
import { dropUnheldBodies, putBody, readBodies } from '../text/bodies.ts';
import { createPackReader } from '../text/packs.ts';
import { type Elsewhere, fromEventData } from './event-data.ts';

/** A stored event with the number of reports that changed it. */
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
  session: number;
  project: number | null;
  cwd: number | null;
  branch: number | null;
  prompt: number | null;
  subagent: number | null;
}

const SELECT = `SELECT seq, id, kind, at, sources, authority, privacy, revision, pack, place, data, session, project, cwd,
  branch, prompt, subagent FROM events AS e`;

/** Statements that read events; each ends the common SELECT. */
export const EVENT_READS = {
  byId: `${SELECT} WHERE e.id = ?`,
  /** Parameter: a JSON list of row numbers of events, or of targets as hexadecimal digits. */
  bySeqs: `${SELECT} WHERE e.seq IN (SELECT value FROM json_each(?)) ORDER BY e.seq`,
  about: `${SELECT} WHERE e.seq IN (
    SELECT event FROM about WHERE target IN (SELECT unhex(value) FROM json_each(?))) ORDER BY e.seq`,
  acts: `${SELECT} INDEXED BY events_of_acts WHERE kind >= 14 AND (at, seq) < (?, ?) ORDER BY at DESC, seq DESC LIMIT ?`,
  since: `${SELECT} WHERE e.seq > ? ORDER BY e.seq LIMIT ?`,
  pending: `${SELECT} WHERE e.seq IN (SELECT event FROM pending ORDER BY event LIMIT ?) ORDER BY e.seq`,
} as const;

/** Reads events by one of `EVENT_READS`, bodies filled in. */
export function readEvents(source: TextSource, sql: string, ...values: SqlValue[]): RevisedEvent[] {
  const { db } = source;
  const rows = db.all<EventRow>(sql, ...values);
  const long = longStrings(
    source,
    rows.map((row) => row.seq),
  );
  const packed = createPackReader(source);
  const places = createPlaceReader(db);
  return rows.map((row) => ({
    ...places(row),
    id: toPublicId(row.id) as EventId,
    seq: row.seq,
    revision: row.revision,
    at: row.at,
    sources: sourcesOf(row.sources),
    authority: row.authority,
    privacy: row.privacy,
    body: fromEventData(EVENT_CODES.toWord(row.kind), {
      data: row.data ?? packed(row),
      elsewhere: long.get(row.seq) ?? [],
    }),
  }));
}

type Places = Pick<
  StoredEvent,
  'agent' | 'agentSession' | 'session' | 'project' | 'cwd' | 'branch' | 'prompt' | 'subagent'
>;

/** The fields of an event that are labels of its session. */
export const LABELS = ['cwd', 'branch', 'prompt', 'subagent'] as const;

/** Reads session, project and labels of events, which many events share, each once. */
function createPlaceReader(db: Database): (row: EventRow) => Places {
  const session = createReadOnce<Pick<Places, 'agent' | 'agentSession' | 'session'>>(
    db,
    'SELECT id AS session, agent, agent_session AS agentSession FROM sessions WHERE seq = ?',
  );
  const project = createReadOnce<{ id: ProjectId }>(db, 'SELECT id FROM projects WHERE seq = ?');
  const label = createReadOnce<{ text: string }>(db, 'SELECT text FROM labels WHERE seq = ?');
  return (row) => {
    const places = { ...session(row.session) } as Places;
    const home = project(row.project);
    if (home !== undefined) places.project = home.id;
    for (const field of LABELS) {
      const found = label(row[field]);
      if (found !== undefined) places[field] = found.text;
    }
    return places;
  };
}

function longStrings(source: TextSource, events: readonly number[]): Map<number, Elsewhere[]> {
  if (events.length === 0) return new Map();
  const rows = source.db.all<{ event: number; path: string; body: number }>(
    'SELECT event, path, body FROM event_bodies WHERE event IN (SELECT value FROM json_each(?))',
    JSON.stringify(events),
  );
  const texts = readBodies(
    source,
    rows.map(({ body }) => body),
  );
  const byEvent = Map.groupBy(rows, ({ event }) => event);
  const withText = ({ path, body }: (typeof rows)[number]): Elsewhere => ({ path, text: texts.get(body) ?? '' });
  return new Map(Array.from(byEvent, ([event, own]) => [event, own.map(withText)]));
}

/** CRC-32 of an event's data as a signed integer, by which damage is detected. */
export function hashOfData(data: string): number {
  return zlib().crc32(data) | 0;
}

/** Writes the places of a new event's long strings. */
export function saveLongStrings(source: TextSource, event: number, elsewhere: readonly Elsewhere[]): void {
  for (const { path, text } of elsewhere) {
    const body = putBody(source, text);
    source.db.run('INSERT INTO event_bodies (event, path, body) VALUES (?, ?, ?)', event, path, body);
  }
}

/**
 * Replaces an event's long strings; returns how many texts were removed, and which former ones remain because other
 * events contain them.
 */
export function replaceLongStrings(
  source: TextSource,
  event: number,
  elsewhere: readonly Elsewhere[],
): { dropped: number; shared: number[] } {
  const { db } = source;
  const bodies = readColumn<number>(db, 'SELECT DISTINCT body FROM event_bodies WHERE event = ?', event);
  if (bodies.length > 0) db.run('DELETE FROM event_bodies WHERE event = ?', event);
  saveLongStrings(source, event, elsewhere);
  const dropped = dropUnheldBodies(source, bodies);
  return { dropped: dropped.length, shared: bodies.filter((body) => !dropped.includes(body)) };
}

/** Checks events against their hashes; one sentence for each that differs. */
export function checkEvents(db: Database): string[] {
  const faults: string[] = [];
  for (let after = 0; ; ) {
    const rows = db.all<Pick<EventRow, 'seq' | 'id' | 'data' | 'pack' | 'place'> & { hash: number }>(
      'SELECT seq, id, hash, data, pack, place FROM events WHERE seq > ? ORDER BY seq LIMIT 500',
      after,
    );
    if (rows.length === 0) return faults;
    const packed = createPackReader({ db, recent: NOTHING_RECENT });
    for (const row of rows) {
      const isSound = hashOfData(row.data ?? packed(row)) === row.hash;
      if (!isSound) faults.push(`Event ${toPublicId(row.id)} is not what its hash says.`);
    }
    after = rows.at(-1)?.seq ?? after;
  }
}
