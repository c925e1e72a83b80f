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
import { eventIds } from '../migrations/0009-event-ids.ts';
import { eventMonths } from '../migrations/0010-event-months.ts';
import type { Migration } from '../migrations/migration.ts';
import { inTransaction } from './in-transaction.ts';

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
  eventIds,
  eventMonths,
];

/** One lock for the migrations of a database; any constant that nobody else takes. */
const LOCK = 0x43616972;

const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

interface AppliedRow {
  version: number;
  checksum: string;
}

/**
 * Brings a database to the newest schema, and puts row security and the rights of `role` on every table; runs under a role
 * that owns the schema, which `role` is not. All steps are one transaction; what one needs made ready in a database that has
 * rows is made ready beforehand, in steps of its own. Also makes the tables of the coming months. Returns the versions that were applied. Throws
 * `newer_home` when a newer program migrated it, `damaged` when an applied step is not what it was.
 */
export async function migratePostgres(
  pool: PgPool,
  { role = APP_ROLE, migrations = MIGRATIONS }: { role?: string; migrations?: readonly Migration[] } = {},
): Promise<number[]> {
  if (!ROLE.test(role)) throw new CairnError('invalid_input', `"${role}" is not a name of a role.`);
  const applied: number[] = [];
  const isEmpty = await isNew(pool);
  for (const [i, { before }] of migrations.entries()) {
    if (before === undefined || isEmpty) continue;
    applied.push(...(await applyUpTo(pool, i, { role, migrations })));
    await makeReady(pool, i, { before, migrations });
  }
  applied.push(...(await applyUpTo(pool, migrations.length, { role, migrations })));
  return applied;
}

/** True when no migration was applied: there is nothing to make ready. */
async function isNew(pool: PgPool): Promise<boolean> {
  const connection = await pool.connect();
  try {
    return (await readApplied(connection)).length === 0;
  } finally {
    connection.release();
  }
}

/** Applies those of the first `count` migrations that wait, in one transaction. */
async function applyUpTo(
  pool: PgPool,
  count: number,
  { role, migrations }: { role: string; migrations: readonly Migration[] },
): Promise<number[]> {
  return underLock(pool, async (connection) => {
    const waiting = migrations.slice(await countApplied(connection, migrations), count);
    for (const { version, sql } of waiting) {
      await connection.exec(sql);
      const insert = 'INSERT INTO migrations (version, checksum, applied_at) VALUES ($1, $2, $3)';
      await connection.query(insert, [version, checksumOf(sql), new Date().toISOString()]);
    }
    await secureTables(connection, role);
    return waiting.map(({ version }) => version);
  });
}

/** Runs what goes before a migration until nothing is left to do, unless that one was applied. */
async function makeReady(
  pool: PgPool,
  place: number,
  { before, migrations }: { before: string; migrations: readonly Migration[] },
): Promise<void> {
  const step = (connection: PgConnection): Promise<boolean> =>
    countApplied(connection, migrations).then(
      async (applied) => applied === place && (await connection.query(before, [])).count > 0,
    );
  while (await underLock(pool, step));
}

/** Runs `work` in one transaction, which no other migration of the database is beside. */
function underLock<T>(pool: PgPool, work: (connection: PgConnection) => Promise<T>): Promise<T> {
  return inTransaction(pool, `SELECT pg_advisory_xact_lock(${LOCK}); ${PREPARE}`, work);
}

async function countApplied(connection: PgConnection, migrations: readonly Migration[]): Promise<number> {
  const applied = await readApplied(connection);
  compare(applied, migrations);
  return applied.length;
}

const PREPARE = `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}; SET LOCAL search_path TO ${SCHEMA}, pg_temp;
  CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY, checksum text NOT NULL, applied_at text NOT NULL);`;

const TABLES = `SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS "isSecured",
    c.relispartition AS "isPart"
  FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = '${SCHEMA}' AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations'`;

/** The tables of Cairn that hold rows of tenants, with their parts: all but the list of migrations. */
export const ALL_TABLES = `${TABLES} ORDER BY c.relname`;

/** The same without the parts of tables, which nobody names. */
export const TENANT_TABLES = `${TABLES} AND NOT c.relispartition ORDER BY c.relname`;

/** Whose a row is, as every policy says. */
const OWN_ROWS = `tenant_id = current_setting('cairn.tenant', true) AND tenant_id <> ''`;

/**
 * Lets each row be seen and written by its tenant alone, also for the owner, and gives a role the use of the tables; of
 * their parts only by way of the whole.
 */
async function secureTables(connection: PgConnection, role: string): Promise<void> {
  const { rows } = await connection.query<{ name: string; isSecured: boolean; isPart: boolean }>(ALL_TABLES, []);
  const secured = rows.flatMap(({ name, isSecured }) =>
    isSecured
      ? []
      : [
          `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
          `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`,
          `DROP POLICY IF EXISTS of_tenant ON ${name}`,
          `CREATE POLICY of_tenant ON ${name} USING (${OWN_ROWS}) WITH CHECK (${OWN_ROWS})`,
        ],
  );
  const granted = rows.map(({ name, isPart }) =>
    isPart ? `REVOKE ALL ON ${name} FROM ${role}` : `GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO ${role}`,
  );
  const use = [`GRANT USAGE ON SCHEMA ${SCHEMA} TO ${role}`, `GRANT SELECT ON migrations TO ${role}`];
  await connection.exec([...secured, ...granted, ...use].join('; '));
  await makeMonths(connection, role);
}

/** Makes the tables of the coming months where the schema has them, and lets the role do so. */
async function makeMonths(connection: PgConnection, role: string): Promise<void> {
  const { rows } = await connection.query<{ found: string | null }>(
    `SELECT to_regprocedure('make_event_months()')::text AS found`,
    [],
  );
  if (rows[0]?.found == null) return;
  await connection.exec(`SELECT make_event_months(); GRANT EXECUTE ON FUNCTION make_event_months() TO ${role}`);
}

/** Throws `unsupported` when the database waits for a migration; else as `migratePostgres`. */
export async function checkMigrations(connection: PgConnection, migrations = MIGRATIONS): Promise<void> {
  const applied = await readApplied(connection);
  compare(applied, migrations);
  if (applied.length < migrations.length) {
    throw new CairnError('unsupported', 'The database has not been brought to this version of Cairn yet.', {
      fix: MIGRATE,
    });
  }
}

const MIGRATE = 'Run the migrations as the role that owns the tables.';

/** The migrations that were applied; none where the schema is not there. */
async function readApplied(connection: PgConnection): Promise<AppliedRow[]> {
  const { rows } = await connection.query<{ found: string | null }>(
    `SELECT to_regclass('${SCHEMA}.migrations')::text AS found`,
    [],
  );
  if (rows[0]?.found == null) return [];
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
