import { existsSync } from 'node:fs';
import type { HomePaths } from '../../config/paths.ts';
import { CairnError } from '../../core/errors.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { SALVAGE } from '../../core/salvage-advice.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';

const NAME = 'database-opens';

/** Whether the database can be opened at all, read-only. Throws what keeps it from that: newer, locked. */
export async function checkDatabase({ db }: Pick<HomePaths, 'db'>): Promise<HealthFinding[]> {
  if (!existsSync(db)) return [{ name: NAME, status: 'ok', message: 'Nothing was remembered yet.' }];
  try {
    const store = openSqliteStore({ path: db, readonly: true });
    await store.log.counts();
    await store.close();
    return [{ name: NAME, status: 'ok', message: `${db} can be read.` }];
  } catch (error) {
    if (error instanceof CairnError && error.code === 'damaged') {
      return [{ name: 'database', status: 'failed', message: error.message, fix: SALVAGE }];
    }
    // An older version wrote it: the worker brings it to this one when it starts.
    if (!(error instanceof CairnError) || error.code !== 'unsupported') throw error;
    return [{ name: NAME, status: 'warning', message: error.message, fix: 'cairn worker restart' }];
  }
}
