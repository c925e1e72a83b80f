import type { EventId } from '../../../core/model/ids.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { EventFilter } from '../../contract/log.ts';
import { toHexList } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { readColumn } from '../engine/rows.ts';
import { keepStamp } from '../engine/stamps.ts';
import { conditionsOnEvents } from './select-events.ts';

const RULES = 'rules';
const MARK_SEQS =
  'INSERT INTO pending (event) SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING RETURNING event';

/** Marks events as not derived; returns the row numbers of those that had been derived. */
export function markPending({ db, write }: Engine, ids: readonly EventId[]): number[] {
  const sql = `INSERT INTO pending (event) SELECT seq FROM events WHERE id IN (SELECT unhex(value) FROM json_each(?))
    ON CONFLICT DO NOTHING RETURNING event`;
  return write(() => readColumn(db, sql, toHexList(ids)));
}

/**
 * Marks the next `limit` events of a filter after a row number as not derived, except those that `except` excludes;
 * returns those that had been derived, and where to continue.
 */
export function markPendingOf(
  engine: Engine,
  filter: EventFilter,
  { after, limit, except }: { after: number; limit: number; except: (seq: number) => boolean },
): { marked: number[]; next?: number } {
  const { db, write } = engine;
  const { from, conditions } = conditionsOnEvents(engine, filter);
  const sql = `SELECT e.seq FROM ${from} WHERE e.seq > ? AND ${conditions.sql} ORDER BY e.seq LIMIT ?`;
  const seqs = readColumn<number>(db, sql, after, ...conditions.values, limit);
  const waiting = JSON.stringify(seqs.filter((seq) => !except(seq)));
  const marked = write(() => readColumn<number>(db, MARK_SEQS, waiting));
  const next = seqs.length < limit ? undefined : seqs.at(-1);
  return next === undefined ? { marked } : { marked, next };
}

/** Marks the next `limit` events after a row number as not derived; returns the number of the last one. */
export function markNextUnderived(
  { db, write }: Engine,
  after: number,
  limit: number,
): { last: number; events: number } | undefined {
  return write(() => {
    const seqs = readColumn<number>(db, 'SELECT seq FROM events WHERE seq > ? ORDER BY seq LIMIT ?', after, limit);
    const last = seqs.at(-1);
    if (last === undefined) return undefined;
    const sql = 'INSERT INTO pending (event) SELECT seq FROM events WHERE seq > ? AND seq <= ? ON CONFLICT DO NOTHING';
    db.run(sql, after, last);
    return { last, events: seqs.length };
  });
}

/** Stores the stamp of the derivation rules; when it differs from the stored one, marks every event as not derived. */
export function keepRules({ db, write }: Engine, stamp: string): boolean {
  return write(() => {
    if (!keepStamp(db, RULES, stamp)) return false;
    markAllPending(db);
    return db.get('SELECT 1 FROM events LIMIT 1') !== undefined;
  });
}

/** Marks every event as not derived. Must be called within a transaction. */
export function markAllPending(db: Database): void {
  db.run('INSERT INTO pending (event) SELECT seq FROM events WHERE true ON CONFLICT DO NOTHING');
}
