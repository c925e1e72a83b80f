import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { pagesAddress } from '../../../src/cli/terminal/links.ts';
import { homePaths } from '../../../src/config/paths.ts';
import { DIST } from '../../support/built-program.ts';
import { type RunningWorker, runWorker } from '../../support/run-worker.ts';
import { signInAddress, signInPage } from '../../support/sign-in-address.ts';
import { listenAt, rawRequest, sendRaw } from '../../support/tcp-request.ts';
import { NOBODY, runAs, testWithTwoUsers } from '../../support/two-users.ts';
import { until } from '../../support/until.ts';
import { workerHere } from '../../support/worker-here.ts';

const NOTE = JSON.stringify({ text: 'Deploys go out on Fridays.' });
const JSON_TYPE = { 'content-type': 'application/json' };

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

async function notesOf(worker: RunningWorker): Promise<number> {
  let notes = 0;
  for await (const { kind } of worker.memory().events({ follow: false })) notes += kind === 'noted' ? 1 : 0;
  return notes;
}

test('a page that a person signed in may do what a person may; one that a program signed in reads', async (context) => {
  const worker = await runWorker(context);
  const person = await signInPage(await signInAddress(worker));
  assert.equal(((await (await person.ask('/api/v1/whoami')).json()) as { as: string }).as, 'person');
  const said = await person.ask('/api/v1/remember', { method: 'POST', headers: JSON_TYPE, body: NOTE });
  assert.equal(((await said.json()) as { status: string }).status, 'created');
  const [entry] = (await worker.memory().reviewLog({})).entries;
  assert.ok(entry !== undefined, 'it stands in a person’s name');

  const reader = await signInPage(await signInAddress(worker, { as: 'reader' }));
  assert.equal(((await (await reader.ask('/api/v1/whoami')).json()) as { as: string }).as, 'reader');
  assert.equal((await reader.ask('/api/v1/knowledge')).status, 200);
  const refused = await reader.ask('/api/v1/remember', { method: 'POST', headers: JSON_TYPE, body: NOTE });
  assert.equal(refused.status, 403);
  assert.match(await refused.text(), /not_allowed.*cairn ui/);
  assert.equal(await notesOf(worker), 1);

  assert.equal((await person.ask('/api/v1/sign-out', { method: 'POST', headers: JSON_TYPE, body: '{}' })).status, 200);
  assert.equal((await person.ask('/api/v1/knowledge')).status, 401);
  assert.equal((await reader.ask('/api/v1/knowledge')).status, 200);
});

test('without the key, the cookie or its own origin a page neither reads nor writes', async (context) => {
  const worker = await runWorker(context);
  const page = await signInPage(await signInAddress(worker));
  const { cookie, key, origin } = page;
  const { host, port } = new URL(origin);
  const whole = { host, origin, cookie, 'x-cairn-page': key };
  const { origin: _, ...withoutOrigin } = whole;
  const wrong: [string, Record<string, string>, { read: number; write: number }][] = [
    ['no key', { host, origin, cookie }, { read: 401, write: 401 }],
    ['no cookie', { host, origin, 'x-cairn-page': key }, { read: 401, write: 401 }],
    ['the key of the rules', { ...whole, 'x-cairn-page': '1' }, { read: 401, write: 401 }],
    ['two cookies', { ...whole, cookie: `${cookie}; ${cookie}` }, { read: 401, write: 401 }],
    [
      'the cookie of another port',
      { ...whole, cookie: cookie.replace(/^cairn-\d+/, 'cairn-1') },
      { read: 401, write: 401 },
    ],
    ['no origin', withoutOrigin, { read: 200, write: 401 }],
    ['a foreign origin', { ...whole, origin: 'http://127.0.0.1:1' }, { read: 403, write: 403 }],
    ['by a page on another port', { ...whole, 'sec-fetch-site': 'same-site' }, { read: 403, write: 403 }],
    ['by a page of elsewhere', { ...withoutOrigin, 'sec-fetch-site': 'cross-site' }, { read: 403, write: 403 }],
    ['as it is', { ...whole, 'sec-fetch-site': 'same-origin' }, { read: 200, write: 200 }],
  ];
  for (const [name, headers, status] of wrong) {
    const read = await sendRaw(Number(port), rawRequest({ method: 'GET', path: '/api/v1/knowledge' }, headers));
    const write = await sendRaw(Number(port), rawRequest({ method: 'POST', path: '/api/v1/remember' }, headers, NOTE));
    assert.deepEqual({ read: statusOf(read), write: statusOf(write) }, status, name);
  }
  assert.equal(await notesOf(worker), 1);
});

