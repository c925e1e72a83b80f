import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PgConnection, PgPool } from '../../src/platform/postgres/postgres.ts';
import { createEngine } from '../../src/store/postgres/engine/engine.ts';
import { TENANT_TABLES } from '../../src/store/postgres/engine/migrate.ts';
import { ENGINES, type TeamDatabase } from './engines.ts';
import { fillTenant } from './fill-tenant.ts';

const TENANTS = Array.from({ length: 10 }, (_, i) => `team-${i}`);
const REFUSED = { name: 'CairnError', code: 'not_allowed' };

/** Runs statements in one transaction as the server's role, for a tenant when one is given; nothing of it stays. */
async function inTransaction<T>(
  pool: PgPool,
  tenant: string | undefined,
  work: (connection: PgConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  try {
    await connection.exec('BEGIN; SET LOCAL search_path TO cairn');
    if (tenant !== undefined) await connection.exec(`SELECT set_config('cairn.tenant', '${tenant}', true)`);
    return await work(connection);
  } finally {
    await connection.exec('ROLLBACK');
    connection.release();
  }
}

async function tablesOf(pool: PgPool): Promise<string[]> {
  const read = (connection: PgConnection) => connection.query<{ name: string }>(TENANT_TABLES, []);
  return (await inTransaction(pool, undefined, read)).rows.map(({ name }) => name);
}

/** How many rows of a table each tenant has, as a transaction of one tenant, or of none, sees it. */
async function rowsSeen(pool: PgPool, tenant: string | undefined, table: string): Promise<Record<string, number>> {
  const sql = `SELECT tenant_id AS tenant, count(*) AS n FROM ${table} GROUP BY tenant_id`;
  const read = (connection: PgConnection) => connection.query<{ tenant: string; n: number }>(sql, []);
  const { rows } = await inTransaction(pool, tenant, read);
  return Object.fromEntries(rows.map((row) => [row.tenant, row.n]));
}

for (const [name, open] of Object.entries(ENGINES)) {
  suite(`${name}: ten tenants in one database, by raw SQL as the server's role`, () => {
    let filled: Promise<TeamDatabase> | undefined;
    const database = (): Promise<TeamDatabase> => {
      filled ??= open().then(async (opened) => {
        for (const tenant of TENANTS) {
          await fillTenant(opened.stores.store(tenant), createEngine(opened.pool, tenant), tenant);
        }
        return opened;
      });
      return filled;
    };

    test('a tenant sees its own rows of every table, and of no table another row', async () => {
      const { pool } = await database();
      for (const table of await tablesOf(pool)) {
        for (const tenant of TENANTS) {
          const seen = await rowsSeen(pool, tenant, table);
          assert.deepEqual(Object.keys(seen), [tenant], `${table} as ${tenant}`);
        }
      }
    });

    test('who names no tenant, none that is, or an empty one sees no row', async () => {
      const { pool } = await database();
      for (const table of await tablesOf(pool)) {
        for (const tenant of [undefined, '', 'nobody'])
          assert.deepEqual(await rowsSeen(pool, tenant, table), {}, table);
      }
    });

    test('the tenant of one transaction is gone in the next on the same connection', async () => {
      const { pool } = await database();
      const connection = await pool.connect();
      try {
        await connection.exec(`BEGIN; SELECT set_config('cairn.tenant', '${TENANTS[0]}', true); COMMIT`);
        const { rows } = await connection.query<{ n: number }>('SELECT count(*) AS n FROM cairn.events', []);
        assert.deepEqual(rows, [{ n: 0 }]);
      } finally {
        connection.release();
      }
    });

    test('a tenant writes, changes and removes no row of another', async () => {
      const { pool } = await database();
      const [own = '', other = ''] = TENANTS;
      for (const table of await tablesOf(pool)) {
        const run = (sql: string) => inTransaction(pool, own, (connection) => connection.query(sql, []));
        assert.equal(
          (await run(`UPDATE ${table} SET tenant_id = tenant_id WHERE tenant_id = '${other}'`)).count,
          0,
          table,
        );
        assert.equal((await run(`DELETE FROM ${table} WHERE tenant_id = '${other}'`)).count, 0, table);
        await assert.rejects(
          run(`UPDATE ${table} SET tenant_id = '${other}' WHERE tenant_id = '${own}'`),
          REFUSED,
          table,
        );
        await assert.rejects(
          run(`INSERT INTO ${table} SELECT (jsonb_populate_record(t, '{"tenant_id": "${other}"}')).*
          FROM ${table} AS t LIMIT 1`),
          REFUSED,
          table,
        );
        assert.deepEqual(Object.keys(await rowsSeen(pool, other, table)), [other], table);
      }
    });

    test('the role can neither switch row security off nor become another', async () => {
      const { pool } = await database();
      const run = (sql: string) => inTransaction(pool, TENANTS[0], (connection) => connection.exec(sql));
      const tried = [
        'ALTER TABLE events DISABLE ROW LEVEL SECURITY',
        'ALTER TABLE events NO FORCE ROW LEVEL SECURITY',
        'DROP POLICY of_tenant ON events',
        'CREATE POLICY mine ON events USING (true)',
        'TRUNCATE events',
        'ALTER TABLE events OWNER TO cairn_app',
        'SET LOCAL ROLE cairn_owner',
        "INSERT INTO migrations VALUES (99, '', '')",
        'CREATE TABLE mine (a integer)',
      ];
      for (const sql of tried) await assert.rejects(run(sql), REFUSED, sql);
      const off = (connection: PgConnection) => connection.exec('SET LOCAL row_security = off; SELECT * FROM events');
      await assert.rejects(inTransaction(pool, TENANTS[0], off), REFUSED);
    });

    test('every table has a tenant, which leads each of its keys and ordered indexes', async () => {
      const { pool } = await database();
      const sql = `SELECT c.relname AS name, i.relname AS index, a.attname AS first
        FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace AND n.nspname = 'cairn'
        JOIN pg_index AS x ON x.indrelid = c.oid JOIN pg_class AS i ON i.oid = x.indexrelid
        JOIN pg_am AS m ON m.oid = i.relam AND m.amname = 'btree'
        LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
        WHERE c.relname <> 'migrations' AND NOT c.relispartition`;
      type Row = { name: string; index: string; first: string };
      const { rows } = await inTransaction(pool, undefined, (connection) => connection.query<Row>(sql, []));
      assert.deepEqual(
        rows.filter(({ first }) => first !== 'tenant_id'),
        [],
      );
      assert.deepEqual([...new Set(rows.map((row) => row.name))].sort(), await tablesOf(pool));
    });

    test('a name that is no tenant’s opens no store', async () => {
      const { stores } = await database();
      for (const tenant of ['', "a'b", 'A', '-a', 'a b', 'a'.repeat(64)]) {
        assert.throws(() => stores.store(tenant), { name: 'CairnError', code: 'invalid_input' });
      }
    });
  });
}
