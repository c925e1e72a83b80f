import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { CleanEvent, EventBody } from '../../src/core/model/event.ts';
import type { SessionId } from '../../src/core/model/ids.ts';
import { itemId, sessionId } from '../../src/core/model/ids.ts';
import type { Item } from '../../src/core/model/item.ts';
import type { CreateSessionReducer } from '../../src/derive/session/session-reducer.ts';
import { Deriver } from '../../src/pipeline/deriver.ts';
import { Distiller } from '../../src/pipeline/distiller.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { madeOfSession, makeEvent, makeItem, START } from '../store/contract/make.ts';
import { placeDatabase } from '../support/fresh-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function openStore(context: TestContext): Store {
  const store = openSqliteStore({ path: placeDatabase(join(temporaryFolder(context), 'cairn.db')) });
  context.after(() => store.close());
  return store;
}

const said = (number: number, agentSession = 'one', over: Partial<CleanEvent> = {}): CleanEvent =>
  makeEvent({
    number: String(number),
    agentSession,
    at: START + number * 1_000,
    body: { kind: 'message', text: `Message ${number} of ${agentSession}.` },
    ...over,
  });

/** A rule that lists what it saw of a session. */
const listing =
  (seen: Map<SessionId, string[]>, kind: Item['kind'] = 'topic'): CreateSessionReducer =>
  (session) => {
    const texts: string[] = [];
    return {
      take: (item) => void texts.push(item.text),
      end() {
        seen.set(session.id, texts);
        const name = `${session.id} ${kind}`;
        return { items: [makeItem({ name, kind, session: session.id, text: texts.join('\n') })], findings: [] };
      },
    };
  };

function createDistiller(store: Store, folds: readonly CreateSessionReducer[]): Distiller {
  return new Distiller({ ...store, judged: async (items) => [...items], folds });
}

async function derived(store: Store, events: readonly CleanEvent[]): Promise<void> {
  await store.log.append({ events });
  const deriver = new Deriver(store);
  await deriver.derived(30_000);
  await deriver.stop();
}

const ONE = sessionId('claude-code', 'one');

test('shows every rule each item of a session once, oldest first, page by page', async (context) => {
  const store = openStore(context);
  const numbers = Array.from({ length: 1_203 }, (_, i) => i + 1);
  await derived(
    store,
    numbers.toReversed().map((number) => said(number)),
  );
  const [one, other] = [new Map<SessionId, string[]>(), new Map<SessionId, string[]>()];
  await createDistiller(store, [listing(one), listing(other, 'snippet')]).all({ now: true });
  assert.deepEqual(
    one.get(ONE),
    numbers.map((number) => `Message ${number} of one.`),
  );
  assert.deepEqual(other, one);
});

test('a rule that fails is counted and gives nothing, and the others go on', async (context) => {
  const store = openStore(context);
  await derived(store, [said(1)]);
  const fails = (): never => {
    throw new Error('no');
  };
  const atOnce: CreateSessionReducer = fails;
  const atItem: CreateSessionReducer = () => ({ take: fails, end: () => ({ items: [], findings: [] }) });
  const atEnd: CreateSessionReducer = () => ({ take: () => undefined, end: fails });
  takeIgnored();
  await createDistiller(store, [atOnce, atItem, atEnd, listing(new Map())]).all({ now: true });
  assert.deepEqual(takeIgnored(), { 'a session could not be distilled by one of the rules': 3 });
  const [made] = await madeOfSession(store, ONE);
  assert.equal(made?.id, itemId('topic', `${ONE} topic`, 'test'));
  assert.deepEqual(await store.distilled.waiting(10), []);
});

test('a session that was just distilled rests while it grows, unless someone waits', async (context) => {
  const store = openStore(context);
  await derived(store, [said(1)]);
  const seen = new Map<SessionId, string[]>();
  // It rests twenty times of what this takes: seconds, in which a busy machine gets on with the lines that follow.
  let spinMs = 250;
  const slow: CreateSessionReducer = (session) => {
    const fold = listing(seen)(session);
    for (const end = performance.now() + spinMs; performance.now() < end; );
    spinMs = 0;
    return fold;
  };
  const distiller = createDistiller(store, [slow]);
  assert.equal(await distiller.one(ONE, { now: false }), true);
  await derived(store, [said(2)]);
  assert.equal(await distiller.one(ONE, { now: false }), false);
  assert.ok(((await distiller.all({ now: false })) ?? 0) > 0, 'it says when it may be distilled again');
  assert.equal(seen.get(ONE)?.length, 1);
  assert.equal(await distiller.all({ now: true }), undefined);
  assert.equal(seen.get(ONE)?.length, 2);
});

test('what arrives while a session is distilled is not lost', async (context) => {
  const store = openStore(context);
  await derived(store, [said(1)]);
  const seen = new Map<SessionId, string[]>();
  let isFirst = true;
  const distiller = new Distiller({
    ...store,
    folds: [listing(seen)],
    async judged(items) {
      if (isFirst) {
        isFirst = false;
        await derived(store, [said(2)]);
      }
      return [...items];
    },
  });
  await distiller.all({ now: true });
  assert.equal(seen.get(ONE)?.length, 2);
  assert.deepEqual(await store.distilled.waiting(10), []);
});