test('who takes the port of a worker that left gains nothing: no later worker serves pages there, and the page is not signed in', async (context) => {
  const worker = await runWorker(context);
  const page = await signInPage(await signInAddress(worker));
  const port = Number(new URL(page.origin).port);
  writeFileSync(join(worker.at.home, 'sign-ins.json'), JSON.stringify({ port, aliveAt: Date.now(), sessions: [] }));
  /** What a server answers to the cookie and the key of the page, sent as its own. */
  const asksAt = async (other: number): Promise<number> => {
    const host = `127.0.0.1:${other}`;
    const cookie = page.cookie.replace(/^cairn-\d+/, `cairn-${other}`);
    const shown = { host, origin: `http://${host}`, cookie, 'x-cairn-page': page.key };
    return statusOf(await sendRaw(other, rawRequest({ method: 'GET', path: '/api/v1/knowledge' }, shown)));
  };
  assert.equal(await asksAt(port), 200);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await worker.end(signal);
    const taker = createServer((_request, response) => response.end('mine')).listen(port, '127.0.0.1');
    await once(taker, 'listening');
    taker.closeAllConnections();
    taker.close();
    await once(taker, 'close');
    await worker.restart();
    await assert.rejects(page.ask('/api/v1/whoami'), 'the worker does not come back there by itself');
    const { origin } = await signInPage(await signInAddress(worker));
    assert.notEqual(origin, page.origin);
    assert.equal(await asksAt(Number(new URL(origin).port)), 401);
  }
  assert.equal(existsSync(join(worker.at.home, 'sign-ins.json')), false);

  // A person may choose that port for programs: pages stay away from it.
  await worker.end('SIGTERM');
  await worker.restart();
  const { url, token } = await listenAt(worker.socket, port);
  const { host } = new URL(url);
  const get = (path: string, headers: object = {}) =>
    sendRaw(port, rawRequest({ method: 'GET', path }, { host, ...headers }));
  assert.equal(await asksAt(port), 401);
  assert.equal(statusOf(await get('/api/v1/status', { authorization: `Bearer ${token}` })), 200);
  assert.equal(statusOf(await get('/health')), 200);
  const address = await signInAddress(worker);
  assert.notEqual(new URL(address).origin, page.origin);
  for (const path of ['/', '/sessions', '/sw.js']) {
    const answer = await get(path, { authorization: `Bearer ${token}` });
    assert.equal(statusOf(answer), 403, path);
    assert.match(answer, /No pages are served.*cairn ui/);
  }
  const code = JSON.stringify({ code: new URL(address).hash.slice('#code='.length) });
  const signIn = rawRequest({ method: 'POST', path: '/api/v1/sign-in' }, { host, origin: `http://${host}` }, code);
  assert.match(await sendRaw(port, signIn), /^HTTP\/1\.1 403 (?:.|\s)*cairn ui/);
  const again = await signInPage(address);
  assert.equal((await again.ask('/api/v1/whoami')).status, 200);
  assert.equal((await again.ask('/')).status, 200);
  const file = homePaths(worker.at.home).http;
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { url, token, pid: worker.pid, pages: false });
  assert.equal(pagesAddress(file), undefined, 'rows of lists are no links to where no page is');
  await worker.end('SIGTERM');
  await assert.rejects(again.ask('/health'), 'both servers end with the worker');
});

test('pages are served at no port of which the home knows that they were, though it is the only one that is offered', async (context) => {
  const worker = await runWorker(context);
  const file = homePaths(worker.at.home).pagePorts;
  writeFileSync(file, JSON.stringify(Array.from({ length: 65_535 }, (_, at) => at + 1)));
  await assert.rejects(listenAt(worker.socket), { code: 'busy', message: /served before/ });
  writeFileSync(file, '[1]');
  const { url } = await listenAt(worker.socket);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), [1, Number(new URL(url).port)]);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a code, a cookie or a key of a page reaches no file', async (context) => {
  const worker = await runWorker(context);
  const address = await signInAddress(worker);
  const page = await signInPage(address);
  const files = readdirSync(worker.at.home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const secrets = [new URL(address).hash.slice('#code='.length), page.cookie.split('=')[1] ?? '', page.key];
  for (const { parentPath, name } of files) {
    const text = readFileSync(`${parentPath}/${name}`, 'latin1');
    for (const secret of secrets) assert.ok(!text.includes(secret), name);
  }
});

