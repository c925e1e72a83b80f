import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Finding } from '../../../src/core/model/finding.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { NO_MODEL_USE } from '../../../src/core/model/model-usage.ts';
import type { CandidateQuery } from '../../../src/store/contract/candidates.ts';
import type { ItemFilter } from '../../../src/store/contract/item-filter.ts';
import type { AppendBatch, EventFilter, SessionFilter } from '../../../src/store/contract/log.ts';
import type { BoughtAnswer } from '../../../src/store/contract/models.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { embedAll, OTHER, SMALL, vectorOf } from '../contract/embedding.ts';
import { eventIdOf, makeEvent, makeItem, makeUnnumbered, projectOf, START, toolEnd } from '../contract/make.ts';
import { openRecorded, scansOf } from './scans.ts';
import { syncCalls } from './sync-calls.ts';

const PROJECT = projectOf('p');
const { session: SESSION } = makeEvent();
const NAMED = { agent: 'claude-code', kinds: ['embed'] } as const;
const LONG = `the tests of the cart fail in one place: ${Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ')}`;
const COMMAND = makeItem({
  name: 'command',
  text: LONG,
  project: PROJECT,
  session: SESSION,
  event: eventIdOf('1'),
  detail: { observation: 'command', success: false, filesRead: ['src/a.ts'], concepts: ['testing'] },
});
const AGAIN = { ...COMMAND, id: makeItem({ name: 'again' }).id, at: START + 1 };
const { id, contentHash } = makeItem({ name: 'near' });
const NEAR = { ...COMMAND, id, contentHash, text: `${LONG} today` };
const ALONE = makeItem({ name: 'alone', text: 'zirconium' });
const EDIT = makeItem({
  name: 'edit',
  at: START + 2,
  project: PROJECT,
  session: SESSION,
  event: eventIdOf('2'),
  detail: { observation: 'file-write', filesChanged: ['src/a.ts'] },
});
const RULE = makeItem({
  name: 'rule',
  kind: 'knowledge',
  project: PROJECT,
  session: SESSION,
  event: eventIdOf('2'),
  detail: { knowledge: 'decision', status: 'stated' },
});
const SAID = makeItem({ name: 'said', kind: 'message', project: PROJECT, session: SESSION, event: eventIdOf('2') });
const SUMMARY = makeItem({ name: 'sum', kind: 'summary', project: PROJECT, session: SESSION });
const PATTERN = makeItem({ name: 'pattern', kind: 'pattern', project: PROJECT });
const ITEMS = [COMMAND, AGAIN, EDIT, RULE, SAID, ALONE];
const IDS = ITEMS.map(({ id }) => id);

const FINDING: Finding = {
  session: SESSION,
  project: PROJECT,
  kind: 'error',
  key: 'cannot find module',
  firstAt: START,
  lastAt: START,
  count: 1,
  evidence: [COMMAND.id],
  files: ['src/a.ts'],
  author: 'tool',
  exposed: false,
  label: 'Cannot find module',
  detail: {},
};

const ANSWER: BoughtAnswer = {
  key: 'k',
  purpose: 'summary',
  model: 'small',
  at: START,
  answer: {},
  sources: [SAID.id],
};
const USE = { day: '2026-03-01', purpose: 'summary', model: 'small' } as const;
const GUARD = { key: 'tripwires.mode', value: '"off"', from: 'file', how: 'loosened', at: START } as const;
const JOB = { kind: 'embed', key: 'k', payload: {}, priority: 0, runAt: START };

const BATCH: AppendBatch = {
  delivery: { id: 'd_aaaaaaaaaaaaaaaa', at: START },
  projects: [{ id: PROJECT, identity: 'example.com/p', name: 'p', root: '/p' }],
  offset: {
    path: '/t.jsonl',
    agent: 'claude-code',
    resumeAt: 0,
    sizeBytes: 0,
    modifiedAt: START,
    head: '',
    headBytes: 0,
    state: {},
  },
  events: [
    makeEvent({ project: PROJECT, body: toolEnd('word '.repeat(4_000)) }),
    makeEvent({ number: '2', project: PROJECT, targets: [RULE.id] }),
    makeUnnumbered('said', 'line 1', { project: PROJECT }),
    makeEvent({ number: '3', agentSession: 'two', project: PROJECT }),
  ],
};

