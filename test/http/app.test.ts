import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { App, AppDeps } from '../../src/api/http-answers.ts';
import { routePath } from '../../src/api/routes.ts';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import * as LIMITS from '../../src/core/limits.ts';
import { createApp } from '../../src/http/app.ts';
import { routesOf } from '../../src/http/routes.ts';
import { openFresh } from '../support/fresh-home.ts';

const ROUTES = routesOf();
const NAMES = Object.keys(ROUTES);
const JSON_TYPE = { 'content-type': 'application/json' };
const hello = { name: 'cairn' as const, version: '1.2.3', pid: 1, home: '/h', startedAt: '2026-01-01T00:00:00.000Z' };

function appOf(context: TestContext, parts: Partial<AppDeps> = {}): App {
  const { memory } = openFresh(context);
  return createApp({
    via: 'socket',
    usesFor: memory.usesFor,
    hello: () => hello,
    leave: () => false,
    listen: async () => ({ url: 'http://127.0.0.1:1', token: 't' }),
    leaving: AbortSignal.any([]),
    ...parts,
  });
}

async function ask(
  app: App,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: JsonObject; headers: Headers }> {
  const request = new Request(`http://cairn${path}`, {
    method: 'POST',
    headers: JSON_TYPE,
    duplex: 'half',
    ...init,
  } as RequestInit);
  const answer = await app.fetch(request);
  const body: unknown = JSON.parse(await answer.text());
  assert.ok(isJsonObject(body), path);
  return { status: answer.status, body, headers: answer.headers };
}

function codeOf(body: JsonObject): unknown {
  return isJsonObject(body.error) ? body.error.code : undefined;
}

test('every failure has one shape, with the status of its code', async (context) => {
  const app = appOf(context);
  const latin = new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x7d]);
  const cases: [string, RequestInit, number, string][] = [
    ['remember', { body: '{"text":""}' }, 400, 'invalid_input'],
    ['remember', { body: '{broken' }, 400, 'invalid_input'],
    ['remember', { body: latin }, 400, 'invalid_input'],
    ['remember', { body: '{"text":"x"}', headers: {} }, 415, 'invalid_input'],
    [
      'remember',
      { body: 'text=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'invalid_input',
    ],
    ['get', { body: '{"ids":7}' }, 400, 'invalid_input'],
    ['forget', { body: '[]' }, 400, 'invalid_input'],
    ['record', { body: '{"events":{"messages":3}}' }, 400, 'invalid_input'],
    ['search', { body: '{"query":5,"limit":"x"}' }, 400, 'invalid_input'],
    ['search', { body: '{"query":"x","sesion":"s_aaaaaaaaaaaaaaaa"}' }, 400, 'invalid_input'],
    ['search', { body: '{"query":"x"}', headers: { ...JSON_TYPE, 'x-cairn-cwd': '%zz' } }, 400, 'invalid_input'],
    ['nothing', { body: '{}' }, 404, 'not_found'],
    ['search', { method: 'GET' }, 405, 'invalid_input'],
    ['openapi.json', { body: '{}' }, 405, 'invalid_input'],
    ['status?colour=red', { method: 'GET' }, 400, 'invalid_input'],
  ];
  for (const [route, init, status, code] of cases) {
    const answer = await ask(app, `/api/v1/${route}`, init);
    assert.deepEqual([answer.status, codeOf(answer.body)], [status, code], `${route} ${JSON.stringify(init)}`);
  }
  assert.equal((await ask(app, '/api/v1/events', { method: 'DELETE' })).headers.get('allow'), 'GET, POST');
});

test('a body that is too large is refused, whether its length is told or not', async (context) => {
  const app = appOf(context);
  const told = { ...JSON_TYPE, 'content-length': String(LIMITS.payloadBytes + 1) };
  assert.equal((await ask(app, routePath('remember'), { body: '{}', headers: told })).status, 413);
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1024 * 1024;
      controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20));
    },
  });
  assert.equal((await ask(app, routePath('remember'), { body: endless })).status, 413);
  assert.ok(sent < LIMITS.payloadBytes * 2, `${sent} bytes were read`);
});

test('no body is a fault of Cairn: never internal, whatever its type', async (context) => {
  const app = appOf(context);
  const bodies = ['', 'null', '7', '"x"', '[]', '{}', '{"query":null}', '{"ids":[1,null]}', '{"events":[null,1]}'];
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  bodies.push(
    deep,
    `{"text":"x","metadata":{"a":${deep}}}`,
    `{"events":[{"kind":"prompt","sessionId":"s","text":"x","a":${deep}}]}`,
  );
  for (const route of NAMES.filter((name) => ROUTES[name]?.methods.includes('POST'))) {
    if (route === 'events' || route === 'import') continue;
    for (const body of bodies) {
      const answer = await ask(app, routePath(route), { body });
      assert.notEqual(codeOf(answer.body), 'internal', `${route} ${body.slice(0, 60)}: ${JSON.stringify(answer.body)}`);
    }
  }
});

test('only for the command line is it looked whether a person is there, and on TCP for nobody', async (context) => {
  const body = JSON.stringify({ text: 'We never store card numbers.', kind: 'constraint' });
  const status = async (app: App, surface: string) => {
    const headers = { ...JSON_TYPE, 'x-cairn-surface': surface, 'x-cairn-person': '7@12' };
    return (await ask(app, routePath('remember'), { body, headers })).body.status;
  };
  const findPerson = (claim: string) => (claim === '7@12' ? { terminal: '/dev/pts/7' } : undefined);
  const app = appOf(context, { findPerson });
  assert.equal(await status(app, 'mcp'), 'proposed');
  assert.equal(await status(app, 'sdk'), 'proposed');
  assert.equal(await status(app, 'cli'), 'created');
  assert.equal(await status(appOf(context, { findPerson, via: 'tcp' }), 'cli'), 'proposed');
  assert.equal(await status(appOf(context), 'cli'), 'proposed');
  assert.equal(await status(appOf(context, { findPerson: () => undefined }), 'cli'), 'proposed');
});

test("the worker's own routes are not there on TCP", async (context) => {
  const app = appOf(context, { via: 'tcp' });
  for (const route of NAMES.filter((name) => ROUTES[name]?.on === 'socket')) {
    assert.equal((await ask(app, routePath(route), { body: '{}' })).status, 404, route);
  }
  assert.deepEqual(
    NAMES.filter((name) => ROUTES[name]?.on === 'socket'),
    ['hello', 'leave', 'listen', 'sign-in-code'],
  );
});

test('a reader that goes away, and a worker that leaves, end what is told', async (context) => {
  const { memory } = openFresh(context);
  const leaving = new AbortController();
  const ended: Promise<void>[] = [];
  const app = appOf(context, {
    leaving: leaving.signal,
    usesFor: (caller) => ({
      ...memory.usesFor(caller),
      events: (input, options) => {
        ended.push(new Promise((resolve) => options.signal?.addEventListener('abort', () => resolve())));
        return memory.events(input, options);
      },
    }),
  });
  const follow = async (): Promise<ReadableStreamDefaultReader<Uint8Array>> => {
    const { body } = await app.fetch(new Request(`http://cairn${routePath('events')}`));
    assert.ok(body !== null);
    return body.getReader();
  };
  const gone = await follow();
  assert.match(new TextDecoder().decode((await gone.read()).value), /^:/);
  await gone.cancel();
  await ended[0];
  const staying = await follow();
  await staying.read();
  leaving.abort();
  assert.equal((await staying.read()).done, true);
});
