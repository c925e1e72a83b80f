import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SessionId } from '../../../src/core/model/ids.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { asItem } from '../../../src/core/model/item.ts';
import { AUTHORS, CATEGORIES, ITEM_KINDS, KNOWLEDGE_KINDS, MEANINGS } from '../../../src/core/model/kinds.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { itemIdOf, makeEvent, makeItem, namesOf, projectOf, putWithEvent, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

/** The suite of items. */
export function itemsContract(open: OpenStore): void {
  putsAndGets(open);
  exposes(open);
  injects(open);
}

const detail = fc.record(
  {
    observation: fc.constantFrom('file-read', 'note', 'command'),
    knowledge: fc.constantFrom(...KNOWLEDGE_KINDS),
    meaning: fc.constantFrom(...MEANINGS),
    category: fc.constantFrom(...CATEGORIES),
    hidden: fc.constant(true),
    subtitle: fc.string(),
    facts: fc.array(fc.string(), { maxLength: 3 }),
    filesRead: fc.array(fc.constantFrom('src/a.ts', '/w/b.ts', 'ü/ç.md'), { maxLength: 3 }),
    filesChanged: fc.array(fc.constantFrom('src/a.ts', '/w/b.ts'), { maxLength: 2 }),
    exitCode: fc.integer(),
    success: fc.boolean(),
    prompt: fc.uuid(),
    subagent: fc.constantFrom('a1', 'a2'),
    echo: fc.constant(true),
    metadata: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
    checkpoint: fc.record({
      openTasks: fc.array(fc.string()),
      filesChanged: fc.constant(['x']),
      progressed: fc.boolean(),
    }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Item['detail']>;

/** Words of an item: titles that are the head of the text, cut or not, and titles that are not. */
const words = fc
  .record({
    text: fc.string({ unit: 'grapheme', maxLength: 300 }),
    cut: fc.nat(40),
    how: fc.constantFrom('head', 'cut', 'own'),
  })
  .map(({ text, cut, how }) => {
    const head = [...text].slice(0, cut).join('');
    return { text, title: how === 'own' ? 'A title' : how === 'cut' ? `${head}…` : head };
  });

function putsAndGets(open: OpenStore): void {
  test('gives an item back as it was put, whatever it holds', async (t) => {
    const store = await open(t);
    await store.log.append({ events: [makeEvent()] });
    const session = makeEvent().session;
    const item = fc
      .record({
        words,
        detail,
        kind: fc.constantFrom(...ITEM_KINDS),
        author: fc.constantFrom(...AUTHORS),
        place: fc.constantFrom<Partial<Item>>(
          {},
          { session },
          { session, project: projectOf('p') },
          { project: projectOf('q') },
        ),
        exposed: fc.boolean(),
        terms: fc.constantFrom('', 'auth order'),
        contentHash: fc.maxSafeNat(),
      })
      .map(({ words: said, place, ...rest }) => makeItem({ name: JSON.stringify(said), ...said, ...place, ...rest }));
    const items = fc.uniqueArray(item, { minLength: 1, maxLength: 5, selector: ({ id }) => id });
    await fc.assert(
      fc.asyncProperty(items, async (put) => {
        await store.items.apply({ derived: [], put });
        assert.deepEqual(plain(await store.items.get(put.map(({ id }) => id))), plain(put));
      }),
      { numRuns: 100 },
    );
    assert.deepEqual(await store.check(), []);
  });

  test('an item that is put again replaces the former one, in the index too', async (t) => {
    const store = await open(t);
    const [a, b] = [
      makeItem({ text: 'old zirconium', detail: { filesRead: ['a.ts'] } }),
      makeItem({ text: 'new cobalt' }),
    ];
    await store.items.apply({ derived: [], put: [a] });
    await store.items.apply({ derived: [], put: [b] });
    assert.deepEqual(await store.items.get([a.id]), [b]);
    assert.deepEqual(await found(store, 'zirconium'), []);
    assert.deepEqual(await found(store, 'cobalt'), [b.id]);
    assert.deepEqual(await store.items.list({ file: 'a.ts' }, { limit: 9 }), []);
    const c = asItem({ ...b, author: 'person', at: START + 1, detail: { filesRead: ['b.ts'] } });
    await store.items.apply({ derived: [], put: [c] });
    assert.deepEqual(await store.items.list({ file: 'b.ts', authors: ['person'] }, { limit: 9 }), [c]);
    assert.deepEqual(await found(store, 'cobalt'), [b.id]);
    assert.deepEqual((await store.log.counts()).byKind, { observation: 1 });
    assert.deepEqual(await store.check(), []);
  });

  test('items that come again with the same words and new ones find their places in one batch', async (t) => {
    const store = await open(t);
    const [a, b] = [makeItem({ name: 'a', text: 'cobalt' }), makeItem({ name: 'b', text: 'nickel' })];
    await store.items.apply({ derived: [], put: [a] });
    await store.items.apply({ derived: [], put: [b, { ...a, author: 'person' }] });
    assert.deepEqual(await found(store, 'cobalt'), [a.id]);
    assert.deepEqual(await found(store, 'nickel'), [b.id]);
    assert.deepEqual(await store.check(), []);
  });

  test('deriving an event again drops the items that it no longer gives', async (t) => {
    const store = await open(t);
    const event = makeEvent();
    const id = await putWithEvent(store, event, [makeItem({ name: 'a' }), makeItem({ name: 'b', kind: 'knowledge' })]);
    assert.deepEqual(namesOf(await store.items.ofEvent(id)), ['a', 'b']);
    await putWithEvent(store, event, [makeItem({ name: 'b', kind: 'knowledge' }), makeItem({ name: 'c' })]);
    assert.deepEqual(namesOf(await store.items.ofEvent(id)).sort(), ['b', 'c']);
    assert.deepEqual(await store.items.get([itemIdOf('a')]), []);
    await store.items.apply({ derived: [], put: [], drop: [itemIdOf('c'), itemIdOf('unknown')] });
    assert.deepEqual(namesOf(await store.items.ofEvent(id)), ['b']);
    assert.deepEqual(await store.check(), []);
  });

  test('keeps all of a batch of items or nothing', async (t) => {
    const store = await open(t);
    await store.items.apply({ derived: [], put: [makeItem({ name: 'kept', text: 'cobalt' })] });
    const broken = makeItem({ name: 'broken', author: 'nobody' as Item['author'] });
    const put = [makeItem({ name: 'kept', text: 'zirconium' }), makeItem({ name: 'new' }), broken];
    await assert.rejects(store.items.apply({ derived: [], put }), { name: 'CairnError' });
    assert.deepEqual(await found(store, 'zirconium', 'new'), []);
    assert.deepEqual(await found(store, 'cobalt'), [itemIdOf('kept')]);
    await store.items.apply({ derived: [], put: put.slice(0, 2) });
    assert.deepEqual(await found(store, 'zirconium'), [itemIdOf('kept')]);
    assert.deepEqual(await store.check(), []);
  });
}

function exposes(open: OpenStore): void {
  test('the first reading from outside is a fact of a session and leaves its items as they are, whatever came first', async (t) => {
    const store = await open(t);
    const session = makeEvent().session;
    await store.log.append({ events: [makeEvent(), makeEvent({ agentSession: 'two' })] });
    const at = (name: string, ms: number, of: SessionId = session) => makeItem({ name, at: START + ms, session: of });
    await store.items.apply({
      derived: [],
      put: [at('a', 1), at('c', 3), at('other', 9, makeEvent({ agentSession: 'two' }).session)],
    });
    await store.items.apply({ derived: [], put: [], exposed: [{ session, at: START + 3 }] });
    await store.items.apply({ derived: [], put: [at('d', 4), at('b', 2)], exposed: [{ session, at: START + 5 }] });
    await store.items.apply({ derived: [], put: [], exposed: [{ session, at: START + 2 }] });
    assert.deepEqual(await exposedNames(store), []);
    assert.equal((await store.log.sessions({ ids: [session], limit: 1 }))[0]?.exposedAt, START + 2);
  });
}

function injects(open: OpenStore): void {
  test('knows what was injected into a session, and when its context was lost', async (t) => {
    const { items, log } = await open(t);
    const session = makeEvent().session;
    const common = { session, occasion: 'prompt', tokens: 9 };
    const [a, b] = [itemIdOf('a'), itemIdOf('b', 'prompt')];
    await items.recordInjection({ ...common, at: START, ids: [b, a], shingles: [5, -6, 2 ** 31 - 1] });
    await items.recordInjection({ ...common, at: START + 2, ids: [a], shingles: [] });
    assert.deepEqual(await items.injected(session, 0), {
      ids: [b, a],
      tokens: 18,
      words: [{ at: START, shingles: [5, -6, 2 ** 31 - 1] }],
    });
    await items.recordInjection({ ...common, occasion: 'tool', at: START + 3, ids: [b], shingles: [7] });
    assert.deepEqual(await items.injected(session, START + 1), {
      ids: [a],
      tokens: 9,
      words: [{ at: START + 3, shingles: [7] }],
    });
    assert.deepEqual(await items.injected(makeEvent({ agentSession: 'two' }).session, 0), {
      ids: [],
      tokens: 0,
      words: [],
    });
    assert.deepEqual(await items.injectedLast(session, START + 3, 9), [b, a]);
    assert.deepEqual(await items.injectedLast(session, START + 2, 9), [a, b]);
    assert.deepEqual(await items.injectedLast(session, START + 2, 1), [a]);
    assert.deepEqual(await items.injectedLast(session, START - 1, 9), []);
    assert.equal(await items.contextLostAt(session), 0);
    const lost = [
      makeEvent({ number: '1', at: START + 9, body: { kind: 'session.start', trigger: 'startup' } }),
      makeEvent({ number: '2', at: START + 5, body: { kind: 'compact.end', trigger: 'auto' } }),
      makeEvent({ number: '3', at: START + 4, body: { kind: 'session.start', trigger: 'clear' } }),
    ];
    await log.append({ events: lost });
    assert.equal(await items.contextLostAt(session), START + 5);
  });
}

async function found(store: Store, ...asked: string[]): Promise<string[]> {
  const { candidates } = await store.candidates.query({ words: asked, phrases: [], filter: {}, limit: 10 });
  return candidates.map(({ item }) => item.id);
}

async function exposedNames(store: Store): Promise<string[]> {
  const items = await store.items.list({}, { limit: 100, oldestFirst: true });
  return namesOf(items.filter(({ exposed }) => exposed));
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
