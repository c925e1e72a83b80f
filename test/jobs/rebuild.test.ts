import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Memory } from '../../src/api/contract.ts';
import type { Item } from '../../src/core/model/item.ts';
import type { Rebuildable } from '../../src/core/model/kinds.ts';
import { REBUILDABLE } from '../../src/core/model/kinds.ts';
import { rebuild } from '../../src/jobs/rebuild.ts';
import type { OpenedMemory } from '../../src/memory/open.ts';
import { Deriver } from '../../src/pipeline/deriver.ts';
import { type FreshHome, openFresh } from '../support/fresh-home.ts';
import { createWordEmbedder } from '../support/models/word-embedder.ts';
import { runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';
import { recordSession } from '../support/worked-sessions.ts';

const START = Date.parse('2026-09-01T09:00:00Z');
const DAY = 24 * 3_600_000;
const TRANSCRIPTS = fileURLToPath(new URL('../fixtures/claude-code/projects', import.meta.url));
const PERSON = { surface: 'cli', person: true } as const;

/** A home with sessions that share patterns, a transcript, a note, and what a person did about what was made of them. */
async function withSessions(context: TestContext): Promise<OpenedMemory & { at: FreshHome }> {
  const opened = openFresh(context, { caller: PERSON });
  const { memory } = opened;
  for (const [n, id] of ['one', 'two', 'three'].entries()) await recordSession(memory, { id, at: START + n * DAY });
  for await (const _progress of memory.import({ paths: [TRANSCRIPTS] }));
  await memory.remember({ text: 'We use pnpm.', kind: 'decision', at: new Date(START).toISOString() });
  await memory.settled();
  return opened;
}

/** Every memory as it is stored, in the order of ids, hidden ones too. */
async function rowsOf({ store }: OpenedMemory): Promise<Item[]> {
  const rows: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await store.items.page({ hidden: true }, { limit: 500, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...page.rows);
    cursor = page.next;
    if (cursor === undefined) return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}

async function answersOf(memory: Memory): Promise<unknown> {
  const answers: unknown[] = [];
  for (const query of ['why does the test of the cart fail', 'pnpm', 'prices in cents', 'session of the shop']) {
    answers.push((await memory.search({ query, limit: 20 })).hits.map(({ id, title }) => [id, title]));
  }
  return answers;
}

async function untilDone({ store }: OpenedMemory): Promise<void> {
  await until(async () => (await store.jobs.list(10)).length === 0);
}

test('gives the same memories with the same ids, and the same answers, whatever is derived again', async (context) => {
  const opened = await withSessions(context);
  const { memory } = opened;
  const before = await rowsOf(opened);
  const kinds = new Set(before.map(({ kind }) => kind));
  assert.ok(
    ['summary', 'checkpoint', 'pattern'].every((kind) => kinds.has(kind as Item['kind'])),
    [...kinds].join(),
  );
  const [summary, pattern] = ['summary', 'pattern'].map((kind) => before.find((item) => item.kind === kind));
  await memory.update(summary?.id ?? '', { hidden: true });
  await memory.update(pattern?.id ?? '', { status: 'confirmed' });
  await memory.settled();
  const judged = await rowsOf(opened);
  const find = (id: string | undefined) => judged.find((item) => item.id === id)?.detail;
  assert.deepEqual([find(summary?.id)?.hidden, find(pattern?.id)?.status], [true, 'confirmed']);
  const answers = await answersOf(memory);
  for (const what of REBUILDABLE.filter((one) => one !== 'vectors')) {
    assert.equal((await memory.rebuild({ what })).kind, 'rebuild');
    await untilDone(opened);
    await memory.settled();
    assert.deepEqual(await rowsOf(opened), judged, what);
    assert.deepEqual(await answersOf(memory), answers, what);
    assert.deepEqual(await opened.store.check(), [], what);
  }
});

test('goes on after the process ended in the middle, and answers meanwhile', async (context) => {
  const opened = await withSessions(context);
  const before = await rowsOf(opened);
  await opened.memory.close();
  for (const what of ['items', 'index'] satisfies Rebuildable[]) {
    const first = openFresh(context, { home: opened.at });
    await first.memory.rebuild({ what });
    if (what === 'items') assert.ok((await first.memory.search('cart')).hits.length > 0);
    await first.memory.close();
    const again = openFresh(context, { home: opened.at });
    await untilDone(again);
    await again.memory.settled();
    assert.deepEqual(await rowsOf(again), before);
    await again.memory.close();
  }
});

test('makes every vector again, and finds by the former ones until then', async (context) => {
  const embedder = createWordEmbedder();
  const { memory, store } = openFresh(context, { embed: { embedder }, caller: PERSON });
  const { id } = await memory.remember('The mutex was held twice.');
  await memory.remember('Deploys happen on Tuesdays.');
  await memory.settled();
  embedder.calls.length = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  embedder.before = (texts) => (texts.includes('semaphore') ? undefined : held);
  const { id: job } = await memory.rebuild({ what: 'vectors' });
  while ((await store.vectors.counts()).waiting < 2) await pause(5);
  assert.equal((await memory.search('semaphore')).hits[0]?.id, id);
  release();
  while ((await memory.jobs()).jobs.some((one) => one.id === job)) await pause(5);
  assert.deepEqual(await store.vectors.counts(), { model: 'words@1', stored: 2, waiting: 0 });
  assert.equal(embedder.calls.flat().filter((text) => text.includes('mutex')).length, 1);
  assert.equal((await memory.search('semaphore')).hits[0]?.id, id);
  assert.deepEqual(await store.check(), []);
});

test('makes no vectors where no model does', async (context) => {
  const { memory } = openFresh(context);
  await assert.rejects(memory.rebuild({ what: 'vectors' }), { code: 'invalid_input' });
});

test('goes on after kills at any moment, and gives the same', async (context) => {
  const worker = await runWorker(context);
  const ids = Array.from({ length: 40 }, (_, n) => `s${n}`);
  for (const [n, id] of ids.entries()) await recordSession(worker.memory(), { id, at: START + n * DAY });
  await worker.memory().settled();
  const before = await listOf(worker.memory());
  assert.ok(before.length > 300);
  for (const [n, what] of (['items', 'index', 'sessions'] satisfies Rebuildable[]).entries()) {
    await worker.memory().rebuild({ what });
    await pause(60 + 90 * n);
    await worker.end('SIGKILL');
    await worker.restart();
    await until(async () => (await worker.memory().jobs()).jobs.length === 0);
    await worker.memory().settled();
    assert.deepEqual(await listOf(worker.memory()), before, what);
  }
});

async function listOf(memory: Memory): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await memory.list({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...page.entries.map(({ id, title }) => `${id} ${title}`));
    cursor = page.nextCursor;
    if (cursor === undefined) return ids.sort();
  }
}

test('is one job however often it is asked for, and can be cancelled', async (context) => {
  const { memory, store } = await withSessions(context);
  const [one, other] = [await memory.rebuild(), await memory.rebuild()];
  assert.equal(one.id, other.id);
  await memory.jobs({ cancel: one.id });
  await until(async () => (await store.jobs.list(10)).length === 0);
  await memory.settled();
  assert.deepEqual((await memory.jobs()).waiting, { events: 0, sessions: 0, patterns: 0 });
});

test('refuses to derive again what there is not', async (context) => {
  const { memory } = openFresh(context);
  await assert.rejects(memory.rebuild({ what: 'all' as Rebuildable }), { code: 'invalid_input' });
  await assert.rejects(memory.jobs({ retry: 7 }), { code: 'not_found' });
});

test('derives each event a few times at most, however its sessions are mixed', async (context) => {
  const { memory, store } = openFresh(context, { caller: PERSON });
  const said = Array.from({ length: 6_000 }, (_, i) => ({
    sessionId: `session ${i % 12}`,
    at: START + i * 1_000,
    number: `${i}`,
    kind: i % 100 === i % 12 ? 'prompt' : 'message',
    text: `Part ${i} of the cart.`,
  }));
  for (let i = 0; i < said.length; i += 500) await memory.record(said.slice(i, i + 500));
  await memory.settled({ timeoutMs: 60_000 });
  let derived = 0;
  const apply: typeof store.items.apply = (change) => {
    derived += change.derived.length;
    return store.items.apply(change);
  };
  const deriver = new Deriver({ ...store, items: { ...store.items, apply } });
  context.after(() => deriver.stop());
  const run = { signal: new AbortController().signal, report: async () => undefined };
  const embedding = { wake: () => undefined, progress: () => ({}) };
  await rebuild({ store, deriver, embedding })({ what: 'items' }, run);
  assert.ok(derived >= said.length && derived <= said.length * 3, `${derived}`);
});
