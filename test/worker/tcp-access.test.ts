import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { RESOURCES } from '../../src/api/resources.ts';
import { routePath } from '../../src/api/routes.ts';
import { homePaths } from '../../src/config/paths.ts';
import { isJsonObject, parseJson } from '../../src/core/json.ts';
import { routesOf } from '../../src/http/routes.ts';
import { requestJson } from '../../src/platform/http/socket-request.ts';
import { runWorker } from '../support/run-worker.ts';
import { listenAt, rawRequest, sendRaw } from '../support/tcp-request.ts';

const ROUTES = routesOf();
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];
/** A page of the dashboard, which anybody may load: it holds no fact. */
const isOfPage = (method: string, path: string) => path === '/' && ['GET', 'HEAD'].includes(method);
const HOOK = '/hook/claude-code/UserPromptSubmit';

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

function codeOf(answer: string): unknown {
  const body = parseJson(answer.slice(answer.indexOf('\r\n\r\n') + 4));
  return isJsonObject(body) && isJsonObject(body.error) ? body.error.code : undefined;
}

test('every route and method refuses foreign hosts, foreign origins and wrong tokens', async (context) => {
  const worker = await runWorker(context);
  const { url, token } = await listenAt(worker.socket);
  const { port, host } = new URL(url);
  const right = { host, authorization: `Bearer ${token}` };
  const wrong: [string, Record<string, string>, number][] = [
    ['a foreign host', { ...right, host: 'evil.example' }, 403],
    ['a foreign host with the port', { ...right, host: `evil.example:${port}` }, 403],
    ['a name that someone pointed here', { ...right, host: `127.0.0.1.nip.io:${port}` }, 403],
    ['a host that begins like ours', { ...right, host: `localhost.evil.example:${port}` }, 403],
    ['another port', { ...right, host: '127.0.0.1:1' }, 403],
    ['no port', { ...right, host: '127.0.0.1' }, 403],
    ['every address', { ...right, host: `0.0.0.0:${port}` }, 403],
    ['user information', { ...right, host: `x@127.0.0.1:${port}` }, 403],
    ['no host', { authorization: right.authorization }, 403],
    ['a foreign origin', { ...right, origin: 'https://evil.example' }, 403],
    ['an opaque origin', { ...right, origin: 'null' }, 403],
    ['our host with another scheme', { ...right, origin: `https://${host}` }, 403],
    ['our host with another port', { ...right, origin: 'http://127.0.0.1:1' }, 403],
    ['no token', { host }, 401],
    ['an empty token', { host, authorization: 'Bearer ' }, 401],
    ['a wrong token', { host, authorization: `Bearer ${'a'.repeat(token.length)}` }, 401],
    ['the beginning of the token', { host, authorization: `Bearer ${token.slice(0, -1)}` }, 401],
    ['the token of another scheme', { host, authorization: `Basic ${token}` }, 401],
  ];
  const paths = [...Object.keys(ROUTES).map(routePath), HOOK, '/', '/api/v1/nothing', `/api/v1/status?token=${token}`];
  for (const path of paths) {
    for (const method of METHODS) {
      for (const [name, headers, status] of wrong) {
        if (status === 401 && isOfPage(method, path)) continue;
        const answer = await sendRaw(Number(port), rawRequest({ method: method, path: path }, headers));
        assert.equal(statusOf(answer), status, `${method} ${path}: ${name}`);
        assert.doesNotMatch(answer, /access-control-/i);
        if (method !== 'HEAD') assert.equal(codeOf(answer), status === 401 ? 'unauthorized' : 'not_allowed');
      }
    }
  }
});

test('with the token each route answers its own methods, and no others', async (context) => {
  const worker = await runWorker(context);
  const { url, token } = await listenAt(worker.socket);
  const { port, host } = new URL(url);
  const headers = { host, authorization: `Bearer ${token}`, origin: `http://${host}` };
  const quick = Object.entries(ROUTES).filter(([route]) => route !== 'events' && route !== 'import');
  for (const [route, row] of quick) {
    for (const method of METHODS) {
      const answer = await sendRaw(Number(port), rawRequest({ method: method, path: routePath(route) }, headers));
      const status = statusOf(answer);
      const isThere = row.on !== 'socket';
      const methods = [...row.methods, ...(Object.hasOwn(RESOURCES, route) ? ['GET'] : [])];
      const isRight = methods.includes(method === 'HEAD' ? 'GET' : method);
      if (!isThere) assert.equal(status, 404, `${method} ${route}`);
      else if (!isRight) assert.equal(status, 405, `${method} ${route}`);
      else if (route === 'sign-in') assert.equal(status, 400);
      // Without a session there is none to take stock of.
      else if (route === 'checkpoint') assert.match(answer, /There is no session|no session/i);
      // A caller by TCP stands in no folder.
      else if (route === 'smartUnfold' || route === 'why') assert.match(answer, /There is no project here|path/);
      else assert.ok(status === 200 || status === 400 || status === 501, `${method} ${route}: ${status}`);
      assert.doesNotMatch(answer, /access-control-/i);
    }
  }
  const hook = await sendRaw(
    Number(port),
    rawRequest({ method: 'POST', path: HOOK }, headers, '{"session_id":"s","prompt":"x"}'),
  );
  assert.deepEqual([statusOf(hook), codeOf(hook)], [404, 'not_found']);
  const absolute = await sendRaw(
    Number(port),
    rawRequest({ method: 'GET', path: `http://evil.example${routePath('status')}` }, headers),
  );
  assert.equal(statusOf(absolute), 403);
  const named = { ...headers, host: `LocalHost:${port}`, origin: `http://localhost:${port}` };
  assert.equal(
    statusOf(await sendRaw(Number(port), rawRequest({ method: 'GET', path: routePath('status') }, named))),
    200,
  );
});

