import { after } from 'node:test';
import { PGlite, types } from '@electric-sql/pglite';
import { openPool, type PgConnection, type PgPool, type PgValue } from '../../src/platform/postgres/postgres.ts';
import { toPostgresError } from '../../src/platform/postgres/postgres-error.ts';
import { APP_ROLE, migratePostgres } from '../../src/store/postgres/engine/migrate.ts';
import { openPostgresStores, type PostgresStores } from '../../src/store/postgres/open-postgres-stores.ts';
import { PATIENT } from '../support/patience.ts';
import { type Cluster, startCluster } from './cluster.ts';

/** The role that owns the tables. */
export const OWNER = 'cairn_owner';

/** A database with Cairn's newest schema. */
export interface TeamDatabase {
  stores: PostgresStores;
  /** Connections as the role of the server's programs. */
  pool: PgPool;
}

/** The engines that fulfil the contract, by name. */
export const ENGINES = { postgres: openServer, pglite: openLite };

let cluster: Promise<Cluster> | undefined;

/** The one server of this process, which is stopped after its last test. */
export function ownCluster(): Promise<Cluster> {
  cluster ??= startCluster();
  return cluster;
}

after(async () => (await cluster)?.stop());

let databases = 0;
const withRoles = new WeakSet<Cluster>();

/** Makes an empty database with both roles, in the process's own cluster or another. */
export async function createDatabase(other?: Cluster): Promise<{ server: Cluster; name: string }> {
  const server = other ?? (await ownCluster());
  if (!withRoles.has(server)) {
    server.psql(`CREATE ROLE ${OWNER} LOGIN`);
    server.psql(`CREATE ROLE ${APP_ROLE} LOGIN`);
    withRoles.add(server);
  }
  databases += 1;
  const name = `cairn_${databases}`;
  server.psql(`CREATE DATABASE ${name} OWNER ${OWNER}`);
  return { server, name };
}

/** Opens connections to a database of the cluster, which are closed after the last test. */
export function poolOf(server: Cluster, role: string, database: string): PgPool {
  const pool = openPool({ url: server.urlOf(role, database) });
  closing.push(() => pool.close());
  return pool;
}

const closing: (() => Promise<void>)[] = [];

async function openServer(): Promise<TeamDatabase> {
  const { server, name } = await createDatabase();
  const owner = poolOf(server, OWNER, name);
  await migratePostgres(owner);
  const pool = poolOf(server, APP_ROLE, name);
  return { stores: await openPostgresStores({ pool, vectorsMs: PATIENT.vectorsMs }), pool };
}

async function openLite(): Promise<TeamDatabase> {
  const db = await PGlite.create();
  closing.push(() => db.close());
  const pool = liteOf(db);
  const as = (role: string) => db.exec(`RESET SESSION AUTHORIZATION; SET SESSION AUTHORIZATION ${role}`);
  await db.exec(`CREATE ROLE ${OWNER}; CREATE ROLE ${APP_ROLE}; GRANT CREATE ON DATABASE postgres TO ${OWNER}`);
  await as(OWNER);
  await migratePostgres(pool);
  await as(APP_ROLE);
  return { stores: await openPostgresStores({ pool, vectorsMs: PATIENT.vectorsMs }), pool };
}

const PARSERS = { [types.NUMERIC]: Number };

/** PGlite has one connection, which its users take in turns. */
function liteOf(db: PGlite): PgPool {
  let last: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const before = last;
      const turn = Promise.withResolvers<void>();
      last = turn.promise;
      await before;
      return toConnection(db, turn.resolve);
    },
    close: async () => undefined,
  };
}

function toConnection(db: PGlite, release: () => void): PgConnection {
  return {
    async exec(text) {
      try {
        await db.exec(text);
      } catch (error) {
        throw toPostgresError(error);
      }
    },
    async query<Row>(text: string, values: readonly PgValue[]) {
      try {
        const { rows, affectedRows } = await db.query<Row>(text, [...values], { parsers: PARSERS });
        return { rows, count: affectedRows ?? rows.length };
      } catch (error) {
        throw toPostgresError(error);
      }
    },
    release,
  };
}
