import { type SalvageOutcome, salvage } from '../backup/salvage.ts';
import type { HomePaths } from '../config/paths.ts';
import { CairnError } from '../core/errors.ts';
import { targetsOf } from '../derive/event/targets-of.ts';
import { stateToReadAgain } from '../ingest/transcripts/kept-offset.ts';
import { takeHomeLock } from '../platform/sqlite/home-lock.ts';

export type { SalvageOutcome };

/**
 * Saves what can be read of a home's damaged database into a new one in its place, with what only a backup has. Throws `busy`
 * while a worker owns the home, and as `salvageDatabase` does.
 */
export async function salvageHome(
  { db, backups, lock: lockPath }: HomePaths,
  now: number,
  onPages: (done: number, all: number) => void,
): Promise<SalvageOutcome> {
  const lock = takeHomeLock(lockPath);
  if (lock === undefined) {
    throw new CairnError('busy', 'A worker owns the memory.', {
      fix: 'cairn worker stop, then the same command again',
    });
  }
  try {
    return await salvage({ dbPath: db, backups }, now, { targetsOf, toReadAgain: stateToReadAgain, onPages });
  } finally {
    lock.release();
  }
}
