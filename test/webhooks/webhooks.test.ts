import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import type { OpenedMemory } from '../../src/memory/open.ts';
import { type FreshHome, freshHome, openFresh } from '../support/fresh-home.ts';
import { tellTurn } from '../support/hooked-session.ts';
import { type JsonAsked, startJsonServer } from '../support/json-server.ts';
import { until } from '../support/until.ts';
import { nameRemote } from '../sync/homes.ts';

interface Told {
  type: string;
  timestamp: string;
  data: JsonObject;
}

const KEY = Buffer.alloc(32, 7);
const SECRET = `whsec_${KEY.toString('base64')}`;
const PERSON = { person: true };
const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

/** A server that takes each message; `answers` may answer otherwise. */
async function startListener(
  context: TestContext,
  answers: (response: ServerResponse, count: number) => void = (response) => response.writeHead(204).end(),
): Promise<{ url: string; asked: JsonAsked<Told>[] }> {
  const asked: JsonAsked<Told>[] = [];
  const url = await startJsonServer<Told>(context, (one, response) => {
    asked.push(one);
    answers(response, asked.length);
  });
  return { url, asked };
}

function openTelling(
  context: TestContext,
  url: string,
  { home = freshHome(context), ...config }: { home?: FreshHome } & Record<string, unknown> = {},
): OpenedMemory & { at: FreshHome } {
  nameRemote(home.project, 'git@github.example:acme/shop.git');
  const settings = { 'webhooks.urls': [url], 'webhooks.secret': SECRET, ...config };
  return openFresh(context, { home, caller: PERSON, config: settings });
}

const typesOf = (asked: readonly JsonAsked<Told>[]): string[] => asked.map(({ body }) => body.type);

test('an address is told, signed, that a session began, what failed in it, its end and its summary, each once', async (t) => {
  const { url, asked } = await startListener(t);
  const home = openTelling(t, url);
  const words = { prompt: 'Fix the failing test of the cart', answer: 'We decided to keep prices in integer cents.' };
  await tellTurn({ ...home, project: home.at.project, session: 's1', at: Date.now() - 60_000, ...words });
  await until(() => typesOf(asked).includes('summary.ready'));
  await home.runner.drain(['webhooks']);
  assert.deepEqual(typesOf(asked).toSorted(), ['command.failed', 'session.ended', 'session.started', 'summary.ready']);
  for (const { headers, body } of asked) {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
    const signed = createHmac('sha256', KEY)
      .update(`${id}.${timestamp}.${JSON.stringify(body)}`)
      .digest('base64');
    assert.equal(signature, `v1,${signed}`);
    assert.ok(Math.abs(Date.now() / 1_000 - Number(timestamp)) < 60);
  }
  assert.equal(new Set(asked.map(({ headers }) => headers['webhook-id'])).size, asked.length);
  const { data } = asked.find(({ body }) => body.type === 'summary.ready')?.body ?? assert.fail();
  const { project, session, summary } = data as Record<string, JsonObject>;
  assert.equal(project?.remote, 'github.example/acme/shop');
  assert.equal(session?.branch, 'main');
  assert.match(JSON.stringify(summary?.decisions), /integer cents/);
  const failed = asked.find(({ body }) => body.type === 'command.failed')?.body.data.failure as JsonObject;
  assert.match(String(failed.line), /TypeError/);
  const [entry] = (await home.memory.webhooks()).addresses;
  assert.deepEqual([entry?.delivered, entry?.waiting, entry?.dropped], [4, 0, 0]);
});

