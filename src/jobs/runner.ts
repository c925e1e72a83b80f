// jobs: work that survives a crash. The runner takes due jobs from the queue in the store; each kind of job has one
// handler in a file of its own. Nothing here decides what is remembered.

import { CairnError, toCairnError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { cutText, oneLine } from '../core/text/text.ts';
import type { Clock } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import type { Jobs, LeasedJob, NewJob } from '../store/contract/jobs.ts';

/** The key of a job that comes back each day: while it waits for its day nothing is left to do. */
export const DAILY = 'daily';
/** Kind of the jobs that retire and prune what is old, and let go of what was forgotten long enough. */
export const RETENTION = 'retention';

const LEASE_MS = 60_000;
const ATTEMPTS = 5;
/** Starts of a job without an end, after which it is given up: the process died with it each time. */
const BEGINNINGS = 10;
const FIRST_RETRY_MS = 2_000;
const RETRY_MAX_MS = 3_600_000;
/** Milliseconds before a failed queue is read again: on a full disk it fails at once, each time. */
const QUEUE_RETRY_MS = 5_000;
const ERROR_CHARS = 300;
/** Longest delay of a timer in milliseconds; after it the runner looks again. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** The context of a running job: whether it must stop, and where it reports progress. */
export interface JobRun {
  /** Aborts when the job is cancelled, its lease is lost or the runner stops. */
  signal: AbortSignal;
  /** The progress that an earlier attempt reported last. */
  progress?: JsonObject;
  /** Stores the progress. */
  report(progress: JsonObject): Promise<void>;
}

/** Does one job; after a rejection the job is retried later. */
export type JobHandler = (payload: JsonObject, run: JobRun) => Promise<void>;

/** A job to add; `delayMs` from now. */
export type AddedJob = Pick<NewJob, 'kind' | 'key' | 'payload'> & { delayMs: number; priority?: number };

/** Runs jobs as they fall due: jobs of one kind one at a time, different kinds concurrently. */
export interface Runner {
  /** Registers the handler of a kind. Jobs left by a former process run when they are due. */
  handle(kind: string, handler: JobHandler): void;
  /** Adds a job; an open one of the same kind and key is brought forward instead. */
  add(job: AddedJob): Promise<void>;
  /** Runs every pending job of some kinds once, due or not. Jobs added meanwhile run at their own time. */
  drain(kinds: readonly string[]): Promise<void>;
  /** Removes a pending job, or aborts it when it runs here; `undefined` when it does not exist. */
  cancel(id: number): Promise<'removed' | 'asked' | undefined>;
  /** Takes over the jobs of a former process and looks for due ones; only this process may run jobs. */
  begin(): Promise<void>;
  /** Looks for due jobs, and sets a timer for the next one. */
  wake(): void;
  stop(): Promise<void>;
}

/** The dependencies of a runner. */
export interface RunnerDeps {
  jobs: Jobs;
  now: Clock;
  /** Called when a job begins; returns the function to call when it ends. */
  onWork?: (() => () => void) | undefined;
  /** Duration of a lease in milliseconds; it is renewed three times as often. */
  leaseMs?: number;
}

/** Builds a runner. It has a timer only while a job waits for its time. */
export function createRunner(deps: RunnerDeps): Runner {
  const lanes = new Map<string, Lane>();
  const laneOf = (kind: string): Lane | undefined => lanes.get(kind);
  const wake = (): void => {
    for (const lane of lanes.values()) void lane.start();
  };
  return {
    handle(kind, handler) {
      lanes.set(kind, new Lane(kind, handler, deps));
    },
    async add({ delayMs, priority = 0, ...job }) {
      const now = deps.now();
      await deps.jobs.enqueue({ ...job, priority, runAt: now + delayMs }, now);
      if (delayMs <= 0) void laneOf(job.kind)?.start();
      else await laneOf(job.kind)?.sleep();
    },
    async drain(kinds) {
      await deps.jobs.bringForward(deps.now(), kinds);
      await Promise.all(kinds.map((kind) => laneOf(kind)?.start()));
    },
    async cancel(id) {
      const what = await deps.jobs.cancel(id);
      if (what === 'asked') for (const lane of lanes.values()) await lane.look(id);
      return what;
    },
    async begin() {
      await deps.jobs.takeOver(deps.now());
      wake();
    },
    wake,
    async stop() {
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
    },
  };
}

/** The queue of one kind, run one job at a time. */
class Lane {
  readonly #kinds: readonly string[];
  readonly #handler: JobHandler;
  readonly #deps: RunnerDeps;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** Least sleep in milliseconds. */
  #leastMs = 1;
  #running: Promise<void> | undefined;
  /** The running job, and how to check whether it may go on. */
  #held: { id: number; look: () => Promise<void> } | undefined;

  constructor(kind: string, handler: JobHandler, deps: RunnerDeps) {
    this.#kinds = [kind];
    this.#handler = handler;
    this.#deps = deps;
  }

  get #isStopped(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Resolves when all due jobs are done. */
  start(): Promise<void> {
    const before = this.#running ?? Promise.resolve();
    const run = before
      .then(() => this.#runDue())
      .then(
        () => {
          this.#leastMs = 1;
        },
        (error: unknown) => {
          this.#leastMs = QUEUE_RETRY_MS;
          ignore(error, 'the job queue failed');
        },
      );
    const mine = run.then(async () => {
      if (this.#running !== mine) return;
      this.#running = undefined;
      await this.sleep();
    });
    this.#running = mine;
    return mine;
  }

  /** Sets a timer for the next job, unless one is running. */
  async sleep(): Promise<void> {
    if (this.#running !== undefined || this.#isStopped) return;
    clearTimeout(this.#timer);
    const now = this.#deps.now();
    const next = await this.#deps.jobs.nextAt(now, this.#kinds);
    if (next === undefined || this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.start(), Math.min(Math.max(next - now, this.#leastMs), TIMER_MAX_MS));
    this.#timer.unref();
  }

  /** Checks whether a job may go on, if it is running. */
  async look(id: number): Promise<void> {
    if (this.#held?.id === id) await this.#held.look();
  }

  async stop(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #runDue(): Promise<void> {
    const { jobs, now, leaseMs = LEASE_MS } = this.#deps;
    while (!this.#isStopped) {
      const job = await jobs.lease(now(), { leaseMs, kinds: this.#kinds });
      if (job === undefined) return;
      const ended = this.#deps.onWork?.();
      try {
        await this.#run(job);
      } finally {
        ended?.();
      }
    }
  }

  /** Runs a job; after a failure it is retried later or given up. A job that a stop interrupts is due at once next time. */
  async #run(job: LeasedJob): Promise<void> {
    const { jobs, now } = this.#deps;
    const held = this.#hold(job);
    this.#held = { id: job.id, look: () => held.report() };
    try {
      if (job.attempts > BEGINNINGS) throw new CairnError('internal', 'its process ended each time');
      await this.#handler(job.payload, held);
      await jobs.complete(job, now());
    } catch (error) {
      if (this.#isStopped && held.signal.aborted) {
        await jobs.release(job, now());
        return;
      }
      if (!held.signal.aborted) ignore(error, `a job of kind ${job.kind} failed`);
      const retryAt = job.attempts < ATTEMPTS ? now() + retryMs(job.attempts) : undefined;
      const message = cutText(oneLine(toCairnError(error).message), ERROR_CHARS);
      await jobs.fail(job, now(), { error: message, ...(retryAt === undefined ? {} : { retryAt }) });
    } finally {
      this.#held = undefined;
      held.end();
    }
  }

  /** Renews a lease while its job runs. */
  #hold(job: LeasedJob): JobRun & { report: (progress?: JsonObject) => Promise<void>; end: () => void } {
    const { jobs, now, leaseMs = LEASE_MS } = this.#deps;
    const lost = new AbortController();
    const renew = async (progress?: JsonObject): Promise<void> => {
      const state = await jobs.renew(job, now(), { leaseMs, ...(progress === undefined ? {} : { progress }) });
      if (state !== 'held') lost.abort();
    };
    const timer = setInterval(() => {
      renew().catch((error: unknown) => ignore(error, 'a lease could not be renewed'));
    }, leaseMs / 3);
    timer.unref();
    return {
      ...(job.progress === undefined ? {} : { progress: job.progress }),
      signal: AbortSignal.any([lost.signal, this.#closing.signal]),
      report: renew,
      end: () => clearInterval(timer),
    };
  }
}

/**
 * Milliseconds before a retry: four times as long after each failure, randomised so that jobs that failed together do
 * not retry together.
 */
function retryMs(attempts: number): number {
  return Math.round(Math.min(FIRST_RETRY_MS * 4 ** attempts, RETRY_MAX_MS) * (0.75 + Math.random() / 2));
}
