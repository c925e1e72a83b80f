// store/postgres/derived: jobs, contexts, answers of models, guards, the injection log.
// What a rebuild drops and derives again is dropped by `erase/reset.ts`.

import { CairnError } from '../../../core/errors.ts';
import { randomId } from '../../../core/hash.ts';
import { asObject, parseJson } from '../../../core/json.ts';
import { type Nullable, withoutNulls } from '../../common/nullable.ts';
import type { Job, Jobs, Lease, LeasedJob, NewJob } from '../../contract/jobs.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { lockFor, takeNumbers } from '../engine/numbers.ts';
import { raw, type Sql, sql } from '../engine/sql.ts';

/** Upper bounds on open jobs, beyond which a new one is refused, and on dead jobs, of which the oldest are removed. */
const OPEN_MAX = 10_000;
const DEAD_MAX = 500;

const COLUMNS = raw('id, kind, key, payload, priority, run_at AS "runAt", attempts, state, error, progress, cancelled');

interface JobRow extends Omit<Nullable<Job>, 'payload' | 'progress' | 'isCancelled'> {
  payload: string;
  progress: string | null;
  cancelled: boolean;
}

/**
 * Builds the job queue of one tenant. `run_at` of a leased job is the end of its lease, after which it is due again.
 * Several programs may lease at once: each gets another job.
 */
export function createJobs({ read, write }: Engine): Jobs {
  return {
    enqueue: (job, now) => write((tx) => enqueue(tx, job, now)),
    bringForward: (now, kinds) =>
      write((tx) => setRunAt(tx, now, sql`state <> 'dead' AND run_at > ${now} AND kind = ANY(${kinds}::text[])`)),
    takeOver: (now) => write((tx) => setRunAt(tx, now, raw("state = 'leased'"))),
    lease: (now, want) => write((tx) => lease(tx, now, want)),
    renew: (held, now, more) => write((tx) => renew(tx, held, { ...more, now })),
    complete: (held, now) => write((tx) => complete(tx, held, now)),
    fail: (held, now, failure) => write((tx) => fail(tx, held, { ...failure, now })),
    release: (held, now) =>
      write(async (tx) => {
        const released =
          await tx.run(sql`UPDATE jobs SET state = 'ready', run_at = ${now}, set_at = ${now}, token = NULL,
          attempts = attempts - 1 WHERE ${isHeld(tx, held)} AND NOT cancelled`);
        return released > 0 || (await complete(tx, held, now));
      }),
    retry: (id, now) => write((tx) => retry(tx, id, now)),
    cancel: (id) => write((tx) => cancel(tx, id)),
    async nextAt(now, kinds) {
      if (await read((tx) => isAhead(tx, now))) await write((tx) => keepDistance(tx, now));
      const row = await read((tx) =>
        tx.get<{ at: number | null }>(sql`SELECT min(run_at) AS at FROM jobs
          WHERE tenant_id = ${tx.tenant} AND state <> 'dead' AND kind = ANY(${kinds}::text[])`),
      );
      return row?.at ?? undefined;
    },
    list: (limit) =>
      read(async (tx) => {
        const rows = sql`SELECT ${COLUMNS} FROM jobs WHERE tenant_id = ${tx.tenant} ORDER BY id LIMIT ${limit}`;
        return (await tx.all<JobRow>(rows)).map(toJob);
      }),
  };
}

async function setRunAt(tx: Tx, now: number, condition: Sql): Promise<void> {
  await tx.run(sql`UPDATE jobs SET run_at = ${now}, set_at = ${now} WHERE tenant_id = ${tx.tenant} AND ${condition}`);
}

function isHeld(tx: Tx, { id, token }: Lease): Sql {
  return sql`tenant_id = ${tx.tenant} AND id = ${id} AND token = ${token}`;
}

