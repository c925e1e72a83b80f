import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Memory } from '../../src/api/contract.ts';
import type { App, SignIns } from '../../src/api/http-answers.ts';
import { resourcePath, routePath } from '../../src/api/routes.ts';
import { exampleInput } from '../../src/api/schema/examples.ts';
import { asObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { createApp } from '../../src/http/app.ts';
import { describeApi } from '../../src/http/openapi.ts';
import { resourceRoutes } from '../../src/http/resources.ts';
import { routesOf } from '../../src/http/routes.ts';
import { createSignIns } from '../../src/worker/pages/sign-ins.ts';
import {
  answerSchema,
  arbitraryOf,
  brokenOf,
  faultsOf,
  type Operation,
  operationsOf,
  requestSchema,
} from '../support/api-schema.ts';
import { CODE_POINT } from '../support/code-point.ts';
import { openFresh } from '../support/fresh-home.ts';

const DOCUMENT = describeApi('1.2.3');
const OPERATIONS = operationsOf(DOCUMENT);
const hello = { name: 'cairn' as const, version: '1.2.3', pid: 1, home: '/h', startedAt: '2026-01-01T00:00:00.000Z' };

const PAY = '/** Takes money. */\nexport class Till {\n  /** Pays. */\n  pay(sum: number): void {}\n}\n';

interface Opened {
  app: App;
  memory: Memory;
  ids: string[];
  signIns: SignIns;
}

async function open(context: TestContext): Promise<Opened> {
  const { memory, at } = openFresh(context, { ignorable: /./ });
  mkdirSync(join(at.project, 'src'));
  writeFileSync(join(at.project, 'src', 'pay.ts'), PAY);
  const signIns = createSignIns(Date.now);
  const app = createApp({
    via: 'tcp',
    usesFor: (caller) => memory.usesFor({ cwd: at.project, ...caller }),
    hello: () => hello,
    leave: () => false,
    listen: async () => ({ url: 'http://127.0.0.1:1', token: 't' }),
    signIns,
    leaving: new AbortController().signal,
  });
  return { app, memory, signIns, ids: await fill(memory) };
}

/** Fills a memory with some of each kind, and gives the ids of them. */
async function fill(memory: Memory): Promise<string[]> {
  const number = (n: number) => ({ sessionId: 'one', number: `${n}`, at: 1_770_000_000_000 + n });
  await memory.record([
    { kind: 'session.start', ...number(0) },
    { kind: 'prompt', text: 'We decided to use idempotency keys for payments.', ...number(1) },
    {
      kind: 'tool.end',
      tool: 'Edit',
      input: { file_path: 'src/pay.ts', old_string: 'a', new_string: 'b' },
      ...number(2),
    },
    {
      kind: 'tool.end',
      tool: 'Bash',
      input: { command: 'npm test' },
      output: 'FAIL',
      success: false,
      exitCode: 1,
      ...number(3),
    },
    { kind: 'message', text: 'The payments are idempotent now.', ...number(4) },
    { kind: 'turn.end', ...number(5) },
  ]);
  const { id } = await memory.remember({
    text: 'Never log card numbers.',
    kind: 'constraint',
    ref: 'cards',
    concepts: ['pci'],
  });
  await memory.settled();
  const ids = [id];
  for await (const event of memory.events({ follow: false })) ids.push(event.id, event.sessionId, event.project ?? id);
  for (const hit of (await memory.search('payments idempotency test')).hits) ids.push(hit.id);
  return [...new Set(ids), 'e_aaaaaaaaaaaaaaaa'];
}

interface Answer {
  status: number;
  type: string;
  values: JsonValue[];
}

async function ask(
  app: App,
  { path, method }: Operation,
  input: { body?: unknown; query?: string; id?: string },
): Promise<Answer> {
  const url = `http://127.0.0.1:1${path.replace('{id}', encodeURIComponent(input.id ?? ''))}${input.query ?? ''}`;
  const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
  const answer = await app.fetch(
    new Request(url, { method, headers: { 'content-type': 'application/json' }, ...body }),
  );
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
  return { status: answer.status, type, values: valuesOf(type, await answer.text()) };
}

function valuesOf(type: string, text: string): JsonValue[] {
  if (type === 'text/event-stream') return [text];
  const texts = type === 'application/x-ndjson' ? text.split('\n').filter((line) => line !== '') : [text];
  return texts.map((one) => JSON.parse(one) as JsonValue);
}

/** Holds an answer to the schema of its status. A failure half-way through a stream has the shape of every failure. */
function holds(operation: Operation, answer: Answer, asked: unknown): void {
  const { type, schema } = answerSchema(operation, answer.status);
  assert.equal(answer.type, type, `${operation.path} ${answer.status}`);
  for (const value of answer.values) {
    const isFailure = asObject(value).error !== undefined;
    const faults = faultsOf(DOCUMENT, isFailure ? answerSchema(operation, 400).schema : schema, value);
    assert.deepEqual(faults, [], `${operation.path} ${JSON.stringify(asked)}: ${JSON.stringify(value)}`);
  }
}

test('the document has every route that is there on TCP, with its methods and fields', () => {
  const told = OPERATIONS.map(({ path, method }) => `${method} ${path}`).sort();
  const there = Object.entries(routesOf()).filter(([, { on }]) => on !== 'socket');
  const wanted = there.flatMap(([route, { methods }]) => methods.map((method) => `${method} ${routePath(route)}`));
  for (const { name, isOne, method } of resourceRoutes())
    wanted.push(`${method} ${resourcePath(name, isOne ? '{id}' : undefined)}`);
  assert.deepEqual(told, [...wanted, 'GET /health', 'GET /ready'].sort());
  for (const [route, { input }] of there) {
    const operation = OPERATIONS.find(({ path, method }) => path === routePath(route) && method === 'POST');
    if (input === undefined || operation === undefined) continue;
    const properties = Object.keys(asObject(requestSchema(operation)?.properties));
    assert.deepEqual(properties, Object.keys(input), route);
  }
  const text = JSON.stringify(DOCUMENT);
  for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
    assert.ok(asObject(asObject(DOCUMENT.components).schemas)[name] !== undefined, name);
  }
});

