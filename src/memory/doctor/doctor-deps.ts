// memory/doctor: the worker's checks of its home's health, one file per subject, and safe repairs. Nothing here prints,
// and nothing outside the home is read but the agents' transcripts.

import type { Backups } from '../../backup/backups.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import type { HealthCounters } from '../runtime/health-counters.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import type { Reads } from '../runtime/reads-contract.ts';

/** The parts that only a worker has; repairs need them. */
export type WorkerParts = Pick<MemoryParts, 'intake' | 'deriver' | 'embedding' | 'models' | 'takeInJournal'>;

/** What the checks examine. Without `worker` the store is read-only and nothing can be mended. */
export interface DoctorDeps extends Pick<MemoryParts, 'store' | 'agents' | 'environment'> {
  reads: Pick<Reads, 'list'>;
  /** Looks at the pages of the database for a time in milliseconds. */
  checkPages: Backups['checkPages'];
  status: { home: string; journal: string; counts: Pick<HealthCounters, 'read'> };
  worker?: WorkerParts | undefined;
}

/** The `mend` field of a finding, when there is a worker to do it. */
export function mending(
  worker: WorkerParts | undefined,
  mend: (worker: WorkerParts) => Promise<string>,
): Pick<HealthFinding, 'mend'> {
  return worker === undefined ? {} : { mend: () => mend(worker) };
}
