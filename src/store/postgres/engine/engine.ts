import { CairnError } from '../../../core/errors.ts';
import type { PgConnection, PgPool } from '../../../platform/postgres/postgres.ts';
import { isRepeatable } from '../../../platform/postgres/postgres-error.ts';
import { SCHEMA } from './migrate.ts';
import { type Sql, toQuery } from './sql.ts';

/** One transaction of a tenant. */
export interface Tx {
  tenant: string;
  all<Row>(query: Sql): Promise<Row[]>;
  /** The first row, or `undefined`. The caller names the row's type, which the statement must produce. */
  get<Row>(query: Sql): Promise<Row | undefined>;
  /** Runs a statement; returns how many rows it wrote. */
  run(query: Sql): Promise<number>;
}

/** What all tables of one tenant share. */
export interface Engine {
  tenant: string;
  /** Runs `work` over one snapshot of the database. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction, which is rolled back when it throws, and run again when it met another one; so
   * `work` must change nothing outside of the database. A read-only store throws `not_allowed`.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** How many rows were written so far. */
  changes(): number;
}

/** A second database that follows the first, for reading alone. */
export interface ReadReplica {
  pool: PgPool;
  /** False while it is down, or further behind than it may be. */
  isUsable(): boolean;
  /** Called with why a read went to the first database after all. */
  failed(error: CairnError): void;
}

/** Runs of a transaction that meets others at most, and connections that are tried for one. */
const ATTEMPTS = 5;
const TENANT = /^[a-z0-9][a-z0-9_-]{0,62}$/;
const PROJECT = /^r_[a-z2-7]{16}$/;

const READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const WRITE = 'BEGIN';

/** What an engine may do of what its tenant may. */
export interface EngineBounds {
  readonly?: boolean | undefined;
  /** The id of the one project whose rows it sees. */
  project?: string | undefined;
}

/** Builds the engine of one tenant. A name that is no tenant's, or an id that is no project's, is `invalid_input`. */
export function createEngine(pool: PgPool, tenant: string, { readonly = false, project }: EngineBounds = {}): Engine {
  if (!TENANT.test(tenant)) throw new CairnError('invalid_input', `"${tenant}" is not a name of a tenant.`);
  if (project !== undefined && !PROJECT.test(project))
    throw new CairnError('invalid_input', `"${project}" is not an id of a project.`);
  let written = 0;
  const bound = project === undefined ? '' : `, set_config('cairn.project', '${project}', true)`;
  const setUp = `SET LOCAL search_path TO ${SCHEMA}, pg_temp; SELECT set_config('cairn.tenant', '${tenant}', true)${bound}`;
  const transaction = async <T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const connection = await begun(pool, `${begin}; ${setUp}`);
    let isBroken = true;
    let changes = 0;
    const count = (n: number): void => {
      changes += n;
    };
    try {
      const result = await work(toTx(connection, tenant, count));
      await connection.exec('COMMIT');
      isBroken = false;
      written += changes;
      return result;
    } catch (error) {
      isBroken = !(await isRolledBack(connection));
      throw error;
    } finally {
      connection.release(isBroken);
    }
  };
  return {
    tenant,
    read: (work) => transaction(READ, work),
    async write(work) {
      if (readonly) throw new CairnError('not_allowed', 'The store is open for reading only.');
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await transaction(WRITE, work);
        } catch (error) {
          if (attempt >= ATTEMPTS || !isRepeatable(error)) throw error;
        }
      }
    },
    changes: () => written,
  };
}

/**
 * Reads from a replica while it is usable, else from the first database; so does a read that the replica could not finish.
 * Writes as the engine of the first does.
 */
export function createReplicatedEngine(primary: Engine, bounds: EngineBounds, replica: ReadReplica): Engine {
  const second = createEngine(replica.pool, primary.tenant, { ...bounds, readonly: true });
  return {
    ...primary,
    async read(work) {
      if (!replica.isUsable()) return primary.read(work);
      try {
        return await second.read(work);
      } catch (error) {
        // It ended, or what the first one removed meanwhile was still being read.
        if (!(error instanceof CairnError) || (error.code !== 'not_running' && error.code !== 'busy')) throw error;
        replica.failed(error);
        return primary.read(work);
      }
    },
  };
}

/** A connection on which a transaction began. One that was cut while nobody used it is dropped for another. */
async function begun(pool: PgPool, begin: string): Promise<PgConnection> {
  for (let attempt = 1; ; attempt += 1) {
    const connection = await pool.connect();
    try {
      await connection.exec(begin);
      return connection;
    } catch (error) {
      connection.release(true);
      const isCut = error instanceof CairnError && error.code === 'not_running';
      if (!isCut || attempt >= ATTEMPTS) throw error;
    }
  }
}

function toTx(connection: PgConnection, tenant: string, count: (rows: number) => void): Tx {
  const all = async <Row>(query: Sql): Promise<Row[]> => {
    const { text, values } = toQuery(query);
    return (await connection.query<Row>(text, values)).rows;
  };
  return {
    tenant,
    all,
    get: async <Row>(query: Sql) => (await all<Row>(query))[0],
    async run(query) {
      const { text, values } = toQuery(query);
      const { count: rows } = await connection.query(text, values);
      count(rows);
      return rows;
    },
  };
}

/** Rolls back; false when the connection is of no use any more. */
async function isRolledBack(connection: PgConnection): Promise<boolean> {
  try {
    await connection.exec('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
