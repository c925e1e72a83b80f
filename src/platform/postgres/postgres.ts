// platform/postgres: the only import of `pg`: pools of connections, and PostgreSQL's errors in Cairn's words.
// No table of Cairn's is named here.

import pg from 'pg';
import { ignore } from '../ignored.ts';
import { toPostgresError } from './postgres-error.ts';

/** The values that a parameter can have; lists come as PostgreSQL's own text for arrays. */
export type PgValue = string | number | boolean | null | Uint8Array;

/** The rows of a statement, and how many rows it wrote or returned. */
export interface PgRows<Row> {
  rows: Row[];
  count: number;
}

/** One connection, held until it is released. Every failure is a `CairnError`. */
export interface PgConnection {
  /** Runs several statements without values. */
  exec(text: string): Promise<void>;
  /** Runs one statement with `$1`, `$2` …. 64-bit integers and decimals arrive as numbers, `bytea` as bytes. */
  query<Row>(text: string, values: readonly PgValue[]): Promise<PgRows<Row>>;
  /** Gives the connection back; a broken one is closed instead. */
  release(isBroken?: boolean): void;
}

/** Connections to one database as one role. */
export interface PgPool {
  /** A free connection; waits for one when all are in use. Throws `not_running` when none can be made. */
  connect(): Promise<PgConnection>;
  close(): Promise<void>;
}

/** Where the database is, and how many connections are held at most. */
export interface PgPoolOptions {
  /** `postgres://user:password@host:port/database`; a unix socket as `postgres://user@/database?host=/folder`. */
  url: string;
  connections?: number;
  /** The longest that one statement may take, in milliseconds. */
  statementMs?: number;
  /** False: no statement is prepared once for a connection, for a pooler between that cannot. */
  isPrepared?: boolean;
}

const CONNECTIONS = 10;
const CONNECT_MS = 10_000;
const STATEMENT_MS = 60_000;

const INT8 = 20;
const NUMERIC = 1700;

/** Parses the types whose numbers `pg` leaves as text: what Cairn stores in them is exact as a number. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === INT8 || id === NUMERIC ? Number : pg.types.getTypeParser(id, format as 'text'),
};

/** Opens a pool; the first connection is made when it is asked for. */
export function openPool({
  url,
  connections = CONNECTIONS,
  statementMs = STATEMENT_MS,
  isPrepared = true,
}: PgPoolOptions): PgPool {
  const nameOf = isPrepared ? createNames() : () => undefined;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    application_name: 'cairn',
    types: TYPES,
  });
  // Who waits for an answer gets the error as well; a connection without a listener would end the process.
  const note = (error: Error): void => ignore(error, 'a connection to PostgreSQL failed');
  pool.on('connect', (client) => void client.on('error', note));
  pool.on('error', note);
  return {
    async connect() {
      try {
        return toConnection(await pool.connect(), nameOf);
      } catch (error) {
        throw toPostgresError(error);
      }
    },
    close: () => pool.end(),
  };
}

/** Statements that get a name, by which a connection plans each once; those after them are planned each time. */
const NAMES_MAX = 500;

function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMES_MAX) return known;
    names.set(text, `cairn_${names.size}`);
    return names.get(text);
  };
}

function toConnection(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PgConnection {
  return {
    async exec(text) {
      try {
        await client.query(text);
      } catch (error) {
        throw toPostgresError(error);
      }
    },
    async query<Row>(text: string, values: readonly PgValue[]) {
      try {
        const { rows, rowCount } = await client.query({ text, values: [...values], name: nameOf(text) });
        return { rows: rows as Row[], count: rowCount ?? 0 };
      } catch (error) {
        throw toPostgresError(error);
      }
    },
    release: (isBroken = false) => client.release(isBroken),
  };
}
