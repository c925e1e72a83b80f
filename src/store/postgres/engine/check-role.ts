import { CairnError } from '../../../core/errors.ts';
import type { PgConnection } from '../../../platform/postgres/postgres.ts';
import { ALL_TABLES, APP_ROLE, SCHEMA } from './migrate.ts';

interface RoleRow {
  name: string;
  isSuper: boolean;
  bypasses: boolean;
  owns: boolean;
}

/** Both the role that logged in and the one it acts as: the first could be taken again at any time. */
const ROLES = `SELECT r.rolname AS name, r.rolsuper AS "isSuper", r.rolbypassrls AS bypasses, EXISTS (
    SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = '${SCHEMA}' AND (pg_catalog.pg_has_role(r.oid, c.relowner, 'MEMBER')
      OR pg_catalog.pg_has_role(r.oid, n.nspowner, 'MEMBER'))) AS owns
  FROM pg_catalog.pg_roles AS r WHERE r.rolname IN (current_user, session_user)`;

/**
 * Throws `not_allowed` when the connection's role could see rows of other tenants: a superuser, one with BYPASSRLS, or
 * who owns a table or may become its owner; or when a table is without forced row security.
 */
export async function checkRole(connection: PgConnection): Promise<void> {
  for (const { name, isSuper, bypasses, owns } of (await connection.query<RoleRow>(ROLES, [])).rows) {
    if (isSuper) throw refused(name, 'is a superuser');
    if (bypasses) throw refused(name, 'has BYPASSRLS');
    if (owns) throw refused(name, "owns Cairn's tables, or is a member of the role that does");
  }
  const tables = await connection.query<{ name: string; isSecured: boolean }>(ALL_TABLES, []);
  const open = tables.rows.filter(({ isSecured }) => !isSecured).map(({ name }) => name);
  if (open.length === 0) return;
  throw new CairnError('not_allowed', `These tables are without forced row security: ${open.join(', ')}.`, {
    fix: 'Run the migrations as the role that owns the tables.',
  });
}

function refused(name: string, why: string): CairnError {
  return new CairnError(
    'not_allowed',
    `The database role "${name}" ${why}: row security would not keep tenants apart.`,
    { fix: `CREATE ROLE ${APP_ROLE} LOGIN NOSUPERUSER NOBYPASSRLS; then connect as ${APP_ROLE}.` },
  );
}
