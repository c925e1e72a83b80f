import { now } from '../../platform/clock.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { leaveNoTrace, type TraceDeps } from './leave-no-trace.ts';

/** Kind of the job that goes through the files of the home where a forgetting did not come to its end. */
export const FINISH_ERASING = 'finish-erasing';

/** Milliseconds after which a forgetting that said nothing counts as ended before its time, and after one that failed. */
const LATER_MS = 600_000;
const AGAIN_MS = 60_000;
const LEASE_MS = 60_000;

type JobDeps = Pick<MemoryParts, 'store' | 'runner'>;

/** Notes on the disk, before rows are erased, that the files of the home are to be gone through: a kill or a full disk may come. */
export function beginErasing(deps: JobDeps): Promise<void> {
  return add(deps, LATER_MS);
}

/** Says that the files were not gone through to the end; they are in a minute, or when the worker starts next. */
export function putOffErasing(deps: JobDeps): Promise<void> {
  return add(deps, AGAIN_MS);
}

/** Says that the files were gone through. */
export async function endErasing({ store }: Pick<JobDeps, 'store'>): Promise<void> {
  await store.jobs.bringForward(now(), [FINISH_ERASING]);
  const job = await store.jobs.lease(now(), { leaseMs: LEASE_MS, kinds: [FINISH_ERASING] });
  if (job !== undefined) await store.jobs.complete(job, now());
}

/** True while the files of the home are still to be gone through. */
export async function isErasing({ store }: Pick<JobDeps, 'store'>): Promise<boolean> {
  return (await store.jobs.nextAt(now(), [FINISH_ERASING])) !== undefined;
}

/** Goes through the files of the home after rows were erased, by no passage: nobody keeps one. Throws what keeps it from its end. */
export async function finishErasing(deps: TraceDeps): Promise<void> {
  await leaveNoTrace(deps, []);
  // A process that ended in between may have removed the backups and made none.
  if (deps.backups.list().length === 0) await deps.backups.create('forgotten');
}

function add({ runner }: Pick<JobDeps, 'runner'>, delayMs: number): Promise<void> {
  return runner.add({ kind: FINISH_ERASING, key: 'home', payload: {}, delayMs });
}
