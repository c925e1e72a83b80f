import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { fileSize, writeDurable } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import type { Store } from '../store/contract/store.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { type Salvaged, type SalvageOptions, salvageDatabase } from '../store/sqlite/salvage/salvage-database.ts';
import { makeUnpacked, manifestPath, restorableBackups } from './backup-files.ts';
import { type OpenedBackup, openBackup } from './open-backup.ts';
import { keepAsItIs, moveIntoPlace, type RestorePlace } from './restore-backup.ts';

/** What a salvage came to: what was saved, from which backup the rest is, and where the damaged database is kept. */
export type SalvageOutcome = Salvaged & {
  /** Events of the backup that had been forgotten since, and are not brought back. */
  forgotten: number;
  backup?: string;
  kept: string;
  /** File beside that with all that is lost by name (JSON). */
  named?: string;
};

/**
 * Puts a new database in the place of a damaged one, with what can be read of it, tombstones first, and with what only the
 * newest whole backup has. The damaged one is kept among the backups. The caller holds the lock of the home, and nobody has
 * the database open. A failure or a kill leaves the damaged one in its place or among the backups.
 */
export async function salvage(
  { dbPath, backups }: RestorePlace,
  now: number,
  options: Omit<SalvageOptions, 'backup'>,
): Promise<SalvageOutcome> {
  const folder = makeUnpacked(dirname(dbPath));
  const backup = await newestWhole(backups, folder);
  try {
    const path = join(folder, 'salvaged.db');
    const salvaged = salvageDatabase(dbPath, path, { ...options, backup: backup?.opened.database });
    const store = openSqliteStore({ path });
    let forgotten = 0;
    try {
      const covered = await store.log.addTombstones(await store.log.tombstones());
      forgotten = (await store.log.erase(covered, now)).events;
      await store.sync.countUnseen();
      await assertWhole(store, path);
      await store.giveBack();
      await store.checkpoint();
    } finally {
      await store.close();
    }
    const kept = fileSize(dbPath) > 0 ? keepAsItIs({ dbPath, backups }, { now, reason: 'damaged' }) : dbPath;
    moveIntoPlace(path, dbPath);
    const named = salvaged.lostRows === 0 ? undefined : nameLosses(kept, salvaged);
    const more = omitUndefined({ backup: backup?.name, named });
    return { ...salvaged, events: salvaged.events - forgotten, forgotten, kept, ...more };
  } finally {
    backup?.opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes what is lost beside the damaged database, with which it goes. */
function nameLosses(kept: string, { lost, lostRows }: Salvaged): string {
  const path = manifestPath(kept);
  writeDurable(path, `${JSON.stringify({ lostRows, lost }, undefined, 1)}\n`);
  return path;
}

/** The newest backup that opens and is what was written; `undefined` when none is. */
async function newestWhole(
  backups: string,
  beside: string,
): Promise<{ name: string; opened: OpenedBackup } | undefined> {
  for (const { name, path } of restorableBackups(backups)) {
    try {
      return { name, opened: await openBackup(path, beside) };
    } catch (error) {
      ignore(error, 'a backup is damaged, an earlier one may be whole');
    }
  }
  return undefined;
}

async function assertWhole(store: Store, path: string): Promise<void> {
  const [fault] = await store.check();
  if (fault === undefined) return;
  throw new CairnError('internal', `${path} was rebuilt and is not whole: ${fault}`, { fix: 'cairn backup restore' });
}