test('what was stated is told without secrets and paths of this machine; what is kept private is not told', async (t) => {
  const { url, asked } = await startListener(t);
  const home = openTelling(t, url, { 'webhooks.kinds': ['knowledge'] });
  const { memory, at } = home;
  await memory.remember({
    text: `Deploys read ${at.userHome}/shop/deploy.yml and never ${TOKEN}.`,
    kind: 'constraint',
  });
  const secret = await memory.remember({ text: 'The heron service must never be named.', kind: 'constraint' });
  await memory.sync({ keep: [secret.id] });
  await memory.remember({ text: 'The heron service must never be named.', kind: 'decision' });
  await memory.remember({ text: 'We decided on port 4711. <private>the blue cluster</private>', kind: 'decision' });
  await memory.settled();
  await until(() => asked.length >= 2);
  await home.runner.drain(['webhooks']);
  const said = JSON.stringify(asked.map(({ body }) => body));
  assert.deepEqual(typesOf(asked), ['knowledge.added', 'knowledge.added']);
  assert.match(said, /~\/shop\/deploy\.yml/);
  assert.doesNotMatch(said, /heron|blue cluster|ghp_a1B2/);
  assert.ok(!said.includes(at.userHome));
});

test('what an address does not take waits over a restart, and is told then, with the same id', async (t) => {
  let isDown = true;
  const { url, asked } = await startListener(t, (response) =>
    response.writeHead(isDown ? 503 : 200).end('x'.repeat(100_000)),
  );
  const first = openTelling(t, url, { 'webhooks.kinds': ['knowledge'] });
  await first.memory.remember({ text: 'We use pnpm, never npm.', kind: 'constraint' });
  await until(() => asked.length === 1);
  await until(async () => (await first.memory.webhooks()).addresses[0]?.problem !== undefined);
  const [entry] = (await first.memory.webhooks()).addresses;
  assert.equal(entry?.waiting, 1);
  assert.match(entry?.problem ?? '', /503/);
  assert.ok(Date.parse(entry?.nextAt ?? '') > Date.now());
  await first.memory.close();
  isDown = false;
  const second = openTelling(t, url, { home: first.at, 'webhooks.kinds': ['knowledge'] });
  await until(() => asked.length === 2);
  assert.equal(asked[1]?.headers['webhook-id'], asked[0]?.headers['webhook-id']);
  await until(async () => (await second.memory.webhooks()).addresses[0]?.delivered === 1);
  assert.equal((await second.memory.webhooks()).addresses[0]?.waiting, 0);
});

for (const how of ['forgotten', 'withdrawn', 'excluded'] as const) {
  const isExcluded = how === 'excluded';
  test(`what is ${how} while it waits is not told`, async (t) => {
    const { url, asked } = await startListener(t, (response) => response.writeHead(500).end());
    const first = openTelling(t, url, { 'webhooks.kinds': ['knowledge'] });
    const { id } = await first.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
    await until(async () => (await first.memory.webhooks()).addresses[0]?.problem !== undefined);
    if (how === 'forgotten') await first.memory.forget({ ids: [id], now: true });
    if (how === 'withdrawn') await first.memory.update(id, { status: 'withdrawn' });
    await first.memory.settled();
    await first.memory.close();
    const file = join(first.at.home, 'webhooks.json');
    const kept = readFileSync(file, 'utf8');
    assert.match(kept, new RegExp(id));
    assert.doesNotMatch(kept, /heron/);
    writeFileSync(file, kept.replace(/"nextAt":\d+/, '"nextAt":0'));
    const projects = isExcluded ? [first.at.project] : [];
    const config = { 'webhooks.kinds': ['knowledge'], 'privacy.excludeProjects': projects };
    const second = openTelling(t, url, { home: first.at, ...config });
    await until(async () => (await second.memory.webhooks()).addresses[0]?.waiting === 0);
    assert.equal(asked.length, 1);
  });
}

test('a redirect is not followed, and of more than 1,000 messages the oldest are dropped', async (t) => {
  const other = await startListener(t);
  const { url, asked } = await startListener(t, (response) => response.writeHead(307, { location: other.url }).end());
  const home = openTelling(t, url, { 'webhooks.kinds': ['knowledge'] });
  const texts = Array.from({ length: 1_010 }, (_, n) => `We decided on port ${n} for the service number ${n}.`);
  for (const text of texts) await home.memory.remember({ text, kind: 'decision' });
  await home.memory.settled();
  await until(async () => (await home.memory.webhooks()).addresses[0]?.dropped === 10);
  const [entry] = (await home.memory.webhooks()).addresses;
  assert.equal(entry?.waiting, 1_000);
  assert.match(entry?.problem ?? '', /307; redirects are not followed/);
  assert.ok(asked.length >= 1);
  assert.equal(other.asked.length, 0);
});

