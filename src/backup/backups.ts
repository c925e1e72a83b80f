import { basename, dirname, join } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { sum } from '../core/sum.ts';
import { ensureFolder, fileSize } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { runInThread } from '../platform/process/run-in-thread.ts';
import type { Store } from '../store/contract/store.ts';
import { type DatabaseState, type QuickCheck, quickCheck, timesDamaged } from '../store/sqlite/database-file.ts';
import {
  type BackupFile,
  type BackupReason,
  backupName,
  copiesIn,
  listBackups,
  type Manifest,
  removeBackup,
  removeCopies,
  removeUnfinished,
  removeUnpacked,
} from './backup-files.ts';
import { expiredBackups } from './expired-backups.ts';
import { type LookedAt, lookAtCopy, type UnpackedCopy, unpackCopy } from './look-at-copy.ts';
import { openBackup } from './open-backup.ts';
import { type PackTask, packBackup } from './pack-backup.ts';

/** After this many milliseconds an unpacked database in the home is nobody's. */
const ABANDONED_MS = 24 * 3_600_000;

/** The slow work on a database: to make a backup, to look whether one is whole, to unpack it, or to look at pages for a while. */
export type BackupTask =
  | { pack: PackTask }
  | { verify: string }
  | { unpack: string }
  | { pages: { path: string; budgetMs: number } };

/** What a task answers: what the new backup holds, what the checked one does, where one was unpacked, or what a look at the pages found. */
export type BackupOutcome = Manifest | DatabaseState | UnpackedCopy | QuickCheck;

/** The backups of a database. */
export interface Backups {
  /** Makes one, then lets go of those that rotation does not keep. Calls run one after the other. */
  create(reason: BackupReason): Promise<BackupFile>;
  /**
   * Removes those in which `find`, which gets a store over each, finds something, and those that cannot be read; all without
   * `find`. Makes one of the state now in their place where there was any.
   */
  replaceThose(find?: (store: Store) => Promise<boolean>): Promise<void>;
  /**
   * Has each copy, or those of some names, looked at, one after the other, by a store over what it unpacks to. Of one that
   * cannot be read, `fault` says why; what `look` throws is thrown.
   */
  lookInto<Found>(look: (store: Store) => Promise<Found>, names?: readonly string[]): Promise<LookedAt<Found>[]>;
  /** Removes copies by their names, and makes a backup of the state now where none would be left; the bytes that the disk got back. */
  remove(names: readonly string[]): Promise<number>;
  list(): BackupFile[];
  /** Throws `damaged` where it is not what was written. */
  verify(backup: Pick<BackupFile, 'path'>): Promise<DatabaseState>;
  /** Looks at the pages of the database itself for `budgetMs`. Waits for no backup. */
  checkPages(budgetMs: number): Promise<PagesFound>;
}

/** What a look at the pages of the database found. `met`: how often a call found it damaged since this process began. */
export type PagesFound = QuickCheck & { met: number };

/** What the backups of a home need. `entry`: the program of the thread that does the work, else this one does. */
export interface BackupsDeps {
  dbPath: string;
  folder: string;
  now: () => number;
  entry?: string | undefined;
}

/** Builds the backups of a database. */
export function createBackups({ dbPath, folder, now, entry }: BackupsDeps): Backups {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const mine = last.then(work, work);
    last = mine.catch((error: unknown) => ignore(error, 'a backup failed, which its caller is told'));
    return mine;
  };
  const run = (task: BackupTask): Promise<BackupOutcome> =>
    entry === undefined ? carryOut(task) : runInThread<BackupOutcome>(entry, task, lost).done;
  const checkPages = async (budgetMs: number): Promise<QuickCheck> => {
    const task: BackupTask = { pages: { path: dbPath, budgetMs } };
    if (entry === undefined) return (await carryOut(task)) as QuickCheck;
    const thread = runInThread<QuickCheck>(entry, task, lost);
    // One large table may take longer than its share: the thread then ends with it, and nobody waits.
    const late = new Promise<QuickCheck>((resolve) => {
      setTimeout(() => resolve({ faults: [], checked: 0, tables: 0 }), 2 * budgetMs).unref();
    });
    const found = await Promise.race([thread.done, late]);
    thread.stop().catch((error: unknown) => ignore(error, 'a look at the pages could not be ended'));
    return found;
  };
  const make = async (reason: BackupReason): Promise<BackupFile> => {
    ensureFolder(folder);
    removeUnfinished(folder);
    // A restore that waits for its answer has unpacked its backup into the home.
    removeUnpacked(dirname(dbPath), now() - ABANDONED_MS);
    const name = backupName(now(), reason);
    await run({ pack: { dbPath, path: join(folder, name) } });
    const made = listBackups(folder).find((backup) => backup.name === name);
    if (made === undefined) throw lost(undefined);
    return made;
  };
  const lookInto = async <Found>(look: (store: Store) => Promise<Found>, names?: readonly string[]) => {
    const unpack = async (path: string): Promise<UnpackedCopy> => (await run({ unpack: path })) as UnpackedCopy;
    const looked: LookedAt<Found>[] = [];
    for (const name of names ?? copiesIn(folder)) looked.push(await lookAtCopy({ folder, name, unpack }, look));
    return looked;
  };
  return {
    create: (reason) =>
      inTurn(async () => {
        const made = await make(reason);
        const rotation = { now: now(), databaseBytes: fileSize(dbPath) };
        for (const { path } of expiredBackups(listBackups(folder), rotation)) removeBackup(path);
        return made;
      }),
    replaceThose: (find) =>
      inTurn(async () => {
        removeUnfinished(folder);
        removeUnpacked(dirname(dbPath));
        const looked = find === undefined ? [] : await lookInto(find);
        const kept = looked.filter((one) => 'found' in one && !one.found).map(({ name }) => name);
        if (removeCopies(folder, new Set(kept))) await make('forgotten');
      }),
    lookInto: (look, names) => inTurn(() => lookInto(look, names)),
    remove: (names) =>
      inTurn(async () => {
        const paths = names.map((name) => join(folder, basename(name)));
        const freed = sum(paths.map(fileSize));
        for (const path of paths) removeBackup(path);
        if (listBackups(folder).length === 0) await make('forgotten');
        return freed;
      }),
    list: () => listBackups(folder),
    verify: ({ path }) => inTurn(async () => (await run({ verify: path })) as DatabaseState),
    checkPages: async (budgetMs) => ({ ...(await checkPages(budgetMs)), met: timesDamaged(dbPath) }),
  };
}

/** Does the slow work. */
export async function carryOut(task: BackupTask): Promise<BackupOutcome> {
  if ('pack' in task) return packBackup(task.pack);
  if ('pages' in task) return quickCheck(task.pages.path, task.pages.budgetMs);
  if ('unpack' in task) return unpackCopy(task.unpack);
  const opened = await openBackup(task.verify);
  opened.close();
  return opened.state;
}

/** The backup of a name among the listed ones of a folder. Throws `not_found`. */
export function findBackup(listed: readonly BackupFile[], folder: string, name: string): BackupFile {
  const found = listed.find((backup) => backup.name === basename(name));
  if (found !== undefined) return found;
  throw new CairnError('not_found', `There is no backup ${JSON.stringify(name.slice(0, 100))} in ${folder}.`, {
    fix: 'cairn backup list',
  });
}

function lost(cause: unknown): CairnError {
  return new CairnError('internal', 'The thread that makes backups ended.', {
    fix: 'cairn worker restart, then: cairn backup create',
    cause,
  });
}