test('a name of 127.0.0.1, at which another user may listen by IPv6, gets no page and signs none in', async (context) => {
  const worker = await runWorker(context);
  const { url, token } = await listenAt(worker.socket);
  const port = Number(new URL(url).port);
  const named = { host: `localhost:${port}`, origin: `http://localhost:${port}`, authorization: `Bearer ${token}` };
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/sessions'],
    ['POST', routePath('sign-in')],
  ] as const) {
    const answer = await sendRaw(port, rawRequest({ method, path }, named));
    assert.deepEqual([statusOf(answer), codeOf(answer)], [403, 'not_allowed'], path);
    assert.match(answer, /http:\/\/127\.0\.0\.1:/);
  }
  const { authorization: _, ...shown } = named;
  const answer = await sendRaw(
    port,
    rawRequest(
      { method: 'GET', path: '/' },
      { ...shown, host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` },
    ),
  );
  assert.equal(statusOf(answer), 200);
});

test('what is no HTTP is answered in the one shape of errors', async (context) => {
  const worker = await runWorker(context);
  const { url } = await listenAt(worker.socket);
  const answer = await sendRaw(Number(new URL(url).port), 'GARBAGE\r\n\r\n');
  assert.deepEqual([statusOf(answer), codeOf(answer)], [400, 'invalid_input']);
});

test('it listens once something asks, says where in a file of mode 0600, and takes it away when it leaves', async (context) => {
  const worker = await runWorker(context);
  const file = homePaths(worker.at.home).http;
  assert.equal(existsSync(file), false);
  const [first, second] = await Promise.all([listenAt(worker.socket), listenAt(worker.socket)]);
  assert.deepEqual(first, second);
  assert.match(first.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.match(first.token, /^[0-9a-f]{64}$/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { ...first, pid: worker.pid, pages: true });
  await assert.rejects(listenAt(worker.socket, 1), { code: 'busy' });
  await worker.end('SIGTERM');
  assert.equal(existsSync(file), false);
});

test('a file that a killed worker left is gone once another owns the home', async (context) => {
  const worker = await runWorker(context);
  const file = homePaths(worker.at.home).http;
  const { token } = await listenAt(worker.socket);
  await worker.end('SIGKILL');
  assert.equal(existsSync(file), true);
  await worker.restart();
  assert.equal(existsSync(file), false);
  assert.notEqual((await listenAt(worker.socket)).token, token);
});

test('a port that is taken is refused by name, and another can be asked for', async (context) => {
  const one = await runWorker(context);
  const other = await runWorker(context);
  const { url } = await listenAt(one.socket);
  const taken = Number(new URL(url).port);
  await assert.rejects(listenAt(other.socket, taken), (error: Error) => error.message.includes(String(taken)));
  assert.notEqual((await listenAt(other.socket)).url, url);
});

test('the socket needs no token and is for its user alone', async (context) => {
  const worker = await runWorker(context);
  assert.equal(statSync(worker.socket).mode & 0o777, 0o600);
  const request = { socket: worker.socket, method: 'GET', path: routePath('status'), timeoutMs: 60_000 } as const;
  const status = await requestJson(request);
  assert.ok(isJsonObject(status) && isJsonObject(status.owner));
});

test('whether the worker answers is told without a token, and to no other host or origin', async (context) => {
  const worker = await runWorker(context);
  const { url } = await listenAt(worker.socket);
  const { port, host } = new URL(url);
  for (const path of ['/health', '/ready']) {
    const asked = (headers: Record<string, string>, method = 'GET') =>
      sendRaw(Number(port), rawRequest({ method, path }, headers));
    const answer = await asked({ host });
    assert.equal(statusOf(answer), 200);
    assert.match(answer, /\r\n\r\n\{"status":"ok"\}$/);
    assert.equal(statusOf(await asked({ host: 'evil.example' })), 403);
    assert.equal(statusOf(await asked({ host, origin: 'https://evil.example' })), 403);
    assert.equal(statusOf(await asked({ host }, 'POST')), 401);
  }
});