test('a browser keeps the cookies of few ports: the oldest go when a page signs in', async (context) => {
  const worker = await runWorker(context);
  const { origin, hash } = new URL(await signInAddress(worker, { as: 'reader' }));
  const others = Array.from({ length: 10 }, (_, at) => `cairn-${at + 1}=x`);
  const answer = await fetch(`${origin}/api/v1/sign-in`, {
    method: 'POST',
    headers: { origin, cookie: `theirs=1; ${others.join('; ')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code: hash.slice('#code='.length) }),
  });
  const [own = '', ...gone] = answer.headers.getSetCookie();
  assert.match(own, /Max-Age=604800/);
  assert.deepEqual(
    gone.map((line) => line.replace(/HttpOnly.*/, '')),
    ['cairn-1=; Path=/api/; Max-Age=0; ', 'cairn-2=; Path=/api/; Max-Age=0; '],
  );
});

test('a sign-in needs its own origin and a short body, and a used code is told by its error', async (context) => {
  const worker = await runWorker(context);
  const address = await signInAddress(worker, { as: 'reader' });
  const { origin, host, port, hash } = new URL(address);
  const body = JSON.stringify({ code: hash.slice('#code='.length) });
  const send = (headers: Record<string, string>, text = body) =>
    sendRaw(Number(port), rawRequest({ method: 'POST', path: '/api/v1/sign-in' }, { host, ...headers }, text));
  assert.equal(statusOf(await send({})), 401);
  assert.equal(statusOf(await send({ origin: 'http://evil.example' })), 403);
  assert.equal(statusOf(await send({ origin }, `${body}${' '.repeat(2_000)}`)), 401);
  const first = await send({ origin });
  assert.equal(statusOf(first), 200);
  assert.match(
    first,
    /set-cookie: cairn-\d+=[0-9a-f]{64}; Path=\/api\/; Max-Age=604800; HttpOnly; SameSite=Strict\r\n/i,
  );
  const again = await send({ origin });
  assert.equal(statusOf(again), 401);
  assert.match(again, /used, or it is older than a minute/);
});

testWithTwoUsers('another user of the machine signs in with no code, though it be the right one', async (context) => {
  if (process.platform !== 'linux') return;
  const worker = await runWorker(context);
  const { origin, hash } = new URL(await signInAddress(worker, { as: 'reader' }));
  const { url } = await listenAt(worker.socket);
  assert.equal(url, origin);
  const { createServer } = await import('node:http');
  let told = '';
  const ear = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => {
      told += part;
    });
    response.end();
  }).listen(0, '127.0.0.1');
  context.after(() => ear.close());
  const ask = `fetch('${origin}/api/v1/sign-in', { method: 'POST', headers: { origin: '${origin}', 'content-type': 'application/json' },
    body: JSON.stringify({ code: '${hash.slice('#code='.length)}' }) })
    .then(async (answer) => fetch('http://127.0.0.1:' + PORT, { method: 'POST', body: answer.status + await answer.text() }))`;
  await until(() => ear.listening);
  runAs(context, NOBODY, ask.replace('PORT', String((ear.address() as { port: number }).port)));
  await until(() => told !== '');
  assert.match(told, /^403.*Another user/);
});

test('pages and their files are for everybody, and say to a browser what it may not do with them', async (context) => {
  const { socket } = await workerHere(context);
  const { url } = await listenAt(socket);
  const { host, port } = new URL(url);
  const get = (path: string, headers: Record<string, string> = {}) =>
    sendRaw(Number(port), rawRequest({ method: 'GET', path }, { host, ...headers }));
  for (const path of ['/', '/sessions', '/sessions/s_abc', '/search?q=x.y', '/no/such/page']) {
    const answer = await get(path);
    assert.equal(statusOf(answer), 200, path);
    assert.match(answer, /content-type: text\/html; charset=utf-8\r\n/);
    assert.match(answer, /content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; /);
    assert.match(answer, /frame-ancestors 'none'\r\n/);
    assert.match(answer, /x-content-type-options: nosniff\r\n/);
    assert.match(answer, /cross-origin-resource-policy: same-origin\r\n/);
    assert.match(answer, /cache-control: no-cache\r\n/);
    assert.doesNotMatch(answer, /<script(?![^>]*src=)|<style| style=| on\w+=/);
  }
  const [script = ''] = readdirSync(`${DIST}/web/assets`).filter((name) => name.startsWith('main-'));
  const asset = await get(`/assets/${script}`);
  assert.match(asset, /content-type: text\/javascript; charset=utf-8\r\n/);
  assert.match(asset, /cache-control: public, max-age=31536000, immutable\r\n/);
  const [, etag = ''] = /etag: (\S+)\r\n/.exec(asset) ?? [];
  assert.equal(statusOf(await get(`/assets/${script}`, { 'if-none-match': etag })), 304);
  for (const path of [
    '/assets/none.js',
    '/favicon.ico',
    '/../package.json',
    '/assets/../../build.json',
    '/%2e%2e/build.json',
  ]) {
    assert.equal(statusOf(await get(path)), 404, path);
  }
  assert.equal(statusOf(await get('/', { host: 'evil.example' })), 403);
  assert.equal(
    statusOf(
      await get('/', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }),
    ),
    403,
  );
  const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  assert.equal(statusOf(await get('/', { ...visit, 'sec-fetch-dest': 'document' })), 200);
  assert.equal(statusOf(await get('/', { ...visit, 'sec-fetch-dest': 'iframe' })), 403);
  assert.equal(statusOf(await get('/api/v1/knowledge', { ...visit, 'sec-fetch-dest': 'document' })), 403);
});

test('two Hosts are none, and the worker listens at no other address', async (context) => {
  const { socket } = await workerHere(context);
  const { url, token } = await listenAt(socket);
  const { host, port } = new URL(url);
  const head = `GET /api/v1/status HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`;
  assert.ok([400, 403].includes(statusOf(await sendRaw(Number(port), head))));
  const { requestJson } = await import('../../../src/platform/http/socket-request.ts');
  const ask = { socket, method: 'POST', path: '/api/v1/listen', timeoutMs: 60_000 } as const;
  await assert.rejects(requestJson({ ...ask, body: { host: '0.0.0.0' } }), { code: 'invalid_input', message: /host/ });
});

test('strangers who say nothing leave room for whoever shows the token', async (context) => {
  const { socket } = await workerHere(context);
  const { url, token } = await listenAt(socket);
  const { host, port } = new URL(url);
  const idle = Array.from({ length: 600 }, () =>
    connect({ host: '127.0.0.1', port: Number(port) }).on('error', () => undefined),
  );
  try {
    const asked = rawRequest({ method: 'GET', path: '/api/v1/status' }, { host, authorization: `Bearer ${token}` });
    assert.equal(statusOf(await sendRaw(Number(port), asked)), 200);
  } finally {
    for (const one of idle) one.destroy();
  }
});

test('a connection that shows the token after many strangers came has its time for it', async (context) => {
  const { socket } = await workerHere(context);
  const { url, token } = await listenAt(socket);
  const { host, port } = new URL(url);
  const connected = (): Promise<Socket> =>
    new Promise((resolve) => {
      const one = connect({ host: '127.0.0.1', port: Number(port) }, () => resolve(one)).on('error', () => undefined);
    });
  const own = await connected();
  const idle = await Promise.all(Array.from({ length: 300 }, connected));
  try {
    const head = rawRequest({ method: 'GET', path: '/api/v1/status' }, { host, authorization: `Bearer ${token}` });
    const answered = new Promise<string>((resolve) => {
      own.setEncoding('utf8').once('data', (part: string) => resolve(part));
      own.once('close', () => resolve('closed'));
    });
    own.write(head);
    assert.equal(statusOf(await answered), 200);
    // Those who said nothing make room once their time is over.
    await until(() => idle.filter((one) => one.destroyed).length >= 300 - 128);
  } finally {
    for (const one of [own, ...idle]) one.destroy();
  }
});
