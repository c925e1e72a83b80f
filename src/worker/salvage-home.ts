import { type SalvageOutcome, salvage } from '../backup/salvage.ts';
import type { HomePaths } from '../config/paths.ts';
import { targetsOf } from '../derive/event/targets-of.ts';
import { stateToReadAgain } from '../ingest/transcripts/kept-offset.ts';
import { asOwner } from './as-owner.ts';

export type { SalvageOutcome };

/**
 * Saves what can be read of a home's damaged database into a new one in its place, with what only a backup has. Throws `busy`
 * while a worker owns the home, and as `salvageDatabase` does.
 */
export async function salvageHome(
  paths: HomePaths,
  now: number,
  onPages: (done: number, all: number) => void,
): Promise<SalvageOutcome> {
  const place = { dbPath: paths.db, backups: paths.backups };
  return asOwner(paths, () => salvage(place, now, { targetsOf, toReadAgain: stateToReadAgain, onPages }));
}
