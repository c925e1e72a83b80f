import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Call } from '../../src/api/calls/call.ts';
import { CALLS } from '../../src/api/calls.ts';
import type { PageOwner } from '../../src/api/http-answers.ts';
import { PAGE_HEADER, routePath } from '../../src/api/routes.ts';
import { createApp } from '../../src/http/app.ts';
import { resourceRoutes } from '../../src/http/resources.ts';
import { createSignIns, WRITES } from '../../src/worker/pages/sign-ins.ts';
import { openFresh } from '../support/fresh-home.ts';

const NOTHING = { cookie: undefined, key: undefined };
const hello = { name: 'cairn' as const, version: '1.2.3', pid: 1, home: '/h', startedAt: '2026-01-01T00:00:00.000Z' };

/** The app on TCP, asked by a page that was signed in so. */
function pageOf(context: TestContext, by: PageOwner) {
  const { memory, at } = openFresh(context, { ignorable: /./ });
  const signIns = createSignIns(Date.now);
  const app = createApp({
    via: 'tcp',
    usesFor: (caller) => memory.usesFor({ cwd: at.project, ...caller }),
    hello: () => hello,
    leave: () => false,
    listen: async () => ({ url: 'http://127.0.0.1:7777', token: 't' }),
    signIns,
    leaving: new AbortController().signal,
  });
  const { cookie, key } = signIns.signIn(signIns.createCode(by), NOTHING);
  const shown = { host: '127.0.0.1:7777', cookie: `cairn-7777=${cookie}`, [PAGE_HEADER]: key };
  const ask = (method: string, path: string, body?: object): Promise<Response> => {
    const headers = { ...shown, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return Promise.resolve(app.fetch(new Request(`http://127.0.0.1:7777${path}`, { method, headers, ...sent })));
  };
  return { memory, ask };
}

test('a reader may ask what only looks, and is refused every change', async (context) => {
  const { memory, ask } = pageOf(context, { as: 'reader' });
  await memory.remember('Deploys go out on Fridays.');
  await memory.settled();
  for (const [name, row] of Object.entries(CALLS) as [string, Call][]) {
    const body = name === 'events' ? { follow: false } : {};
    const { status } = await ask('POST', routePath(name), body);
    const looks = row.kind === 'read' || row.looks !== undefined;
    // An empty input is none of some calls: then that is what is said.
    if (looks) assert.notEqual(status, 403, name);
    else assert.ok(status === 403 || status === 400, `${name}: ${status}`);
  }
  const changes: [string, object][] = [
    ['remember', { text: 'x' }],
    ['record', { sessionId: 's', messages: [{ role: 'user', content: 'x' }] }],
    ['update', { id: 'k_a', changes: { status: 'withdrawn' } }],
    ['forget', { ids: ['k_a'] }],
    ['jobs', { cancel: 1 }],
    ['llm', { run: true }],
    ['doctor', { fix: true }],
    ['import', {}],
  ];
  for (const [name, body] of changes) assert.equal((await ask('POST', routePath(name), body)).status, 403, name);
  const [entry] = (await memory.list({ project: '*' })).entries;
  for (const { name, method } of resourceRoutes().filter((route) => route.method !== 'GET')) {
    const path = `${routePath(name)}/${entry?.id ?? ''}`;
    const { status } = await ask(method, path, method === 'PATCH' ? {} : undefined);
    assert.ok([400, 403, 404].includes(status), `${method} ${path}: ${status}`);
  }
  assert.equal((await memory.get(entry?.id ?? '')).records.length, 1);
});

test("what a person's page says is that person's, from the terminal where it was signed in", async (context) => {
  const { memory, ask } = pageOf(context, { as: 'person', terminal: '/dev/pts/7' });
  const answer = await ask('POST', routePath('remember'), { text: 'Never log card numbers.' });
  assert.equal(((await answer.json()) as { status: string }).status, 'created');
  const [entry] = (await memory.reviewLog({})).entries;
  assert.equal(entry?.terminal, '/dev/pts/7');
});

test('a page that changes things without an end is stopped', async (context) => {
  const { ask } = pageOf(context, { as: 'reader' });
  const statuses = new Set<number>();
  for (let writes = 0; writes <= WRITES; writes += 1) {
    const answer = await ask('POST', routePath('remember'), { text: 'x' });
    if (answer.status === 429) assert.equal(answer.headers.get('retry-after'), '60');
    statuses.add(answer.status);
  }
  assert.deepEqual([...statuses], [403, 429]);
});
