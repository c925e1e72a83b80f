import { DAY_MS } from '../core/text/calendar.ts';
import { type BackupFile, isTakenOut } from './backup-files.ts';

/** Days for which a database that a restore or a salvage took out of its place is kept: what is in it may be nowhere else. */
const TAKEN_OUT_DAYS = 30;
const DAYS = 3;
const WEEKS = 2;
/** Upper bound on the size of all backups, as a multiple of the database's. */
const TIMES_DATABASE = 2;

/**
 * The backups to let go of. Kept are, whatever their size, for a month what a restore or a salvage took out of its place
 * and the backup that was put there. Of the others, the newest of each of the last three days and of the two weeks before
 * and the newest that was made before an upgrade; of these, from the newest on, at most twice the size of the database, or
 * of a larger one that was taken out. The newest of all stays in any case.
 */
export function expiredBackups(backups: readonly BackupFile[], { now, databaseBytes }: RotationNow): BackupFile[] {
  const newestAt = Math.max(...backups.filter((backup) => !isTakenOut(backup)).map(({ at }) => at));
  const takenOut = backups.filter(
    (backup) => isTakenOut(backup) && (now - backup.at <= TAKEN_OUT_DAYS * DAY_MS || newestAt < backup.at),
  );
  const restored = new Set(takenOut.map((backup) => backup.restored));
  const kept = new Set(backups.filter((backup) => takenOut.includes(backup) || restored.has(backup.name)));
  const newestFirst = backups
    .filter((backup) => !kept.has(backup) && !isTakenOut(backup))
    .sort((one, other) => other.at - one.at);
  const largestBytes = Math.max(databaseBytes, ...takenOut.map(unpackedBytes));
  for (const backup of keptByTurn(newestFirst, { now, databaseBytes: largestBytes })) kept.add(backup);
  return backups.filter((backup) => !kept.has(backup));
}

/** What rotation goes by: the time, in milliseconds since 1970, and the size of the database. */
export interface RotationNow {
  now: number;
  databaseBytes: number;
}

function keptByTurn(newestFirst: readonly BackupFile[], { now, databaseBytes }: RotationNow): BackupFile[] {
  const kept = new Set<BackupFile>();
  const routine = newestFirst.filter(({ reason }) => reason !== 'upgrade');
  keepNewest(kept, routine, { most: DAYS, periodOf: (at) => Math.floor(at / DAY_MS) });
  const older = routine.filter((backup) => !kept.has(backup) && now - backup.at > DAYS * DAY_MS);
  keepNewest(kept, older, { most: WEEKS, periodOf: (at) => Math.floor(at / (7 * DAY_MS)) });
  const upgrade = newestFirst.find(({ reason }) => reason === 'upgrade');
  if (upgrade !== undefined) kept.add(upgrade);
  let bytes = 0;
  return newestFirst.filter((backup) => {
    if (!kept.has(backup)) return false;
    bytes += backup.sizeBytes;
    return bytes <= TIMES_DATABASE * databaseBytes || backup === newestFirst[0];
  });
}

function unpackedBytes({ manifest, sizeBytes }: BackupFile): number {
  return manifest?.databaseBytes ?? sizeBytes;
}

/** Keeps the newest backup of each of the newest periods. */
function keepNewest(
  kept: Set<BackupFile>,
  newestFirst: readonly BackupFile[],
  { most, periodOf }: { most: number; periodOf: (at: number) => number },
): void {
  const seen = new Set<number>();
  for (const backup of newestFirst) {
    const period = periodOf(backup.at);
    if (seen.has(period) || seen.size >= most) continue;
    seen.add(period);
    kept.add(backup);
  }
}
