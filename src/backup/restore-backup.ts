import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CairnError, toCairnError } from '../core/errors.ts';
import { hasKey } from '../core/hash.ts';
import { copyRegularFile, ensureFolder, fileSize, removeFile, syncFolder } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import type { TombstoneRows } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';
import type { SaidToOthers } from '../store/contract/sync.ts';
import {
  countDamageAnew,
  type DatabaseState,
  homeKeysIn,
  inspectDatabase,
  remakeViews,
} from '../store/sqlite/database-file.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { type SalvageOptions, salvageDatabase } from '../store/sqlite/salvage/salvage-database.ts';
import { GUARDS } from '../store/sqlite/salvage/salvaged-tables.ts';
import { type BackupReason, backupName, makeUnpacked, noteRestored } from './backup-files.ts';
import type { OpenedBackup } from './open-backup.ts';
import { packBackup } from './pack-backup.ts';

/** A database that another is put in the place of, and the folder of backups. */
export interface RestorePlace {
  dbPath: string;
  backups: string;
}

/**
 * What a restore needs beside its place. `keys`: that of the home's file, under which a database of an earlier version has its
 * hashes; none where it is damaged.
 */
export interface RestoreTarget extends RestorePlace, Pick<SalvageOptions, 'targetsOf'> {
  keys?: readonly Uint8Array[];
}

/** What a restore came to. */
export interface Restored {
  /** Path of the database that was there before, among the backups; absent where there was none. */
  replaced?: string;
  /** True where that one is damaged, so that it cannot be put back. */
  isDamaged: boolean;
  /** Events of the backup that had been forgotten since it was made, and are not brought back. */
  forgotten: number;
  /** Memories that others have by sync, and that the backup does not hold. */
  withOthers: number;
  /** True where the database that was there could not be read whole: what was forgotten since, or kept private, is not all known. */
  isUnguarded: boolean;
  /** True where the backup does not say under which keys its hashes were made: an earlier version made it. */
  isKeyless: boolean;
}

/** The ends of the names of SQLite's files beside a database. */
const WRITE_AHEAD = ['-wal', '-shm'] as const;

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
 * forgotten, and what is kept from being shared stays so, also where the database that was there is damaged; that one is kept among the backups, packed where it is whole. The caller holds the lock of the home, and nobody has
 * the database open. The last step is a rename: a failure or a kill before it leaves all as it was.
 */
export async function restoreBackup(
  opened: OpenedBackup,
  { dbPath, backups, targetsOf, keys: own = [] }: RestoreTarget,
  now: number,
): Promise<Restored> {
  if (fileSize(opened.database) === 0) {
    // Forgetting removes what was unpacked meanwhile, since it may hold what is forgotten.
    throw new CairnError('outdated', 'The unpacked backup is gone.', { fix: 'cairn backup restore, once more' });
  }
  const { guarded, isWhole } =
    (await guardedIn(dbPath, own)) ?? (await guardedInDamaged(dbPath, { targetsOf, backup: opened.database }, own));
  const keys = homeKeysIn(opened.database);
  const { forgotten, withOthers } = await guardAgain(
    opened.database,
    { ...guarded, isOther: guarded.keys.length === 0 || !guarded.keys.every((key) => hasKey(keys, key)) },
    now,
  );
  remakeViews(opened.database);
  const kept = fileSize(dbPath) > 0 ? await keepReplaced({ dbPath, backups }, now) : undefined;
  if (kept !== undefined) noteRestored(kept.path, basename(opened.path));
  moveIntoPlace(opened.database, dbPath);
  return {
    forgotten,
    withOthers,
    isUnguarded: !isWhole,
    isKeyless: keys.length === 0,
    isDamaged: kept?.isDamaged ?? false,
    ...(kept === undefined ? {} : { replaced: kept.path }),
  };
}

/** Renames a database into the place of another, whose write-ahead files go. */
export function moveIntoPlace(database: string, dbPath: string): void {
  for (const end of WRITE_AHEAD) removeFile(`${dbPath}${end}`);
  ensureFolder(dirname(dbPath));
  renameSync(database, dbPath);
  for (const end of WRITE_AHEAD) removeFile(`${database}${end}`);
  syncFolder(dirname(dbPath));
  countDamageAnew(dbPath);
}

/** Copies a database with its write-ahead files among the backups, byte by byte; the path of the copy. */
export function keepAsItIs(
  { dbPath, backups }: RestorePlace,
  { now, reason }: { now: number; reason: BackupReason },
): string {
  ensureFolder(backups);
  const path = join(backups, backupName(now, reason, '.db'));
  copyRegularFile(dbPath, path);
  for (const end of WRITE_AHEAD) {
    if (fileSize(`${dbPath}${end}`) > 0) copyRegularFile(`${dbPath}${end}`, `${path}${end}`);
  }
  syncFolder(backups);
  return path;
}

