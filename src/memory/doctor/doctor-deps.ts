// memory/doctor: the worker's checks of its home's health, one file per subject, and safe repairs. Nothing here prints,
// and nothing outside the home is read but the agents' transcripts.

import type { Agent, AgentEnvironment } from '../../agents/shared/contract.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import type { Intake } from '../../ingest/intake.ts';
import type { Deriver } from '../../pipeline/deriver.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ModelWork } from '../models/model-work.ts';
import type { Embedding } from '../runtime/embedding.ts';
import type { HealthCounters } from '../runtime/health-counters.ts';
import type { Reads } from '../runtime/reads-contract.ts';

/** Dependencies that only the worker has; repairs need them. */
export interface OwnerDeps {
  intake: Intake;
  deriver: Deriver;
  embedding: Pick<Embedding, 'progress'>;
  models: ModelWork;
  /** Takes in the journal's files, where a watcher runs. */
  takeInJournal: () => Promise<void>;
}

/** What the checks examine. Without `owner` the store is read-only and nothing can be mended. */
export interface DoctorDeps {
  store: Store;
  reads: Pick<Reads, 'list'>;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  status: { home: string; journal: string; counts: Pick<HealthCounters, 'read'> };
  owner?: OwnerDeps | undefined;
}

/** The `mend` field of a finding, when there is a worker to do it. */
export function mending(
  owner: OwnerDeps | undefined,
  mend: (owner: OwnerDeps) => Promise<string>,
): Pick<HealthFinding, 'mend'> {
  return owner === undefined ? {} : { mend: () => mend(owner) };
}
