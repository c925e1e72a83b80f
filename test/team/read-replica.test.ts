import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../../src/core/json.ts';
import type { PgPool } from '../../src/platform/postgres/postgres.ts';
import { APP_ROLE } from '../../src/store/postgres/engine/migrate.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { poolOf } from './engines.ts';
import { ask, eventRecord, homeOf, openTeamServer } from './team-server.ts';

interface Pair {
  primary: Cluster;
  standby: Cluster;
  database: string;
  url: string;
  token: string;
  addToken(): Promise<{ id: string; token: string }>;
  revoke(id: string): Promise<unknown>;
}

/** A server over a primary and a standby that streams from it; `isItself`: it is given the primary as its replica. */
async function openPair(
  context: TestContext,
  { mostLag = '1', isItself = false }: { mostLag?: string; isItself?: boolean } = {},
): Promise<Pair> {
  const primary = await startCluster();
  context.after(() => primary.stop());
  const team = await openTeamServer(context, primary);
  const { tenant, token } = await team.team();
  const standby = await primary.standby();
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (!isStopped) await standby.stop();
    isStopped = true;
  };
  context.after(stop);
  const { url } = await team.start({
    CAIRN_SERVER_READ_URL: (isItself ? primary : standby).urlOf(APP_ROLE, team.database),
    CAIRN_SERVER_READ_LAG_SECONDS: mostLag,
  });
  return {
    primary,
    standby: { ...standby, stop },
    database: team.database,
    url,
    token,
    addToken: () => team.token(tenant, 'Ada'),
    revoke: (id) => team.admin('token', 'revoke', id, '--tenant', tenant),
  };
}

async function stateOf(url: string): Promise<unknown> {
  return (await ask(url, '/health', {})).value.readReplica;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 300; n += 1) {
    if (await holds()) return;
    await pause(100);
  }
  assert.fail(`never: ${what}`);
}

async function push({ url, token }: Pair, n: number, text: string): Promise<void> {
  const { status } = await ask(url, '/v1/sync/records', {
    token,
    body: { records: [eventRecord(homeOf('ada'), n, { text })] },
  });
  assert.equal(status, 200);
}

async function finds({ url, token }: Pair, query: string): Promise<boolean> {
  const { status, value } = await ask(url, '/api/v1/search', { token, body: { query, limit: 5 } });
  assert.equal(status, 200, JSON.stringify(value));
  return (value.hits as JsonObject[]).length > 0;
}

/** The figure of a metric. */
async function metric({ url }: Pair, name: string): Promise<number> {
  const { value } = await ask(url, '/metrics', { token: 'prometheus' });
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(String(value.text))?.[1]);
}

test('searches go to the replica, and to the one database while the replica lags or is down', async (context) => {
  const pair = await openPair(context);
  const { standby, url, database } = pair;
  await until('the replica is used', async () => (await stateOf(url)) === 'used');
  await push(pair, 1, 'The walrus keeps the harbour ledger.');
  await until('the record is found', () => finds(pair, 'walrus ledger'));
  assert.equal(await metric(pair, 'cairn_read_replica_used'), 1);

  // What the replica has not replayed is not found there: so it is asked.
  standby.psql('SELECT pg_wal_replay_pause()', database);
  await push(pair, 2, 'The heron guards the copper mill.');
  await until('the replica lags', async () => (await stateOf(url)) === 'lagging');
  await until('the one database answers', () => finds(pair, 'heron mill'));
  assert.equal(await metric(pair, 'cairn_read_replica_used'), 0);
  assert.ok((await metric(pair, 'cairn_read_replica_lag_seconds')) > 1);
  standby.psql('SELECT pg_wal_replay_resume()', database);
  await until('it caught up', async () => (await stateOf(url)) === 'used');
  assert.ok(await finds(pair, 'heron mill'));

  await standby.stop();
  assert.ok(await finds(pair, 'walrus ledger'), 'the first question after its end is answered');
  await until('it is down', async () => (await stateOf(url)) === 'down');
  assert.equal(await metric(pair, 'cairn_read_replica_lag_seconds'), -1);
  await push(pair, 3, 'The otter paints the northern gate.');
  await until('what came meanwhile is found', () => finds(pair, 'otter gate'));
});

test('what must be known at once is asked of the one database, however far the replica is behind', async (context) => {
  const pair = await openPair(context, { mostLag: '60' });
  const { standby, url, database } = pair;
  await until('the replica is used', async () => (await stateOf(url)) === 'used');
  const other = await pair.addToken();
  standby.psql('SELECT pg_wal_replay_pause()', database);
  await push(pair, 1, 'The walrus keeps the harbour ledger.');
  const wanted = 'SELECT count(*) AS n FROM cairn.item_words';
  const pool = poolOf(pair.primary, 'postgres', database);
  await until('the record is derived', async () => (await countOf(pool, wanted)) === 1);
  assert.equal(await finds(pair, 'walrus ledger'), false, 'the replica answers, which has not heard of it');
  const pulled = await ask(url, '/v1/sync/records?limit=10', { token: pair.token });
  assert.equal((pulled.value.records as JsonObject[]).length, 1, 'a home pulls it');
  await pair.revoke(other.id);
  await pause(1_000);
  const { status } = await ask(url, '/api/v1/search', { token: other.token, body: { query: 'walrus' } });
  assert.equal(status, 401, 'the replica still holds the token as valid');
  standby.psql('SELECT pg_wal_replay_resume()', database);
  await until('the replica heard of it', () => finds(pair, 'walrus ledger'));
});

test('a database that is no replica is not read', async (context) => {
  const pair = await openPair(context, { isItself: true });
  await push(pair, 1, 'The walrus keeps the harbour ledger.');
  await until('the record is found', () => finds(pair, 'walrus ledger'));
  assert.equal(await stateOf(pair.url), 'down');
});

async function countOf(pool: PgPool, sql: string): Promise<number> {
  const connection = await pool.connect();
  try {
    return (await connection.query<{ n: number }>(sql, [])).rows[0]?.n ?? 0;
  } finally {
    connection.release();
  }
}
