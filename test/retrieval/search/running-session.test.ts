import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHits } from '../../../src/memory/read/find-hits.ts';
import { findRecall } from '../../../src/memory/read/find-recall.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { asked, openTestStore, said, tellSession } from '../fill-store.ts';

const NOW = Date.UTC(2026, 0, 10);
const DAY = 86_400_000;
const QUERY = 'where is the coupon applied?';
const BEFORE = [asked('Apply the coupon'), said('The coupon is applied before the tax, in the order service.')];
const RUNNING = [asked('Look at the coupon again'), said('The coupon is rounded in the basket, as I see it now.')];

const place = { now: NOW, userHome: '/home/dev' };
const query = { query: QUERY, cwd: '/home/dev/shop' };

async function fill(store: Store, at = NOW - 10_000): Promise<void> {
  await tellSession(store, { name: 'before', at: NOW - DAY, bodies: BEFORE });
  await tellSession(store, { name: 'running', at, bodies: RUNNING });
}

const words = async (store: Store, byAgent: boolean): Promise<string> => {
  const { hits } = await findHits(store, { ...query, byAgent }, place);
  return hits.map(({ title, snippet }) => `${title} ${snippet}`).join('\n');
};

test('what the session that asks has in its context is left out for an agent, and a note says so', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  assert.match(await words(store, false), /basket/);
  assert.doesNotMatch(await words(store, true), /basket/);
  const { hits, notes } = await findHits(store, { ...query, byAgent: true }, place);
  assert.match(hits.map(({ snippet }) => snippet).join(), /before the tax/);
  const { message = '' } = notes.find(({ code }) => code === 'running') ?? {};
  const session = /s_\w{16}/.exec(message)?.[0] ?? '';
  const named = await findHits(store, { ...query, byAgent: true, session }, place);
  assert.match(named.hits.map(({ snippet }) => snippet).join(), /basket/);
  assert.doesNotMatch((await findRecall(store, { ...query, byAgent: true }, place)).text, /basket/);
});

test('what came before its context was lost is found, and all of a session that is over', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, { name: 'before', at: NOW - DAY, bodies: BEFORE });
  await tellSession(store, {
    name: 'running',
    at: NOW - 60_000,
    bodies: [...RUNNING, { kind: 'compact.start', trigger: 'auto' }, asked('Go on')],
  });
  assert.match(await words(store, true), /basket/);
  const over = openTestStore(context);
  await fill(over, NOW - DAY / 2);
  assert.match(await words(over, true), /basket/);
});

test('of two sessions that are active none is taken for the one that asks', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  await tellSession(store, { name: 'other', at: NOW - 5_000, bodies: [asked('Paint the page')] });
  assert.match(await words(store, true), /basket/);
});
