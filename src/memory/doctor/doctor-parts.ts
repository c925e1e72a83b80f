// memory/doctor: what the owner of a home can say of its health, a file per matter; what can be mended safely is. Nothing
// here prints, and nothing looks outside the home but at the agents' transcripts.

import type { Agent, AgentEnvironment } from '../../agents/shared/contract.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import type { Intake } from '../../ingest/intake.ts';
import type { Deriver } from '../../pipeline/deriver.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ModelWork } from '../models/model-work.ts';
import type { Embedding } from '../runtime/embedding.ts';
import type { HealthCounters } from '../runtime/health-counters.ts';
import type { Reads } from '../runtime/reads-contract.ts';

/** What only the owner has, and mending needs. */
export interface OwnerDeps {
  intake: Intake;
  deriver: Deriver;
  embedding: Pick<Embedding, 'progress'>;
  models: ModelWork;
  /** Takes in what lies in the journal, where something watches it. */
  takeInJournal: () => Promise<void>;
}

/** What is looked at. Without `owner` nothing can be mended: the store is read-only then. */
export interface DoctorDeps {
  store: Store;
  reads: Pick<Reads, 'list'>;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  status: { home: string; journal: string; counts: Pick<HealthCounters, 'read'> };
  owner?: OwnerDeps | undefined;
}

/** The `mend` of a finding, where there is an owner to do it. */
export function mending(
  owner: OwnerDeps | undefined,
  mend: (owner: OwnerDeps) => Promise<string>,
): Pick<HealthFinding, 'mend'> {
  return owner === undefined ? {} : { mend: () => mend(owner) };
}
