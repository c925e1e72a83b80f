import type { EventId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { KnowledgeKind, ObservationKind } from '../../../core/model/kinds.ts';
import type { ItemBatch } from '../../contract/items.ts';
import { requireCompactId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';

/** What an item of its kind is more precisely: what an observation is of, what knowledge states; of other kinds nothing. */
export function sortOf(item: Item): ObservationKind | KnowledgeKind | undefined {
  if (item.kind === 'observation') return item.detail.observation;
  return item.kind === 'knowledge' ? item.detail.knowledge : undefined;
}

/** Foreign keys of an item, as row numbers; NULL for none. */
export type ItemKeys = Record<'session' | 'project' | 'event', number | null>;

/** Finds the foreign keys of the items of one transaction. */
export interface ItemKeyFinder {
  /** The foreign keys of an item; `undefined` when its event or session was erased. */
  of(item: Item): ItemKeys | undefined;
}

/** The derived events that still exist, with their revision at the time they were read. */
export interface DerivedEvents {
  bySeq: ReadonlyMap<number, number>;
  byId: ReadonlyMap<EventId, number>;
}

/** Reads which events of a batch still exist, and their revisions. */
export function findDerived({ db }: Engine, derived: ItemBatch['derived']): DerivedEvents {
  const rows = db.all<{ seq: number; revision: number }>(
    'SELECT seq, revision FROM events WHERE seq IN (SELECT value FROM json_each(?))',
    JSON.stringify(derived.map(({ seq }) => seq)),
  );
  const bySeq = new Map(rows.map(({ seq, revision }) => [seq, revision]));
  const present = derived.filter(({ seq }) => bySeq.has(seq));
  return { bySeq, byId: new Map(present.map(({ id, seq }) => [id, seq])) };
}

/** Builds a finder of foreign keys, which reads each event and session at most once. */
export function createItemKeyFinder({ db, interned }: Engine, derived?: DerivedEvents): ItemKeyFinder {
  const events = new Map<EventId, number | undefined>(derived?.byId);
  const eventOf = (id: EventId): number | undefined => {
    if (!events.has(id)) {
      const sql = 'SELECT seq FROM events WHERE id = ?';
      events.set(id, db.get<{ seq: number }>(sql, requireCompactId(id))?.seq);
    }
    return events.get(id);
  };
  return {
    of({ event: eventId, session: sessionId, project }) {
      const event = eventId === undefined ? null : eventOf(eventId);
      const session = sessionId === undefined ? null : interned.session(sessionId);
      if (event === undefined || session === undefined) return undefined;
      return { event, session, project: project === undefined ? null : interned.addProject(project) };
    },
  };
}
