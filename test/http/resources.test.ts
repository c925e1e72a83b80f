import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { App } from '../../src/api/http-answers.ts';
import { asObject, type JsonObject } from '../../src/core/json.ts';
import { createApp } from '../../src/http/app.ts';
import { openFresh } from '../support/fresh-home.ts';

const hello = { name: 'cairn' as const, version: '1.2.3', pid: 1, home: '/h', startedAt: '2026-01-01T00:00:00.000Z' };

interface Answer {
  status: number;
  headers: Headers;
  body: JsonObject;
}

async function open(context: TestContext) {
  const { memory, at } = openFresh(context);
  let read = 0;
  const leaving = new AbortController();
  const app: App = createApp({
    via: 'tcp',
    usesFor: (caller) => {
      read += 1;
      return memory.usesFor({ cwd: at.project, ...caller });
    },
    changes: memory.changes,
    hello: () => hello,
    leave: () => false,
    listen: async () => ({ url: 'http://127.0.0.1:1', token: 't' }),
    leaving: leaving.signal,
  });
  const ask = async (
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const init = { method, headers: { 'content-type': 'application/json', ...headers }, ...sent };
    const answer = await app.fetch(new Request(`http://127.0.0.1:1${path}`, init));
    return {
      status: answer.status,
      headers: answer.headers,
      body: asObject(JSON.parse((await answer.text()) || '{}')),
    };
  };
  const number = (n: number) => ({ sessionId: 'one', number: `${n}`, at: 1_770_000_000_000 + n });
  await memory.record([
    { kind: 'prompt', text: 'Mend the cart.', ...number(1) },
    { kind: 'message', text: 'The cart is mended.', ...number(2) },
    { kind: 'prompt', text: 'And the invoice.', ...number(3) },
  ]);
  const { id: note } = await memory.remember({ text: 'We use pnpm.', kind: 'constraint' });
  await memory.settled();
  return { ask, note, leaving, memory, read: () => read };
}

function entriesOf({ body }: Answer): JsonObject[] {
  return (body.entries as JsonObject[] | undefined) ?? assert.fail(JSON.stringify(body));
}

test('a resource lists its own by recency, in pages, and gives one by its id', async (context) => {
  const { ask } = await open(context);
  const first = await ask('GET', '/api/v1/prompts?limit=1');
  assert.deepEqual(
    entriesOf(first).map(({ title }) => title),
    ['And the invoice.'],
  );
  const rest = await ask('GET', `/api/v1/prompts?limit=5&cursor=${first.body.nextCursor}`);
  assert.deepEqual(
    entriesOf(rest).map(({ title }) => title),
    ['Mend the cart.'],
  );
  const id = entriesOf(rest)[0]?.id;
  const one = await ask('GET', `/api/v1/prompts/${id}`);
  assert.deepEqual([one.status, one.body.id, one.body.text], [200, id, 'Mend the cart.']);
  const elsewhere = await ask('GET', `/api/v1/messages/${id}`);
  assert.deepEqual([elsewhere.status, asObject(elsewhere.body.error).code], [404, 'not_found']);
});

test('a reader that has an answer already is told so, until it changes', async (context) => {
  const { ask, note } = await open(context);
  const path = `/api/v1/knowledge/${note}`;
  const etag = (await ask('GET', path)).headers.get('etag') ?? '';
  assert.equal((await ask('GET', path, { headers: { 'if-none-match': `"other", ${etag}` } })).status, 304);
  assert.equal((await ask('PATCH', path, { body: { text: 'We use pnpm 10.' } })).status, 200);
  const changed = await ask('GET', path, { headers: { 'if-none-match': etag } });
  assert.deepEqual([changed.status, changed.body.text], [200, 'We use pnpm 10.']);
});

test('what was read already is not read again until something is written', async (context) => {
  const { ask, read } = await open(context);
  const paths = ['/api/v1/prompts?limit=1', '/api/v1/knowledge'];
  const before = read();
  for (let time = 0; time < 3; time += 1) for (const path of paths) await ask('GET', path);
  assert.equal(read() - before, paths.length);
  await ask('POST', '/api/v1/remember', { body: { text: 'Deploys go out on Fridays.', kind: 'constraint' } });
  assert.equal(entriesOf(await ask('GET', '/api/v1/knowledge')).length, 2);
  const here = await ask('GET', '/api/v1/knowledge', { headers: { 'x-cairn-cwd': '/elsewhere' } });
  assert.equal(here.status, 200);
});

test('one is taken away by its id, and by the path of its own resource alone', async (context) => {
  const { ask, note } = await open(context);
  assert.equal((await ask('DELETE', `/api/v1/prompts/${note}`)).status, 404);
  assert.equal((await ask('GET', `/api/v1/knowledge/${note}`)).status, 200);
  const { body: own } = await ask('POST', '/api/v1/remember', { body: { text: 'We use Vitest.', kind: 'constraint' } });
  const taken = await ask('DELETE', `/api/v1/knowledge/${own.id}`);
  assert.deepEqual([taken.status, taken.body.state], [200, 'erased']);
  assert.equal((await ask('GET', `/api/v1/knowledge/${own.id}`)).status, 404);
  const hidden = await ask('DELETE', `/api/v1/knowledge/${note}`);
  assert.deepEqual([hidden.status, hidden.body.state], [200, 'hidden'], 'the SDK recorded it');
  assert.equal((await ask('GET', `/api/v1/knowledge/${note}`)).status, 200);
  assert.deepEqual(entriesOf(await ask('GET', '/api/v1/knowledge')), []);
});