test('every example is as the schema beside it says, and every request that takes something has one', () => {
  for (const { operation, path, method } of OPERATIONS) {
    const bodies = [asObject(operation.requestBody), ...Object.values(asObject(operation.responses)).map(asObject)];
    for (const [type, { schema, example }] of bodies.flatMap(({ content }) =>
      Object.entries(asObject(content)).map(([name, value]) => [name, asObject(value)] as const),
    )) {
      assert.notEqual(example, undefined, `${method} ${path}`);
      assert.deepEqual(faultsOf(DOCUMENT, asObject(schema), example), [], `${method} ${path} ${type}`);
    }
  }
});

test('the document is told to whoever asks', async (context) => {
  const { app } = await open(context);
  const operation = OPERATIONS.find(({ path }) => path === routePath('openapi.json'));
  assert.ok(operation);
  assert.deepEqual((await ask(app, operation, {})).values, [DOCUMENT]);
});

test('real answers are as the document says', async (context) => {
  const { app, ids, signIns } = await open(context);
  const asked: Record<string, unknown[]> = {
    record: [
      { events: [{ kind: 'prompt', sessionId: 's', text: 'x' }, 3] },
      { sessionId: 's', messages: [{ role: 'user', content: 'hi' }] },
      { sessionId: 's', messages: [{ role: 'tool', name: 'grep', content: 'a.ts:3', ref: 'm2' }] },
    ],
    remember: [{ text: 'We use pnpm.' }, { text: 'Never log card numbers at all.', ref: 'cards' }],
    search: [
      { query: 'payments', explain: true },
      { query: '' },
      { query: 'cards', limit: 1 },
      { query: 'cards', sessions: true, asOf: '0m' },
    ],
    timeline: ids.slice(0, 3).map((anchor) => ({ anchor })),
    get: [{ ids: ids.slice(0, 50) }],
    list: [
      {},
      { kinds: ['session'] },
      { kinds: ['session'], outcome: 'unknown', title: 'payments' },
      { kinds: ['project'] },
      { limit: 1 },
      { kinds: ['knowledge'], status: 'proposed' },
      { muted: true },
    ],
    update: [
      { id: ids[0], changes: { title: 'Cards' } },
      { id: ids[0], changes: {} },
    ],
    history: [{ id: ids[0] }],
    context: [{}, { prompt: 'payments' }, { file: 'src/pay.ts' }, { explain: true, budget: 60 }],
    recall: [{ query: 'payments' }, { query: 'zebra' }],
    resume: [{}, { words: 60 }],
    project: [{}],
    session: [{ id: ids[2] }],
    story: [{ id: ids[2] }, { id: ids[2], limit: 1 }],
    threads: [{}],
    file: [{}, { path: 'src/pay.ts' }, { path: 'zebra.ts', project: '*' }],
    patterns: [{}, { project: '*', kind: 'error' }, { limit: 1 }],
    tripwires: [{}, { test: 'git push --force' }],
    impact: [{}, { project: '*', since: '7d' }],
    stats: [{}, { report: 'week', format: 'md' }],
    reviewLog: [{}, { project: '*', limit: 1 }],
    contradictions: [{}, { project: '*', limit: 1 }],
    repeats: [{}, { sessions: 10 }],
    // A token is no person: the test below shares as one.
    share: [],
    shared: [{}],
    observe: [{ title: 'Cards are charged twice', kind: 'bugfix', facts: ['pay.ts charges'] }],
    checkpoint: [
      { note: 'Waits for the bank.', sessionId: ids[2] },
      { sessionId: ids[2], nextSteps: ['Refund'] },
    ],
    summarize: [
      { sessionId: ids[2], completed: ['Keys are idempotent'] },
      { sessionId: ids[2], text: 'Keys.' },
    ],
    forget: [{ session: ids[2], dryRun: true }, { ids: [ids[0]] }, { ids: ['o_aaaaaaaaaaaaaaaa'] }],
    prune: [{}, { olderThan: '0m' }, { kinds: ['prompt'], keep: 1 }],
    consolidate: [{}, { olderThan: '0m' }],
    collect: [
      { name: 'kept', add: [ids[1]], description: 'to keep' },
      { name: 'cards', query: 'cards', live: true },
      { collection: 'kept', add: ['o_aaaaaaaaaaaaaaaa'] },
    ],
    collections: [{}, { collection: 'kept' }, { collection: 'cards', format: 'json' }],
    ask: [{ collection: 'kept', question: 'payments' }],
    why: [{ path: 'src/pay.ts' }, { path: 'src/pay.ts', line: 2, endLine: 3 }],
    smartSearch: [{ query: 'pay' }, { query: 'zebra', kinds: ['class'], path: 'src', limit: 3 }],
    smartOutline: [{ path: 'src/pay.ts' }, { path: 'src/pay.ts', budget: 20 }],
    smartUnfold: [
      { symbol: 'pay' },
      { path: 'src/pay.ts', line: 2 },
      { symbol: 'Till.pay', path: 'src/pay.ts', from: 4 },
    ],
    events: [{ follow: false }, { follow: false, after: 3 }],
    import: [{}, { dryRun: true }],
    export: [{}],
    status: [{}],
    llm: [{}, { plan: true }],
    backup: [{}],
    backups: [{}, { verify: '*' }],
    jobs: [{}],
    settings: [{}, { set: 'context.startTokens', value: '800' }, { unset: 'context.startTokens' }],
    pause: [{ until: '2h' }, { folder: '/srv/shop' }],
    privacy: [{}],
    sync: [{}, { runs: 5 }, { forgotten: ['d_aaaaaaaaaaaaaaaa'] }],
    webhooks: [{}],
    log: [{}, { level: 'error', limit: 3 }],
    rebuild: [{ what: 'patterns' }],
    doctor: [{}],
    settled: [{}, { timeoutMs: 0 }],
    'sign-out': [{}],
    'sign-in': [{ code: signIns.createCode({ as: 'person' }) }],
  };
  for (const operation of OPERATIONS.filter(({ method }) => method === 'POST')) {
    const name = operation.path.slice('/api/v1/'.length);
    const example = exampleInput(name, routesOf()[name]?.input ?? {});
    const answer = await ask(app, operation, { body: example });
    // Its ids are of nothing that is here.
    const known = name === 'share' ? [403] : [200, 401, 404, 409];
    assert.ok(known.includes(answer.status), `${name} ${JSON.stringify(answer)}`);
    holds(operation, answer, example);
    for (const body of asked[name] ?? assert.fail(operation.path)) {
      const answer = await ask(app, operation, { body });
      assert.equal(answer.status, 200, `${operation.path} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
      holds(operation, answer, body);
    }
  }
});

test('what a person shares, and what a repository shares, is as the document says', async (context) => {
  const { memory, at } = openFresh(context);
  writeFileSync(join(at.project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const person = { surface: 'cli', person: true, cwd: at.project } as const;
  const { id } = await memory.withCaller(person).remember('Never log card numbers.');
  const app = createApp({
    via: 'tcp',
    usesFor: () => memory.usesFor(person),
    hello: () => hello,
    leave: () => false,
    listen: async () => ({ url: 'http://127.0.0.1:1', token: 't' }),
    leaving: new AbortController().signal,
  });
  const bodies: [string, object][] = [
    ['share', { id }],
    ['shared', {}],
    ['share', { id, undo: true }],
  ];
  for (const [name, body] of bodies) {
    const operation = OPERATIONS.find(({ path }) => path === routePath(name)) ?? assert.fail(name);
    const answer = await ask(app, operation, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer));
    holds(operation, answer, body);
  }
});

test('a plan to forget and what came of it are as the document says', async (context) => {
  const { app } = await open(context);
  const named = (name: string): Operation =>
    OPERATIONS.find(({ path }) => path === routePath(name)) ?? assert.fail(name);
  const operation = named('forget');
  const others = await ask(app, operation, { body: { query: 'idempotency' } });
  holds(operation, others, "a plan over another's");
  const refused = await ask(app, operation, { body: { confirm: asObject(others.values[0]).token } });
  holds(operation, refused, 'refused');
  assert.equal(refused.status, 403);
  const messages = [{ role: 'user', content: 'The zebra eats the ledger.' }];
  await ask(app, named('record'), { body: { sessionId: 'two', messages } });
  const plan = await ask(app, operation, { body: { query: 'zebra' } });
  holds(operation, plan, 'plan');
  const { token } = asObject(plan.values[0]);
  const unknown = await ask(app, operation, { body: { confirm: 'nothing' } });
  const confirmed = await ask(app, operation, { body: { confirm: token } });
  holds(operation, unknown, 'unknown');
  holds(operation, confirmed, 'confirmed');
  assert.equal(asObject(confirmed.values[0]).state, 'erased');
});

suite('whatever is asked, no answer is a fault of Cairn, and each is as the document says:', () => {
  for (const operation of OPERATIONS) {
    const schema = requestSchema(operation);
    if (schema === undefined) continue;
    test(`${operation.method} ${operation.path}`, async (context) => {
      const { app, ids } = await open(context);
      const texts = [
        ...ids,
        '',
        '*',
        '.',
        '\0',
        '../..',
        'payments',
        'claude-code',
        '7d',
        '2026-02-30',
        'x'.repeat(3_000),
      ];
      const body = fc.oneof(arbitraryOf(schema, texts), brokenOf(schema, texts));
      const property = fc.asyncProperty(body, async (input) => {
        const bounded = boundedFor(operation.path, input as JsonObject);
        const answer = await ask(app, operation, { body: bounded, id: ids[0] ?? '' });
        assert.ok(answer.status < 500, JSON.stringify({ bounded, answer }));
        holds(operation, answer, bounded);
      });
      await fc.assert(property, { numRuns: 120 });
    });
  }
});

test('whatever stands in a query, no answer is a fault of Cairn', async (context) => {
  const { app, ids } = await open(context);
  const value = fc.oneof(fc.constantFrom('', '0', '1', '-1', 'true', 'null', '{}', '1e99', '%00', '%ff'), fc.string());
  const id = fc.oneof(fc.constantFrom(...ids), fc.string({ unit: CODE_POINT, maxLength: 40 }));
  const name = fc.constantFrom('after', 'follow', 'project', 'session', '__proto__', 'x');
  for (const operation of OPERATIONS.filter(({ method }) => method === 'GET')) {
    const property = fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 3 }), id, async (pairs, of) => {
      const query = `?${[...pairs.map(([key, text]) => `${key}=${encodeURIComponent(text)}`), 'follow=false'].join('&')}`;
      const answer = await ask(app, operation, { query, id: of });
      assert.ok(answer.status < 500, JSON.stringify({ query, answer }));
      holds(operation, answer, query);
    });
    await fc.assert(property, { numRuns: 60 });
  }
});

/** Events that are followed have no end, and an import of any path would read this machine. */
function boundedFor(path: string, input: JsonObject): JsonObject {
  if (path === routePath('events'))
    return { ...input, follow: input.follow === true ? false : (input.follow ?? false) };
  if (path !== routePath('import') || !Array.isArray(input.paths)) return input;
  return {
    ...input,
    paths: input.paths.map((one) => (typeof one === 'string' ? `/nothing/there/${one.slice(0, 3)}` : one)),
  };
}
