import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import type { PgPool } from '../../src/platform/postgres/postgres.ts';
import { APP_ROLE, MIGRATIONS, migratePostgres } from '../../src/store/postgres/engine/migrate.ts';
import { openPostgresStores } from '../../src/store/postgres/open-postgres-stores.ts';
import { eventIdOf, makeEvent } from '../store/contract/make.ts';
import { createDatabase, ENGINES, OWNER, poolOf } from './engines.ts';
import { openTeamServer } from './team-server.ts';

async function rowsOf<Row>(pool: PgPool, sql: string): Promise<Row[]> {
  const connection = await pool.connect();
  try {
    await connection.exec('SET search_path TO cairn');
    return (await connection.query<Row>(sql, [])).rows;
  } finally {
    connection.release();
  }
}

const TABLES = `SELECT c.relname AS name FROM pg_inherits AS p JOIN pg_class AS c ON c.oid = p.inhrelid
  WHERE p.inhparent = 'cairn.events'::regclass ORDER BY 1`;
const namesOf = async (pool: PgPool): Promise<string[]> =>
  (await rowsOf<{ name: string }>(pool, TABLES)).map(({ name }) => name);

/** `2026_11` for a month from now on. */
function monthFromNow(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
    .toISOString()
    .slice(0, 7)
    .replace('-', '_');
}

const COMING = [0, 1, 2, 3].map((n) => `events_${monthFromNow(n)}`);

for (const [engine, open] of Object.entries(ENGINES)) {
  test(`${engine}: an event is in the table of the month in which it arrives, whenever it happened`, async () => {
    const { stores, pool } = await open();
    const { log } = stores.store('acme');
    assert.deepEqual(await namesOf(pool), [...COMING, 'events_before', 'events_rest']);
    await log.append({ events: [makeEvent({ at: 1_500_000_000_000 }), makeEvent({ number: '2' })] });
    const connection = await pool.connect();
    try {
      await connection.exec("BEGIN; SELECT set_config('cairn.tenant', 'acme', true)");
      const sql = 'SELECT DISTINCT tableoid::regclass::text AS name FROM cairn.events';
      const { rows } = await connection.query<{ name: string }>(sql, []);
      assert.deepEqual(
        rows.map((row) => row.name.replace('cairn.', '')),
        [COMING[0]],
      );
    } finally {
      await connection.exec('ROLLBACK');
      connection.release();
    }
  });
}

/** The migration that copies ids; the next one splits the table. */
const IDS = 9;

