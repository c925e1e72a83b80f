import type { Database } from '../../platform/sqlite.ts';

/** Marks sessions as changed since they were distilled, by number. To be called within a transaction. */
export function markSessions(db: Database, sessions: Iterable<number>): void {
  const numbers = JSON.stringify([...new Set(sessions)]);
  db.run(
    `INSERT INTO undistilled (session, mark) SELECT value, 1 FROM json_each(?) WHERE true
      ON CONFLICT DO UPDATE SET mark = mark + 1`,
    numbers,
  );
}

/** Marks every session. To be called within a transaction. */
export function markAllSessions(db: Database): void {
  db.run(
    'INSERT INTO undistilled (session, mark) SELECT seq, 1 FROM sessions WHERE true ON CONFLICT DO UPDATE SET mark = mark + 1',
  );
}

/** Marks every pattern. To be called within a transaction. */
export function markAllPatterns(db: Database): void {
  db.run(
    'INSERT INTO patterns_waiting (pattern, mark) SELECT seq, 1 FROM pattern_keys WHERE true ON CONFLICT DO UPDATE SET mark = mark + 1',
  );
}

/** Marks the sessions of events, by number. To be called within a transaction. */
export function markSessionsOfEvents(db: Database, events: string): void {
  db.run(
    `INSERT INTO undistilled (session, mark)
      SELECT DISTINCT session, 1 FROM events WHERE seq IN (SELECT value FROM json_each(?))
      ON CONFLICT DO UPDATE SET mark = mark + 1`,
    events,
  );
}

/** Marks patterns as changed since they were made, by number. To be called within a transaction. */
export function markPatterns(db: Database, patterns: Iterable<number>): void {
  const numbers = JSON.stringify([...new Set(patterns)]);
  db.run(
    `INSERT INTO patterns_waiting (pattern, mark) SELECT value, 1 FROM json_each(?) WHERE true
      ON CONFLICT DO UPDATE SET mark = mark + 1`,
    numbers,
  );
}

/**
 * Takes a session's findings out, of which something was forgotten, and what was made with them; refuses what is being
 * distilled of it just now. Gives the ids of the items that are to go. To be called within a transaction.
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

/** Drops all that was distilled but the items, and marks nothing: a rebuild marks what it derives. */
export const DROP_DISTILLED = `
  DELETE FROM patterns_waiting;
  DELETE FROM findings;
  DELETE FROM pattern_keys;`;
