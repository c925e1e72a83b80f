import { CairnError } from '../../../core/errors.ts';
import { randomId } from '../../../core/hash.ts';
import { asObject, parseJson } from '../../../core/json.ts';
import { type Nullable, withoutNulls } from '../../common/nullable.ts';
import type { Job, Jobs, Lease, LeasedJob, NewJob } from '../../contract/jobs.ts';
import type { Engine } from '../engine/engine.ts';
import { readNumber } from '../engine/rows.ts';

const READY = 0;
const LEASED = 1;
const DEAD = 2;
const STATES: readonly Job['state'][] = ['ready', 'leased', 'dead'];
/** Upper bounds on open jobs, beyond which a new one is refused, and on dead jobs, of which the oldest are removed. */
const OPEN_MAX = 10_000;
const DEAD_MAX = 500;

const COLUMNS = 'id, kind, key, payload, priority, run_at AS runAt, attempts, state, error, progress, cancelled';

interface JobRow extends Omit<Nullable<Job>, 'payload' | 'state' | 'progress' | 'isCancelled'> {
  payload: string;
  state: number;
  progress: string | null;
  cancelled: number;
}

/** Selects the job that is due first. */
const NEXT_DUE = `SELECT id FROM jobs INDEXED BY jobs_due WHERE state < ${DEAD} AND run_at <= ?
  AND kind IN (SELECT value FROM json_each(?)) ORDER BY priority DESC, run_at, id LIMIT 1`;

/**
 * Builds the job queue over one SQLite file. `run_at` of a leased job is the end of its lease, after which it is due
 * again.
 */
export function createJobs(engine: Engine): Jobs {
  const { db } = engine;
  return {
    enqueue: async (job, now) => engine.write(() => enqueue(engine, job, now)),
    bringForward: async (now, kinds) =>
      engine.write(() => {
        db.run(
          `UPDATE jobs SET run_at = ?1, set_at = ?1 WHERE state < ${DEAD} AND run_at > ?1
            AND kind IN (SELECT value FROM json_each(?2))`,
          now,
          JSON.stringify(kinds),
        );
      }),
    takeOver: async (now) =>
      engine.write(() => {
        db.run(`UPDATE jobs SET run_at = ?1, set_at = ?1 WHERE state = ${LEASED}`, now);
      }),
    lease: async (now, want) => lease(engine, now, want),
    renew: async (held, now, { leaseMs, progress }) =>
      engine.write(() => {
        const sql = `UPDATE jobs SET run_at = ?, set_at = ?, progress = coalesce(?, progress)
          WHERE id = ? AND token = ? RETURNING cancelled`;
        const reported = progress === undefined ? null : JSON.stringify(progress);
        const row = db.get<{ cancelled: number }>(sql, now + leaseMs, now, reported, held.id, held.token);
        if (row === undefined) return 'lost';
        return row.cancelled === 1 ? 'cancelled' : 'held';
      }),
    complete: async (held, now) => engine.write(() => complete(engine, held, now)),
    fail: async (held, now, failure) => engine.write(() => fail(engine, held, { ...failure, now })),
    release: async ({ id, token }, now) =>
      engine.write(() => {
        const sql = `UPDATE jobs SET state = ${READY}, run_at = ?1, set_at = ?1, token = NULL, attempts = attempts - 1
          WHERE id = ?2 AND token = ?3 AND cancelled = 0`;
        return db.run(sql, now, id, token).changes > 0 || complete(engine, { id, token }, now);
      }),
    retry: async (id, now) => engine.write(() => retry(engine, id, now)),
    cancel: async (id) =>
      engine.write(() => {
        if (db.run(`DELETE FROM jobs WHERE id = ? AND state <> ${LEASED}`, id).changes > 0) return 'removed';
        const { changes } = db.run('UPDATE jobs SET cancelled = 1, again_at = NULL WHERE id = ?', id);
        return changes > 0 ? 'asked' : undefined;
      }),
    nextAt: async (now, kinds) => {
      keepDistance(engine, now);
      const sql = `SELECT min(run_at) AS at FROM jobs WHERE state < ${DEAD} AND kind IN (SELECT value FROM json_each(?))`;
      return db.get<{ at: number | null }>(sql, JSON.stringify(kinds))?.at ?? undefined;
    },
    list: async (limit) => db.all<JobRow>(`SELECT ${COLUMNS} FROM jobs ORDER BY id LIMIT ?`, limit).map(toJob),
  };
}

function enqueue({ db }: Engine, { kind, key, payload, priority, runAt }: NewJob, now: number): void {
  const open = readNumber(db, `SELECT count(*) FROM jobs WHERE state < ${DEAD}`);
  const isOpen = `SELECT 1 FROM jobs WHERE kind = ? AND key = ? AND state < ${DEAD}`;
  if (open >= OPEN_MAX && db.get(isOpen, kind, key) === undefined) {
    throw new CairnError('busy', `${OPEN_MAX} jobs wait already.`, { fix: 'cairn jobs' });
  }
  db.run(
    `INSERT INTO jobs (kind, key, payload, priority, run_at, set_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (kind, key) WHERE state < ${DEAD} DO UPDATE SET
        payload = ?3, priority = max(priority, ?4), set_at = ?6,
        run_at = CASE state WHEN ${READY} THEN min(run_at, ?5) ELSE run_at END,
        again_at = CASE state WHEN ${LEASED} THEN min(ifnull(again_at, ?5), ?5) END`,
    kind,
    key,
    JSON.stringify(payload),
    priority,
    runAt,
    now,
  );
}

