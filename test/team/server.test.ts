import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { JsonObject } from '../../src/core/json.ts';
import { ackId, helloId } from '../../src/sync/wire.ts';
import { until } from '../support/until.ts';
import { ask, eventRecord, homeOf, openTeamServer, pullAll, tombstoneRecord } from './team-server.ts';

const PATH = '/v1/sync/records';

test('one home pushes, another of the team pulls from another server, and another team sees nothing', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  const other = await server.team('Other');
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const ben = await server.token(tenant, 'Ben');
  const [one, two] = [await server.start(), await server.start()];
  const records = [1, 2, 3].map((n) => eventRecord(homeOf('ada'), n));
  const pushed = await ask(one.url, PATH, { token, body: { records } });
  assert.deepEqual([pushed.status, pushed.value], [200, { acknowledged: records.map(({ id }) => id), refused: [] }]);
  const pulled = await pullAll(two.url, ben.token, 2);
  assert.deepEqual(
    pulled,
    records.map((record) => ({ ...record, member: 'Ada' })),
  );
  assert.deepEqual(await pullAll(one.url, other.token), []);
  const again = await ask(two.url, PATH, { token, body: { records } });
  assert.deepEqual(again.value, pushed.value);
  assert.equal((await pullAll(one.url, ben.token)).length, 3);
});

test('takes gzip, gives gzip, and refuses what is too large, no JSON or of another encoding', async (context) => {
  const server = await openTeamServer(context);
  const { token } = await server.team();
  const { url } = await server.start();
  const records = Array.from({ length: 20 }, (_, n) => eventRecord(homeOf('ada'), n));
  const packed = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value));
  const gzip = { 'content-encoding': 'gzip' };
  assert.equal((await ask(url, PATH, { token, body: packed({ records }), headers: gzip })).status, 200);
  const pulled = await ask(url, PATH, { token, headers: { 'accept-encoding': 'gzip' } });
  assert.deepEqual([pulled.headers.get('content-encoding'), (pulled.value.records as []).length], ['gzip', 20]);
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const cases: [number, unknown, Record<string, string>][] = [
    [413, bomb, gzip],
    [413, Buffer.alloc(5 * 1024 * 1024, 32), {}],
    [413, { records: Array.from({ length: 501 }, () => ({})) }, {}],
    [400, Buffer.from('{'), {}],
    [400, Buffer.from('no gzip'), gzip],
    [415, { records: [] }, { 'content-encoding': 'br' }],
  ];
  for (const [status, body, headers] of cases) {
    const answer = await ask(url, PATH, { token, body, headers });
    assert.equal(answer.status, status, JSON.stringify(answer.value));
  }
  assert.equal((await ask(url, PATH, { token, method: 'DELETE' })).status, 405);
});

test('a record of another form, or of a home that is another member\u2019s, is refused for ever; the rest is kept', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const ben = await server.token(tenant, 'Ben');
  const { url } = await server.start();
  const mine = eventRecord(homeOf('ada'), 1);
  await ask(url, PATH, { token, body: { records: [mine] } });
  const good = eventRecord(homeOf('ben'), 2);
  const records = [eventRecord(homeOf('ada'), 3), { ...good, id: 'e_aaaaaaaaaaaaaaaa' }, 7, good];
  const { value } = await ask(url, PATH, { token: ben.token, body: { records } });
  assert.deepEqual(value.acknowledged, [good.id]);
  assert.deepEqual(value.refused, [
    { id: 'e_aaaaaaaaaaaaaaaa', reason: 'memories of another id' },
    { id: '', reason: 'records that are no objects' },
    { id: eventRecord(homeOf('ada'), 3).id, reason: 'not your home' },
  ]);
});

test('a tombstone erases what was kept, and what comes later of it is refused', async (context) => {
  const server = await openTeamServer(context);
  const { token } = await server.team();
  const { url } = await server.start();
  const first = eventRecord(homeOf('ada'), 1, { text: 'The zebra sleeps in the ledger.' });
  const kept = eventRecord(homeOf('ada'), 2);
  await ask(url, PATH, { token, body: { records: [first, kept] } });
  const gone = tombstoneRecord(first);
  assert.deepEqual((await ask(url, PATH, { token, body: { records: [gone] } })).value.acknowledged, [gone.id]);
  const left = await pullAll(url, token);
  assert.deepEqual(
    left.map(({ id }) => id),
    [kept.id, gone.id],
  );
  assert.doesNotMatch(JSON.stringify(left), /zebra/);
  const older = eventRecord(homeOf('ada'), 1, { version: first.memory.version - 5 });
  const { value } = await ask(url, PATH, { token, body: { records: [older] } });
  assert.deepEqual(value.refused, [{ id: older.id, reason: 'erased before' }]);
  const newer = eventRecord(homeOf('ada'), 1, { version: first.memory.version + 5 });
  assert.deepEqual((await ask(url, PATH, { token, body: { records: [newer] } })).value.acknowledged, [newer.id]);
});

