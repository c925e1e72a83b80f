import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ItemId } from '../../../src/core/model/ids.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { withDetail } from '../../../src/core/model/item.ts';
import { AUTHORS, CATEGORIES, ITEM_KINDS, KNOWLEDGE_KINDS, MEANINGS } from '../../../src/core/model/kinds.ts';
import { omitUndefined } from '../../../src/core/omit-undefined.ts';
import type { ItemFilter } from '../../../src/store/contract/item-filter.ts';
import type { ItemHead } from '../../../src/store/contract/items.ts';
import type { PageOptions } from '../../../src/store/contract/page.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { itemIdOf, makeEvent, makeItem, namesOf, projectOf, putWithEvent, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

/** The suite of lists of items. */
export function itemListsContract(open: OpenStore): void {
  lists(open);
  listsHeads(open);
  pages(open);
  hides(open);
  retires(open);
  counts(open);
  listsPrompts(open);
}

const pick = <T>(...values: T[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined });
const one = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });
/** Filters in all their fields, some of which nothing fulfils. */
const filters = fc
  .record({
    ids: pick(...Array.from({ length: 12 }, (_, i) => itemIdOf(String(i * 4), ITEM_KINDS[(i * 4) % 4] ?? 'prompt'))),
    kinds: pick(...ITEM_KINDS.slice(0, 4)),
    project: one(projectOf('p'), projectOf('q'), projectOf('unknown')),
    session: one(makeEvent().session, makeEvent({ agentSession: 'two' }).session),
    file: one('a.ts', 'b.ts', 'unknown.ts'),
    knowledge: pick(...KNOWLEDGE_KINDS),
    authors: pick(...AUTHORS.slice(0, 3)),
    exposed: one(true, false),
    since: one(START + 5),
    until: one(START + 30),
    agent: one('claude-code', 'other'),
    status: pick('stated', 'proposed'),
    meanings: pick(...MEANINGS.slice(0, 3)),
    categories: pick(...CATEGORIES.slice(0, 3)),
    concept: one('auth', 'payments', 'unknown'),
    failed: one(true),
    hidden: one<boolean | 'only'>(true, false, 'only'),
  })
  .map((raw) => JSON.parse(JSON.stringify(raw)) as ItemFilter);

function lists(open: OpenStore): void {
  test('lists what a filter allows, by time, in either direction', async (t) => {
    const store = await open(t);
    const all = await fill(store);
    const options = fc.record({ limit: fc.integer({ min: 1, max: 30 }), oldestFirst: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(filters, options, async (filter, { limit, oldestFirst }) => {
        const sign = oldestFirst ? 1 : -1;
        const wanted = all.filter((item) => isIn(item, filter)).sort((a, b) => sign * (a.at - b.at));
        const got = await store.items.list(filter, { limit, oldestFirst });
        assert.deepEqual(namesOf(got), namesOf(wanted.slice(0, limit)));
      }),
      { numRuns: 300 },
    );
  });
}

function listsHeads(open: OpenStore): void {
  test('lists the heads of what a filter allows, newest first, with their files', async (t) => {
    const store = await open(t);
    await fill(store);
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 30 }), async (filter, limit) => {
        const items = await store.items.list(filter, { limit });
        assert.deepEqual(await store.items.heads(filter, { limit }), items.map(headOf));
      }),
      { numRuns: 100 },
    );
  });

  test('says in a head what an observation is of and whether its call succeeded', async (t) => {
    const store = await open(t);
    const details: Item['detail'][] = [
      { observation: 'command', success: false, filesRead: ['b.ts', 'a.ts', 'b.ts'] },
      { observation: 'file-write', success: true, filesChanged: ['ü/ç.md'] },
      { observation: 'note' },
    ];
    const put = details.map((detail, i) => makeItem({ name: String(i), at: START + i, detail }));
    await store.items.apply({ derived: [], put });
    assert.deepEqual(await store.items.heads({}, { limit: 9 }), put.toReversed().map(headOf));
    assert.deepEqual(await store.items.heads({ project: projectOf('unknown') }, { limit: 9 }), []);
  });
}

function headOf(item: Item): ItemHead {
  const { observation, success, filesRead = [], filesChanged = [] } = flatDetail(item);
  const { id, kind, at } = item;
  return { id, kind, at, ...omitUndefined({ observation, success }), filesRead, filesChanged };
}

