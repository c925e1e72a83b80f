import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { DoctorInput } from '../../../src/api/requests.ts';
import { homePaths } from '../../../src/config/paths.ts';
import type { HealthCheck } from '../../../src/core/model/check.ts';
import { ignore } from '../../../src/platform/ignored.ts';
import { freshHome, openFresh } from '../../support/fresh-home.ts';

type Opened = ReturnType<typeof openFresh>;

async function examine(
  { memory }: Opened,
  input: DoctorInput = {},
): Promise<(name: string) => HealthCheck | undefined> {
  const { checks } = await memory.doctor(input);
  return (name) => checks.find((check) => check.name === name);
}

async function withNote(context: TestContext): Promise<Opened> {
  const opened = openFresh(context);
  await opened.memory.remember('We use pnpm in the shop');
  return opened;
}

test('finds an index that disagrees with its items only when it looks deep, and makes the items anew', async (context) => {
  const opened = await withNote(context);
  const db = new DatabaseSync(homePaths(opened.at.home).db);
  db.exec("UPDATE items SET text = 'other words', title = 'other words'");
  db.close();
  assert.equal((await examine(opened))('index'), undefined);
  const ill = (await examine(opened, { deep: true }))('index');
  assert.deepEqual([ill?.status, ill?.fixable], ['failed', true]);
  const mended = (await examine(opened, { deep: true, fix: true }))('index');
  assert.deepEqual([mended?.status, mended?.fixed], ['ok', true]);
  assert.equal((await examine(opened, { deep: true }))('index')?.status, 'ok');
  assert.equal((await opened.memory.search({ query: 'pnpm', kinds: ['knowledge', 'observation'] })).hits.length, 1);
});

test('finds a body that is not what was written, and does not pretend to mend it', async (context) => {
  const opened = openFresh(context);
  await opened.memory.remember('A long note on herons. '.repeat(200));
  const db = new DatabaseSync(homePaths(opened.at.home).db);
  db.exec("UPDATE bodies SET hash = x'00'");
  db.close();
  const found = (await examine(opened, { deep: true, fix: true }))('database');
  assert.deepEqual([found?.status, found?.fixed, found?.fixable], ['failed', undefined, undefined]);
  assert.match(found?.fix ?? '', /^cairn doctor --deep --fix saves what can be read/);
});

test('puts jobs that were given up back into the queue', async (context) => {
  const opened = await withNote(context);
  const { jobs } = opened.store;
  await jobs.enqueue({ kind: 'reconcile', key: '/a', payload: { agent: 'x', path: '/a' }, priority: 0, runAt: 1 }, 1);
  const job = await jobs.lease(2, { leaseMs: 1, kinds: ['reconcile'] });
  await jobs.fail(job ?? assert.fail(), 2, { error: 'the disk was full' });
  const dead = (await examine(opened))('jobs');
  assert.deepEqual([dead?.status, dead?.fixable], ['failed', true]);
  assert.match(dead?.message ?? '', /Given up: 1 job, the last of kind reconcile: the disk was full/);
  assert.equal((await examine(opened, { fix: true }))('jobs')?.fixed, true);
  assert.deepEqual(
    (await jobs.list(10)).map(({ state, key }) => [state, key]),
    [['ready', '/a']],
  );
});

test('takes in what lies in the journal, and leaves what cannot be read set aside', async (context) => {
  const opened = openFresh(context, { ignorable: /journal file is damaged/ });
  const { journal } = homePaths(opened.at.home);
  mkdirSync(journal, { recursive: true });
  const entry = {
    version: 1,
    agent: 'claude-code',
    event: 'Stop',
    delivery: 'd-1',
    at: 1,
    events: [],
    reconcile: 'never',
    skipped: {},
  };
  writeFileSync(join(journal, '1.jsonl'), `${JSON.stringify(entry)}\n`);
  writeFileSync(join(journal, '2.jsonl.damaged'), `${JSON.stringify({ ...entry, delivery: 'd-2' })}\n`);
  writeFileSync(join(journal, '3.jsonl.damaged'), '{"version": 1, "agent"');
  const before = await examine(opened);
  assert.deepEqual([before('journal')?.status, before('journal-set-aside')?.status], ['warning', 'warning']);
  const mended = await examine(opened, { fix: true });
  assert.equal(mended('journal')?.fixed, true);
  assert.match(mended('journal-set-aside')?.message ?? '', /1 hold nothing that can be taken in/);
  assert.ok(!existsSync(join(journal, '1.jsonl')) && !existsSync(join(journal, '2.jsonl.damaged')));
  assert.ok(existsSync(join(journal, '3.jsonl.damaged')));
  const hooks = (await opened.memory.status()).hooks.find(({ event }) => event === 'Stop');
  assert.equal(hooks?.count, 2);
});

test('tells of hooks, skipped input and ignored errors since ever, also after a restart', async (context) => {
  const at = freshHome(context);
  const first = openFresh(context, { home: at, ignorable: /could not be heard/ });
  const hook = { agent: 'claude-code', event: 'SessionStart', delivery: 'd-1', at: Date.now() };
  await first.memory.takeHook({ ...hook, payload: '{"session_id": "s-1", "source": "startup"}' });
  await first.memory.takeHook({ ...hook, delivery: 'd-2', payload: 'not JSON' });
  ignore(undefined, 'a heron could not be heard');
  await first.counts.save();
  ignore(undefined, 'a heron could not be heard');
  const live = await examine(first);
  assert.match(live('ignored:a-heron-could-not-be-heard')?.message ?? '', /^Ignored 2 times/);
  await first.memory.close();
  const second = openFresh(context, { home: at });
  const kept = await examine(second);
  assert.match(kept('hooks:claude-code')?.message ?? '', /SessionStart 1 \(last \d{4}-/);
  assert.match(kept('skipped')?.message ?? '', /claude-code: payload is no JSON object 1/);
  assert.equal(kept('ignored:a-heron-could-not-be-heard')?.status, 'warning');
  assert.equal((await second.memory.status()).ignored['a heron could not be heard'], 2);
});

test('tells how many statements wait and how many memories are hidden', async (context) => {
  const opened = openFresh(context, { caller: { surface: 'cli', person: false, agent: true } });
  const { id } = await opened.memory.remember({ text: 'Always run the tests', kind: 'constraint' });
  await opened.memory.remember({ text: 'Never push on Fridays', kind: 'constraint' });
  await opened.memory.forget({ ids: [id] });
  const found = await examine(opened);
  assert.match(found('proposed')?.message ?? '', /^1 statement of an agent waits for you/);
  assert.match(found('hidden')?.message ?? '', /^Hidden by agents: 1 of/);
});

test('says which transcripts tell more than was read', async (context) => {
  const opened = await withNote(context);
  const folder = join(opened.at.userHome, '.claude/projects/-shop');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'aaaaaaaa-0000-4000-8000-000000000000.jsonl'), '{"type":"summary"}\n');
  const found = (await examine(opened))('transcripts:claude-code');
  assert.match(found?.message ?? '', /1 were never read: cairn import/);
});
