import { existsSync } from 'node:fs';
import type { HomePaths } from '../../config/paths.ts';
import type { Finding } from '../../core/check.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';

/** Whether the database can be opened at all, read-only. Throws what keeps it from that: damaged, newer, locked. */
export async function lookAtDatabase({ db }: Pick<HomePaths, 'db'>): Promise<Finding[]> {
  const name = 'database-opens';
  if (!existsSync(db)) return [{ name, status: 'ok', message: 'Nothing was remembered yet.' }];
  const store = openSqliteStore({ path: db, readonly: true });
  try {
    await store.log.counts();
    return [{ name, status: 'ok', message: `${db} can be read.` }];
  } finally {
    await store.close();
  }
}
