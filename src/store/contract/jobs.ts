import type { JsonObject } from '../../core/json.ts';

/** A unit of work that survives a crash. Times in milliseconds since 1970. */
export interface Job {
  id: number;
  kind: string;
  /** Only one open job a kind and key. */
  key: string;
  payload: JsonObject;
  priority: number;
  /** When it is due; of a leased one, when its lease ends. */
  runAt: number;
  /** How often it was begun since it last came to its end. */
  attempts: number;
  /** `dead`: it failed too often, and waits for someone to try it again or to take it out. */
  state: 'ready' | 'leased' | 'dead';
  /** What went wrong last. */
  error?: string;
  /** How far it is, as it told last. */
  progress?: JsonObject;
  /** It is under way, and was asked to stop. */
  isCancelled?: true;
}

/** A job that someone works at. Only who holds the token ends it. */
export type LeasedJob = Job & { token: string };

/** What names a lease. */
export type Lease = Pick<LeasedJob, 'id' | 'token'>;

/** A job as it is asked for. */
export type NewJob = Pick<Job, 'kind' | 'key' | 'payload' | 'priority' | 'runAt'>;

/**
 * The queue. Exact on every engine. `now` is the caller's clock: when it went back, what waits keeps its distance from now.
 * `kinds` leaves other jobs alone.
 * @example
 * const job = await store.jobs.lease(now, { leaseMs: 60_000, kinds: ['rebuild'] });
 * if (job !== undefined) await store.jobs.complete(job, now);
 */
export interface Jobs {
  /** Adds a job, or brings an open one of the same kind and key forward to the earlier `runAt`. */
  enqueue(job: NewJob, now: number): Promise<void>;
  /** Makes open jobs due at `now` that would be later, one whose lease has not ended too. */
  bringForward(now: number, kinds: readonly string[]): Promise<void>;
  /** Ends every lease: to be called by who alone works at the queue, when it begins, since a former one is gone. */
  takeOver(now: number): Promise<void>;
  /** Leases the job that is due, of the highest priority, until `now + leaseMs`; an expired lease counts as due. */
  lease(now: number, want: { leaseMs: number; kinds: readonly string[] }): Promise<LeasedJob | undefined>;
  /** Holds a lease until `now + leaseMs` and keeps how far the work is. `lost`: another one has it, or it is done. */
  renew(
    lease: Lease,
    now: number,
    held: { leaseMs: number; progress?: JsonObject },
  ): Promise<'held' | 'cancelled' | 'lost'>;
  /** Ends a job that is done; one that was asked for meanwhile is due again. False when the lease was lost. */
  complete(lease: Lease, now: number): Promise<boolean>;
  /** Gives a job back: due again at `retryAt`, or dead without it. False when the lease was lost. */
  fail(lease: Lease, now: number, failure: { error: string; retryAt?: number }): Promise<boolean>;
  /** Gives a job back that was interrupted: due now, as if it had not been begun. False when the lease was lost. */
  release(lease: Lease, now: number): Promise<boolean>;
  /** Makes a dead job, or one that waits, due now; false when there is none. */
  retry(id: number, now: number): Promise<boolean>;
  /** Takes a job out, or asks one that is under way to stop; `undefined` when there is none. */
  cancel(id: number): Promise<'removed' | 'asked' | undefined>;
  /** When the next job is due; `undefined` when none waits. */
  nextAt(now: number, kinds: readonly string[]): Promise<number | undefined>;
  /** Jobs in the order in which they came, dead ones among them. */
  list(limit: number): Promise<Job[]>;
}
