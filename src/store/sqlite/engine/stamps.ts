import type { Database } from '../../../platform/sqlite/sqlite.ts';

/**
 * Stores a stamp under a name; returns true when it differs from the stored one. Must be called within a transaction.
 */
export function keepStamp(db: Database, name: string, stamp: string): boolean {
  const kept = db.get<{ stamp: string }>('SELECT stamp FROM stamps WHERE name = ?', name)?.stamp;
  if (kept === stamp) return false;
  db.run('INSERT INTO stamps (name, stamp) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET stamp = ?2', name, stamp);
  return true;
}
