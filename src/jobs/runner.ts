// jobs: work that survives a crash. The runner takes what is due from the queue in the store; each kind of work is one
// handler in a file of its own. Nothing here decides what is remembered.

import { CairnError, toCairnError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { Clock } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import type { Job, Jobs } from '../store/contract.ts';

const LEASE_MS = 60_000;
const ATTEMPTS = 5;
const FIRST_RETRY_MS = 2_000;

/** Does one job; a rejection gives it back for a later try. */
export type JobHandler = (payload: JsonObject) => Promise<void>;

/** Runs jobs one at a time as they come due. */
export interface Runner {
  /** Adds a job, or brings an open one of the same kind and key forward; `delayMs` from now. */
  add(job: { kind: string; key: string; payload: JsonObject; delayMs: number }): Promise<void>;
  /** Runs every job that waits now, due or not, once. What is added for later meanwhile runs at its time. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Builds a runner. It holds a timer only while a job waits for its time. */
export function createRunner(parts: {
  jobs: Jobs;
  handlers: Readonly<Record<string, JobHandler>>;
  now: Clock;
}): Runner {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  const runDue = async (): Promise<void> => {
    for (;;) {
      const job = stopped ? undefined : await parts.jobs.lease(parts.now(), LEASE_MS);
      if (job === undefined) return;
      await runJob(job, parts);
    }
  };

  const start = (): Promise<void> => {
    const before = running ?? Promise.resolve();
    const run = before.then(runDue).catch((error: unknown) => ignore(error, 'the job queue failed'));
    const mine = run.then(async () => {
      if (running !== mine) return;
      running = undefined;
      if (!stopped) await sleep();
    });
    running = mine;
    return mine;
  };

  const sleep = async (): Promise<void> => {
    clearTimeout(timer);
    const next = await parts.jobs.nextAt();
    if (next === undefined || stopped) return;
    timer = setTimeout(() => void start(), Math.max(next - parts.now(), 1));
    timer.unref();
  };

  return {
    async add({ delayMs, ...job }) {
      await parts.jobs.enqueue({ ...job, priority: 0, runAt: parts.now() + delayMs });
      if (delayMs <= 0) void start();
      else if (running === undefined) await sleep();
    },
    async drain() {
      await parts.jobs.bringForward(parts.now());
      await start();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Does a job; one that fails comes again later, or is dead. */
async function runJob(job: Job, parts: Parameters<typeof createRunner>[0]): Promise<void> {
  const handler = parts.handlers[job.kind];
  try {
    if (handler === undefined) throw new CairnError('internal', `no handler for jobs of kind ${job.kind}`);
    await handler(job.payload);
    await parts.jobs.complete(job.id);
  } catch (error) {
    ignore(error, `a job of kind ${job.kind} failed`);
    const retryAt = job.attempts < ATTEMPTS ? parts.now() + FIRST_RETRY_MS * 4 ** job.attempts : undefined;
    await parts.jobs.fail(job.id, toCairnError(error).message, retryAt);
  }
}
