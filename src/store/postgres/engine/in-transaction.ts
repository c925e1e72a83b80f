import type { PgConnection, PgPool } from '../../../platform/postgres/postgres.ts';

/** Runs `work` on a connection in one transaction that begins with the statements `first`; one that fails takes its connection along. */
export async function inTransaction<T>(
  pool: PgPool,
  first: string,
  work: (connection: PgConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  let isBroken = true;
  try {
    await connection.exec(`BEGIN; ${first}`);
    const result = await work(connection);
    await connection.exec('COMMIT');
    isBroken = false;
    return result;
  } finally {
    connection.release(isBroken);
  }
}