function lease(
  engine: Engine,
  now: number,
  { leaseMs, kinds }: { leaseMs: number; kinds: readonly string[] },
): LeasedJob | undefined {
  keepDistance(engine, now);
  const { db } = engine;
  return engine.write(() => {
    // Its lease ended and it was asked to stop: no worker runs it any more.
    db.run(`DELETE FROM jobs WHERE state = ${LEASED} AND cancelled = 1 AND run_at <= ?`, now);
    const due = db.get<{ id: number }>(NEXT_DUE, now, JSON.stringify(kinds));
    if (due === undefined) return undefined;
    const sql = `UPDATE jobs SET state = ${LEASED}, run_at = ?, set_at = ?, token = ?, attempts = attempts + 1
      WHERE id = ? RETURNING ${COLUMNS}`;
    const token = randomId();
    const leased = db.get<JobRow>(sql, now + leaseMs, now, token, due.id);
    return leased === undefined ? undefined : { ...toJob(leased), token };
  });
}

function complete({ db }: Engine, { id, token }: Lease, now: number): boolean {
  const again = db.run(
    `UPDATE jobs SET state = ${READY}, run_at = again_at, set_at = ?, again_at = NULL, attempts = 0, error = NULL,
      token = NULL, progress = NULL, cancelled = 0 WHERE id = ? AND token = ? AND again_at IS NOT NULL`,
    now,
    id,
    token,
  );
  return again.changes > 0 || db.run('DELETE FROM jobs WHERE id = ? AND token = ?', id, token).changes > 0;
}

/** Ends a failed attempt; a job that was asked to stop is removed instead. */
function fail(
  engine: Engine,
  { id, token }: Lease,
  { error, retryAt, now }: { error: string; retryAt?: number; now: number },
): boolean {
  const { db } = engine;
  const isCancelled = 'SELECT 1 FROM jobs WHERE id = ? AND token = ? AND cancelled = 1';
  if (db.get(isCancelled, id, token) !== undefined) return complete(engine, { id, token }, now);
  const sql = `UPDATE jobs SET state = ?, run_at = coalesce(?, run_at), set_at = ?, again_at = NULL, token = NULL,
    error = ? WHERE id = ? AND token = ?`;
  const state = retryAt === undefined ? DEAD : READY;
  if (db.run(sql, state, retryAt ?? null, now, error, id, token).changes === 0) return false;
  const kept = `SELECT id FROM jobs WHERE state = ${DEAD} ORDER BY id DESC LIMIT ${DEAD_MAX}`;
  if (state === DEAD) db.run(`DELETE FROM jobs WHERE state = ${DEAD} AND id NOT IN (${kept})`);
  return true;
}

/**
 * Makes a job due now; a dead job is removed instead when an open one of the same kind and key exists, which does the
 * work.
 */
function retry({ db }: Engine, id: number, now: number): boolean {
  const job = db.get<JobRow>(`SELECT ${COLUMNS} FROM jobs WHERE id = ?`, id);
  if (job === undefined || job.state === LEASED) return false;
  const other = db.get<{ id: number }>(
    `SELECT id FROM jobs WHERE kind = ? AND key = ? AND state < ${DEAD} AND id <> ?`,
    job.kind,
    job.key,
    id,
  );
  if (other !== undefined) db.run('DELETE FROM jobs WHERE id = ?', id);
  const sql = `UPDATE jobs SET state = ${READY}, run_at = ?1, set_at = ?1, attempts = 0
    WHERE id = ?2 AND state <> ${LEASED}`;
  return db.run(sql, now, other?.id ?? id).changes > 0;
}

/**
 * When the clock was set back behind the time at which jobs were set, shifts them so that they keep their distance from
 * now.
 */
function keepDistance(engine: Engine, now: number): void {
  const isAhead = `set_at > ?1 AND state < ${DEAD}`;
  if (engine.db.get(`SELECT 1 FROM jobs WHERE ${isAhead} LIMIT 1`, now) === undefined) return;
  engine.write(() => {
    engine.db.run(`UPDATE jobs SET run_at = ?1 + max(run_at - set_at, 0), set_at = ?1 WHERE ${isAhead}`, now);
  });
}

function toJob({ cancelled, ...row }: JobRow): Job {
  return withoutNulls<Job>({
    ...row,
    // An unreadable payload becomes empty: no handler accepts it, so the job fails and dies.
    payload: asObject(parseJson(row.payload)),
    state: STATES[row.state] ?? 'dead',
    progress: row.progress === null ? null : asObject(parseJson(row.progress)),
    isCancelled: cancelled === 1 ? true : null,
  });
}