suite('events in tables of months', () => {
  test('an id is there once, whichever month its first report arrived in', async () => {
    const { server, name } = await createDatabase();
    await migratePostgres(poolOf(server, OWNER, name));
    const { log } = (await openPostgresStores({ pool: poolOf(server, APP_ROLE, name) })).store('acme');
    await log.append({ events: [makeEvent()] });
    server.psql("UPDATE cairn.numbers SET n = ((n >> 36) + 1) << 36 WHERE name = 'events'", name);
    const { results } = await log.append({ events: [makeEvent(), makeEvent({ number: '2' })] });
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['duplicate', 'added'],
    );
    const [first, second] = await log.events([eventIdOf('1'), eventIdOf('2')]);
    assert.ok((second?.seq ?? 0) - (first?.seq ?? 0) > 2 ** 35, 'the second is in the next table');
    assert.throws(
      () => server.psql(`INSERT INTO cairn.event_ids VALUES ('acme', '${eventIdOf('1')}', 1)`, name),
      /event_ids_pkey/,
    );
  });

  test('what was there before months stays, is found by its id, and is refused a second time', async () => {
    const { server, name } = await createDatabase();
    const owner = poolOf(server, OWNER, name);
    await migratePostgres(owner, { migrations: MIGRATIONS.slice(0, IDS - 1) });
    const old = Array.from({ length: 25_000 }, (_, i) => i + 1);
    server.psql(
      `INSERT INTO cairn.events (tenant_id, project_id, id, seq, session_id, kind, is_act, agent, at, sources, authority,
        privacy, data) SELECT t, '', CASE n WHEN 1 THEN '${eventIdOf('1')}' ELSE 'e_' || t || n END, n, 's', 'prompt', false, 'a', 1, 'hook', 1, 1,
        '{"body":{"kind":"prompt","text":"old"},"agent":"claude-code","agentSession":"one"}'
        FROM unnest(ARRAY['acme', 'other']) AS t, generate_series(1, ${old.length}) AS n;
      INSERT INTO cairn.numbers VALUES ('acme', 'events', ${old.length}), ('other', 'events', ${old.length})`,
      name,
    );
    assert.deepEqual(await migratePostgres(owner), [IDS, IDS + 1]);
    const stores = await openPostgresStores({ pool: poolOf(server, APP_ROLE, name) });
    for (const tenant of ['acme', 'other']) {
      const { log } = stores.store(tenant);
      assert.equal((await log.events([eventIdOf('1')])).length, 1);
      assert.equal((await log.since(old.length - 1, 10)).length, 1);
      const { results } = await log.append({ events: [makeEvent({ number: '3' })] });
      assert.equal(results[0]?.outcome, 'added');
      assert.equal((await log.since(old.length, 10)).length, 1);
    }
    assert.equal((await stores.store('nobody').log.events([eventIdOf('1')])).length, 0);
    // A server of the version before, which would not write the id, adds nothing.
    assert.throws(
      () =>
        server.psql(
          `INSERT INTO cairn.events (tenant_id, project_id, id, seq, session_id, kind, is_act, agent, at, sources,
          authority, privacy, data) VALUES ('acme', '', 'e_x', 30000, 's', 'prompt', false, 'a', 1, 'hook', 1, 1, '{}')`,
          name,
        ),
      /arrived_at/,
    );
  });

  test('copying ids goes on where it was cut short', async () => {
    const { server, name } = await createDatabase();
    const owner = poolOf(server, OWNER, name);
    await migratePostgres(owner, { migrations: MIGRATIONS.slice(0, IDS) });
    server.psql(
      `INSERT INTO cairn.events (tenant_id, project_id, id, seq, session_id, kind, is_act, agent, at, sources, authority,
        privacy, data) SELECT 'acme', '', 'e_' || n, n, 's', 'prompt', false, 'a', 1, 'hook', 1, 1, '{}'
        FROM generate_series(1, 25000) AS n`,
      name,
    );
    const statement = MIGRATIONS[IDS]?.before ?? '';
    const connection = await owner.connect();
    await connection.exec('SET search_path TO cairn');
    assert.equal((await connection.query(statement, [])).count, 1);
    const copied = await connection.query<{ n: number }>('SELECT count(*) AS n FROM event_ids', []);
    connection.release();
    assert.deepEqual(copied.rows, [{ n: 10_000 }]);
    assert.deepEqual(await migratePostgres(owner), [IDS + 1]);
    const all = 'SELECT count(*) AS n FROM cairn.event_ids AS i JOIN cairn.events AS e USING (tenant_id, id, seq)';
    assert.deepEqual(await rowsOf(poolOf(server, 'postgres', name), all), [{ n: 25_000 }]);
  });

  test('where no table of the month is there, events stay in the last one, and nothing is refused', async () => {
    const { server, name } = await createDatabase();
    await migratePostgres(poolOf(server, OWNER, name));
    const pool = poolOf(server, APP_ROLE, name);
    const { log } = (await openPostgresStores({ pool })).store('acme');
    for (const table of COMING) server.psql(`DROP TABLE cairn.${table}`, name);
    await log.append({ events: [makeEvent()] });
    assert.equal(await log.lastSeq(), 1);
    // The number of a month that was dropped.
    server.psql("UPDATE cairn.numbers SET n = 5::bigint << 36 WHERE name = 'events'", name);
    await log.append({ events: [makeEvent({ number: '2' })] });
    assert.equal((await log.since(0, 10)).length, 2);
    // The numbers of two months lie far apart: the last two events are no two places before the end.
    assert.deepEqual([await log.placeBefore(2), (await log.since(await log.placeBefore(1), 10)).length], [0, 1]);
  });

  test('a server makes the tables of the coming months as the role that owns nothing', async (context) => {
    const team = await openTeamServer(context);
    const { server } = await createDatabase();
    const pool = poolOf(server, 'postgres', team.database);
    server.psql(`DROP TABLE cairn.${COMING[2]}, cairn.${COMING[3]}`, team.database);
    await team.start();
    for (let n = 0; n < 100 && (await namesOf(pool)).length < 6; n += 1) await new Promise((f) => setTimeout(f, 100));
    assert.deepEqual(await namesOf(pool), [...COMING, 'events_before', 'events_rest']);
    const secured =
      'SELECT relname FROM pg_class WHERE relname LIKE $$events%$$ AND relkind IN ($$r$$, $$p$$) AND NOT relforcerowsecurity';
    assert.deepEqual(await rowsOf(pool, secured), []);
    const direct = rowsOf(poolOf(server, APP_ROLE, team.database), `SELECT * FROM ${COMING[0]}`);
    await assert.rejects(direct, { code: 'not_allowed' });
  });

  test('month drop shows what goes, erases it of all teams with what was derived, and drops the table', async (context) => {
    const team = await openTeamServer(context);
    const { server } = await createDatabase();
    const [one, other] = [await team.team('One'), await team.team('Other')];
    const stores = await openPostgresStores({ pool: poolOf(server, APP_ROLE, team.database) });
    // What arrived before there were months.
    server.psql(
      `DROP TABLE cairn.${COMING[0]}; INSERT INTO cairn.numbers VALUES ('${one.tenant}', 'events', 0) ON CONFLICT DO NOTHING`,
      team.database,
    );
    const { log } = stores.store(one.tenant);
    await log.append({ events: ['1', '2', '3'].map((number) => makeEvent({ number })) });
    await stores.store(other.tenant).log.append({ events: [makeEvent()] });
    await team.admin('tenant', 'disable', '--tenant', other.tenant);
    await team.admin('month', 'make');
    await log.append({ events: [makeEvent({ number: '4' })] });
    const before = monthFromNow(0).replace('_', '-');
    const plan = (await team.admin('month', 'drop', '--before', before)) as JsonObject;
    const [{ month, events, teams } = {}] = plan.months as JsonObject[];
    assert.deepEqual([month, events, teams, plan.isDone], ['before', 4, 2, false]);
    assert.equal((await log.since(0, 10)).length, 4);
    assert.equal(((await team.admin('month', 'drop', '--before', before, '--yes')) as JsonObject).isDone, true);
    assert.equal((await log.since(0, 10)).length, 1);
    const pool = poolOf(server, 'postgres', team.database);
    assert.deepEqual(await namesOf(pool), [...COMING, 'events_rest']);
    const again = await log.append({ events: [makeEvent()] });
    assert.equal(again.results[0]?.outcome, 'refused');
    const { code } = await team.run('month', 'drop', '--before', monthFromNow(1).replace('_', '-'), '--yes');
    assert.equal(code, 2);
  });
});
