import type { JsonObject } from '../../core/json.ts';
import type { Job, Jobs } from '../contract.ts';
import type { Engine } from './engine.ts';

const READY = 0;
const LEASED = 1;
const DEAD = 2;
const STATES: readonly Job['state'][] = ['ready', 'leased', 'dead'];

interface JobRow {
  id: number;
  kind: string;
  key: string;
  payload: string;
  priority: number;
  run_at: number;
  attempts: number;
  state: number;
  error: string | null;
}

/** The job that is due first. Exported so that a test can ask for its plan. */
export const NEXT_DUE = `SELECT * FROM jobs INDEXED BY jobs_due WHERE state < ${DEAD} AND run_at <= ?
  ORDER BY priority DESC, run_at, id LIMIT 1`;

/** The queue over one SQLite file. A leased job is due again when its lease ends: `run_at` says when. */
export function createJobs(engine: Engine): Jobs {
  const { db } = engine;
  return {
    enqueue: async (job) =>
      engine.write(() => {
        db.run(
          `INSERT INTO jobs (kind, key, payload, priority, run_at) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (kind, key) WHERE state < ${DEAD} DO UPDATE SET
              payload = ?3, priority = max(priority, ?4),
              run_at = CASE state WHEN ${READY} THEN min(run_at, ?5) ELSE run_at END,
              again_at = CASE state WHEN ${LEASED} THEN min(ifnull(again_at, ?5), ?5) END`,
          job.kind,
          job.key,
          JSON.stringify(job.payload),
          job.priority,
          job.runAt,
        );
      }),
    bringForward: async (now) =>
      engine.write(() => {
        db.run(`UPDATE jobs SET run_at = ?1 WHERE state < ${DEAD} AND run_at > ?1`, now);
      }),
    lease: async (now, leaseMs) =>
      engine.write(() => {
        const row = db.get<JobRow>(NEXT_DUE, now);
        if (row === undefined) return undefined;
        const sql = `UPDATE jobs SET state = ${LEASED}, run_at = ?, attempts = attempts + 1 WHERE id = ? RETURNING *`;
        const leased = db.get<JobRow>(sql, now + leaseMs, row.id);
        return leased === undefined ? undefined : toJob(leased);
      }),
    complete: async (id) =>
      engine.write(() => {
        db.run(
          `UPDATE jobs SET state = ${READY}, run_at = again_at, again_at = NULL, attempts = 0, error = NULL
            WHERE id = ? AND again_at IS NOT NULL`,
          id,
        ).changes || db.run('DELETE FROM jobs WHERE id = ?', id);
      }),
    fail: async (id, error, retryAt) =>
      engine.write(() => {
        const state = retryAt === undefined ? DEAD : READY;
        const sql = 'UPDATE jobs SET state = ?, run_at = coalesce(?, run_at), again_at = NULL, error = ? WHERE id = ?';
        db.run(sql, state, retryAt ?? null, error, id);
      }),
    nextAt: async () =>
      db.get<{ at: number | null }>(`SELECT min(run_at) AS at FROM jobs WHERE state < ${DEAD}`)?.at ?? undefined,
    list: async (limit) => db.all<JobRow>('SELECT * FROM jobs ORDER BY id LIMIT ?', limit).map(toJob),
  };
}

function toJob(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    key: row.key,
    payload: JSON.parse(row.payload) as JsonObject,
    priority: row.priority,
    runAt: row.run_at,
    attempts: row.attempts,
    state: STATES[row.state] ?? 'dead',
    ...(row.error === null ? {} : { error: row.error }),
  };
}
