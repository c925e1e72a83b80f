import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHits } from '../../../src/memory/read/find-hits.ts';
import { findList } from '../../../src/memory/read/find-list.ts';
import { resolveIds } from '../../../src/retrieval/query/resolve-id.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { asked, openTestStore, ran, SHOP, said, tellSession } from '../fill-store.ts';

const AT = Date.UTC(2026, 0, 9);
const PLACE = { now: Date.UTC(2026, 0, 10), userHome: '/home/dev' };

async function fill(store: Store) {
  const session = await tellSession(store, {
    name: 'one',
    at: AT,
    bodies: [
      asked('Fix the cart'),
      ran('npm test', 1, 'no cart'),
      { kind: 'turn.end' },
      said('The cart is whole again'),
    ],
  });
  await tellSession(store, { name: 'two', at: AT, bodies: [asked('Another cart')] });
  const items = await store.items.list({ session }, { limit: 20 });
  const events = (await store.log.since(0, 20)).filter((event) => event.session === session);
  return { session, items, events };
}

test('says what an id is of, and leaves out what names nothing', async (context) => {
  const store = openTestStore(context);
  const { session, items, events } = await fill(store);
  const ids = [session, SHOP, ...items.map((item) => item.id), ...events.map((event) => event.id)];
  const named = await resolveIds(store, [...ids, ...ids, 'o_aaaaaaaaaaaaaaaa', 'x_aaaaaaaaaaaaaaaa', 'nonsense', '']);
  assert.equal(named.size, new Set(ids).size);
  assert.deepEqual([named.get(session)?.of, named.get(SHOP)?.of], ['session', 'project']);
  for (const { id } of items) assert.equal(named.get(id)?.of, 'item');
  for (const { id } of events) assert.equal(named.get(id)?.of, 'event');
  assert.ok(new Set(ids.map((id) => id[0])).size >= 7, String(ids));
});

test('a session is taken by any id of what belongs to it, in a search and in a list', async (context) => {
  const store = openTestStore(context);
  const { session, items, events } = await fill(store);
  const all = (await findList(store, { session }, PLACE)).entries.map((entry) => entry.id);
  assert.equal(all.length, items.length);
  for (const id of [...items.map((item) => item.id), ...events.map((event) => event.id)]) {
    assert.deepEqual(
      (await findList(store, { session: id }, PLACE)).entries.map((entry) => entry.id),
      all,
    );
    const { hits } = await findHits(store, { query: 'cart', session: id }, PLACE);
    assert.ok(hits.length > 0 && hits.every((hit) => hit.sessionId === session), id);
    assert.deepEqual(
      (await findList(store, { kinds: ['session'], session: id }, PLACE)).entries.map((entry) => entry.id),
      [session],
    );
  }
  for (const id of ['o_aaaaaaaaaaaaaaaa', SHOP, 'nonsense']) {
    await assert.rejects(findHits(store, { query: 'cart', session: id }, PLACE), { code: 'not_found', fix: /./ });
  }
});

test('an id in a question leads to what it names', async (context) => {
  const store = openTestStore(context);
  const { session, items, events } = await fill(store);
  const first = async (query: string) => (await findHits(store, { query }, PLACE)).hits[0];
  for (const { id } of items) assert.equal((await first(`what of ${id}?`))?.id, id);
  const place = await first(`what was ${session}`);
  assert.deepEqual([place?.id, place?.kind, place?.agent], [session, 'session', 'claude-code']);
  assert.match(place?.snippet ?? '', /1 prompt, 1 message/);
  assert.deepEqual([(await first(SHOP))?.id, (await first(SHOP))?.title], [SHOP, 'shop']);
  for (const event of events) {
    const [item] = await store.items.ofEvent(event.id);
    assert.equal((await first(event.id))?.id, item?.id ?? session);
  }
});

test('a search narrows by agent, concept, meaning and project, and by none that is unknown', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const count = async (filter: object) => (await findHits(store, { query: 'cart', ...filter }, PLACE)).hits.length;
  assert.ok((await count({ agent: 'claude-code' })) > 0);
  assert.equal(await count({ agent: 'codex' }), 0);
  assert.ok((await count({ project: 'shop' })) > 0 && (await count({ project: '*' })) > 0);
  assert.equal(await count({ project: 'other' }), 0);
  assert.equal(await count({ concept: 'no such concept' }), 0);
  assert.equal(await count({ meaning: 'refactor' }), 0);
  assert.ok((await count({ since: '7d' })) > 0);
  assert.equal(await count({ since: '1h' }), 0);
  await assert.rejects(count({ project: 'nowhere' }), { code: 'not_found', fix: /project/ });
});

test('a list of sessions or projects is narrowed only by what they have', async (context) => {
  const store = openTestStore(context);
  const { session } = await fill(store);
  const sessions = await findList(store, { kinds: ['session'], project: 'shop', agent: 'claude-code' }, PLACE);
  assert.equal(sessions.entries.length, 2);
  assert.match(sessions.entries.find((entry) => entry.id === session)?.title ?? '', /Fix the cart/);
  await assert.rejects(findList(store, { kinds: ['session'], meaning: 'bugfix' }, PLACE), {
    code: 'invalid_input',
    fix: /project, agent, session, since, until/,
  });
  await assert.rejects(findList(store, { kinds: ['project'], agent: 'codex' }, PLACE), { code: 'invalid_input' });
});
