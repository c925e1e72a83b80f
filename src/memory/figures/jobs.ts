import type { JobEntry, JobsResult } from '../../api/home-answers.ts';
import type { JobsInput, RebuildInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { Rebuildable } from '../../core/model/kinds.ts';
import { REBUILD } from '../../jobs/rebuild.ts';
import { now } from '../../platform/clock.ts';
import type { Job } from '../../store/contract/jobs.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

type JobsDeps = Pick<MemoryParts, 'store' | 'runner'>;

const LISTED = 200;

/** Lists pending, running and failed jobs, and how much is still to be derived; first cancels or retries one when asked. */
export async function reportJobs({ store, runner }: JobsDeps, input: JobsInput): Promise<JobsResult> {
  const { cancel, retry } = input;
  if (cancel !== undefined && (await runner.cancel(cancel)) === undefined) throw noJob(cancel);
  if (retry !== undefined) {
    if (!(await store.jobs.retry(retry, now()))) throw noJob(retry);
    runner.wake();
  }
  const jobs = await store.jobs.list(LISTED);
  const { pending } = await store.log.counts();
  return { jobs: jobs.map(toEntry), waiting: { events: pending, ...(await store.distilled.waitingCounts()) } };
}

/** Starts deriving everything, or a part, again in the background; the job reports its progress. */
export async function startRebuild({ store, runner }: JobsDeps, { what = 'items' }: RebuildInput): Promise<JobEntry> {
  const key: Rebuildable = what;
  if (what === 'vectors' && (await store.vectors.counts()).model === undefined) {
    throw new CairnError('invalid_input', 'No model makes vectors here.', {
      fix: 'cairn config set embed.model minilm, then cairn worker restart',
    });
  }
  await runner.add({ kind: REBUILD, key, payload: { what }, delayMs: 0 });
  const job = (await store.jobs.list(LISTED)).find(
    (one) => one.kind === REBUILD && one.key === key && one.state !== 'dead',
  );
  if (job === undefined) throw new CairnError('internal', 'The rebuild ended before it could be told.');
  return toEntry(job);
}

function noJob(id: number): CairnError {
  return new CairnError('not_found', `No job ${id} can be changed this way.`, { fix: 'cairn jobs' });
}

function toEntry({ id, kind, key, state, priority, attempts, runAt, payload: _, ...rest }: Job): JobEntry {
  return {
    id,
    kind,
    key,
    state,
    priority,
    attempts,
    dueAt: new Date(runAt).toISOString(),
    ...rest,
  };
}