/** Items of all kinds, authors, projects, sessions and files, each at a time of its own. */
async function fill(store: Store): Promise<Item[]> {
  const other = makeEvent({ number: 'other', agentSession: 'two', agent: 'other' });
  await store.log.append({ events: [makeEvent(), makeEvent({ agentSession: 'two' }), other] });
  const sessions = [makeEvent().session, makeEvent({ agentSession: 'two' }).session, other.session, undefined];
  const all = Array.from({ length: 48 }, (_, i) => {
    const kind = ITEM_KINDS[i % 4] ?? 'prompt';
    const session = sessions[(i * 7) % 4];
    const project = [projectOf('p'), projectOf('q'), undefined][i % 3];
    return makeItem({
      name: String(i),
      kind,
      at: START + ((i * 31) % 48),
      author: AUTHORS[(i * 3) % 5] ?? 'agent',
      ...(session === undefined ? {} : { session }),
      ...(project === undefined ? {} : { project }),
      detail: {
        ...detailOf(kind, i),
        filesRead: i % 5 === 0 ? ['a.ts', 'b.ts'] : [],
        filesChanged: i % 4 === 0 ? ['a.ts'] : [],
      },
    });
  });
  await store.items.apply({ derived: [], put: all });
  return all;
}

function detailOf(kind: Item['kind'], i: number): Item['detail'] {
  const meaning = MEANINGS[i % 7];
  return {
    ...(kind === 'knowledge' ? { knowledge: KNOWLEDGE_KINDS[(i >> 2) % 4] ?? 'decision' } : {}),
    ...(kind === 'knowledge' ? { status: i % 3 === 0 ? 'stated' : 'proposed' } : {}),
    ...(meaning === undefined ? {} : { meaning }),
    category: CATEGORIES[(i * 5) % 9] ?? 'general',
    ...(kind === 'observation' && i % 8 < 4 ? { success: i % 3 !== 0 } : {}),
    ...(i % 3 === 1 ? { concepts: i % 2 === 0 ? ['auth', 'payments'] : ['auth'] } : {}),
    ...(i % 11 === 0 ? { hidden: true } : {}),
    ...(i % 9 === 0 ? { retired: { at: START, batch: 'b', reason: 'age' } } : {}),
  };
}

/** What the contract says of filters, over lists in memory. */
function isIn(item: Item, filter: ItemFilter): boolean {
  const {
    filesRead = [],
    filesChanged = [],
    knowledge,
    status,
    meaning,
    category,
    concepts = [],
    success,
  } = flatDetail(item);
  const files = [...filesRead, ...filesChanged];
  const other = makeEvent({ agentSession: 'two', agent: 'other' }).session;
  const agent = item.session === undefined ? undefined : item.session === other ? 'other' : 'claude-code';
  const has = <T>(list: readonly T[] | undefined, value: T | undefined) =>
    list === undefined || (value !== undefined && list.includes(value));
  return (
    has(filter.kinds, item.kind) &&
    has(filter.knowledge, item.kind === 'knowledge' ? knowledge : undefined) &&
    has(filter.authors, item.author) &&
    (filter.exposed === undefined || filter.exposed === item.exposed) &&
    (filter.failed === undefined || success === false) &&
    has(filter.status, status) &&
    has(filter.meanings, meaning) &&
    has(filter.categories, category) &&
    (filter.concept === undefined || concepts.includes(filter.concept)) &&
    isShown(item, filter) &&
    has(filter.ids, item.id) &&
    (filter.project ?? item.project) === item.project &&
    (filter.session ?? item.session) === item.session &&
    (filter.agent ?? agent) === agent &&
    (filter.file === undefined || files.includes(filter.file)) &&
    item.at >= (filter.since ?? 0) &&
    item.at <= (filter.until ?? Number.MAX_VALUE)
  );
}

function isShown({ detail: { hidden, retired } }: Item, filter: ItemFilter): boolean {
  if (filter.hidden === true) return true;
  return retired === undefined && (hidden === true) === (filter.hidden === 'only');
}

