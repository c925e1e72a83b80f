import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SessionId, sessionId } from '../../../src/core/model/ids.ts';
import { findHits } from '../../../src/memory/read/find-hits.ts';
import { findRecall } from '../../../src/memory/read/find-recall.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { asked, openTestStore, said, tellSession } from '../fill-store.ts';

const NOW = Date.UTC(2026, 0, 10);
const DAY = 86_400_000;
const QUERY = 'where is the coupon applied?';
const BEFORE = [asked('Apply the coupon'), said('The coupon is applied before the tax, in the order service.')];
const RUNNING = [asked('Look at the coupon again'), said('The coupon is rounded in the basket, as I see it now.')];

const ASKING = { asking: sessionId('claude-code', 'running') };

const place = { now: NOW, userHome: '/home/dev' };
const query = { query: QUERY, cwd: '/home/dev/shop' };

async function fill(store: Store, at = NOW - 10_000): Promise<void> {
  await tellSession(store, { name: 'before', at: NOW - DAY, bodies: BEFORE });
  await tellSession(store, { name: 'running', at, bodies: RUNNING });
}

const words = async (store: Store, asking: { asking?: SessionId }): Promise<string> => {
  const { hits } = await findHits(store, { ...query, ...asking }, place);
  return hits.map(({ title, snippet }) => `${title} ${snippet}`).join('\n');
};

test('what the session that asks has in its context is left out for an agent, and a note says so', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  assert.match(await words(store, {}), /basket/);
  assert.doesNotMatch(await words(store, ASKING), /basket/);
  const { hits, notes } = await findHits(store, { ...query, ...ASKING }, place);
  assert.match(hits.map(({ snippet }) => snippet).join(), /before the tax/);
  const { message = '' } = notes.find(({ code }) => code === 'running') ?? {};
  const session = /s_\w{16}/.exec(message)?.[0] ?? '';
  const named = await findHits(store, { ...query, ...ASKING, session }, place);
  assert.match(named.hits.map(({ snippet }) => snippet).join(), /basket/);
  assert.doesNotMatch((await findRecall(store, { ...query, ...ASKING }, place)).text, /basket/);
});

test('what came before its context was lost is found', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, { name: 'before', at: NOW - DAY, bodies: BEFORE });
  await tellSession(store, {
    name: 'running',
    at: NOW - 60_000,
    bodies: [...RUNNING, { kind: 'compact.start', trigger: 'auto' }, asked('Go on')],
  });
  assert.match(await words(store, ASKING), /basket/);
});

test('no session is taken for the one that asks but the one that its agent named', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  assert.match(await words(store, {}), /basket/, 'the only one at work may be another agent’s');
  assert.match(await words(store, { asking: sessionId('codex', 'unknown') }), /basket/);
  await tellSession(store, { name: 'other', at: NOW - 5_000, bodies: [asked('Paint the page')] });
  assert.doesNotMatch(await words(store, ASKING), /basket/);
  assert.match(await words(store, { asking: sessionId('claude-code', 'other') }), /basket/);
});

test('a session that is over asks no more, and one that goes on does, however long its turn takes', async (context) => {
  const store = openTestStore(context);
  await fill(store, NOW - DAY / 2);
  assert.doesNotMatch(await words(store, ASKING), /basket/);
  await tellSession(store, { name: 'running', at: NOW - DAY / 3, bodies: [{ kind: 'session.end', reason: 'clear' }] });
  assert.match(await words(store, ASKING), /basket/);
});
