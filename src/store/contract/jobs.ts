import type { JsonObject } from '../../core/json.ts';

/** A unit of work that survives a crash. Times in milliseconds since 1970. */
export interface Job {
  id: number;
  kind: string;
  /** Only one open job a kind and key. */
  key: string;
  payload: JsonObject;
  priority: number;
  /** When it is due; for a leased job, when its lease ends. */
  runAt: number;
  /** Attempts since it was last completed. */
  attempts: number;
  /** `dead`: it failed too often, and waits for a person to retry or remove it. */
  state: 'ready' | 'leased' | 'dead';
  /** Message of the last failure. */
  error?: string;
  /** Progress as the worker last reported it. */
  progress?: JsonObject;
  /** A running job that was asked to stop. */
  isCancelled?: true;
}

/** A leased job. Only the holder of the token may end it. */
export type LeasedJob = Job & { token: string };

/** The identity of a lease. */
export type Lease = Pick<LeasedJob, 'id' | 'token'>;

/** A job to enqueue. */
export type NewJob = Pick<Job, 'kind' | 'key' | 'payload' | 'priority' | 'runAt'>;

/**
 * The job queue. Results are identical on every engine. `now` is the caller's clock: when it was set back, waiting jobs
 * keep their distance from it. `kinds` restricts a call to these kinds.
 * @example
 * const job = await store.jobs.lease(now, { leaseMs: 60_000, kinds: ['rebuild'] });
 * if (job !== undefined) await store.jobs.complete(job, now);
 */
export interface Jobs {
  /** Adds a job, or brings an open one of the same kind and key forward to the earlier `runAt`. */
  enqueue(job: NewJob, now: number): Promise<void>;
  /** Makes every open job that is due later due at `now`, also those whose lease has not ended. */
  bringForward(now: number, kinds: readonly string[]): Promise<void>;
  /** Ends every lease. Called once by the only worker when it starts, since the former worker is gone. */
  takeOver(now: number): Promise<void>;
  /** Leases the due job of highest priority until `now + leaseMs`; a job whose lease expired counts as due. */
  lease(now: number, want: { leaseMs: number; kinds: readonly string[] }): Promise<LeasedJob | undefined>;
  /**
   * Extends a lease to `now + leaseMs` and stores the progress. `lost`: another worker has the lease, or the job is
   * done.
   */
  renew(
    lease: Lease,
    now: number,
    held: { leaseMs: number; progress?: JsonObject },
  ): Promise<'held' | 'cancelled' | 'lost'>;
  /** Completes a job; one that was enqueued again meanwhile is due again. False when the lease was lost. */
  complete(lease: Lease, now: number): Promise<boolean>;
  /** Ends a failed attempt: the job is due again at `retryAt`, or dead without it. False when the lease was lost. */
  fail(lease: Lease, now: number, failure: { error: string; retryAt?: number }): Promise<boolean>;
  /** Returns an interrupted job: due now, the attempt not counted. False when the lease was lost. */
  release(lease: Lease, now: number): Promise<boolean>;
  /** Makes a dead or waiting job due now; false when there is none. */
  retry(id: number, now: number): Promise<boolean>;
  /** Removes a job, or asks a running one to stop; `undefined` when there is none. */
  cancel(id: number): Promise<'removed' | 'asked' | undefined>;
  /** When the next job is due; `undefined` when none waits. */
  nextAt(now: number, kinds: readonly string[]): Promise<number | undefined>;
  /** Jobs in order of arrival, dead ones included. */
  list(limit: number): Promise<Job[]>;
}
