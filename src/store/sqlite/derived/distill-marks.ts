import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { EVENT_CODES } from '../engine/codes.ts';

/** Marks sessions as changed since they were distilled, by number. To be called within a transaction. */
export function markSessions(db: Database, sessions: Iterable<number>): void {
  mark(db, 'undistilled', { numbers: LISTED, list: JSON.stringify([...new Set(sessions)]) });
}

/** Marks every pattern, or every session as well. To be called within a transaction. */
export function markAll(db: Database, what: 'sessions' | 'patterns'): void {
  if (what === 'sessions') mark(db, 'undistilled', { numbers: 'SELECT seq FROM sessions' });
  mark(db, 'patterns_waiting', { numbers: 'SELECT seq FROM pattern_keys' });
}

/** Marks the sessions of events, by number; nothing is made of what others shared. To be called within a transaction. */
export function markSessionsOfEvents(db: Database, events: string): void {
  mark(db, 'undistilled', {
    numbers: `SELECT DISTINCT session FROM events WHERE seq IN (${LISTED}) AND kind <> ${EVENT_CODES.toCode('shared')}`,
    list: events,
  });
}

/** Marks patterns as changed since they were made, by number. To be called within a transaction. */
export function markPatterns(db: Database, patterns: Iterable<number>): void {
  mark(db, 'patterns_waiting', { numbers: LISTED, list: JSON.stringify([...new Set(patterns)]) });
}

const LISTED = 'SELECT value FROM json_each(?)';
const MARKED = { undistilled: 'session', patterns_waiting: 'pattern' } as const;

/**
 * Marks the rows whose numbers a statement returns (`list` is its JSON parameter, if any): inserts the mark or
 * increments it.
 */
function mark(db: Database, table: keyof typeof MARKED, { numbers, list }: { numbers: string; list?: string }): void {
  const sql = `INSERT INTO ${table} (${MARKED[table]}, mark) SELECT *, 1 FROM (${numbers}) WHERE true
    ON CONFLICT DO UPDATE SET mark = mark + 1`;
  db.run(sql, ...(list === undefined ? [] : [list]));
}

/**
 * Removes the findings of a session of which an event was erased, and the aggregates built from them; batches being
 * distilled at that moment are refused later. Returns the ids of the items to remove. Must be called within a
 * transaction.
 */
export function forgetDistilled(db: Database, session: number): Uint8Array[] {
  markSessions(db, [session]);
  db.run('UPDATE undistilled SET least = mark WHERE session = ?', session);
  const patterns = db.all<{ seq: number; item: Uint8Array | null }>(
    'SELECT k.seq, k.item FROM findings AS f JOIN pattern_keys AS k ON k.seq = f.pattern WHERE f.session = ?',
    session,
  );
  db.run('DELETE FROM findings WHERE session = ?', session);
  const seqs = patterns.map(({ seq }) => seq);
  markPatterns(db, seqs);
  db.run(
    `DELETE FROM pattern_keys WHERE seq IN (SELECT value FROM json_each(?))
      AND NOT EXISTS (SELECT 1 FROM findings AS f WHERE f.pattern = pattern_keys.seq)`,
    JSON.stringify(seqs),
  );
  return patterns.flatMap(({ item }) => item ?? []);
}

/** SQL that drops everything distilled except the items, and marks nothing: the rebuild marks what it derives. */
export const DROP_DISTILLED = `
  DELETE FROM patterns_waiting;
  DELETE FROM findings;
  DELETE FROM pattern_keys;`;