test('stops between sessions, and what is left waits for the next time', async (context) => {
  const store = openStore(context);
  await derived(store, [said(1), said(1, 'two'), said(1, 'three')]);
  const seen = new Map<SessionId, string[]>();
  const first: CreateSessionReducer = (session) => {
    void distiller.stop();
    return listing(seen)(session);
  };
  const distiller = createDistiller(store, [first]);
  await distiller.all({ now: true });
  assert.equal((await store.distilled.waiting(10)).length, 3);
  await createDistiller(store, [listing(seen)]).all({ now: true });
  assert.deepEqual([(await store.distilled.waiting(10)).length, seen.size], [0, 3]);
});

/** Everything that is made of whole sessions, and of several. */
async function madeOf(store: Store): Promise<Item[]> {
  const kinds = ['summary', 'checkpoint', 'topic', 'snippet', 'pattern'] as const;
  const items = await store.items.list({ kinds, hidden: true }, { limit: 200 });
  return items.sort((one, other) => (one.id < other.id ? -1 : 1));
}

const ran = (command: string, output: string): EventBody => ({
  kind: 'tool.end',
  tool: 'Bash',
  input: { command },
  output,
  success: !output.startsWith('FAIL'),
  exitCode: output.startsWith('FAIL') ? 1 : 0,
});

const changed: EventBody = {
  kind: 'tool.end',
  tool: 'Edit',
  input: { file_path: '/home/dev/shop/src/cart.ts', old_string: 'a', new_string: 'b' },
  output: '',
  success: true,
};

/** A session in which a test fails, is mended and succeeds. */
const story = (agentSession: string, day: number): CleanEvent[] => {
  const bodies: EventBody[] = [
    { kind: 'prompt', text: 'Fix the failing test of the cart.', origin: 'person' },
    ran('npm test', 'FAIL cart.test.ts\nTypeError: total is not a function'),
    changed,
    ran('npm test', 'all 12 tests passed'),
    { kind: 'message', text: 'We decided to keep prices in integer cents. All tests pass.' },
    { kind: 'turn.end' },
  ];
  return bodies.map((body, i) =>
    makeEvent({
      number: String(i),
      agentSession,
      at: START + day * 86_400_000 + i * 1_000,
      cwd: '/home/dev/shop',
      body,
    }),
  );
};

test('gives the same in any order of arrival, in any steps, with restarts between', async (context) => {
  const events = [...story('one', 0), ...story('two', 1), ...story('three', 2)];
  const expected = openStore(context);
  await expected.log.append({ events });
  await new Deriver(expected).settled(30_000);
  const made = await madeOf(expected);
  assert.deepEqual([...new Set(made.map(({ kind }) => kind))].sort(), ['checkpoint', 'pattern', 'summary']);
  const order = fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length });
  await fc.assert(
    fc.asyncProperty(order, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }), async (shuffled, cuts) => {
      const store = openSqliteStore({ path: placeDatabase(join(temporaryFolder(context), 'cairn.db')) });
      const rest = [...shuffled];
      for (const cut of [...cuts, rest.length]) {
        await store.log.append({ events: rest.splice(0, cut) });
        await new Deriver(store).settled(30_000);
      }
      assert.deepEqual(await madeOf(store), made);
      await store.close();
    }),
    { numRuns: 12 },
  );
});

test('a turn that a hook ends has its session distilled with it, what an import tells only in the end', async (context) => {
  const store = openStore(context);
  const deriver = new Deriver(store);
  context.after(() => deriver.stop());
  const release = deriver.hold();
  await store.log.append({ events: story('imported', 0) });
  await deriver.caughtUp();
  assert.equal((await store.distilled.waiting(10)).length, 1);
  const hooked = story('live', 1).map((event): CleanEvent => ({ ...event, source: 'hook' }));
  await store.log.append({ events: hooked });
  await deriver.caughtUp();
  assert.deepEqual(
    (await store.distilled.waiting(10)).map(({ session }) => session),
    [sessionId('claude-code', 'imported')],
  );
  release();
  await deriver.settled(30_000);
  assert.deepEqual(await store.distilled.waiting(10), []);
});

test('a session that goes on while it is distilled keeps nobody waiting', async (context) => {
  const store = openStore(context);
  let times = 0;
  const put: Store['distilled']['put'] = async (batches) => {
    const waiting = await store.distilled.put(batches);
    times += 1;
    assert.ok(times < 100, 'the session was distilled again and again');
    await store.distilled.markAll('sessions');
    return waiting;
  };
  const deriver = new Deriver({ ...store, distilled: { ...store.distilled, put } });
  context.after(() => deriver.stop());
  await store.log.append({ events: story('going on', 0) });
  await deriver.settled(30_000);
  assert.equal((await store.distilled.waiting(10)).length, 1, 'what came meanwhile waits for the next time');
});

test('events that arrive while others are derived keep nobody waiting', async (context) => {
  const store = openStore(context);
  const last = 200;
  let number = 1;
  const apply: Store['items']['apply'] = async (batch) => {
    await store.items.apply(batch);
    if (number === last) return;
    number += 1;
    await store.log.append({ events: [said(number)] });
  };
  const deriver = new Deriver({ ...store, items: { ...store.items, apply } });
  await store.log.append({ events: [said(1)] });
  await deriver.caughtUp();
  assert.ok(number < last, 'it waited until no event arrived any more');
  await deriver.stop();
});