/** A memory in which each kind of thing is there. */
async function fill(store: Store): Promise<void> {
  await store.log.append(BATCH);
  await store.log.append({ events: BATCH.events });
  await store.vectors.useModel(OTHER);
  await store.items.apply({
    derived: await store.log.pending(9),
    put: ITEMS,
    exposed: [{ session: SESSION, at: START }],
  });
  await embedAll(store, OTHER);
  await store.vectors.useModel(SMALL);
  await embedAll(store);
  await store.items.recordInjection({
    session: SESSION,
    at: START,
    occasion: 'start',
    ids: IDS,
    tokens: 9,
    shingles: [1, 2],
  });
  await store.jobs.enqueue(JOB, START);
  await distil(store);
  await store.models.putAnswer(ANSWER);
}

async function distil({ distilled }: Store): Promise<void> {
  const [waiting] = await distilled.waitingOf([SESSION]);
  const mark = waiting?.mark ?? 0;
  const [pattern] = await distilled.put([{ session: SESSION, mark, items: [SUMMARY], findings: [FINDING] }]);
  if (pattern !== undefined) await distilled.putPatterns([{ pattern, item: PATTERN }]);
}

const ITEM_FILTERS: readonly ItemFilter[] = [
  { project: PROJECT, kinds: ['message'] },
  { project: PROJECT },
  { kinds: ['knowledge'], knowledge: ['decision'], status: ['withdrawn', 'superseded'], hidden: true },
  { session: SESSION, since: 1 },
  { project: PROJECT, kinds: ['observation', 'prompt'], exposed: true },
  { file: 'src/a.ts' },
  { concept: 'testing' },
  { project: PROJECT, meanings: ['bugfix'], categories: ['testing'] },
  { hidden: 'only' },
  { failed: true },
  { failed: true, project: PROJECT, kinds: ['observation'] },
];

const EVENT_FILTERS: readonly EventFilter[] = [
  { session: SESSION, kinds: ['prompt'] },
  { project: PROJECT, since: 1 },
];

const SESSION_FILTERS: readonly SessionFilter[] = [
  {},
  { project: PROJECT },
  { agent: NAMED.agent, since: 1 },
  { ids: [SESSION] },
  { named: 'one' },
];

const QUERIES: readonly Partial<CandidateQuery>[] = [
  { words: ['tests', 'cart'] },
  { words: ['tests'], phrases: [['the', 'cart']], all: true, not: [['water']] },
  { words: ['tests'], prefixes: ['plac'], loose: true },
  { words: ['carts', 'tezts'], loose: true },
  { words: ['tests'], filter: { project: PROJECT, since: 1 } },
  { words: ['cart'], filter: { kinds: ['summary', 'pattern'] } },
  { vector: { model: SMALL.name, vector: vectorOf('question') } },
  { words: ['cart'], vector: { model: SMALL.name, vector: vectorOf('question') }, filter: { project: PROJECT } },
  { vector: { model: SMALL.name, vector: vectorOf('question') }, filter: { authors: ['agent'] } },
  { filter: { session: SESSION } },
];

type Calls = { [Part in keyof Store]?: Record<string, (store: Store) => Promise<unknown>> };