test('nothing is sent without an address, without a secret, or to an address that is not safe', async (t) => {
  const { url, asked } = await startListener(t);
  const cases: [object, RegExp | undefined][] = [
    [{ 'webhooks.urls': [] }, undefined],
    [{ 'webhooks.secret': '' }, /secret is not set/],
    [{ 'webhooks.secret': 'whsec_c2hvcnQ=' }, /24 to 64 bytes/],
    [{ 'webhooks.urls': ['http://example.org/hook'] }, /neither an https address nor one of this machine/],
    [{ 'webhooks.urls': ['https://ada:pw@example.org/'] }, /a name, a password/],
    [{ 'webhooks.urls': ['file:///etc/passwd'] }, /neither/],
    [{ 'webhooks.kinds': ['prompts'] }, /"prompts" is none of/],
  ];
  for (const [config, problem] of cases) {
    const home = openTelling(t, url, config as Record<string, unknown>);
    await home.memory.remember({ text: 'We use pnpm.', kind: 'decision' });
    await home.memory.settled();
    await home.runner.drain(['webhooks']);
    const state = await home.memory.webhooks();
    assert.equal(state.state, problem === undefined ? 'off' : 'failed');
    assert.match(state.problem ?? '', problem ?? /^$/);
    await assert.rejects(home.memory.webhooks({ test: true }), { code: 'invalid_input' });
    assert.equal(existsSync(join(home.at.home, 'webhooks.json')), false);
    await home.memory.close();
  }
  assert.equal(asked.length, 0);
});

test('a test message says what each address answers', async (t) => {
  const good = await startListener(t);
  const bad = await startListener(t, (response) => response.writeHead(404).end());
  const home = openTelling(t, good.url, { 'webhooks.urls': [good.url, `${bad.url}/${'k'.repeat(40)}`] });
  const { tests = [], addresses } = await home.memory.webhooks({ test: true });
  assert.deepEqual(
    tests.map(({ delivered, problem }) => [delivered, problem]),
    [
      [true, undefined],
      [false, 'It answered with status 404.'],
    ],
  );
  assert.doesNotMatch(JSON.stringify([tests, addresses]), /kkkk/);
  assert.deepEqual(typesOf(good.asked), ['webhook.test']);
});

test('only a person sets an address, a secret or more kinds, and an address that came another way is noticed', async (t) => {
  const { memory } = openFresh(t);
  for (const [set, value] of [
    ['webhooks.urls', 'https://example.org/hook'],
    ['webhooks.secret', SECRET],
  ]) {
    await assert.rejects(memory.settings({ set: set as string, value: value as string }), { code: 'not_allowed' });
  }
  await memory.settings({ set: 'webhooks.kinds', value: 'summaries' });
  await assert.rejects(memory.settings({ unset: 'webhooks.kinds' }), { code: 'not_allowed' });

  const before = openFresh(t, { config: {} });
  await before.memory.status();
  await before.memory.close();
  const url = `https://example.org/${'k'.repeat(40)}`;
  const after = openFresh(t, { home: before.at, config: { 'webhooks.urls': [url], 'webhooks.secret': SECRET } });
  await until(async () => (await after.memory.status()).guards.length === 2);
  const { guards } = await after.memory.status();
  assert.deepEqual(guards.map(({ key }) => key).toSorted(), ['webhooks.secret', 'webhooks.urls']);
  assert.doesNotMatch(JSON.stringify(guards), /kkkk|whsec/);
  assert.match(JSON.stringify(guards), /example\.org/);
});