async function enqueue(tx: Tx, { kind, key, payload, priority, runAt }: NewJob, now: number): Promise<void> {
  await lockFor(tx, 'jobs');
  const open = await tx.get<{ n: number; known: number }>(sql`SELECT count(*) AS n,
    count(*) FILTER (WHERE kind = ${kind} AND key = ${key}) AS known
    FROM jobs WHERE tenant_id = ${tx.tenant} AND state <> 'dead'`);
  if (open !== undefined && open.n >= OPEN_MAX && open.known === 0) {
    throw new CairnError('busy', `${OPEN_MAX} jobs wait already.`, { fix: 'cairn jobs' });
  }
  const id = await takeNumbers(tx, 'jobs', 1);
  await tx.run(sql`INSERT INTO jobs AS j (tenant_id, id, kind, key, payload, priority, run_at, set_at)
    VALUES (${tx.tenant}, ${id}, ${kind}, ${key}, ${JSON.stringify(payload)}, ${priority}, ${runAt}, ${now})
    ON CONFLICT (tenant_id, kind, key) WHERE state <> 'dead' DO UPDATE SET
      payload = excluded.payload, priority = greatest(j.priority, excluded.priority), set_at = excluded.set_at,
      run_at = CASE j.state WHEN 'ready' THEN least(j.run_at, excluded.run_at) ELSE j.run_at END,
      again_at = CASE j.state WHEN 'leased' THEN least(coalesce(j.again_at, excluded.run_at), excluded.run_at) END`);
}

