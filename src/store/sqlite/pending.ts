import type { EventId } from '../../core/ids.ts';
import { toHexList } from './compact-id.ts';
import type { Engine } from './engine.ts';
import { keepStamp } from './stamps.ts';

const RULES = 'rules';
const MARK_ALL = 'INSERT INTO pending (event) SELECT seq FROM events WHERE true ON CONFLICT DO NOTHING';

/** Marks events as not derived; gives the numbers of those that were derived. */
export function markPending({ db, write }: Engine, ids: readonly EventId[]): number[] {
  const sql = `INSERT INTO pending (event) SELECT seq FROM events WHERE id IN (SELECT unhex(value) FROM json_each(?))
    ON CONFLICT DO NOTHING RETURNING event`;
  return write(() => db.all<{ event: number }>(sql, toHexList(ids)).map(({ event }) => event));
}

/** Marks the events after a place in the log as not derived; gives the place of the last of them. */
export function markAnew(
  { db, write }: Engine,
  after: number,
  limit: number,
): { last: number; events: number } | undefined {
  return write(() => {
    const seqs = db.all<{ seq: number }>('SELECT seq FROM events WHERE seq > ? ORDER BY seq LIMIT ?', after, limit);
    const last = seqs.at(-1)?.seq;
    if (last === undefined) return undefined;
    db.run(
      'INSERT INTO pending (event) SELECT seq FROM events WHERE seq > ? AND seq <= ? ON CONFLICT DO NOTHING',
      after,
      last,
    );
    return { last, events: seqs.length };
  });
}

/** Keeps the stamp of the rules that derive; when the log was derived by others, marks every event as not derived. */
export function keepRules({ db, write }: Engine, stamp: string): boolean {
  return write(() => {
    if (!keepStamp(db, RULES, stamp)) return false;
    db.run(MARK_ALL);
    return db.get('SELECT 1 FROM events LIMIT 1') !== undefined;
  });
}

/** Marks every event as not derived. To be called within a transaction. */
export function markAllPending({ db }: Engine): void {
  db.run(MARK_ALL);
}