test('nobody takes the id of another home’s tombstone, confirmation or greeting: that one is kept when it comes', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const ben = await server.token(tenant, 'Ben');
  const { url } = await server.start();
  const [home, at] = [homeOf('ada'), 1_764_228_000_000];
  const first = eventRecord(home, 1);
  await ask(url, PATH, { token, body: { records: [first] } });
  const gone = tombstoneRecord(first);
  const base = { version: 1, home, member: 'Ada', at } as const;
  const own = [
    gone,
    { ...base, kind: 'ack', id: ackId({ home, of: [gone.id] }), of: [gone.id] },
    { ...base, kind: 'hello', id: helloId(base) },
  ];
  const claims = own.map((record) => ({ ...record, home: homeOf('ben') }));
  const claimed = await ask(url, PATH, { token: ben.token, body: { records: claims } });
  const reasons = ['tombstones', 'acknowledgements', 'greetings'].map((what) => `${what} of another id`);
  assert.deepEqual(claimed.value, {
    acknowledged: [],
    refused: own.map(({ id }, n) => ({ id, reason: reasons[n] })),
  });
  await ask(url, PATH, { token, body: { records: own } });
  const kept = await pullAll(url, token);
  assert.deepEqual(
    kept.map(({ id, home: of }) => [id, of]),
    own.map(({ id }) => [id, home]),
  );
});

test('a token that was revoked, or whose person or team is gone, stops within a second; an expired one does not count', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const [ben, laptop] = [await server.token(tenant, 'Ben'), await server.token(tenant, 'Ada', '--name', 'laptop')];
  const { url } = await server.start();
  const statusOf = async (shown: string): Promise<number> => (await ask(url, PATH, { token: shown })).status;
  assert.deepEqual([await statusOf(laptop.token), await statusOf(ben.token)], [200, 200]);
  await server.admin('token', 'revoke', laptop.id, '--tenant', tenant);
  await server.admin('member', 'remove', 'Ben', '--tenant', tenant);
  await until(async () => (await statusOf(laptop.token)) === 401 && (await statusOf(ben.token)) === 401);
  assert.equal(await statusOf(token), 200);
  await server.admin('tenant', 'disable', '--tenant', tenant);
  await until(async () => (await statusOf(token)) === 401);
  const { stdout } = await server.run('audit', '--tenant', tenant);
  assert.match(stdout, /tenant\.disable[\s\S]*person\.remove {2}Ben[\s\S]*token\.revoke {2}k_[\s\S]*tenant\.create/);
  for (const shown of ['', 'x', `cairn_${tenant}_${'a'.repeat(43)}`, `cairn_taaaaaaaaaaaa_${'a'.repeat(43)}`])
    assert.equal((await ask(url, PATH, shown === '' ? {} : { token: shown })).status, 401);
});

test('a reader pulls and does not push; scopes narrow what a role may; the last owner stays', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Rea', '--role', 'reader', '--tenant', tenant);
  const reader = await server.token(tenant, 'Rea');
  const narrow = await server.token(tenant, 'Ada', '--scope', 'read');
  const { url } = await server.start();
  const body = { records: [eventRecord(homeOf('rea'), 1)] };
  for (const shown of [reader.token, narrow.token]) {
    assert.equal((await ask(url, PATH, { token: shown })).status, 200);
    assert.equal((await ask(url, PATH, { token: shown, body })).status, 403);
  }
  const who = await ask(url, '/v1/whoami', { token: reader.token });
  assert.deepEqual(who.value, { person: 'Rea', role: 'reader', scopes: ['read'], tenant });
  const last = await server.run('member', 'role', 'Ada', 'reader', '--tenant', tenant);
  assert.deepEqual([last.code, /needs an owner/.test(last.stderr)], [1, true]);
  assert.equal((await ask(url, PATH, { token, body: { records: [eventRecord(homeOf('ada'), 1)] } })).status, 200);
});

test('a request that names two hosts is refused', async (context) => {
  const { url } = await (await openTeamServer(context)).start();
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  context.after(() => socket.destroy());
  socket.write(`GET /health HTTP/1.1\r\nHost: ${hostname}\r\nHost: team.example\r\nConnection: close\r\n\r\n`);
  let answer = '';
  for await (const part of socket) answer += String(part);
  assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*names more than one host/);
});

test('who asks too often waits; a quota bounds what is kept', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('tenant', 'quota', '--tenant', tenant, '--records', '2');
  const { url } = await server.start();
  const push = (n: number) => ask(url, PATH, { token, body: { records: [eventRecord(homeOf('ada'), n)] } });
  assert.deepEqual([(await push(1)).status, (await push(2)).status, (await push(3)).status], [200, 200, 429]);
  assert.equal((await pullAll(url, token)).length, 2);
  const slow = await server.start({ CAIRN_SERVER_PER_MINUTE: '4' });
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push(await ask(slow.url, PATH, { token }));
  const last = statuses.at(-1);
  assert.deepEqual([statuses[0]?.status, last?.status, last?.headers.get('retry-after')], [200, 429, '60']);
});