async function lease(
  tx: Tx,
  now: number,
  { leaseMs, kinds }: { leaseMs: number; kinds: readonly string[] },
): Promise<LeasedJob | undefined> {
  if (await isAhead(tx, now)) await keepDistance(tx, now);
  // Its lease ended and it was asked to stop: nobody runs it any more.
  await tx.run(
    sql`DELETE FROM jobs WHERE tenant_id = ${tx.tenant} AND state = 'leased' AND cancelled AND run_at <= ${now}`,
  );
  const token = randomId();
  const due = sql`SELECT d.id FROM jobs AS d WHERE d.tenant_id = ${tx.tenant} AND d.state <> 'dead' AND d.run_at <= ${now}
    AND d.kind = ANY(${kinds}::text[]) ORDER BY d.priority DESC, d.run_at, d.id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  const leased = await tx.get<JobRow>(sql`UPDATE jobs SET state = 'leased', run_at = ${now + leaseMs}, set_at = ${now},
    token = ${token}, attempts = attempts + 1 WHERE tenant_id = ${tx.tenant} AND id = (${due}) RETURNING ${COLUMNS}`);
  return leased === undefined ? undefined : { ...toJob(leased), token };
}

async function renew(
  tx: Tx,
  held: Lease,
  { now, leaseMs, progress }: { now: number; leaseMs: number; progress?: Job['progress'] },
): Promise<'held' | 'cancelled' | 'lost'> {
  const reported = progress === undefined ? null : JSON.stringify(progress);
  const row = await tx.get<{ cancelled: boolean }>(sql`UPDATE jobs SET run_at = ${now + leaseMs}, set_at = ${now},
    progress = coalesce(${reported}, progress) WHERE ${isHeld(tx, held)} RETURNING cancelled`);
  if (row === undefined) return 'lost';
  return row.cancelled ? 'cancelled' : 'held';
}

async function complete(tx: Tx, held: Lease, now: number): Promise<boolean> {
  const again = await tx.run(sql`UPDATE jobs SET state = 'ready', run_at = again_at, set_at = ${now}, again_at = NULL,
    attempts = 0, error = NULL, token = NULL, progress = NULL, cancelled = false
    WHERE ${isHeld(tx, held)} AND again_at IS NOT NULL`);
  return again > 0 || (await tx.run(sql`DELETE FROM jobs WHERE ${isHeld(tx, held)}`)) > 0;
}

/** Ends a failed attempt; a job that was asked to stop is removed instead. */
async function fail(
  tx: Tx,
  held: Lease,
  { error, retryAt, now }: { error: string; retryAt?: number; now: number },
): Promise<boolean> {
  const isCancelled = await tx.get(sql`SELECT 1 FROM jobs WHERE ${isHeld(tx, held)} AND cancelled`);
  if (isCancelled !== undefined) return complete(tx, held, now);
  const state = retryAt === undefined ? 'dead' : 'ready';
  const failed = await tx.run(sql`UPDATE jobs SET state = ${state}, run_at = coalesce(${retryAt ?? null}, run_at),
    set_at = ${now}, again_at = NULL, token = NULL, error = ${error} WHERE ${isHeld(tx, held)}`);
  if (failed === 0) return false;
  if (state === 'dead') {
    await tx.run(sql`DELETE FROM jobs WHERE tenant_id = ${tx.tenant} AND state = 'dead' AND id NOT IN (
      SELECT d.id FROM jobs AS d WHERE d.tenant_id = ${tx.tenant} AND d.state = 'dead' ORDER BY d.id DESC LIMIT ${DEAD_MAX})`);
  }
  return true;
}

/**
 * Makes a job due now; a dead job is removed instead when an open one of the same kind and key exists, which does the
 * work.
 */
async function retry(tx: Tx, id: number, now: number): Promise<boolean> {
  await lockFor(tx, 'jobs');
  const job = await tx.get<JobRow>(sql`SELECT ${COLUMNS} FROM jobs WHERE tenant_id = ${tx.tenant} AND id = ${id}`);
  if (job === undefined || job.state === 'leased') return false;
  const other = await tx.get<{
    id: number;
  }>(sql`SELECT id FROM jobs WHERE tenant_id = ${tx.tenant} AND kind = ${job.kind}
    AND key = ${job.key} AND state <> 'dead' AND id <> ${id}`);
  if (other !== undefined) await tx.run(sql`DELETE FROM jobs WHERE tenant_id = ${tx.tenant} AND id = ${id}`);
  const made = await tx.run(sql`UPDATE jobs SET state = 'ready', run_at = ${now}, set_at = ${now}, attempts = 0
    WHERE tenant_id = ${tx.tenant} AND id = ${other?.id ?? id} AND state <> 'leased'`);
  return made > 0;
}

async function cancel(tx: Tx, id: number): Promise<'removed' | 'asked' | undefined> {
  const removed = await tx.run(
    sql`DELETE FROM jobs WHERE tenant_id = ${tx.tenant} AND id = ${id} AND state <> 'leased'`,
  );
  if (removed > 0) return 'removed';
  const asked = await tx.run(
    sql`UPDATE jobs SET cancelled = true, again_at = NULL WHERE tenant_id = ${tx.tenant} AND id = ${id}`,
  );
  return asked > 0 ? 'asked' : undefined;
}

/** True when the clock was set back behind the time at which a job was set. */
async function isAhead(tx: Tx, now: number): Promise<boolean> {
  const ahead = sql`SELECT 1 FROM jobs WHERE tenant_id = ${tx.tenant} AND set_at > ${now} AND state <> 'dead' LIMIT 1`;
  return (await tx.get(ahead)) !== undefined;
}

/** Shifts the jobs that were set later than now, so that they keep their distance from it. */
async function keepDistance(tx: Tx, now: number): Promise<void> {
  await tx.run(sql`UPDATE jobs SET run_at = ${now} + greatest(run_at - set_at, 0), set_at = ${now}
    WHERE tenant_id = ${tx.tenant} AND set_at > ${now} AND state <> 'dead'`);
}

function toJob({ cancelled, ...row }: JobRow): Job {
  return withoutNulls<Job>({
    ...row,
    // An unreadable payload becomes empty: no handler accepts it, so the job fails and dies.
    payload: asObject(parseJson(row.payload)),
    progress: row.progress === null ? null : asObject(parseJson(row.progress)),
    isCancelled: cancelled ? true : null,
  });
}
