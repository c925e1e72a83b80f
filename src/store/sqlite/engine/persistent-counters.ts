import type { StoredCount } from '../../contract/log.ts';
import type { Engine } from './engine.ts';

/** Adds to counts by name; `at` in milliseconds since 1970. A power cut may take the last of them. */
export function addCounts({ db, write }: Engine, added: Readonly<Record<string, number>>, at: number): void {
  write(() => {
    for (const [name, n] of Object.entries(added)) {
      db.run(
        `INSERT INTO tallies (name, n, last_at) VALUES (?1, ?2, ?3)
          ON CONFLICT DO UPDATE SET n = n + ?2, last_at = max(last_at, ?3)`,
        name,
        n,
        at,
      );
    }
  }, 'later');
}

/** Counts whose names begin with a prefix. */
export function readCounted({ db }: Engine, prefix: string): Record<string, StoredCount> {
  const sql = 'SELECT name, n, last_at AS lastAt FROM tallies WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name';
  const rows = db.all<StoredCount & { name: string }>(sql, prefix);
  return Object.fromEntries(rows.map(({ name, n, lastAt }) => [name, { n, lastAt }]));
}