/** Calls of each function of the contract that must go along indexes, in the order in which they run over one memory. */
const CALLS: Calls = {
  log: {
    append: ({ log }) => log.append({ ...BATCH, delivery: { id: 'd_bbbbbbbbbbbbbbbb', at: START } }),
    events: ({ log }) => log.events([eventIdOf('1'), eventIdOf('2')]),
    since: ({ log }) => log.since(0, 9),
    lastSeq: ({ log }) => log.lastSeq(),
    placeBefore: ({ log }) => log.placeBefore(2),
    pending: ({ log }) => log.pending(9),
    about: ({ log }) => log.about([RULE.id]),
    acts: ({ log }) => each([{ limit: 9 }, { before: { at: START, seq: 1 }, limit: 9 }], (page) => log.acts(page)),
    select: ({ log }) => each(EVENT_FILTERS, (filter) => log.select(filter, { after: 0, limit: 9 })),
    measure: ({ log }) => each(EVENT_FILTERS, (filter) => log.measure(filter)),
    markUnderived: ({ log }) => log.markUnderived([eventIdOf('1')]),
    markUnderivedOf: ({ log }) =>
      log.markUnderivedOf({ session: SESSION }, { after: 0, limit: 9, except: () => false }),
    markNextUnderived: ({ log }) => log.markNextUnderived(0, 9),
    liftTombstones: ({ log }) => log.liftTombstones({ events: [eventIdOf('gone')], copies: [makeEvent()] }, START),
    offset: ({ log }) => log.offset('/t.jsonl'),
    transcriptsOf: ({ log }) => log.transcriptsOf([eventIdOf('1')]),
    sessions: ({ log }) => each(SESSION_FILTERS, (filter) => log.sessions({ ...filter, limit: 9 })),
    sessionPage: ({ log }) =>
      each(SESSION_FILTERS, async (filter) => {
        const { next } = await log.sessionPage(filter, { limit: 1 });
        return next === undefined ? undefined : log.sessionPage(filter, { limit: 1, cursor: next });
      }),
    projects: ({ log }) => log.projects(),
    nameProject: ({ log }) => log.nameProject(PROJECT, 'shop'),
    mergeProject: ({ log }) => log.mergeProject(PROJECT, PROJECT),
    count: ({ log }) => log.count({ 'a b': 1 }, START),
    counted: ({ log }) => log.counted('a'),
    erase: async ({ log }) => {
      const events = await log.since(0, 9);
      return log.erase(
        events.map(({ id }) => id),
        START,
        { sessions: [SESSION] },
      );
    },
  },
  items: {
    apply: ({ items }) => items.apply({ derived: [], put: [RULE, NEAR], drop: [ALONE.id] }),
    get: ({ items }) => items.get(IDS),
    ofEvent: ({ items }) => items.ofEvent(eventIdOf('2')),
    list: ({ items }) => each(ITEM_FILTERS, (filter) => items.list(filter, { limit: 9 })),
    heads: ({ items }) => each(ITEM_FILTERS, (filter) => items.heads(filter, { limit: 9 })),
    page: ({ items }) =>
      each(ITEM_FILTERS, async (filter) => {
        const { next } = await items.page(filter, { limit: 1 });
        if (next !== undefined) await items.page(filter, { limit: 1, cursor: next });
        return items.page(filter, { limit: 1, from: COMMAND.id, oldestFirst: true });
      }),
    prompts: ({ items }) => items.prompts(SESSION, { until: START + 9, limit: 9 }),
    countBySession: ({ items }) => items.countBySession([SESSION]),
    links: ({ items }) => items.links(IDS, ['repeats', 'near', 'supersedes']),
    neighbours: ({ items }) => items.neighbours(IDS, 3),
    changedSince: ({ items }) => items.changedSince(ITEMS),
    recordInjection: ({ items }) =>
      items.recordInjection({ session: SESSION, at: START + 1, occasion: 'tool', ids: IDS, tokens: 9, shingles: [3] }),
    injected: ({ items }) => items.injected(SESSION, 0),
    noticed: ({ items }) => items.noticed(SESSION),
    injectedLast: ({ items }) => items.injectedLast(SESSION, START + 9, 9),
    contextLostAt: ({ items }) => items.contextLostAt(SESSION),
  },
  distilled: {
    waiting: ({ distilled }) => distilled.waiting(9),
    waitingOf: ({ distilled }) => distilled.waitingOf([SESSION]),
    waitingCounts: ({ distilled }) => distilled.waitingCounts(),
    itemsOf: ({ distilled }) => distilled.itemsOf(SESSION, { after: { at: START, id: COMMAND.id }, limit: 9 }),
    put: distil,
    patternsWaiting: ({ distilled }) => distilled.patternsWaiting(9),
    putPatterns: ({ distilled }) => distilled.putPatterns([]),
    findingsOf: ({ distilled }) => distilled.findingsOf(SESSION),
    findings: ({ distilled }) => distilled.findings(FINDING),
    markItems: ({ distilled }) => distilled.markItems([PATTERN.id, SUMMARY.id]),
    find: ({ distilled }) => distilled.find({ kinds: ['error'], project: PROJECT, keys: [FINDING.key], limit: 9 }),
  },
  contexts: {
    put: ({ contexts }) => contexts.put(SESSION, { stamp: 's', until: 1, state: {}, words: new Int32Array(2) }),
    get: ({ contexts }) => contexts.get(SESSION),
    drop: ({ contexts }) => contexts.drop(SESSION),
    forgotten: async ({ contexts }) => contexts.forgotten(SESSION),
  },
  candidates: {
    query: ({ candidates }) =>
      each(QUERIES, (query) => candidates.query({ words: [], phrases: [], filter: {}, limit: 9, ...query })),
    prepare: async ({ candidates }) => candidates.prepare(),
  },
  vectors: {
    waiting: ({ vectors }) => vectors.waiting(9),
    put: ({ vectors }) => vectors.put(SMALL.name, [vectorFor(SAID), vectorFor(RULE)]),
    counts: ({ vectors }) => vectors.counts(),
  },
  jobs: {
    enqueue: ({ jobs }) => jobs.enqueue({ ...JOB, key: 'other' }, START),
    bringForward: ({ jobs }) => jobs.bringForward(START, NAMED.kinds),
    nextAt: ({ jobs }) => jobs.nextAt(START, NAMED.kinds),
    lease: ({ jobs }) => jobs.lease(START, { leaseMs: 9, kinds: NAMED.kinds }),
    renew: ({ jobs }) => jobs.renew({ id: 1, token: 't' }, START, { leaseMs: 9 }),
    complete: ({ jobs }) => jobs.complete({ id: 1, token: 't' }, START),
    release: ({ jobs }) => jobs.release({ id: 1, token: 't' }, START),
    retry: ({ jobs }) => jobs.retry(1, START),
    cancel: ({ jobs }) => jobs.cancel(1),
    takeOver: ({ jobs }) => jobs.takeOver(START),
    fail: async ({ jobs }) => {
      const leased = await jobs.lease(START + 99, { leaseMs: 9, kinds: NAMED.kinds });
      assert.ok(leased !== undefined);
      return jobs.fail(leased, START + 99, { error: 'it failed' });
    },
  },
  models: {
    answer: ({ models }) => models.answer('k'),
    answerAbout: ({ models }) => models.answerAbout(SAID.id, 'summary'),
    putAnswer: ({ models }) => models.putAnswer({ ...ANSWER, at: START + 1 }),
    dropAnswers: ({ models }) => models.dropAnswers('k'),
    unrefined: ({ models }) => models.unrefined({ kind: 'summary', until: START + 9 }, 9),
    refine: ({ models }) => models.refine(SUMMARY, { ...SUMMARY, title: 'Other words' }),
    reserve: ({ models }) => models.reserve(USE, NO_MODEL_USE, { tokens: 9 }),
    count: ({ models }) => models.count(USE, NO_MODEL_USE),
    uses: ({ models }) => models.uses(USE.day),
  },
  meter: {
    ofSession: ({ meter }) => meter.ofSession(SESSION),
    keep: ({ meter }) => meter.keep(SESSION, [{ injection: 1, place: 0, how: 'touched', at: START, by: EDIT.id }]),
    outcomes: ({ meter }) => meter.outcomes({ since: 1, until: START + 9 }, 9),
    sums: ({ meter }) => meter.sums({ since: 1, until: START + 9 }),
    tokensOf: ({ meter }) => meter.tokensOf([SESSION]),
    counts: ({ meter }) => meter.counts(IDS),
    ofItem: ({ meter }) => meter.ofItem(EDIT.id, 12),
  },
  figures: { summaries: ({ figures }) => figures.summaries(IDS) },
  guards: {
    last: ({ guards }) => guards.last('tripwires.mode'),
    isAccepted: ({ guards }) => guards.isAccepted(GUARD),
    add: ({ guards }) => guards.add(GUARD),
    loosened: ({ guards }) => guards.loosened(START, 9),
  },
  sync: syncCalls(RULE.id, SAID.id),
};

