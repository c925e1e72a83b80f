import { type BackupFile, listBackups, restorableBackups } from '../backup/backup-files.ts';
import { findBackup } from '../backup/backups.ts';
import { type OpenedBackup, openBackup } from '../backup/open-backup.ts';
import { currentState, type Restored, restoreBackup } from '../backup/restore-backup.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Config } from '../config/resolve-config.ts';
import { CairnError } from '../core/errors.ts';
import { targetsOf } from '../derive/event/targets-of.ts';
import { ensureFolder, isRegularFile } from '../platform/files.ts';
import { isHomeKeyDamaged, openHomeKey } from '../platform/home-key.ts';
import type { DatabaseState } from '../store/sqlite/database-file.ts';
import { asOwner } from './as-owner.ts';
import { type RestoredProtection, restoreProtection } from './restore-protection.ts';

/** A backup that may be put back: what it holds, and what is there now. `close` removes what was unpacked. */
export interface RestorePlan {
  path: string;
  /** `undefined` where there is no database that can be read. */
  now: DatabaseState | undefined;
  held: DatabaseState;
  opened: OpenedBackup;
  close(): void;
}

/** What a restore came to, and what the home of the backup left out. */
export type RestoreOutcome = Restored & RestoredProtection;

/** The newest backup of a home. Throws `not_found` where there is none. */
export function newestBackup({ backups }: HomePaths): BackupFile {
  const [newest] = restorableBackups(backups);
  if (newest !== undefined) return newest;
  throw new CairnError('not_found', `There is no backup in ${backups}.`, { fix: 'cairn backup create' });
}

/** Opens a backup, by its name or by the path of a file, and looks at what it would change. Nothing is changed yet. */
export async function planRestore(named: string, paths: HomePaths): Promise<RestorePlan> {
  const { backups } = paths;
  const path = isRegularFile(named) ? named : findBackup(listBackups(backups), backups, named).path;
  ensureFolder(paths.home);
  const opened = await openBackup(path, paths.home);
  return { path, now: currentState(paths.db), held: opened.state, opened, close: opened.close };
}

/**
 * Puts a planned backup in the place of the database, and the pauses that it knows beside it. Throws `busy` while a worker owns the
 * home.
 */
export async function carryOutRestore(
  { opened }: RestorePlan,
  { paths, settings }: Pick<Config, 'paths' | 'settings'>,
  now: number,
): Promise<RestoreOutcome> {
  return asOwner(paths, async () => {
    const keys = isHomeKeyDamaged(paths.key) ? [] : [openHomeKey(paths.key)];
    const restored = await restoreBackup(opened, { dbPath: paths.db, backups: paths.backups, targetsOf, keys }, now);
    return { ...restored, ...(await restoreProtection({ ...paths, keys }, settings)) };
  });
}
