import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sha256Hex } from '../../src/core/hash.ts';
import type { PgPool, PgValue } from '../../src/platform/postgres/postgres.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { APP_ROLE, MIGRATIONS, migratePostgres } from '../../src/store/postgres/engine/migrate.ts';
import { openPostgresStores, type PostgresStores } from '../../src/store/postgres/open-postgres-stores.ts';
import { storeContract } from '../store/contract/store-contract.ts';
import { createDatabase, OWNER, poolOf } from './engines.ts';

// The contract over tables that are split by tenant, as engines split them that spread one database over machines; then
// every statement that was run is planned again: it must read the part of its one tenant alone, and must hold nothing that
// such engines refuse.

const PARTS = 4;

/** Splits each table of a migration by a hash of the tenant; of one that is split by months, the table of each month. */
function splitTables(sql: string): string {
  const partsOf = (name: string): string[] =>
    Array.from(
      { length: PARTS },
      (_, part) =>
        `CREATE TABLE ${name}_part${part} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${PARTS}, REMAINDER ${part});`,
    );
  const plain = /CREATE TABLE (\w+) \(((?:(?!PARTITION BY)[\s\S])*?)\);/g;
  const split = sql.replace(
    plain,
    (_, name: string, columns: string) =>
      `CREATE TABLE ${name} (${columns}) PARTITION BY HASH (tenant_id);\n${partsOf(name).join('\n')}`,
  );
  const ofMonth = "EXECUTE format('CREATE TABLE %I (LIKE events)', name);";
  const made = "EXECUTE format('CREATE TABLE %I (LIKE events) PARTITION BY HASH (tenant_id)', name);";
  const parts = partsOf('%1$I').map((one) => `EXECUTE format('${one.replace('%1$I_', '%1$s_')}', name);`);
  return split.replace(ofMonth, [made, ...parts].join('\n'));
}

/** A statement with the values of one run, and its tenant. */
interface Ran {
  text: string;
  values: readonly PgValue[];
  tenant: string;
}

/** The pool, which keeps the first run of each statement. */
function recording(pool: PgPool, ran: Map<string, Ran>): PgPool {
  return {
    ...pool,
    async connect() {
      const connection = await pool.connect();
      let tenant = '';
      return {
        ...connection,
        exec(text) {
          tenant = /set_config\('cairn\.tenant', '([^']*)'/.exec(text)?.[1] ?? tenant;
          return connection.exec(text);
        },
        query(text, values) {
          if (tenant !== '' && !ran.has(text)) ran.set(text, { text, values, tenant });
          return connection.query(text, values);
        },
      };
    },
  };
}

interface Split {
  stores: PostgresStores;
  /** Connections that row security does not bind: what a statement says itself is planned, and nothing else. */
  unbound: PgPool;
}

const ran = new Map<string, Ran>();
let opened: Promise<Split> | undefined;

async function openSplit(): Promise<Split> {
  const { server, name } = await createDatabase();
  const migrations = MIGRATIONS.map((one) => ({ ...one, sql: splitTables(one.sql) }));
  const owner = poolOf(server, OWNER, name);
  await migratePostgres(owner, { migrations });
  // Once more, which secures the parts that this test made of the tables of months.
  await migratePostgres(owner, { migrations });
  for (const { version, sql } of MIGRATIONS) {
    server.psql(`UPDATE cairn.migrations SET checksum = '${sha256Hex(sql)}' WHERE version = ${version}`, name);
  }
  const pool = poolOf(server, APP_ROLE, name);
  return {
    stores: await openPostgresStores({ pool: recording(pool, ran) }),
    unbound: poolOf(server, 'postgres', name),
  };
}

let tenants = 0;
storeContract('postgres, split by tenant', async () => {
  opened ??= openSplit();
  tenants += 1;
  return (await opened).stores.store(`tenant-${tenants}`) as Store;
});

interface PlanNode {
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** The parts that a plan reads or writes, by their numbers. */
function partsOf(node: PlanNode): number[] {
  const part = /_part(\d+)$/.exec(node['Relation Name'] ?? '')?.[1];
  return [...(part === undefined ? [] : [Number(part)]), ...(node.Plans ?? []).flatMap(partsOf)];
}

async function partsRead(pool: PgPool, { text, values, tenant }: Ran): Promise<Set<number>> {
  const connection = await pool.connect();
  try {
    await connection.exec(
      `BEGIN; SET LOCAL search_path TO cairn; SELECT set_config('cairn.tenant', '${tenant}', true)`,
    );
    const explained = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    );
    return new Set(explained.rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => partsOf(Plan))));
  } finally {
    await connection.exec('ROLLBACK');
    connection.release();
  }
}

/** What engines refuse that spread tables over machines, or what would need all of them. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'a change of the tenant of a row': /\bSET\b(?:(?!\bWHERE\b|\bFROM\b)[^;])*\btenant_id\s*=/,
  'a conflict that does not name the tenant': /ON CONFLICT \((?!tenant_id)/,
  'a sequence': /\bnextval\b|\bserial\b/i,
  'a lock of the whole database': /pg_advisory|LOCK TABLE/i,
  'a cursor, a temporary table, a notice': /\bDECLARE\b|\bTEMP\b|\bLISTEN\b|\bNOTIFY\b/,
  'a query that calls itself': /WITH RECURSIVE/i,
  'a merge, or groups of groups': /\bMERGE\b|GROUPING SETS|\bCUBE\b|\bROLLUP\b/i,
};

suite('every statement of the store on PostgreSQL', () => {
  test('reads the part of one tenant alone', async () => {
    const { unbound } = await (opened ?? openSplit());
    assert.ok(ran.size > 100, `${ran.size} statements`);
    const several: string[] = [];
    for (const one of ran.values()) if ((await partsRead(unbound, one)).size > 1) several.push(one.text);
    assert.deepEqual(several, []);
    const careless = { text: 'SELECT e.seq FROM events AS e WHERE e.seq > $1', values: [0], tenant: 'tenant-1' };
    assert.equal((await partsRead(unbound, careless)).size, PARTS);
  });

  test('names its tenant, and holds nothing that engines refuse which spread tables over machines', () => {
    for (const { text } of ran.values()) {
      // The functions that read the index of words: a test below looks into them.
      assert.match(text, /tenant_id|\b\w+_words\(/);
      for (const [what, pattern] of Object.entries(REFUSED)) assert.doesNotMatch(text, pattern, what);
    }
  });

  test('each function of the schema reads rows of its tenant alone', async () => {
    const { unbound } = await (opened ?? openSplit());
    const connection = await unbound.connect();
    try {
      const sql = `SELECT p.proname AS name, p.prosrc AS body FROM pg_proc AS p
        JOIN pg_namespace AS n ON n.oid = p.pronamespace WHERE n.nspname = 'cairn'`;
      for (const { name, body } of (await connection.query<{ name: string; body: string }>(sql, [])).rows) {
        const tables = body.match(/\b(?:FROM|JOIN) [a-z_]+ AS\b/g) ?? [];
        const bound =
          body.match(/\btenant_id (?:=|IS NOT DISTINCT FROM) current_setting\('cairn\.tenant', true\)/g) ?? [];
        assert.equal(bound.length, tables.length, name);
      }
    } finally {
      connection.release();
    }
  });
});
