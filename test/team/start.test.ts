import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openPool } from '../../src/platform/postgres/postgres.ts';
import { APP_ROLE, MIGRATIONS, migratePostgres } from '../../src/store/postgres/engine/migrate.ts';
import { openPostgresStores } from '../../src/store/postgres/open-postgres-stores.ts';
import { makeEvent } from '../store/contract/make.ts';
import { createDatabase, OWNER, poolOf } from './engines.ts';

const UNMIGRATED = { name: 'CairnError', code: 'unsupported' };

suite('the start of a server on PostgreSQL', () => {
  test('takes the role that owns nothing, after the migrations', async () => {
    const { server, name } = await createDatabase();
    const pool = poolOf(server, APP_ROLE, name);
    await assert.rejects(openPostgresStores({ pool }), UNMIGRATED);
    const versions = await migratePostgres(poolOf(server, OWNER, name));
    assert.deepEqual(
      versions,
      MIGRATIONS.map(({ version }) => version),
    );
    const { log } = (await openPostgresStores({ pool })).store('acme');
    await log.append({ events: [makeEvent()] });
    assert.ok((await log.lastSeq()) > 0);
  });

  test('refuses a superuser, a role with BYPASSRLS, the owner and its members, and says what to do', async () => {
    const { server, name } = await createDatabase();
    await migratePostgres(poolOf(server, OWNER, name));
    server.psql('CREATE ROLE passes LOGIN BYPASSRLS');
    server.psql(`CREATE ROLE member LOGIN; GRANT ${OWNER} TO member`);
    const refused = { postgres: /superuser/, passes: /BYPASSRLS/, [OWNER]: /owns/, member: /owns/ };
    for (const [role, why] of Object.entries(refused)) {
      const opening = openPostgresStores({ pool: poolOf(server, role, name) });
      await assert.rejects(opening, { code: 'not_allowed', message: why, fix: /CREATE ROLE cairn_app LOGIN/ }, role);
    }
  });

  test('refuses a database of which one table is without forced row security', async () => {
    const { server, name } = await createDatabase();
    await migratePostgres(poolOf(server, OWNER, name));
    server.psql('ALTER TABLE cairn.guards NO FORCE ROW LEVEL SECURITY', name);
    const opening = openPostgresStores({ pool: poolOf(server, APP_ROLE, name) });
    await assert.rejects(opening, { code: 'not_allowed', message: /guards/ });
  });

  test('migrates once, secures again what was opened, and refuses what another program did', async () => {
    const { server, name } = await createDatabase();
    const owner = poolOf(server, OWNER, name);
    const pool = poolOf(server, APP_ROLE, name);
    await Promise.all([migratePostgres(owner), migratePostgres(owner)]);
    assert.deepEqual(await migratePostgres(owner), []);
    server.psql('ALTER TABLE cairn.guards NO FORCE ROW LEVEL SECURITY', name);
    await migratePostgres(owner);
    await openPostgresStores({ pool });
    server.psql("INSERT INTO cairn.migrations VALUES (99, '', '')", name);
    for (const start of [() => migratePostgres(owner), () => openPostgresStores({ pool })]) {
      await assert.rejects(start, { code: 'newer_home' });
    }
    server.psql(
      "DELETE FROM cairn.migrations WHERE version = 99; UPDATE cairn.migrations SET checksum = '0' WHERE version = 1",
      name,
    );
    for (const start of [() => migratePostgres(owner), () => openPostgresStores({ pool })]) {
      await assert.rejects(start, { code: 'damaged' });
    }
  });

  test('a step that fails leaves the database as it was', async () => {
    const { server, name } = await createDatabase();
    const owner = poolOf(server, OWNER, name);
    const broken = [
      ...MIGRATIONS,
      { version: MIGRATIONS.length + 1, sql: 'CREATE TABLE a (b integer); SELECT no_such()' },
    ];
    await assert.rejects(migratePostgres(owner, { migrations: broken }), { name: 'CairnError' });
    await assert.rejects(openPostgresStores({ pool: poolOf(server, APP_ROLE, name) }), UNMIGRATED);
    assert.equal((await migratePostgres(owner)).length, MIGRATIONS.length);
  });

  test('says that no server answers, and goes on after a connection was cut', async () => {
    const nowhere = openPool({ url: 'postgres://cairn_app@/x?host=/nowhere' });
    await assert.rejects(openPostgresStores({ pool: nowhere }), { code: 'not_running' });
    await nowhere.close();
    const { server, name } = await createDatabase();
    await migratePostgres(poolOf(server, OWNER, name));
    const { log } = (await openPostgresStores({ pool: poolOf(server, APP_ROLE, name) })).store('acme');
    await log.append({ events: [makeEvent()] });
    server.psql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${APP_ROLE}' AND datname = '${name}'`,
    );
    await log.append({ events: [makeEvent({ number: '2' })] });
    assert.equal((await log.counts()).events, 2);
  });
});