test('tells its health, its metrics to who shows their token, and an unknown place of the log', async (context) => {
  const server = await openTeamServer(context);
  const { token } = await server.team();
  const running = await server.start();
  const { url } = running;
  assert.deepEqual((await ask(url, '/health', {})).value.status, 'ok');
  assert.deepEqual((await ask(url, '/ready', {})).value, { status: 'ok' });
  await ask(url, PATH, { token, body: { records: [eventRecord(homeOf('ada'), 1)] } });
  assert.equal((await ask(url, '/metrics', {})).status, 401);
  const { value } = await ask(url, '/metrics', { token: 'prometheus' });
  assert.match(String(value.text), /cairn_sync_records_total\{outcome="added"\} 1\n/);
  assert.match(String(value.text), /cairn_request_seconds_bucket\{route="push",le="\+Inf"\} 1\n/);
  for (const after of ['1.999', 'x', '1.-1'])
    assert.equal((await ask(url, `${PATH}?after=${after}`, { token })).status, 410);
  assert.equal((await ask(url, `${PATH}?limit=0`, { token })).status, 400);
  assert.equal((await ask(url, '/v1/nothing', { token })).status, 404);
});

test('pushes from many homes at once, over two servers, give every puller each record once, in one order', async (context) => {
  const server = await openTeamServer(context);
  const { token } = await server.team();
  const servers = [await server.start(), await server.start()];
  const homes = ['a', 'b', 'c', 'd'].map(homeOf);
  const pushing = homes.map(async (home, h) => {
    for (let n = 0; n < 10; n += 1) {
      const records = [0, 1, 2].map((k) => eventRecord(home, n * 3 + k));
      const answer = await ask(servers[(h + n) % 2]?.url ?? '', PATH, { token, body: { records } });
      assert.equal(answer.status, 200, JSON.stringify(answer.value));
    }
  });
  const seen: string[] = [];
  let after = '';
  let isDone = false;
  const pulling = (async () => {
    for (;;) {
      const wasDone = isDone;
      const { value } = await ask(servers[0]?.url ?? '', `${PATH}?after=${after}&limit=7`, { token });
      seen.push(...(value.records as JsonObject[]).map(({ id }) => String(id)));
      after = String(value.next);
      if (wasDone && value.more !== true) return;
    }
  })();
  await Promise.all(pushing);
  isDone = true;
  await pulling;
  assert.equal(seen.length, 120);
  assert.equal(new Set(seen).size, 120);
  const all = (await pullAll(servers[1]?.url ?? '', token)).map(({ id }) => String(id));
  assert.deepEqual(seen, all);
});

test('search over HTTP finds what homes of the team shared, and nothing of another team; a tombstone takes it out', async (context) => {
  const server = await openTeamServer(context);
  const { token } = await server.team();
  const other = await server.team('Other');
  const [one, two] = [await server.start(), await server.start()];
  const first = eventRecord(homeOf('ada'), 1, { text: 'We use pnpm for the zebra service, never npm.' });
  await ask(one.url, PATH, { token, body: { records: [first, eventRecord(homeOf('ada'), 2)] } });
  const hitsOf = async (shown: string, more: object = {}): Promise<JsonObject[]> => {
    const answer = await ask(two.url, '/api/v1/search', { token: shown, body: { query: 'zebra pnpm', ...more } });
    assert.equal(answer.status, 200, JSON.stringify(answer.value));
    return answer.value.hits as JsonObject[];
  };
  await until(async () => (await hitsOf(token)).length > 0);
  const [hit] = await hitsOf(token, { project: 'git@github.com:acme/app.git' });
  assert.deepEqual([hit?.id, hit?.author], [first.memory.target, 'member']);
  assert.deepEqual(await hitsOf(other.token), []);
  const record = await ask(two.url, '/api/v1/get', { token, body: { ids: [first.memory.target] } });
  assert.match(JSON.stringify(record.value), /"member":"Ada"/);
  const missing = await ask(one.url, '/api/v1/get', { token: other.token, body: { ids: [first.memory.target] } });
  assert.deepEqual(missing.value.records, []);
  for (const body of [
    { query: 'x', project: '/etc' },
    { query: 'x', project: '../a' },
  ])
    assert.equal((await ask(two.url, '/api/v1/search', { token, body })).status, 400);
  assert.equal((await ask(two.url, '/api/v1/remember', { token, body: { text: 'x' } })).status, 403);
  await ask(one.url, PATH, { token, body: { records: [tombstoneRecord(first)] } });
  await until(async () => (await hitsOf(token)).every(({ id }) => id !== first.memory.target));
});

test('who follows the events of a team hears on one server what came to another', async (context) => {
  const server = await openTeamServer(context);
  const { token } = await server.team();
  const [one, two] = [await server.start(), await server.start()];
  const ending = new AbortController();
  context.after(() => ending.abort());
  const response = await fetch(`${two.url}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: ending.signal,
  });
  const record = eventRecord(homeOf('ada'), 1);
  await ask(one.url, PATH, { token, body: { records: [record] } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  while (!heard.includes(record.id)) heard += (await reader?.read())?.value ?? '';
  assert.match(heard, /"kind":"shared"/);
});
