import { openPool } from '../../../src/platform/postgres/postgres.ts';
import { APP_ROLE, migratePostgres } from '../../../src/store/postgres/engine/migrate.ts';
import { openPostgresStores, type PostgresStores } from '../../../src/store/postgres/open-postgres-stores.ts';
import { type Cluster, startCluster } from '../../../test/team/cluster.ts';

const OWNER = 'cairn_owner';
const DATABASE = 'cairn';

/** A PostgreSQL server of a bench with Cairn's schema, and the stores of its tenants. */
export interface TeamDatabase {
  server: Cluster;
  stores: PostgresStores;
  /** Runs statements as the superuser in the database. */
  psql(sql: string): void;
  close(): Promise<void>;
}

/** Starts a server with settings of PostgreSQL (`name=value`) in a temporary folder, and brings its one database to Cairn's schema. */
export async function openTeamDatabase(settings: readonly string[] = []): Promise<TeamDatabase> {
  const server = await startCluster({ settings });
  for (const role of [OWNER, APP_ROLE]) server.psql(`CREATE ROLE ${role} LOGIN`);
  server.psql(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
  const owner = openPool({ url: server.urlOf(OWNER, DATABASE) });
  await migratePostgres(owner);
  await owner.close();
  const stores = await openPostgresStores({ pool: openPool({ url: server.urlOf(APP_ROLE, DATABASE) }) });
  return {
    server,
    stores,
    psql: (sql) => server.psql(sql, DATABASE),
    async close() {
      await stores.close();
      await server.stop();
    },
  };
}
