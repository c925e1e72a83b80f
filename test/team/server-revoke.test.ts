import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ignore } from '../../src/platform/ignored.ts';
import { until } from '../support/until.ts';
import { ownCluster } from './engines.ts';
import { ask, eventRecord, homeOf, openTeamServer, type TeamServer } from './team-server.ts';

/** Within this a token that was revoked stops, as docs/server.md promises. */
const STOPS_MS = 1_000;
const PATH = '/v1/sync/records';

/** Follows the events of a team; `ended` resolves with what was heard until the answer ended. */
async function follow(context: TestContext, url: string, token: string): Promise<{ ended: Promise<string> }> {
  const leaving = new AbortController();
  context.after(() => leaving.abort());
  const response = await fetch(`${url}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  assert.equal(response.status, 200);
  const ended = (async () => {
    let heard = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += part;
    return heard;
  })();
  ended.catch((error: unknown) => ignore(error, 'the test ended first'));
  return { ended };
}

const inTime = async <T>(work: Promise<T>): Promise<T | 'too late'> =>
  Promise.race([work, pause(STOPS_MS, 'too late' as const)]);

/** Asks until a server refuses a token. */
async function untilRefused(url: string, token: string): Promise<void> {
  while ((await ask(url, '/v1/whoami', { token })).status !== 401) await pause(20);
}

/** Two servers over one database, on each of which Ben follows events with a token, and Ada with another. */
async function twoServers(context: TestContext) {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const ben = await server.token(tenant, 'Ben');
  const urls = [(await server.start()).url, (await server.start()).url];
  const bens = await Promise.all(urls.map((url) => follow(context, url, ben.token)));
  const adas = await Promise.all(urls.map((url) => follow(context, url, token)));
  return { server, tenant, token, ben, urls, bens, adas };
}

type Ended = { words: (of: { tenant: string; ben: string }) => string[]; ends: 'Ben' | 'both' };
const ENDINGS: Record<string, Ended> = {
  'a token is revoked': { words: ({ tenant, ben }) => ['token', 'revoke', ben, '--tenant', tenant], ends: 'Ben' },
  'its person is removed': { words: ({ tenant }) => ['member', 'remove', 'Ben', '--tenant', tenant], ends: 'Ben' },
  'the team is disabled': { words: ({ tenant }) => ['tenant', 'disable', '--tenant', tenant], ends: 'both' },
};

for (const [what, { words, ends }] of Object.entries(ENDINGS)) {
  test(`${what}: within a second its requests and its open events end on every server, and no others`, async (context) => {
    const { server, tenant, token, ben, urls, bens, adas } = await twoServers(context);
    await server.admin(...words({ tenant, ben: ben.id }));
    const gone = [...bens, ...(ends === 'both' ? adas : [])].map(({ ended }) => ended);
    const refused = urls.map((url) => untilRefused(url, ben.token));
    const outcome = await inTime(Promise.all([...gone, ...refused]));
    assert.notEqual(outcome, 'too late');
    if (ends === 'both') return;
    await ask(urls[0] ?? '', PATH, { token, body: { records: [eventRecord(homeOf('ada'), 1)] } });
    assert.equal(await Promise.race([...adas.map(({ ended }) => ended), pause(300, 'goes on')]), 'goes on');
    for (const heard of await Promise.all(bens.map(({ ended }) => ended))) assert.doesNotMatch(heard, /"kind"/);
  });
}

test('a server that hears nothing of the database asks it, so that the second holds', async (context) => {
  const { server, tenant, ben, urls, bens } = await twoServers(context);
  await cutListeners(server);
  await server.admin('token', 'revoke', ben.id, '--tenant', tenant);
  const gone = bens.map(({ ended }) => ended);
  assert.notEqual(await inTime(Promise.all([...gone, ...urls.map((url) => untilRefused(url, ben.token))])), 'too late');
});

const databaseOf = ({ env }: TeamServer): string => /@\/(\w+)\?/.exec(env.CAIRN_DATABASE_URL ?? '')?.[1] ?? '';

/** Ends the connections on which servers hear of changes, which they make again after a second. */
async function cutListeners(server: TeamServer): Promise<void> {
  (await ownCluster()).psql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'cairn-listen' AND datname = '${databaseOf(server)}'`);
}

test('what a token was sending when it was revoked is not kept', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  const laptop = await server.token(tenant, 'Ada', '--name', 'laptop');
  const { url } = await server.start();
  const text = JSON.stringify({ records: [eventRecord(homeOf('ada'), 1)] });
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from(text.slice(0, 20)));
      await rest.promise;
      controller.enqueue(Buffer.from(text.slice(20)));
      controller.close();
    },
  });
  const sending = fetch(`${url}${PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${laptop.token}`, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  await pause(200);
  await server.admin('token', 'revoke', laptop.id, '--tenant', tenant);
  await untilRefused(url, laptop.token);
  rest.resolve();
  assert.equal((await sending).status, 401);
  assert.deepEqual((await ask(url, PATH, { token })).value.records, []);
});

test('one token has a bounded number of open answers: one more is refused, others go on, and one that ends makes room', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  const other = await server.token(tenant, 'Ada');
  const { url } = await server.start();
  const open = (): Promise<Response> =>
    fetch(`${url}/api/v1/events`, { headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } });
  const isTaken = async (): Promise<boolean> => {
    const { status, body } = await open();
    await body?.cancel();
    return status === 200;
  };
  const first = await open();
  for (let n = 1; n < 64; n += 1) await follow(context, url, token);
  assert.equal(await isTaken(), false);
  await follow(context, url, other.token);
  assert.equal((await ask(url, '/v1/whoami', { token })).status, 200);
  await first.body?.cancel();
  await until(isTaken);
});

test('open events end when their token expires', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  const short = await server.token(tenant, 'Ada', '--name', 'short');
  const sql = `UPDATE cairn.tokens SET expires_at = ${Date.now() + 1_500} WHERE id = '${short.id}'`;
  (await ownCluster()).psql(sql, databaseOf(server));
  const { url } = await server.start();
  const [ending, going] = [await follow(context, url, short.token), await follow(context, url, token)];
  await ending.ended;
  assert.equal(await Promise.race([going.ended, pause(100, 'goes on')]), 'goes on');
});
