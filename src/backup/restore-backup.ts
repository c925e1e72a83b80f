import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { copyRegularFile, ensureFolder, fileSize, removeFile, syncFolder } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import type { TombstoneRows } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';
import { countDamageAnew, type DatabaseState, inspectDatabase } from '../store/sqlite/database-file.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { type SalvageOptions, salvageDatabase } from '../store/sqlite/salvage/salvage-database.ts';
import { type BackupReason, backupName, UNPACKED } from './backup-files.ts';
import type { OpenedBackup } from './open-backup.ts';

/** A database that another is put in the place of, and the folder of backups. */
export interface RestorePlace {
  dbPath: string;
  backups: string;
}

/** What a restore came to. */
export interface Restored {
  /** Path of the database that was there before; absent where there was none. */
  replaced?: string;
  /** Events of the backup that had been forgotten since it was made, and are not brought back. */
  forgotten: number;
  /** True where the database that was there could not be read whole: what was forgotten since, or kept private, is not all known. */
  isUnguarded: boolean;
}

/** What is there now; `undefined` where there is no database, or none that can be read. */
export function currentState(dbPath: string): DatabaseState | undefined {
  if (fileSize(dbPath) === 0) return undefined;
  try {
    return inspectDatabase(dbPath);
  } catch (error) {
    ignore(error, 'the database cannot be read');
    return undefined;
  }
}

/**
 * Puts an opened backup in the place of the database. It is brought to this version, what was forgotten since stays
 * forgotten, and what is kept from being shared stays so, also where the database that was there is damaged; that one is kept among the backups. The caller holds the lock of the home, and nobody has
 * the database open. The last step is a rename: a failure or a kill before it leaves all as it was.
 */
export async function restoreBackup(
  opened: OpenedBackup,
  { dbPath, backups, targetsOf }: RestorePlace & Pick<SalvageOptions, 'targetsOf'>,
  now: number,
): Promise<Restored> {
  if (fileSize(opened.database) === 0) {
    // Forgetting removes what was unpacked meanwhile, since it may hold what is forgotten.
    throw new CairnError('outdated', 'The unpacked backup is gone.', { fix: 'cairn backup restore, once more' });
  }
  const { guarded, isWhole } =
    (await guardedIn(dbPath)) ?? (await guardedInDamaged(dbPath, { targetsOf, backup: opened.database }));
  const forgotten = await guardAgain(opened.database, guarded, now);
  const replaced = putInPlace(opened.database, { dbPath, backups }, { now, reason: 'replaced' });
  return { forgotten, isUnguarded: !isWhole, ...(replaced === undefined ? {} : { replaced }) };
}

/** Renames a database into the place of another, which is kept among the backups; the path of that, if there was one. */
export function putInPlace(
  database: string,
  { dbPath, backups }: RestorePlace,
  { now, reason }: { now: number; reason: BackupReason },
): string | undefined {
  ensureFolder(backups);
  const replaced = fileSize(dbPath) > 0 ? join(backups, backupName(now, reason, '.db')) : undefined;
  if (replaced !== undefined) keep(dbPath, replaced);
  renameSync(database, dbPath);
  syncFolder(dirname(dbPath));
  countDamageAnew(dbPath);
  return replaced;
}

/** What a person holds back or erased for good, whichever database is in place. */
interface Guarded {
  tombstones: TombstoneRows;
  private: Awaited<ReturnType<Store['sync']['privateItems']>>;
  /** What of other homes is refused. */
  refused: Awaited<ReturnType<Store['sync']['refused']>>;
}

const NOTHING: Guarded = { tombstones: { events: [], sessions: [] }, private: [], refused: [] };

/** Tables of what is guarded. */
const GUARDS: readonly string[] = ['tombstones', 'session_tombstones', 'sync_private', 'sync_erased'];

/** What a database guards; `isWhole`: false where some of it may be unknown. */
interface KnownGuards {
  guarded: Guarded;
  isWhole: boolean;
}

/** What the database that is there guards; `undefined` where it cannot be read. */
async function guardedIn(dbPath: string): Promise<KnownGuards | undefined> {
  if (!existsSync(dbPath)) return { guarded: NOTHING, isWhole: true };
  if (fileSize(dbPath) === 0) return { guarded: NOTHING, isWhole: false };
  try {
    // For writing: that brings an earlier schema to this one, and moves the write-ahead log into the file.
    return { guarded: await readGuarded(dbPath), isWhole: true };
  } catch (error) {
    ignore(error, `${basename(dbPath)} cannot be read as it is`);
    return undefined;
  }
}

/** What a damaged database guards, as far as it can be saved. */
async function guardedInDamaged(
  dbPath: string,
  options: Pick<SalvageOptions, 'targetsOf' | 'backup'>,
): Promise<KnownGuards> {
  const folder = mkdtempSync(join(dirname(dbPath), UNPACKED));
  try {
    const path = join(folder, 'salvaged.db');
    const { events, fromBackup, lost } = salvageDatabase(dbPath, path, options);
    const isWhole = events > fromBackup && !lost.some(({ table }) => GUARDS.includes(table));
    return { guarded: await readGuarded(path), isWhole };
  } catch (error) {
    ignore(error, `${basename(dbPath)} cannot be read: its tombstones are lost, and what it keeps private`);
    return { guarded: NOTHING, isWhole: false };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readGuarded(path: string): Promise<Guarded> {
  const store = openSqliteStore({ path });
  try {
    const guarded: Guarded = {
      tombstones: await store.log.tombstones(),
      private: await store.sync.privateItems(),
      refused: await store.sync.refused(),
    };
    await store.checkpoint();
    return guarded;
  } finally {
    await store.close();
  }
}

async function guardAgain(database: string, guarded: Guarded, now: number): Promise<number> {
  const store = openSqliteStore({ path: database });
  try {
    await store.sync.setPrivate(guarded.private, true);
    for (const { home, ...erased } of guarded.refused) await store.sync.addErased(home, [erased]);
    const covered = await store.log.addTombstones(guarded.tombstones);
    const { events } = await store.log.erase(covered, now);
    await store.giveBack();
    await store.checkpoint();
    return events;
  } finally {
    await store.close();
    for (const end of ['-wal', '-shm']) removeFile(`${database}${end}`);
  }
}

/** Keeps a database under another name, and takes its write-ahead files out of the way of the one that follows. */
function keep(dbPath: string, replaced: string): void {
  copyRegularFile(dbPath, replaced);
  for (const end of ['-wal', '-shm']) {
    if (fileSize(`${dbPath}${end}`) > 0) copyRegularFile(`${dbPath}${end}`, `${replaced}${end}`);
    removeFile(`${dbPath}${end}`);
  }
  syncFolder(dirname(replaced));
}