/** Keeps the database that is about to be replaced among the backups: packed, or as it is where that cannot be done. */
async function keepReplaced(place: RestorePlace, now: number): Promise<{ path: string; isDamaged: boolean }> {
  const path = join(place.backups, backupName(now, 'replaced'));
  try {
    await packBackup({ dbPath: place.dbPath, path });
    return { path, isDamaged: false };
  } catch (error) {
    ignore(error, 'the database that is replaced cannot be packed');
    const isDamaged = toCairnError(error).code === 'damaged';
    return { path: keepAsItIs(place, { now, reason: isDamaged ? 'damaged' : 'replaced' }), isDamaged };
  }
}

/** What a person holds back or erased for good, and what others heard, whichever database is in place. */
interface Guarded {
  tombstones: TombstoneRows;
  /** Those under which the tombstones were made. */
  keys: readonly Uint8Array[];
  private: Awaited<ReturnType<Store['sync']['privateItems']>>;
  /** What of other homes is refused. */
  refused: Awaited<ReturnType<Store['sync']['refused']>>;
  /** What it said to others, which they have, or are still to hear. */
  said: SaidToOthers;
}

const NOTHING: Guarded = {
  tombstones: { events: [], sessions: [] },
  keys: [],
  private: [],
  refused: [],
  said: { shared: [], records: [], reached: [], homes: [], values: [] },
};

/** What a database guards; `isWhole`: false where some of it may be unknown. */
interface KnownGuards {
  guarded: Guarded;
  isWhole: boolean;
}

/** What the database that is there guards; `undefined` where it cannot be read. */
async function guardedIn(dbPath: string, own: readonly Uint8Array[]): Promise<KnownGuards | undefined> {
  if (!existsSync(dbPath)) return { guarded: NOTHING, isWhole: true };
  if (fileSize(dbPath) === 0) return { guarded: NOTHING, isWhole: false };
  try {
    // For writing: that brings an earlier schema to this one, and moves the write-ahead log into the file.
    return { guarded: await readGuarded(dbPath, own), isWhole: true };
  } catch (error) {
    ignore(error, `${basename(dbPath)} cannot be read as it is`);
    return undefined;
  }
}

/** What a damaged database guards, as far as it can be saved. */
async function guardedInDamaged(
  dbPath: string,
  options: Pick<SalvageOptions, 'targetsOf' | 'backup'>,
  own: readonly Uint8Array[],
): Promise<KnownGuards> {
  const folder = makeUnpacked(dirname(dbPath));
  try {
    const path = join(folder, 'salvaged.db');
    const { events, fromBackup, lost } = salvageDatabase(dbPath, path, options);
    const isWhole = events > fromBackup && !lost.some(({ table }) => GUARDS.includes(table));
    return { guarded: await readGuarded(path, own), isWhole };
  } catch (error) {
    ignore(error, `${basename(dbPath)} cannot be read: its tombstones are lost, and what it keeps private`);
    return { guarded: NOTHING, isWhole: false };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readGuarded(path: string, own: readonly Uint8Array[]): Promise<Guarded> {
  const store = openSqliteStore({ path, keys: own });
  try {
    const guarded: Guarded = {
      tombstones: await store.log.tombstones(),
      keys: store.keys,
      private: await store.sync.privateItems(),
      refused: await store.sync.refused(),
      said: await store.sync.said(),
    };
    await store.checkpoint();
    return guarded;
  } finally {
    await store.close();
  }
}

async function guardAgain(
  database: string,
  guarded: Guarded & { isOther: boolean },
  now: number,
): Promise<Pick<Restored, 'forgotten' | 'withOthers'>> {
  const store = openSqliteStore({ path: database, keys: guarded.keys });
  try {
    await store.sync.setPrivate(guarded.private, true);
    for (const { home, ...erased } of guarded.refused) await store.sync.addErased(home, [erased]);
    const covered = await store.log.addTombstones(guarded.tombstones, { byCopies: guarded.isOther });
    const { events } = await store.log.erase(covered, now);
    await store.sync.learn(guarded.said, { isLater: true, at: now });
    await store.sync.countUnseen();
    const withOthers = (await store.sync.withOthersOnly()).length;
    await store.giveBack();
    await store.checkpoint();
    return { forgotten: events, withOthers };
  } finally {
    await store.close();
  }
}
