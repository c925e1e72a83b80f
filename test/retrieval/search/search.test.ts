import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as LIMITS from '../../../src/core/limits.ts';
import { countTokens } from '../../../src/core/text/tokens.ts';
import { searchItems } from '../../../src/retrieval/search/search.ts';
import type { ItemFilter } from '../../../src/store/contract/item-filter.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { CODE_POINT } from '../../support/code-point.ts';
import { asked, edited, OTHER, openTestStore, ran, SHOP, said, tellSession } from '../fill-store.ts';

const AT = Date.UTC(2026, 0, 9);
const NOW = Date.UTC(2026, 0, 10);

async function fill(store: Store): Promise<void> {
  await tellSession(store, {
    name: 'checkout',
    at: AT,
    bodies: [
      asked('We decided to use idempotency keys instead of locks for the checkout.'),
      edited('src/orderService.ts'),
      ran('npm test', 1, 'TypeError: total is not a function in OrderService'),
      said(
        `${'The order service is described here at length. '.repeat(20)} The coupon is applied before the tax. ${'And so on. '.repeat(40)}`,
      ),
    ],
  });
  await tellSession(store, {
    name: 'pages',
    at: AT + 3_600_000,
    bodies: [asked('Paint the landing page blue'), said('会议室 is the meeting room page.')],
  });
  await tellSession(store, {
    name: 'other',
    at: AT,
    bodies: [asked('The checkout of the other shop uses locks')],
    project: OTHER,
  });
}

const titles = async (store: Store, query: string, filter: ItemFilter = {}) =>
  (await searchItems(store, { filter, query }, NOW)).hits.map((hit) => hit.title);

test('a question in plain words finds what was decided', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const { hits } = await searchItems(
    store,
    { filter: {}, query: 'Why do we have idempotency keys in the checkout?' },
    NOW,
  );
  assert.equal(hits[0]?.kind, 'knowledge');
  assert.match(hits[0]?.title ?? '', /idempotency keys instead of locks/);
});

test('identifiers are found whole, in parts and across spelling', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  for (const query of ['OrderService', 'orderService', 'order_service', 'src/orderService.ts']) {
    assert.ok((await titles(store, query)).includes('Edit src/orderService.ts'), query);
  }
});

test('scripts without spaces are found by a part of a run', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  assert.ok((await titles(store, '会议')).some((title) => title.includes('会议室')));
});

test('a hit shows the passage that answers, and its measured tokens', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const { hits, tokens } = await searchItems(store, { filter: {}, query: 'is the coupon applied before tax' }, NOW);
  const hit = hits.find((one) => one.kind === 'message');
  assert.match(hit?.snippet ?? '', /coupon is applied before the tax/);
  for (const one of hits) {
    assert.equal(one.tokens, countTokens(`${one.title}\n${one.snippet}`));
    assert.ok(one.tokens <= 180, `${one.tokens} tokens: ${one.title}`);
    assert.equal(one.why, undefined);
  }
  assert.equal(
    tokens,
    hits.reduce((sum, one) => sum + one.tokens, 0),
  );
});

test('a hit stays small in any script', async (context) => {
  const store = openTestStore(context);
  const mixed = `${'会议室在二楼'.repeat(60)} plan ${'and more words '.repeat(60)}😀 ${'ที่ประชุม'.repeat(60)}`;
  await tellSession(store, { name: 'one', at: AT, bodies: [said(mixed), said('会议室'.repeat(400))] });
  for (const query of ['会议', 'plan', 'words', 'ประชุม']) {
    const { hits } = await searchItems(store, { filter: {}, query }, NOW);
    for (const hit of hits) assert.ok(hit.tokens <= 185, `${query}: ${hit.tokens}`);
  }
});

test('explains a score by its parts when asked to', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const { hits } = await searchItems(store, { filter: {}, query: 'idempotency keys', explain: true, near: SHOP }, NOW);
  for (const part of ['words', 'coverage', 'project']) assert.ok((hits[0]?.why?.[part] ?? 0) > 0, part);
});