test('the words of a summary, a topic and a note are changed by PATCH, and what else there is about them is not', async (context) => {
  const { ask, memory } = await open(context);
  const { id: observed } = await memory.observe({ title: 'The cart rounds twice', facts: ['in total()'] });
  const { id: written } = await memory.summarize({ sessionId: 'one', text: 'The cart was mended.' });
  const place = (n: number) => ({ sessionId: 'ledger', number: `${n}`, at: 1_770_000_100_000 + n });
  const edit = { kind: 'tool.end', tool: 'Edit', input: { file_path: 'src/voucher-ledger.ts', old_string: 'a' } };
  await memory.record([
    { kind: 'prompt', text: 'SHOP-77: the `VoucherLedger` counts twice.', ...place(1) },
    { ...edit, ...place(2) },
    { ...edit, ...place(3) },
    { kind: 'message', text: 'The `VoucherLedger` booked on `open` and on `close`. SHOP-77 is fixed.', ...place(4) },
  ]);
  await memory.settled();
  const [topic] = entriesOf(await ask('GET', '/api/v1/topics'));
  const changes = { text: 'The cart rounds once.', title: 'Rounding' };
  for (const [name, id] of [
    ['observations', observed],
    ['summaries', written],
    ['topics', topic?.id],
  ] as const) {
    const path = `/api/v1/${name}/${id}`;
    const { headers } = await ask('GET', path);
    const changed = await ask('PATCH', path, { body: changes });
    assert.deepEqual([changed.status, changed.body.status], [200, 'updated'], path);
    const now = await ask('GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    assert.deepEqual([now.status, now.body.text, now.body.title], [200, changes.text, changes.title], path);
    assert.equal((await ask('PATCH', path, { body: changes })).body.status, 'unchanged');
    assert.equal((await ask('PATCH', path, { body: { revert: true } })).status, 200);
    assert.notEqual((await ask('GET', path)).body.text, changes.text);
    assert.equal((await ask('PATCH', path, { body: { text: ' ' } })).status, 400);
    assert.equal((await ask('PATCH', path, { body: { colour: 'red' } })).status, 400);
    assert.equal((await ask('PATCH', path, { body: { status: 'confirmed' } })).status, 403);
    const elsewhere = name === 'summaries' ? 'observations' : 'summaries';
    assert.equal((await ask('PATCH', `/api/v1/${elsewhere}/${id}`, { body: changes })).status, 404);
  }
  const concepts = await ask('PATCH', `/api/v1/summaries/${written}`, { body: { concepts: ['money'] } });
  assert.deepEqual([concepts.status, /only text and title/.test(JSON.stringify(concepts.body))], [400, true]);
});

test('a whole session is not taken away by its path, but by a plan, which only who recorded it may carry out', async (context) => {
  const { ask } = await open(context);
  const messages = [{ role: 'user', content: 'Mend the till.' }];
  await ask('POST', '/api/v1/record', { body: { sessionId: 'two', messages } });
  for (const [agent, status] of [
    ['sdk', 403],
    ['http', 200],
  ] as const) {
    const [session] = entriesOf(await ask('GET', `/api/v1/sessions?agent=${agent}`));
    const path = `/api/v1/sessions/${session?.id}`;
    const refused = await ask('DELETE', path);
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, PATCH']);
    const body = { session: session?.id };
    const plan = await ask('POST', '/api/v1/forget', { body });
    assert.deepEqual([plan.body.state, (await ask('GET', path)).status], ['planned', 200]);
    const done = await ask('POST', '/api/v1/forget', { body: { ...body, confirm: plan.body.token } });
    assert.equal(done.status, status, JSON.stringify(done.body));
    assert.equal((await ask('GET', path)).status, status === 200 ? 404 : 200);
  }
});

test('a collection is read, changed and deleted below its path', async (context) => {
  const { ask, note } = await open(context);
  await ask('POST', '/api/v1/collect', { body: { name: 'kept', add: [note] } });
  assert.equal((await ask('PATCH', '/api/v1/collections/kept', { body: { description: 'to keep' } })).status, 200);
  assert.match(JSON.stringify((await ask('GET', '/api/v1/collections/kept')).body), /to keep.*We use pnpm/);
  assert.equal((await ask('DELETE', '/api/v1/collections/kept')).status, 200);
  assert.equal((await ask('GET', '/api/v1/collections/kept')).status, 404);
});

test('a wrong field, value or method says what would be right', async (context) => {
  const { ask, note } = await open(context);
  const field = await ask('GET', '/api/v1/prompts?colour=red');
  assert.match(String(asObject(field.body.error).fix), /It takes .*limit/);
  assert.equal((await ask('GET', '/api/v1/prompts?kinds=message')).status, 400);
  assert.equal((await ask('GET', '/api/v1/prompts?limit=0')).status, 400);
  assert.equal((await ask('PATCH', `/api/v1/knowledge/${note}`, { body: { mark: 3 } })).status, 400);
  const method = await ask('PUT', '/api/v1/collections');
  assert.deepEqual([method.status, method.headers.get('allow')], [405, 'GET, POST']);
  assert.equal((await ask('PUT', `/api/v1/prompts/${note}`)).headers.get('allow'), 'GET, DELETE');
});

test('health says that it answers, and no fact; a worker that leaves says so', async (context) => {
  const { ask, leaving } = await open(context);
  assert.deepEqual((await ask('GET', '/health')).body, { status: 'ok' });
  const posted = await ask('POST', '/health');
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET']);
  leaving.abort();
  assert.deepEqual(
    [(await ask('GET', '/ready')).status, (await ask('GET', '/ready')).body],
    [503, { status: 'leaving' }],
  );
});
