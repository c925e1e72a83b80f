import { CairnError } from '../../../core/errors.ts';
import { sha256Hex } from '../../../core/hash.ts';
import type { PgConnection, PgPool } from '../../../platform/postgres/postgres.ts';
import { first } from '../migrations/0001-first.ts';
import { search } from '../migrations/0002-search.ts';
import { team } from '../migrations/0003-team.ts';
import { login } from '../migrations/0004-login.ts';
import { tokenProjects } from '../migrations/0005-token-projects.ts';
import { webhooks } from '../migrations/0006-webhooks.ts';
import { mergedProjects } from '../migrations/0007-merged-projects.ts';
import { dashboard } from '../migrations/0008-dashboard.ts';
import type { Migration } from '../migrations/migration.ts';

/** The schema that holds Cairn's tables. */
export const SCHEMA = 'cairn';

/** The role that the server's programs are, unless another is named. */
export const APP_ROLE = 'cairn_app';

/** All migrations, in order. */
export const MIGRATIONS: readonly Migration[] = [
  first,
  search,
  team,
  login,
  tokenProjects,
  webhooks,
  mergedProjects,
  dashboard,
];

/** One lock for the migrations of a database; any constant that nobody else takes. */
const LOCK = 0x43616972;

const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

interface AppliedRow {
  version: number;
  checksum: string;
}

/**
 * Brings a database to the newest schema, in one transaction, and puts row security and the rights of `role` on every
 * table; runs under a role that owns the schema, which `role` is not. Returns the versions that were applied. Throws
 * `newer_home` when a newer program migrated it, `damaged` when an applied step is not what it was.
 */
export async function migratePostgres(
  pool: PgPool,
  { role = APP_ROLE, migrations = MIGRATIONS }: { role?: string; migrations?: readonly Migration[] } = {},
): Promise<number[]> {
  if (!ROLE.test(role)) throw new CairnError('invalid_input', `"${role}" is not a name of a role.`);
  const connection = await pool.connect();
  let isBroken = true;
  try {
    await connection.exec(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK}); ${PREPARE}`);
    const applied = await readApplied(connection);
    compare(applied, migrations);
    const waiting = migrations.slice(applied.length);
    for (const { version, sql } of waiting) {
      await connection.exec(sql);
      const insert = 'INSERT INTO migrations (version, checksum, applied_at) VALUES ($1, $2, $3)';
      await connection.query(insert, [version, checksumOf(sql), new Date().toISOString()]);
    }
    await secureTables(connection, role);
    await connection.exec('COMMIT');
    isBroken = false;
    return waiting.map(({ version }) => version);
  } finally {
    connection.release(isBroken);
  }
}

const PREPARE = `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}; SET LOCAL search_path TO ${SCHEMA}, pg_temp;
  CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY, checksum text NOT NULL, applied_at text NOT NULL);`;

/** The tables of Cairn that hold rows of tenants: all but the list of migrations. */
export const TENANT_TABLES = `SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS "isSecured"
  FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = '${SCHEMA}' AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations' ORDER BY c.relname`;

/** Lets each row be seen and written by its tenant alone, also for the owner, and gives a role the use of the tables. */
async function secureTables(connection: PgConnection, role: string): Promise<void> {
  const { rows } = await connection.query<{ name: string; isSecured: boolean }>(TENANT_TABLES, []);
  const own = `tenant_id = current_setting('cairn.tenant', true) AND tenant_id <> ''`;
  const secured = rows.flatMap(({ name, isSecured }) =>
    isSecured
      ? []
      : [
          `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
          `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`,
          `DROP POLICY IF EXISTS of_tenant ON ${name}`,
          `CREATE POLICY of_tenant ON ${name} USING (${own}) WITH CHECK (${own})`,
        ],
  );
  const granted = rows.map(({ name }) => `GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO ${role}`);
  const use = [`GRANT USAGE ON SCHEMA ${SCHEMA} TO ${role}`, `GRANT SELECT ON migrations TO ${role}`];
  await connection.exec([...secured, ...granted, ...use].join('; '));
}

/** Throws `unsupported` when the database waits for a migration; else as `migratePostgres`. */
export async function checkMigrations(connection: PgConnection, migrations = MIGRATIONS): Promise<void> {
  const { rows } = await connection.query<{ found: string | null }>(
    `SELECT to_regclass('${SCHEMA}.migrations')::text AS found`,
    [],
  );
  const applied = rows[0]?.found == null ? [] : await readApplied(connection);
  compare(applied, migrations);
  if (applied.length < migrations.length) {
    throw new CairnError('unsupported', 'The database has not been brought to this version of Cairn yet.', {
      fix: MIGRATE,
    });
  }
}

const MIGRATE = 'Run the migrations as the role that owns the tables.';

async function readApplied(connection: PgConnection): Promise<AppliedRow[]> {
  const sql = `SELECT version, checksum FROM ${SCHEMA}.migrations ORDER BY version`;
  return (await connection.query<AppliedRow>(sql, [])).rows;
}

function compare(applied: readonly AppliedRow[], migrations: readonly Migration[]): void {
  if (applied.length > migrations.length) {
    throw new CairnError('newer_home', 'The database was migrated by a newer Cairn.', {
      fix: 'Install the newest version of Cairn.',
    });
  }
  for (const [i, { version, checksum }] of applied.entries()) {
    const own = migrations[i];
    if (own?.version === version && checksumOf(own.sql) === checksum) continue;
    throw new CairnError('damaged', `Migration ${version} of the database is not the one of this program.`, {
      fix: 'Use the version of Cairn that migrated it.',
    });
  }
}

function checksumOf(sql: string): string {
  return sha256Hex(sql);
}
