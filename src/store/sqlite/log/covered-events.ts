import type { EventId, SessionId } from '../../../core/model/ids.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { COPY_BYTES, tombstoneHash } from '../../common/tombstone-hash.ts';
import type { TombstoneRows } from '../../contract/log.ts';
import { toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { EVENT_READS, readEvents } from './event-rows.ts';
import type { Tombstones } from './tombstones.ts';

/** The events of a store that tombstones cover: their own, or those of their session up to its time. */
export function coveredEvents(db: Database, { events, sessions }: TombstoneRows): EventId[] {
  if (events.length + sessions.length === 0) return [];
  const erased = new Set(events.map(({ hash }) => hash));
  const until = untilBySession(db, sessions);
  const rows = db.all<{ id: Uint8Array; session: number; at: number }>('SELECT id, session, at FROM events');
  return rows.flatMap(({ id, session, at }) => {
    const event = toPublicId(id) as EventId;
    const isCovered = at <= (until.get(session) ?? Number.NEGATIVE_INFINITY) || erased.has(hexOf(event));
    return isCovered ? [event] : [];
  });
}

/** Events read at once. */
const PAGE = 500;

/** The events of a store that are copies of what tombstones stand for. */
export function coveredCopies({ engine, tombstones }: CopyDeps, { events }: TombstoneRows): EventId[] {
  const erased = new Set(events.flatMap(({ hash }) => (hash.length === COPY_BYTES * 2 ? [hash] : [])));
  if (erased.size === 0) return [];
  const covered: EventId[] = [];
  for (let after = 0; ; ) {
    const page = readEvents(engine, EVENT_READS.since, after, PAGE);
    for (const event of page) {
      if (tombstones.hashesOf(event).some((hash) => erased.has(hash.toString('hex')))) covered.push(event.id);
    }
    const last = page.at(-1);
    if (last === undefined) return covered;
    after = last.seq;
  }
}

interface CopyDeps {
  engine: Engine;
  tombstones: Pick<Tombstones, 'hashesOf'>;
}

/** The times of tombstones by the row numbers of the sessions here. */
function untilBySession(db: Database, tombstones: TombstoneRows['sessions']): Map<number, number> {
  const times = new Map(tombstones.map(({ hash, at }) => [hash, at]));
  const sessions = db.all<{ seq: number; id: SessionId }>('SELECT seq, id FROM sessions');
  return new Map(
    sessions.flatMap(({ seq, id }) => {
      const at = times.get(hexOf(id));
      return at === undefined ? [] : [[seq, at]];
    }),
  );
}

function hexOf(id: EventId | SessionId): string {
  return tombstoneHash(id).toString('hex');
}