/** What is rare or about everything at once may go through all there is. */
const OF_ALL: { [Part in keyof Store]?: Record<string, string> } = {
  log: {
    rulesAre: 'other rules make everything again',
    reset: 'drops all that was derived',
    counts: 'counts everything',
    tombstones: 'lists all erasures, for another store',
    addTombstones: 'compares every event with what another store erased, once a restore',
  },
  distilled: { markAll: 'marks everything', rulesAre: 'other rules make everything again' },
  sync: {
    counts: 'counts for a person who asks',
    leave: 'a home leaves',
    beginElsewhere: 'a home takes part by another remote',
    ...Object.fromEntries(['privateItems', 'refused', 'said'].map((name) => [name, 'lists all, for another store'])),
    sendAgain: 'hands everything on again, once its files are gone',
    learn: 'takes all of another store, once a restore',
    countUnseen: 'marks all, once a restore',
  },
  vectors: { useModel: 'another model embeds everything', markAll: 'embeds everything' },
  jobs: { list: 'lists the queue' },
  models: { answers: 'counts what was bought' },
  figures: { byTime: 'sums all', activity: 'sums all', concepts: 'counts all', files: 'counts all' },
  contexts: { forget: 'of the engine, not of the contract' },
};

/** Scans that a call may do: why is said with each. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Looked at only when somebody forgets.
  'log.transcriptsOf': ['SELECT offsets'],
  // Whether anything of a project is left, and the paths of a session and project of which nothing is.
  'log.erase': ['DELETE events', 'DELETE jobs', 'SELECT offsets'],
  // A queue is short, and no more than 500 that failed stay in it.
  'jobs.lease': ['DELETE jobs'],
  'jobs.takeOver': ['UPDATE jobs'],
  'jobs.fail': ['DELETE jobs'],
  // In the order of the table, until there are enough.
  'vectors.waiting': ['SELECT vector_waiting'],
  // Counts what waits.
  'vectors.counts': ['SELECT vector_waiting'],
};

suite('a call goes along indexes:', () => {
  test('each is run, or may go through all there is', (t) => {
    const { store } = openRecorded(t);
    const functions = Object.entries(store).flatMap(([part, of]) =>
      typeof of === 'object' ? Object.keys(of).map((name) => `${part}.${name}`) : [],
    );
    const known = [CALLS, OF_ALL].flatMap((table) =>
      Object.entries(table).flatMap(([part, of]) => Object.keys(of).map((name) => `${part}.${name}`)),
    );
    assert.deepEqual(known.toSorted(), functions.toSorted());
  });

  test('to fill a memory', async (t) => {
    const { store, path, ran } = openRecorded(t);
    await fill(store);
    assert.ok(ran.size > 100);
    assert.deepEqual(scansOf(path, ran), ALLOWED['vectors.waiting']);
  });

  for (const [part, calls] of Object.entries(CALLS)) {
    test(`those of ${part}`, async (t) => {
      const { store, path, ran } = openRecorded(t);
      await fill(store);
      for (const [name, call] of Object.entries(calls)) {
        ran.clear();
        await call(store);
        assert.deepEqual(scansOf(path, ran), ALLOWED[`${part}.${name}`] ?? [], name);
      }
    });
  }
});

/** Runs a call for each of some values, one after the other. */
async function each<Value>(values: readonly Value[], call: (value: Value) => Promise<unknown>): Promise<void> {
  for (const value of values) await call(value);
}

function vectorFor({ id, contentHash }: Item) {
  return { id, contentHash, vector: vectorOf(id) };
}