/** All items of a filter, page by page. */
async function walk(
  store: Store,
  filter: ItemFilter,
  page: PageOptions & { from?: ItemId },
): Promise<{ items: Item[]; pages: number }> {
  const items: Item[] = [];
  for (let pages = 1, cursor: string | undefined; ; pages += 1) {
    const { rows, next } = await store.items.page(filter, { ...page, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...rows);
    if (next === undefined) return { items, pages };
    assert.equal(rows.length, page.limit);
    cursor = next;
  }
}

function pages(open: OpenStore): void {
  test('pages hold what the list holds, each item once, and end where it ends', async (t) => {
    const store = await open(t);
    const all = await fill(store);
    const again = { ...(all[3] as Item), id: itemIdOf('same time'), title: 'same time' };
    await store.items.apply({ derived: [], put: [again] });
    const options = fc.record({ limit: fc.integer({ min: 1, max: 60 }), oldestFirst: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(filters, options, async (filter, { limit, oldestFirst }) => {
        const wanted = await store.items.list(filter, { limit: 100, oldestFirst });
        const { items, pages: count } = await walk(store, filter, { limit, oldestFirst });
        assert.deepEqual(namesOf(items), namesOf(wanted));
        assert.equal(count, Math.max(1, Math.ceil(wanted.length / limit)));
      }),
      { numRuns: 100 },
    );
  });

  test('a page begins right after an item, in either direction, also one that the filter leaves out', async (t) => {
    const store = await open(t);
    const put = Array.from({ length: 9 }, (_, i) =>
      makeItem({ name: String(i), at: START + (i >> 1), kind: i === 4 ? 'prompt' : 'message' }),
    );
    await store.items.apply({ derived: [], put });
    const after = async (oldestFirst: boolean) => {
      const page = { limit: 2, oldestFirst, from: itemIdOf('4', 'prompt') };
      return namesOf((await walk(store, { kinds: ['message'] }, page)).items);
    };
    assert.deepEqual(await after(true), ['5', '6', '7', '8']);
    assert.deepEqual(await after(false), ['3', '2', '1', '0']);
    const page = { limit: 2, from: itemIdOf('unknown') };
    await assert.rejects(store.items.page({}, page), { name: 'CairnError', code: 'not_found' });
  });

  test('a cursor stays good while items come and go, and one of another list is refused', async (t) => {
    const store = await open(t);
    const item = (i: number) => makeItem({ name: String(i), at: START + i });
    await store.items.apply({ derived: [], put: [1, 2, 3, 4, 5].map(item) });
    await store.log.append({ events: ['1', '2'].map((agentSession) => makeEvent({ agentSession })) });
    const { next = '' } = await store.items.page({}, { limit: 2 });
    await store.items.apply({ derived: [], put: [6, 0].map(item), drop: [itemIdOf('4'), itemIdOf('2')] });
    const { rows } = await store.items.page({}, { limit: 9, cursor: next });
    assert.deepEqual(namesOf(rows), ['3', '1', '0']);
    const refused = { name: 'CairnError', code: 'invalid_input' };
    const sessions = await store.log.sessionPage({}, { limit: 1 });
    for (const cursor of [sessions.next ?? '', '', 'x', `${next}A`, next.slice(2), 'aXRlbXM', '\0', '…']) {
      await assert.rejects(store.items.page({}, { limit: 1, cursor }), refused);
    }
    await assert.rejects(store.log.sessionPage({}, { limit: 1, cursor: next }), refused);
  });
}

function hides(open: OpenStore): void {
  test('what is hidden answers no question, but is there by its id and its event', async (t) => {
    const store = await open(t);
    const shown = makeItem({ name: 'shown', text: 'zirconium', at: START + 1 });
    const hidden = makeItem({ name: 'hidden', text: 'zirconium', detail: { observation: 'note', hidden: true } });
    const event = await putWithEvent(store, makeEvent(), [shown, hidden]);
    const found = async (filter: ItemFilter) => {
      const answer = await store.candidates.query({ words: ['zirconium'], phrases: [], filter, limit: 9 });
      return namesOf(answer.candidates.map(({ item }) => item)).sort();
    };
    const { session } = makeEvent();
    for (const filter of [{}, { session }, { kinds: ['observation' as const] }]) {
      assert.deepEqual(await found(filter), ['shown']);
      assert.deepEqual(await found({ ...filter, hidden: true }), ['hidden', 'shown']);
      assert.deepEqual(await found({ ...filter, hidden: 'only' }), ['hidden']);
      assert.deepEqual(namesOf(await store.items.list(filter, { limit: 9 })), ['shown']);
      assert.deepEqual(namesOf((await store.items.page({ ...filter, hidden: true }, { limit: 9 })).rows), [
        'shown',
        'hidden',
      ]);
    }
    assert.deepEqual(namesOf(await store.items.get([hidden.id])), ['hidden']);
    assert.deepEqual(namesOf(await store.items.ofEvent(event)), ['shown', 'hidden']);
  });
}

function retires(open: OpenStore): void {
  test('what is retired has no words and no count, and is there by its id until it is restored', async (t) => {
    const store = await open(t);
    const session = makeEvent().session;
    await store.log.append({ events: [makeEvent()] });
    const [stays, goes] = ['stays', 'goes'].map((name) => makeItem({ name, session, text: `zirconium ${name}` }));
    assert.ok(stays !== undefined && goes !== undefined);
    const put = (...items: Item[]) => store.items.apply({ derived: [], put: items });
    const found = async (word: string, filter: ItemFilter = {}) => {
      const { candidates } = await store.candidates.query({ words: [word], phrases: [], filter, limit: 9 });
      return namesOf(candidates.map(({ item }) => item)).sort();
    };
    await put(stays, goes);
    const retired = withDetail(goes, { retired: { at: START, batch: 'b', reason: 'age' } });
    await put(retired);
    assert.deepEqual([await found('zirconium'), await found('goes', { hidden: true })], [['stays'], []]);
    assert.deepEqual(await store.items.get([goes.id]), [retired]);
    assert.equal((await store.items.countBySession([session])).get(session)?.observation, 1);
    assert.equal((await store.log.counts()).byKind.observation, 1);
    assert.deepEqual(await store.check(), []);
    await put(goes);
    assert.deepEqual([await found('zirconium'), await found('goes')], [['goes', 'stays'], ['goes']]);
    assert.equal((await store.log.counts()).byKind.observation, 2);
    assert.deepEqual(await store.check(), []);
  });

  test('what is retired may be forgotten, or come again with other words', async (t) => {
    const store = await open(t);
    const retired = { at: START, batch: 'b', reason: 'age' } as const;
    const one = makeItem({ name: 'one', text: 'zirconium', detail: { observation: 'command', retired } });
    const event = await putWithEvent(store, makeEvent(), [one]);
    await store.items.apply({ derived: [], put: [{ ...one, event, text: 'beryllium' }] });
    assert.deepEqual(await store.check(), []);
    assert.deepEqual((await store.log.erase([event], START)).items, [one.id]);
    assert.deepEqual([await store.items.get([one.id]), await store.check()], [[], []]);
  });
}

function counts(open: OpenStore): void {
  test('counts what sessions hold by kind', async (t) => {
    const store = await open(t);
    const all = await fill(store);
    const [one, two] = [makeEvent().session, makeEvent({ agentSession: 'two' }).session];
    const unknown = makeEvent({ agentSession: 'unknown' }).session;
    const count = (session: string) => {
      const kinds = Object.groupBy(
        all.filter((item) => item.session === session && item.detail.retired === undefined),
        ({ kind }) => kind,
      );
      return Object.fromEntries(Object.entries(kinds).map(([kind, items]) => [kind, items.length]));
    };
    const counted = await store.items.countBySession([one, two, unknown]);
    assert.deepEqual(counted, new Map([one, two].map((session) => [session, count(session)])));
  });
}

function listsPrompts(open: OpenStore): void {
  test("lists a session's prompts up to a time, with what tells who asked", async (t) => {
    const store = await open(t);
    const { session } = makeEvent();
    const detail = { metadata: { origin: 'system' }, echo: true, quoted: [[0, 3]] as [number, number][] };
    const prompt = (name: string, at: number, more: Item['detail'] = {}) =>
      makeItem({ name, kind: 'prompt', at, session, text: `words of ${name}`, detail: more });
    await putWithEvent(store, makeEvent(), [
      prompt('second', START + 2, { subagent: 'agent 1' }),
      prompt('first', START + 1, detail),
      makeItem({ name: 'message', kind: 'message', at: START + 1, session }),
      prompt('hidden', START + 1, { hidden: true }),
      prompt('retired', START + 1, { retired: { at: START, batch: 'b', reason: 'age' } }),
      prompt('later', START + 3),
    ]);
    const found = await store.items.prompts(session, { until: START + 2, limit: 9 });
    assert.deepEqual(
      found.map((one) => [one.kind, one.text]),
      [
        ['prompt', 'words of first'],
        ['prompt', 'words of second'],
      ],
    );
    const [first, second] = found;
    assert.deepEqual([first?.id, first?.detail], [itemIdOf('first', 'prompt'), detail]);
    assert.equal(second?.detail.subagent, 'agent 1');
    assert.equal((await store.items.prompts(session, { until: START + 2, limit: 1 })).length, 1);
    assert.deepEqual(
      await store.items.prompts(makeEvent({ agentSession: 'none' }).session, { until: START, limit: 9 }),
      [],
    );
  });
}
