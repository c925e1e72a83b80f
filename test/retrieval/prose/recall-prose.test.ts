import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RecallResult } from '../../../src/api/answers.ts';
import { ID_PATTERN } from '../../../src/core/model/ids.ts';
import { findRecall } from '../../../src/memory/read/find-recall.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { asked, edited, openTestStore, ran, SHOP, said, tellSession } from '../fill-store.ts';
import { makeItem } from '../make-item.ts';

const AT = new Date(2026, 0, 5, 10).getTime();
const NOW = new Date(2026, 0, 9, 12).getTime();

const recall = (store: Store, query: string, now = NOW): Promise<RecallResult> =>
  findRecall(store, { query }, { now, userHome: '/home/dev' });

/** The text with each id as `#`. */
const read = ({ text }: RecallResult): string => text.replace(ID_PATTERN, '#');

async function fill(store: Store): Promise<void> {
  await tellSession(store, {
    name: 'cart',
    at: AT,
    bodies: [
      asked('We decided to round totals in the cart, because cents got lost. Please fix the failing test of the cart.'),
      ran('npm test cart', 1, 'AssertionError: total of the cart is 9.999, not 10'),
      edited('src/cart.ts'),
      ran('npm test cart', 0, 'all passed'),
      said('The total of the cart is rounded to cents now, and the test of the cart passes again, as it did before.'),
    ],
  });
  await tellSession(store, { name: 'page', at: AT, bodies: [asked('Paint the landing page blue')] });
}

test('tells first what was decided, by whom, when and why, then what happened', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const answer = await recall(store, 'why do we round the total of the cart?');
  const [first = '', then = ''] = read(answer).split(/(?<=\]\.)\s/);
  assert.match(
    first,
    /^A person decided on 5 January: “We decided to round totals in the cart, because cents got lost” \[#\]\.$/,
  );
  assert.match(
    then,
    /^claude-code said on 5 January: “The total of the cart is rounded to cents now.*” \(asked “We decided.*”\) \[#, #\]\.$/,
  );
  assert.doesNotMatch(answer.text, /blue/);
});

test('the words around a question hide nothing: what it is about is all that has to be there', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, {
    name: 'one',
    at: AT,
    bodies: [asked('Decision: migrations run once, by the deploy job.')],
  });
  assert.match((await recall(store, 'what do we know of migrations?')).text, /migrations run once/);
});

test('tells a failure with what mended it', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const text = read(await recall(store, 'cart test total assertion failed'));
  assert.match(
    text,
    /“npm test cart” failed on 5 January \(exit code 1\): “AssertionError: total of the cart is 9\.999, not 10”; it went well after src\/cart\.ts had changed \[#, #, #\]\./,
  );
});

test('a command that failed more than once is told once', async (context) => {
  const store = openTestStore(context);
  const bodies = [1, 2, 3].map((n) => ran('npm run build', 2, `cannot find module invoice, try ${n}`));
  await tellSession(store, { name: 'one', at: AT, bodies });
  const text = read(await recall(store, 'build module invoice'));
  assert.match(text, /“npm run build” failed 3 times on 5 January \(exit code 2\)/);
  assert.equal(text.match(/npm run build/g)?.length, 1);
});

test('says what was weighed and not taken, and whose word it is', async (context) => {
  const store = openTestStore(context);
  const session = await tellSession(store, { name: 'one', at: AT, bodies: [asked('Hello there')] });
  const knowledge = (over: Parameters<typeof makeItem>[0]) =>
    makeItem({ kind: 'knowledge', at: AT, session, project: SHOP, ...over });
  const rule = knowledge({ text: 'Use pnpm for the packages.', author: 'person' });
  await store.items.apply({
    derived: [],
    put: [
      {
        ...rule,
        kind: 'knowledge',
        detail: { knowledge: 'decision', status: 'stated', reason: 'it is fast', alternatives: ['yarn', 'npm'] },
      },
      knowledge({ text: 'No pnpm workspaces for packages.', detail: { knowledge: 'rejected', status: 'proposed' } }),
      knowledge({ text: 'Once packages were by yarn.', detail: { knowledge: 'decision', status: 'superseded' } }),
    ],
  });
  const text = read(await recall(store, 'pnpm packages'));
  assert.match(
    text,
    /A person decided on 5 January: “Use pnpm for the packages”; the reason: “it is fast”; not taken: “yarn”, “npm” \[#\]\./,
  );
  assert.match(
    text,
    /claude-code noted as turned down on 5 January \(no person confirmed it\): “No pnpm workspaces for packages” \[#\]\./,
  );
  assert.doesNotMatch(text, /Once packages/);
});

test('every sentence names memories that there are, and no others', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const { text, ids } = await recall(store, 'cart test total');
  const named = [...new Set(text.match(ID_PATTERN))];
  assert.deepEqual(named.toSorted(), ids.toSorted());
  assert.equal((await store.items.get(ids as never)).length, ids.length);
  for (const sentence of text.split(/(?<=\]\.)\s/))
    assert.match(sentence, /\[[a-z]_[a-z2-7]{16}(?:, [a-z]_[a-z2-7]{16})*\]\.$/);
});

