import type { EventId, ItemId } from '../../core/ids.ts';
import type { Log } from '../contract.ts';
import { releasePack } from './append.ts';
import { EVENT_CODES } from './codes.ts';
import { toCompactId } from './compact-id.ts';
import type { Tally } from './counters.ts';
import { createTally } from './counters.ts';
import { replaceLongStrings } from './event-rows.ts';
import { dropInjectionsOf } from './injections.ts';
import type { NumberedItem } from './item-rows.ts';
import { ITEM_READS, readItems } from './item-rows.ts';
import type { Tombstones } from './tombstones.ts';
import type { ItemParts } from './write-items.ts';
import { createItemChange } from './write-items.ts';

/** What one erasure did. */
export type Erased = Awaited<ReturnType<Log['erase']>>;

/** What erasing needs of the store. */
export type EraseParts = ItemParts & { tombstones: Tombstones };

/** Events of one transaction: FTS5 takes a quarter of a millisecond to erase a row for good (design §11). */
const STEP = 20;

/** Forgets events in small transactions, between which others get their turn; a failure leaves the rest as it was. */
export async function erase(parts: EraseParts, ids: readonly EventId[], at: number): Promise<Erased> {
  const erased: Erased = { events: 0, items: [], bodies: 0, sharedBodies: 0 };
  for (let start = 0; start < ids.length; start += STEP) {
    const step = parts.engine.write(() => eraseStep(parts, ids.slice(start, start + STEP), at));
    erased.events += step.events;
    erased.items.push(...step.items);
    erased.bodies += step.bodies;
    erased.sharedBodies += step.sharedBodies;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return erased;
}

/** The folder of a session's first event that has one. */
const FIRST_FOLDER = `SELECT l.text FROM events AS e JOIN labels AS l ON l.seq = e.cwd WHERE e.session = ?1
  ORDER BY e.seq LIMIT 1`;

interface Found {
  seq: number;
  kind: number;
  session: number;
}

function eraseStep(parts: EraseParts, ids: readonly EventId[], at: number): Erased {
  const { db } = parts.engine;
  const tally = createTally(db);
  const found: Found[] = [];
  for (const id of ids) {
    parts.tombstones.add(id, at);
    const compact = toCompactId(id);
    const sql = 'SELECT seq, kind, session FROM events WHERE id = ?';
    const event = compact === undefined ? undefined : db.get<Found>(sql, compact);
    if (event !== undefined) found.push(event);
  }
  const items = eraseItems(parts, found);
  const bodies = found.map((event) => eraseEvent(parts, event, tally));
  for (const session of new Set(found.map((event) => event.session))) tidySession(parts, session);
  tally.save();
  return {
    events: found.length,
    items,
    bodies: bodies.reduce((sum, { dropped }) => sum + dropped, 0),
    sharedBodies: bodies.reduce((sum, { shared }) => sum + shared, 0),
  };
}

/** Removes what was derived from the events, and what was derived from their sessions as wholes. */
function eraseItems(parts: EraseParts, found: readonly Found[]): ItemId[] {
  const rows = { db: parts.engine.db, interned: parts.interned };
  const gone: NumberedItem[] = found.flatMap(({ seq }) => readItems(rows, ITEM_READS.byEvent, seq));
  for (const session of new Set(found.map((event) => event.session))) {
    gone.push(...readItems(rows, ITEM_READS.ofSessionAlone, session));
  }
  const change = createItemChange(parts);
  change.remove(gone);
  change.save();
  const ids = gone.map(({ item }) => item.id);
  dropInjectionsOf(rows.db, ids);
  return ids;
}

function eraseEvent(parts: EraseParts, { seq, kind }: Found, tally: Tally): { dropped: number; shared: number } {
  const { db } = parts.engine;
  releasePack(parts, seq);
  const bodies = replaceLongStrings(db, seq, []);
  db.run('DELETE FROM pending WHERE event = ?', seq);
  db.run('DELETE FROM events WHERE seq = ?', seq);
  tally.add(`event:${EVENT_CODES.toWord(kind)}`, -1);
  return bodies;
}

/** A session without events goes, with its labels; of another, the newest event is derived anew, which renews its whole. */
function tidySession({ engine: { db }, interned }: EraseParts, session: number): void {
  const sql = 'SELECT max(seq) AS seq FROM events WHERE session = ?';
  const newest = db.get<{ seq: number | null }>(sql, session)?.seq ?? null;
  db.run(
    `DELETE FROM labels WHERE session = ?1 AND seq NOT IN (
      SELECT cwd FROM events WHERE session = ?1 AND cwd IS NOT NULL
      UNION SELECT prompt FROM events WHERE session = ?1 AND prompt IS NOT NULL
      UNION SELECT subagent FROM events WHERE session = ?1 AND subagent IS NOT NULL
      UNION SELECT prompt FROM items WHERE session = ?1 AND prompt IS NOT NULL
      UNION SELECT subagent FROM items WHERE session = ?1 AND subagent IS NOT NULL)`,
    session,
  );
  if (newest === null) db.run('DELETE FROM sessions WHERE seq = ?', session);
  else {
    db.run(`UPDATE sessions SET cwd = (${FIRST_FOLDER}) WHERE seq = ?1`, session);
    db.run('INSERT INTO pending (event) VALUES (?) ON CONFLICT DO NOTHING', newest);
  }
  interned.clear();
}
