import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { ListInput } from '../../src/api/requests.ts';
import type { EventBody } from '../../src/core/model/event.ts';
import { findHits } from '../../src/memory/read/find-hits.ts';
import { findList } from '../../src/memory/read/find-list.ts';
import { findTimeline } from '../../src/memory/read/find-timeline.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { asked, edited, OTHER, openTestStore, ran, SHOP, said, tellSession } from '../retrieval/fill-store.ts';

const AT = Date.UTC(2026, 0, 9);
const PLACE = { now: Date.UTC(2026, 0, 10), userHome: '/home/dev' };
const MOST = 100;

const words = fc.constantFrom('cart total', 'the cart is slow', 'invoice total', 'tax of the cart', 'why the invoice');
const body: fc.Arbitrary<EventBody> = fc.oneof(
  words.map(asked),
  words.map(said),
  fc.constantFrom('src/cart.ts', 'src/tax.ts').map(edited),
  fc.tuple(words, fc.integer({ min: 0, max: 1 })).map(([text, code]) => ran(`npm test ${text}`, code)),
);
/** Sessions that begin at one of two times, so that many things happened at the same time. */
const sessions = fc.array(
  fc.record({
    late: fc.boolean(),
    project: fc.constantFrom(SHOP, OTHER),
    bodies: fc.array(body, { minLength: 1, maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 6 },
);

async function fill(
  context: TestContext,
  told: typeof sessions extends fc.Arbitrary<infer T> ? T : never,
): Promise<Store> {
  const store = openTestStore(context);
  for (const [n, { late, ...session }] of told.entries()) {
    await tellSession(store, { ...session, name: `session ${n}`, at: AT + (late ? 120_000 : 0) });
  }
  return store;
}

/** All pages of something, one after the other. */
async function walk<Row>(
  page: (cursor: { cursor?: string }) => Promise<{ rows: Row[]; nextCursor?: string | undefined }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let cursor: string | undefined, count = 0; count === 0 || cursor !== undefined; count += 1) {
    assert.ok(count < 500, 'pages do not end');
    const { rows, nextCursor } = await page(cursor === undefined ? {} : { cursor });
    all.push(...rows);
    cursor = nextCursor;
  }
  return all;
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((row) => row.id);

test('walking the pages of a list gives each entry once, in the order of one big page', async (context) => {
  const filters: ListInput[] = [
    {},
    { kinds: ['session'] },
    { kinds: ['prompt', 'message'] },
    { file: 'src/cart.ts' },
    { project: 'shop', agent: 'claude-code' },
    { since: AT, until: AT + 60_000 },
  ];
  await fc.assert(
    fc.asyncProperty(
      sessions,
      fc.constantFrom(...filters),
      fc.integer({ min: 1, max: 5 }),
      async (told, filter, limit) => {
        const store = await fill(context, told);
        const one = await findList(store, { ...filter, limit: MOST }, PLACE);
        assert.equal(one.nextCursor, undefined);
        const walked = await walk(async (cursor) => {
          const { entries, nextCursor } = await findList(store, { ...filter, limit, ...cursor }, PLACE);
          return { rows: entries, nextCursor };
        });
        assert.deepEqual(walked, one.entries);
        assert.equal(new Set(idsOf(walked)).size, walked.length);
        const times = walked.map((entry) => entry.at);
        assert.deepEqual(times, times.toSorted().reverse());
      },
    ),
    { numRuns: 30 },
  );
});

test('walking the pages of a search gives each hit once, in the order of one big page', async (context) => {
  const queries = fc.constantFrom('cart', 'why is the total of the invoice slow', 'npm test', '', 'src/cart.ts tax');
  await fc.assert(
    fc.asyncProperty(sessions, queries, fc.integer({ min: 1, max: 5 }), async (told, query, limit) => {
      const store = await fill(context, told);
      const one = await findHits(store, { query, limit: MOST }, PLACE);
      assert.equal(one.nextCursor, undefined);
      let { now } = PLACE;
      const walked = await walk(async (cursor) => {
        now += 86_400_000;
        const place = cursor.cursor === undefined ? PLACE : { ...PLACE, now };
        const { hits, nextCursor } = await findHits(store, { query, limit, ...cursor }, place);
        return { rows: hits, nextCursor };
      });
      assert.deepEqual(walked, one.hits);
      assert.equal(new Set(idsOf(walked)).size, walked.length);
    }),
    { numRuns: 30 },
  );
});

test('timelines one after the other tell each step once, in the order of one long one', async (context) => {
  await fc.assert(
    fc.asyncProperty(sessions, fc.integer({ min: 1, max: 4 }), async (told, after) => {
      const store = await fill(context, told);
      const [first] = (await store.items.list({ kinds: ['prompt', 'message'] }, { limit: 1, oldestFirst: true })).slice(
        0,
        1,
      );
      if (first === undefined) return;
      const ask = { anchor: first.id, before: 0, project: '*' };
      const long = await findTimeline(store, { ...ask, after: 50 }, PLACE);
      const steps = idsOf(long.entries);
      const walked = [first.id as string];
      for (let more = true, anchor = first.id as string; more && walked.length < 100; ) {
        const next = await findTimeline(store, { ...ask, anchor, after }, PLACE);
        const later = idsOf(next.entries).slice(1);
        walked.push(...later);
        anchor = later.at(-1) ?? anchor;
        more = next.more.after;
      }
      assert.deepEqual(
        walked.filter((id) => steps.includes(id)),
        steps,
      );
      assert.equal(new Set(walked).size, walked.length);
    }),
    { numRuns: 30 },
  );
});

test('a cursor that is none, or of something else, is told', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, {
    name: 'one',
    at: AT,
    bodies: [asked('cart one'), asked('cart two'), asked('cart three')],
  });
  const { nextCursor = '' } = await findHits(store, { query: 'cart', limit: 1 }, PLACE);
  const listed = await findList(store, { limit: 1 }, PLACE);
  const wrong = { code: 'invalid_input', fix: /./ };
  for (const cursor of ['', 'abc', '!', nextCursor.slice(1), listed.nextCursor ?? '', 'x'.repeat(10_000)]) {
    await assert.rejects(findHits(store, { query: 'cart', cursor }, PLACE), wrong, cursor);
  }
  await assert.rejects(findHits(store, { query: 'other', cursor: nextCursor }, PLACE), wrong);
  await assert.rejects(findHits(store, { query: 'cart', kinds: ['prompt'], cursor: nextCursor }, PLACE), wrong);
  for (const cursor of ['', 'abc', nextCursor]) {
    await assert.rejects(findList(store, { cursor }, PLACE), wrong, cursor);
    await assert.rejects(findList(store, { kinds: ['session'], cursor }, PLACE), wrong, cursor);
  }
  const all = idsOf((await findHits(store, { query: 'cart' }, PLACE)).hits);
  assert.deepEqual(idsOf((await findHits(store, { query: 'cart', cursor: nextCursor }, PLACE)).hits), all.slice(1));
});

test('a page goes on where the one before ended although the vector of its question came late', async (context) => {
  const store = await fill(context, [
    { late: false, project: SHOP, bodies: ['the cart is slow', 'cart total', 'tax of the cart'].map(asked) },
  ]);
  const question = { query: 'cart', limit: 1 };
  const vector = { model: 'none', vector: new Float32Array(4) };
  const { nextCursor = '' } = await findHits(store, { ...question, vector }, PLACE);
  assert.equal((await findHits(store, { ...question, cursor: nextCursor }, PLACE)).hits.length, 1);
  await assert.rejects(findHits(store, { query: 'tax', cursor: nextCursor }, PLACE), { code: 'invalid_input' });
});
