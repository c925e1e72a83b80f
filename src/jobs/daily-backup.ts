import { isTakenOut } from '../backup/backup-files.ts';
import type { Backups } from '../backup/backups.ts';
import { DAY_MS } from '../core/text/calendar.ts';
import type { Clock } from '../platform/clock.ts';
import type { DiskGauge } from '../platform/disk-room.ts';
import type { Log } from '../store/contract/log.ts';
import { DAILY, type JobHandler, type Runner } from './runner.ts';

/** The kind of the job that makes a backup each day. */
export const BACKUP = 'backup';

const FIRST_MS = 180_000;
/** Persistent count of daily backups, and the time of the last one. */
const COUNT = 'backup:daily';
const NOT_WITHIN_MS = 20 * 3_600_000;

/** What the job needs. */
export interface DailyBackupDeps {
  backups: Backups;
  log: Pick<Log, 'measure' | 'count' | 'counted'>;
  runner: Pick<Runner, 'add'>;
  disk: Pick<DiskGauge, 'room'>;
  now: Clock;
}

/**
 * The handler of `BACKUP` jobs: makes a backup when something happened since the last one, at most once a day, and not on the
 * heels of a restore, whose memory only says when it had been backed up before.
 */
export function makeDailyBackup({ backups, log, runner, disk, now }: DailyBackupDeps): JobHandler {
  return async () => {
    const { lastAt = 0 } = (await log.counted(COUNT))[COUNT] ?? {};
    // One that a clock which was ahead dated later than now says nothing.
    const replacedAt = backups.list().find((backup) => isTakenOut(backup) && backup.at <= now())?.at ?? 0;
    if (
      now() - Math.max(lastAt, replacedAt) >= NOT_WITHIN_MS &&
      disk.room() === 'ample' &&
      (await isChanged(backups, log))
    ) {
      await backups.create('daily');
      await log.count({ [COUNT]: 1 }, now());
    }
    await startDailyBackup({ runner, delayMs: DAY_MS });
  };
}

/** Schedules the job; one that waits already is brought forward. */
export function startDailyBackup({
  runner,
  delayMs = FIRST_MS,
}: Pick<DailyBackupDeps, 'runner'> & { delayMs?: number }) {
  return runner.add({ kind: BACKUP, key: DAILY, payload: {}, delayMs });
}

/** True when the log differs from what the newest backup holds. */
async function isChanged(backups: Backups, log: DailyBackupDeps['log']): Promise<boolean> {
  const { events, lastAt } = await log.measure({});
  const newest = backups.list().find((backup) => backup.manifest !== undefined && !isTakenOut(backup))?.manifest;
  return events > 0 && (newest?.events !== events || newest.lastAt !== lastAt);
}
