import type { EventId, SessionId } from '../../../core/model/ids.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { tombstoneHash } from '../../common/tombstone-hash.ts';
import type { TombstoneRows } from '../../contract/log.ts';
import { toPublicId } from '../engine/compact-id.ts';

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
