import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from '../../../src/core/text/tokens.ts';
import { findTimeline } from '../../../src/memory/read/find-timeline.ts';
import type { ReadInput } from '../../../src/memory/runtime/reads-contract.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { asked, edited, OTHER, openTestStore, ran, SHOP, said, tellSession } from '../fill-store.ts';

const AT = Date.UTC(2026, 0, 9, 10);
const PLACE = { now: Date.UTC(2026, 0, 10), userHome: '/home/dev' };

async function fill(store: Store) {
  const bodies = [
    asked('We decided to round totals, because cents got lost.'),
    ran('npm test', 1, 'total is 9.999'),
    edited('src/cart.ts'),
    ran('npm test', 0, 'passed'),
    said(`The cart rounds now. ${'It is described at length. '.repeat(300)}`),
  ];
  const session = await tellSession(store, { name: 'cart', at: AT, bodies });
  await tellSession(store, { name: 'later', at: AT + 3_600_000, bodies: [asked('Paint it blue')] });
  await tellSession(store, { name: 'other', at: AT, bodies: [asked('Another shop')], project: OTHER });
  return session;
}

const tell = (store: Store, input: ReadInput<'timeline'>) => findTimeline(store, input, PLACE);
const titles = async (store: Store, input: ReadInput<'timeline'>) =>
  (await tell(store, input)).entries.map((entry) => (entry.anchor === true ? `> ${entry.title}` : entry.title));

test('tells what happened before and after an anchor in its session, oldest first', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const [edit] = await store.items.list({ file: 'src/cart.ts', kinds: ['observation'] }, { limit: 1 });
  const around = await tell(store, { anchor: edit?.id ?? '', before: 1, after: 1 });
  assert.deepEqual(
    around.entries.map(({ title, anchor, exitCode }) => [title, anchor, exitCode]),
    [
      ['npm test failed (exit 1)', undefined, 1],
      ['Edit src/cart.ts', true, undefined],
      ['npm test', undefined, 0],
    ],
  );
  assert.equal(around.anchor, edit?.id);
  assert.deepEqual(around.more, { before: true, after: true });
  assert.deepEqual(around.entries[1]?.filesChanged, ['src/cart.ts']);
});

test('what a prompt states is told with the prompt, and by itself only when asked for', async (context) => {
  const store = openTestStore(context);
  const session = await fill(store);
  const all = await tell(store, { anchor: session });
  assert.ok(all.entries.every((entry) => entry.kind !== 'knowledge' && entry.kind !== 'checkpoint'));
  const stated = await tell(store, { anchor: session, kinds: ['knowledge'] });
  assert.deepEqual(
    stated.entries.map((entry) => entry.kind),
    ['knowledge'],
  );
});

test('of a session its end, of a project its latest, around a time what was then', async (context) => {
  const store = openTestStore(context);
  const session = await fill(store);
  const end = await tell(store, { anchor: session, before: 2 });
  assert.deepEqual([end.anchor, end.more], [session, { before: true, after: false }]);
  assert.match(end.entries.at(-1)?.title ?? '', /^The cart rounds now/);
  assert.deepEqual(await titles(store, { anchor: SHOP, before: 1 }), ['Paint it blue']);
  const at = new Date(AT + 90_000).toISOString();
  const then = await tell(store, { anchor: at, before: 1, after: 1, project: SHOP });
  assert.equal(then.anchor, at);
  assert.deepEqual(
    then.entries.map((entry) => entry.title),
    ['npm test failed (exit 1)', 'Edit src/cart.ts'],
  );
  const ago = await tell(store, { anchor: `${(PLACE.now - AT) / 60_000 - 1}m`, before: 0, after: 1, project: SHOP });
  assert.deepEqual(
    ago.entries.map((entry) => entry.title),
    ['Edit src/cart.ts'],
  );
});

test('an event leads to its memory, or to its moment when it has none', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, { name: 'one', at: AT, bodies: [asked('One'), { kind: 'turn.end' }, asked('Two')] });
  const events = await store.log.since(0, 10);
  const [one, none] = events;
  assert.deepEqual(await titles(store, { anchor: one?.id ?? '' }), ['> One', 'Two']);
  assert.deepEqual(await titles(store, { anchor: none?.id ?? '' }), ['One', 'Two']);
});

test('goes across the sessions of a project when asked to', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const [last] = await store.items.list({ kinds: ['message'] }, { limit: 1 });
  const anchor = last?.id ?? '';
  assert.ok(!(await titles(store, { anchor })).includes('Paint it blue'));
  const across = await titles(store, { anchor, project: 'shop' });
  assert.ok(across.includes('Paint it blue') && !across.includes('Another shop'));
  assert.ok((await titles(store, { anchor, project: '*', before: 50 })).includes('Another shop'));
});

test('an entry says 200 to 500 tokens of a long text, from head and tail', async (context) => {
  const store = openTestStore(context);
  const session = await fill(store);
  const { entries, tokens } = await tell(store, { anchor: session });
  const long = entries.at(-1);
  assert.ok(long !== undefined && long.tokens > 450 && long.tokens <= 500);
  assert.match(long.text, /^The cart rounds now[\s\S]*\[cut: \d+ of \d+ characters\][\s\S]*at length\. $/);
  for (const entry of entries) assert.equal(entry.tokens, countTokens(`${entry.title}\n${entry.text}`));
  assert.equal(
    tokens,
    entries.reduce((sum, entry) => sum + entry.tokens, 0),
  );
});

test('equal steps within their window are told once', async (context) => {
  const store = openTestStore(context);
  const again = { ...edited('src/cart.ts') };
  const session = await tellSession(store, { name: 'one', at: AT, bodies: [said('Begin'), again] });
  const [item] = await store.items.list({ kinds: ['observation'] }, { limit: 1 });
  const copy = { ...item, id: 'o_aaaaaaaaaaaaaaaa', at: (item?.at ?? 0) + 1_000 } as NonNullable<typeof item>;
  delete copy.event;
  await store.items.apply({ derived: [], put: [copy] });
  assert.deepEqual(await titles(store, { anchor: session }), ['Begin', 'Edit src/cart.ts']);
});

test('an id that names nothing, and what is neither id nor time, are told', async (context) => {
  const store = openTestStore(context);
  await assert.rejects(tell(store, { anchor: 'o_aaaaaaaaaaaaaaaa' }), { code: 'not_found', fix: /search/ });
  await assert.rejects(tell(store, { anchor: 'soon' }), { code: 'invalid_input' });
});
