import { CairnError } from '../../../core/errors.ts';
import type { PgConnection, PgPool } from '../../../platform/postgres/postgres.ts';
import { checkRole } from '../engine/check-role.ts';
import { checkMigrations } from '../engine/migrate.ts';

/** Where the log of a database ends, in bytes from its beginning. */
export function readWritten(primary: PgPool): Promise<number> {
  return numberOf(primary, `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS n`);
}

/** Up to where a replica has replayed it. Throws `unsupported` for a database that is no replica, or is one no more. */
export async function readReplayed(replica: PgPool): Promise<number> {
  const sql = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') ELSE -1 END AS n`;
  const replayed = await numberOf(replica, sql);
  if (replayed >= 0) return replayed;
  throw new CairnError('unsupported', 'The database for reading replays no other: it is no streaming replica.');
}

/** Throws as opening the stores does: what holds for a role holds here. */
export async function checkReplica(replica: PgPool): Promise<void> {
  await connected(replica, async (connection) => {
    await checkRole(connection);
    await checkMigrations(connection);
  });
}

function numberOf(pool: PgPool, sql: string): Promise<number> {
  return connected(pool, async (connection) => (await connection.query<{ n: number | null }>(sql, [])).rows[0]?.n ?? 0);
}

async function connected<T>(pool: PgPool, work: (connection: PgConnection) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  let isBroken = true;
  try {
    const result = await work(connection);
    isBroken = false;
    return result;
  } finally {
    connection.release(isBroken);
  }
}
