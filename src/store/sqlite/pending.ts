import type { EventId } from '../../core/ids.ts';
import { toHexList } from './compact-id.ts';
import type { Engine } from './engine.ts';

const RULES = 'rules';
const MARK_ALL = 'INSERT INTO pending (event) SELECT seq FROM events WHERE true ON CONFLICT DO NOTHING';

/** Marks events as not derived. */
export function markPending({ db, write }: Engine, ids: readonly EventId[]): void {
  write(() =>
    db.run(
      `INSERT INTO pending (event) SELECT seq FROM events WHERE id IN (SELECT unhex(value) FROM json_each(?))
        ON CONFLICT DO NOTHING`,
      toHexList(ids),
    ),
  );
}

/** Keeps the stamp of the rules that derive; when the log was derived by others, marks every event as not derived. */
export function keepRules({ db, write }: Engine, stamp: string): boolean {
  return write(() => {
    const kept = db.get<{ stamp: string }>('SELECT stamp FROM stamps WHERE name = ?', RULES)?.stamp;
    if (kept === stamp) return false;
    db.run('INSERT INTO stamps (name, stamp) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET stamp = ?2', RULES, stamp);
    db.run(MARK_ALL);
    return db.get('SELECT 1 FROM events LIMIT 1') !== undefined;
  });
}

/** Marks every event as not derived. To be called within a transaction. */
export function markAllPending({ db }: Engine): void {
  db.run(MARK_ALL);
}
