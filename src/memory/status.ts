import type { Intake } from '../capture/intake.ts';
import { journalFiles } from '../capture/journal.ts';
import { ignoredCounts } from '../platform/ignored.ts';
import type { Store } from '../store/contract.ts';
import type { StatusResult } from './contract.ts';

const JOBS_COUNTED = 1_000;

/** What a status is read from. */
export interface StatusParts {
  store: Store;
  intake: Intake;
  version: string;
  home: string;
  journal: string;
  owner?: StatusResult['owner'];
}

/** The state of the memory now. */
export async function readStatus(parts: StatusParts): Promise<StatusResult> {
  const jobs = await parts.store.jobs.list(JOBS_COUNTED);
  const dead = jobs.filter((job) => job.state === 'dead').length;
  return {
    version: parts.version,
    home: parts.home,
    counts: await parts.store.log.counts(),
    ...(parts.owner === undefined ? {} : { owner: parts.owner }),
    ignored: ignoredCounts(),
    hooks: parts.intake.hooks().map((hook) => ({ ...hook, lastAt: new Date(hook.lastAt).toISOString() })),
    skipped: parts.intake.skipped(),
    jobs: { waiting: jobs.length - dead, dead },
    journal: { files: journalFiles(parts.journal).length },
  };
}
