import { DAY_MS } from '../core/text/calendar.ts';
import type { BackupFile } from './backup-files.ts';

/** Days for which a damaged database that was salvaged is kept, whatever its size: what is lost may be in it alone. */
const DAMAGED_DAYS = 30;
const DAYS = 3;
const WEEKS = 2;
/** Upper bound on the size of all backups, as a multiple of the database's. */
const TIMES_DATABASE = 2;

/**
 * The backups to let go of. Kept are the newest of each of the last three days and of the two weeks before, the newest
 * that was made before an upgrade and the newest that a restore replaced; and of these, from the newest on, at most twice
 * the size of the database. The newest of all stays in any case, and a salvaged one for a month.
 */
export function expiredBackups(backups: readonly BackupFile[], { now, databaseBytes }: RotationNow): BackupFile[] {
  const damaged = backups.filter(({ reason }) => reason === 'damaged');
  const newestFirst = backups.filter(({ reason }) => reason !== 'damaged').sort((a, b) => b.at - a.at);
  const kept = new Set<BackupFile>();
  const routine = newestFirst.filter(({ reason }) => reason !== 'upgrade' && reason !== 'replaced');
  keepNewest(kept, routine, { most: DAYS, periodOf: (at) => Math.floor(at / DAY_MS) });
  const older = routine.filter((backup) => !kept.has(backup) && now - backup.at > DAYS * DAY_MS);
  keepNewest(kept, older, { most: WEEKS, periodOf: (at) => Math.floor(at / (7 * DAY_MS)) });
  for (const reason of ['upgrade', 'replaced'] as const) {
    const newest = newestFirst.find((backup) => backup.reason === reason);
    if (newest !== undefined) kept.add(newest);
  }
  let bytes = 0;
  for (const backup of newestFirst.filter((one) => kept.has(one))) {
    bytes += backup.sizeBytes;
    if (bytes > TIMES_DATABASE * databaseBytes && backup !== newestFirst[0]) kept.delete(backup);
  }
  const newestAt = newestFirst[0]?.at ?? Number.NEGATIVE_INFINITY;
  const old = damaged.filter(({ at }) => now - at > DAMAGED_DAYS * DAY_MS && newestAt >= at);
  return [...newestFirst.filter((backup) => !kept.has(backup)), ...old];
}

/** What rotation goes by: the time, in milliseconds since 1970, and the size of the database. */
export interface RotationNow {
  now: number;
  databaseBytes: number;
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