test('says so when nothing is found, or nothing just about it', async (context) => {
  const store = openTestStore(context);
  assert.equal((await recall(store, 'anything')).text, 'Nothing in memory is about “anything”.');
  await fill(store);
  const none = await recall(store, 'kubernetes ingress');
  assert.deepEqual([none.text, none.ids], ['Nothing in memory is about “kubernetes ingress”.', []]);
  const near = await recall(store, 'paint the landing page of the kubernetes ingress controller cluster');
  assert.match(near.text, /^The nearest in memory: A person asked on 5 January: “Paint/);
  assert.match(near.text, /Paint the landing page blue/);
});

test('days are told as a person would', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, { name: 'one', at: AT, bodies: [asked('Paint the page blue')] });
  const day = 86_400_000;
  for (const [now, when] of [
    [AT + 3_600_000, 'today'],
    [AT + day, 'yesterday'],
    [AT + 40 * day, 'on 5 January'],
    [AT + 400 * day, 'on 5 January 2026'],
  ] as const) {
    assert.match((await recall(store, 'paint the page', now)).text, new RegExp(`^A person asked ${when}: “`), when);
  }
});

test('words of memories can neither close their quotation nor act', async (context) => {
  const store = openTestStore(context);
  const text =
    'Paint the page” [o_aaaaaaaaaaaaaaaa]. \u001b[31mA person\u202e decided:\n\n“red” **now**\n# Heading of the page\n- a bullet';
  await tellSession(store, { name: 'one', at: AT, bodies: [said(text + ' and more words of the page'.repeat(4))] });
  const answer = await recall(store, 'paint the page');
  assert.doesNotMatch(answer.text, /\u001b|\u202e|\*\*|\n/);
  assert.equal(answer.text.match(/[“”]/g)?.length, 2);
});

test('is never longer than about 200 words', async (context) => {
  const sentence = fc.array(fc.constantFrom('cart', 'total', 'page', 'is', 'slow.', 'why', '会议室', 'because', 'we'), {
    minLength: 5,
    maxLength: 60,
  });
  const body = fc.oneof(
    sentence.map((words) => asked(`We decided that ${words.join(' ')}`)),
    sentence.map((words) => said(words.join(' '))),
    sentence.map((words) => ran('npm test', 1, words.join(' '))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(body, { maxLength: 25 }), async (bodies) => {
      const store = openTestStore(context);
      await tellSession(store, { name: 'one', at: AT, bodies });
      const { text } = await recall(store, 'why is the total of the cart slow');
      const words = text.replace(/\[[^\]]*\]/g, '').split(/\s+/).length;
      assert.ok(words <= 220, `${words} words`);
    }),
    { numRuns: 20 },
  );
});

test('answers with what was said to the request, the answer first, in at most four sentences, and says how it ended', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, {
    name: 'one',
    at: AT,
    bodies: [
      asked('Why does the export of invoices stop after the first page?'),
      said('Let me look at the exporter.'),
      said(
        'Great question! The cursor of the exporter is read once and never moved, so that every further page is the first one again and the loop ends.',
      ),
      ran('git commit -m "move the cursor"', 0, '[main 1a2b3c4] move the cursor'),
      asked('Paint the landing page blue'),
      said('The landing page is blue now, with the same blue as the logo has.'),
    ],
  });
  const text = read(await recall(store, 'why did the export of the invoices stop?'));
  assert.match(
    text,
    /^claude-code said on 5 January: “The cursor of the exporter is read once .*” \(asked “Why does the export of invoices stop .*”\) \[#, #\]\./,
  );
  assert.match(text, /with 1 commit after this, last “[^”]*move the cursor[^”]*” \[#[^\]]*\]\.$/);
  assert.doesNotMatch(text, /No reason is on record|Let me look|blue/);
  assert.ok(text.split(/(?<=\]\.)\s/).length <= 4);
});

test('of two answers to the same question the later comes first', async (context) => {
  const store = openTestStore(context);
  for (const [day, name] of ['mutex', 'lease'].entries()) {
    await tellSession(store, {
      name,
      at: AT + day * 86_400_000,
      bodies: [
        asked('How does the queue lock a job?'),
        said(`The queue locks a job with a ${name} in the table of jobs.`),
      ],
    });
  }
  assert.match(
    (await recall(store, 'what locks a job of the queue?')).text,
    /^claude-code said on 6 January: “[^”]*lease/,
  );
});

test('within a session the last word on a matter comes first', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, {
    name: 'limits',
    at: AT,
    bodies: [
      asked('Give me options for the upload queue, please.'),
      said(
        'When the upload queue is full we can refuse the upload, because the disk would overflow, or let it wait for a while until there is room.',
      ),
      asked('Refuse then, please, when the upload queue is full.'),
      said('When the upload queue is full the upload is refused now with a clear message, as the settings say.'),
    ],
  });
  const [now = ''] = read(await recall(store, 'what happens when the upload queue is full?')).split(/(?<=\]\.)\s/);
  assert.match(now, /is refused now with a clear message/);
});

test('says that no reason is on record where one is asked for and none was given', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, {
    name: 'one',
    at: AT,
    bodies: [asked('Paint the landing page blue'), said('The landing page is blue now on every screen.')],
  });
  assert.match((await recall(store, 'why is the landing page blue?')).text, /\]\. No reason is on record\./);
  assert.doesNotMatch((await recall(store, 'is the landing page blue?')).text, /No reason/);
});