test('filters narrow by project, kind, session, file and time', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  assert.ok((await titles(store, 'locks', { project: OTHER })).every((title) => title.includes('other shop')));
  assert.deepEqual(await titles(store, 'locks', { kinds: ['summary'] }), []);
  assert.deepEqual(await titles(store, 'order', { file: 'src/orderService.ts', kinds: ['observation'] }), [
    'Edit src/orderService.ts',
  ]);
  assert.deepEqual(await titles(store, 'blue', { until: AT }), []);
  assert.ok((await titles(store, 'blue', { since: AT + 3_000_000 })).length > 0);
});

test('equal memories are shown once', async (context) => {
  const store = openTestStore(context);
  const bodies = Array.from({ length: 4 }, () => ran('npm run build', 0, 'built'));
  await tellSession(store, { name: 'one', at: AT, bodies });
  assert.deepEqual(await titles(store, 'build'), ['npm run build']);
});

test('an id in the question comes first', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const [item] = await store.items.list({ kinds: ['prompt'] }, { limit: 1 });
  const { hits } = await searchItems(store, { filter: {}, query: `what about ${item?.id} and locks` }, NOW);
  assert.equal(hits[0]?.id, item?.id);
});

test('without a word to look for it lists the newest and says so', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const { hits, notes } = await searchItems(store, { filter: {}, query: '???', limit: 2 }, NOW);
  assert.equal(hits.length, 2);
  assert.equal(notes[0]?.code, 'no_words');
});

test('no question is an error, and no answer is over its limits', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const odd = [
    '"',
    '""',
    'a AND b OR NOT',
    'NEAR(a b)',
    "' OR 1=1 --",
    '*',
    'col:x',
    '\0',
    '-x',
    '(',
    'x'.repeat(100_000),
    '😀',
    '\ud800',
  ];
  const query = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: CODE_POINT }));
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: -5, max: 500 }), async (text, limit) => {
      const { hits } = await searchItems(store, { filter: {}, query: text, limit }, NOW);
      assert.ok(hits.length <= Math.max(1, Math.min(limit, LIMITS.hitsMax)));
    }),
  );
});

test('a prompt shows the answer to it, a message the sentence that answers, and neither ends after a colon', async (context) => {
  const store = openTestStore(context);
  const more = 'The table of jobs has a column for each state that a job can be in. '.repeat(12);
  await tellSession(store, {
    name: 'queue',
    at: AT,
    bodies: [
      asked('How does the queue lock a job?'),
      said(
        `Great question! Let me explain.\n\n${more}\n\nThe queue locks a job with a lease of ten minutes, like this:\n\n${more}`,
      ),
    ],
  });
  const { hits } = await searchItems(store, { filter: {}, query: 'what locks a job of the queue, a lease?' }, NOW);
  const prompt = hits.find((hit) => hit.kind === 'prompt');
  const message = hits.find((hit) => hit.kind === 'message');
  assert.match(prompt?.snippet ?? '', /^Answered: .*locks a job with a lease of ten minutes/);
  assert.match(message?.snippet ?? '', /locks a job with a lease of ten minutes/);
  for (const { snippet } of hits) assert.doesNotMatch(snippet, /Great question|Let me explain|[:：]\s*…?$/);
});

test('what holds nothing of a question is left out', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, {
    name: 'retry',
    at: AT,
    bodies: [
      asked('2'),
      asked('check again'),
      asked('Add a retry to the upload'),
      said('Second turn done.'),
      asked('stop'),
    ],
  });
  const { hits } = await searchItems(store, { filter: {}, query: 'retry', limit: 50 }, NOW);
  assert.ok(hits.length > 0);
  assert.ok(
    hits.every(({ title, snippet }) => /retry/i.test(title + snippet)),
    hits.map(({ title }) => title).join(),
  );
});

test('a question that was asked before stands below what answers it', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, { name: 'before', at: AT, bodies: [asked('Where do we keep the key of the mail server?')] });
  await tellSession(store, {
    name: 'first',
    at: AT - 86_400_000,
    bodies: [asked('Move the key of the mail server'), said('The key of the mail server lies in the vault now.')],
  });
  const { hits } = await searchItems(store, { filter: {}, query: 'where do we keep the key of the mail server?' }, NOW);
  assert.equal(hits.at(-1)?.title, 'Where do we keep the key of the mail server?');
  assert.ok(hits.length >= 3);
});
