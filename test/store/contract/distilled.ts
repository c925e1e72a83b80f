import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../../src/core/model/finding.ts';
import type { SessionId } from '../../../src/core/model/ids.ts';
import { sessionId } from '../../../src/core/model/ids.ts';
import type { Item } from '../../../src/core/model/item.ts';
import type { UndistilledSession, WaitingPattern } from '../../../src/store/contract/distilled.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import {
  eventIdOf,
  itemIdOf,
  madeOfSession,
  makeEvent,
  makeItem,
  namesOf,
  projectOf,
  putWithEvent,
  START,
} from './make.ts';
import type { OpenStore } from './store-contract.ts';

const ONE = sessionId('claude-code', 'one');
const TWO = sessionId('claude-code', 'two');
const SHOP = projectOf('shop');

const finding = (parts: Partial<Finding> = {}): Finding => ({
  session: ONE,
  project: SHOP,
  kind: 'error',
  key: 'cannot find module',
  firstAt: START,
  lastAt: START + 5,
  count: 1,
  evidence: [itemIdOf('a')],
  files: ['src/a.ts'],
  author: 'tool',
  exposed: false,
  label: 'Cannot find module',
  detail: { command: 'npm test' },
  ...parts,
});

const summaryOf = (session: SessionId, name = session as string): Item =>
  makeItem({ name, kind: 'summary', session, project: SHOP, text: `Summary ${name}` });

const pattern = makeItem({ name: 'pattern', kind: 'pattern', project: SHOP, text: 'It recurs' });

/** A session with one event and item, by the agent's id of the session. */
async function addSession(store: Store, agentSession: string, number = '1'): Promise<SessionId> {
  const event = makeEvent({ agentSession, number, project: SHOP });
  await putWithEvent(store, event, [makeItem({ name: `${agentSession} ${number}`, project: SHOP })]);
  return event.session;
}

async function waitingOf({ distilled }: Store, session: SessionId): Promise<UndistilledSession> {
  const [waiting] = await distilled.waitingOf([session]);
  assert.ok(waiting !== undefined);
  return waiting;
}

async function distil(store: Store, session: SessionId, findings: readonly Finding[]): Promise<WaitingPattern[]> {
  const { mark } = await waitingOf(store, session);
  return store.distilled.put([{ session, mark, items: [summaryOf(session)], findings }]);
}

/** Two sessions that show one pattern, whose item is built from both. */
async function sharedPattern(store: Store): Promise<void> {
  for (const name of ['one', 'two']) {
    const session = await addSession(store, name);
    await distil(store, session, [finding({ session })]);
  }
  const [waiting] = await store.distilled.patternsWaiting(10);
  assert.ok(waiting !== undefined);
  await store.distilled.putPatterns([{ pattern: waiting, item: pattern }]);
}

/** The contract suite of aggregates of whole sessions. */
export function distilledContract(open: OpenStore): void {
  test('lets a session wait with every event that is derived, and keeps what it gives', async (t) => {
    const store = await open(t);
    await addSession(store, 'one');
    const first = await waitingOf(store, ONE);
    await addSession(store, 'one', '2');
    assert.ok((await waitingOf(store, ONE)).mark > first.mark);
    await store.distilled.put([{ session: ONE, mark: first.mark, items: [summaryOf(ONE)], findings: [] }]);
    assert.equal((await store.distilled.waiting(10)).length, 1, 'it changed meanwhile');
    await distil(store, ONE, []);
    assert.deepEqual(await store.distilled.waiting(10), []);
    assert.deepEqual(namesOf(await madeOfSession(store, ONE)), namesOf([summaryOf(ONE)]));
    assert.deepEqual(await store.distilled.waitingCounts(), { sessions: 0, patterns: 0 });
  });

  test('puts the place of the last first, and what it gave before out', async (t) => {
    const store = await open(t);
    await addSession(store, 'one');
    await putWithEvent(store, makeEvent({ agentSession: 'two', number: '9', at: START + 9 }), []);
    assert.deepEqual(
      (await store.distilled.waiting(1)).map(({ session }) => session),
      [TWO],
    );
    await distil(store, ONE, []);
    await addSession(store, 'one', '2');
    const { mark } = await waitingOf(store, ONE);
    const other = summaryOf(ONE, 'other');
    await store.distilled.put([{ session: ONE, mark, items: [other], findings: [] }]);
    assert.deepEqual(namesOf(await madeOfSession(store, ONE)), namesOf([other]));
    assert.deepEqual(await store.check(), []);
  });

  test('reads the items of events by time, then id, page by page, and nothing else', async (t) => {
    const store = await open(t);
    const names = ['e', 'd', 'c', 'b', 'a'];
    for (const [i, name] of names.entries()) {
      const at = START + (i < 3 ? 7 : 3);
      await putWithEvent(store, makeEvent({ number: String(i), at }), [
        makeItem({ name, at, detail: { hidden: true } }),
      ]);
    }
    await distil(store, ONE, []);
    const all = await store.distilled.itemsOf(ONE, { limit: 10 });
    const byId = (wanted: string): string[] => namesOf(all.filter(({ title }) => wanted.includes(title.at(-1) ?? '')));
    assert.deepEqual(namesOf(all), [...byId('ba'), ...byId('edc')]);
    const paged: Item[] = [];
    for (let after = paged.at(-1); ; after = paged.at(-1)) {
      const page = await store.distilled.itemsOf(ONE, { ...(after && { after }), limit: 2 });
      paged.push(...page);
      if (page.length < 2) break;
    }
    assert.deepEqual(paged, all);
  });

  test('says which patterns may be others, and only those', async (t) => {
    const store = await open(t);
    await addSession(store, 'one');
    const changed = await distil(store, ONE, [finding(), finding({ kind: 'fix', key: 'k' })]);
    assert.deepEqual(changed, await store.distilled.patternsWaiting(10));
    await store.distilled.putPatterns(changed.map((waiting) => ({ pattern: waiting })));
    assert.deepEqual(await store.distilled.waitingCounts(), { sessions: 0, patterns: 0 });
    await addSession(store, 'one', '2');
    const again = await distil(store, ONE, [finding({ count: 2 }), finding({ kind: 'fix', key: 'k' })]);
    assert.deepEqual(
      again.map(({ kind, key, project }) => [kind, key, project]),
      [['error', 'cannot find module', SHOP]],
    );
    await addSession(store, 'one', '3');
    assert.equal((await distil(store, ONE, [])).length, 2, 'both are gone');
    assert.deepEqual(await store.distilled.findings(finding()), []);
  });

  test('gives the findings of a pattern of one project, oldest first', async (t) => {
    const store = await open(t);
    const found = [finding({ lastAt: START + 9 }), finding({ session: TWO, exposed: true, author: 'agent' })];
    for (const [i, name] of ['one', 'two'].entries()) {
      const { project: _, ...elsewhere } = finding({ session: found[i]?.session as SessionId });
      await distil(store, await addSession(store, name), [found[i] as Finding, elsewhere]);
    }
    assert.deepEqual(await store.distilled.findings(finding()), found.toReversed());
    assert.equal((await store.distilled.findings({ kind: 'error', key: finding().key })).length, 2);
    assert.deepEqual(
      await store.distilled.findings({ kind: 'error', key: finding().key, project: projectOf('x') }),
      [],
    );
    const filter = { kinds: ['error' as const], project: SHOP, limit: 10 };
    assert.deepEqual(await store.distilled.find({ ...filter, keys: [finding().key] }), found);
    assert.deepEqual(await store.distilled.find({ ...filter, keys: ['other'] }), []);
    assert.deepEqual(await store.distilled.find({ ...filter, kinds: ['fix'] }), []);
    assert.equal((await store.distilled.find({ kinds: ['error'], limit: 3 })).length, 3);
  });

  test('keeps a pattern that was made of what is still so', async (t) => {
    const store = await open(t);
    await addSession(store, 'one');
    const [early] = await distil(store, ONE, [finding()]);
    assert.ok(early !== undefined);
    await addSession(store, 'one', '2');
    const [late] = await distil(store, ONE, [finding({ count: 2 })]);
    await store.distilled.putPatterns([{ pattern: early, item: pattern }]);
    assert.deepEqual(await store.items.get([pattern.id]), []);
    await store.distilled.putPatterns([{ pattern: late as WaitingPattern, item: pattern }]);
    assert.deepEqual(await store.items.get([pattern.id]), [pattern]);
    assert.deepEqual(await store.distilled.patternsWaiting(10), []);
  });

  test('makes sessions and patterns wait when something was done about what was made of them', async (t) => {
    const store = await open(t);
    await sharedPattern(store);
    const marked = await store.distilled.markItems([pattern.id, summaryOf(TWO).id, itemIdOf('one 1')]);
    assert.deepEqual(marked.sessions, [TWO]);
    assert.deepEqual(marked.patterns, await store.distilled.patternsWaiting(10));
    assert.deepEqual(
      (await store.distilled.waiting(10)).map(({ session }) => session),
      [TWO],
    );
  });

  test('lets every session wait when the rules are others', async (t) => {
    const store = await open(t);
    assert.equal(await store.distilled.rulesAre('a'), true);
    await addSession(store, 'one');
    await distil(store, ONE, []);
    assert.equal(await store.distilled.rulesAre('a'), false);
    assert.deepEqual(await store.distilled.waiting(10), []);
    assert.equal(await store.distilled.rulesAre('b'), true);
    assert.equal((await store.distilled.waiting(10)).length, 1);
  });

  test('forgets with one session what it told of a shared pattern, and makes it wait', async (t) => {
    const store = await open(t);
    await sharedPattern(store);
    const { items } = await store.log.erase([eventIdOf('1')], START, { sessions: [ONE] });
    assert.ok(items.includes(pattern.id) && items.includes(summaryOf(ONE).id));
    assert.deepEqual(await store.items.get([pattern.id, summaryOf(ONE).id]), []);
    assert.deepEqual(await store.distilled.findings(finding()), [finding({ session: TWO })]);
    const [waiting] = await store.distilled.patternsWaiting(10);
    assert.equal(waiting?.key, finding().key);
    await store.log.erase([eventIdOf('1', 'two')], START);
    assert.deepEqual(await store.distilled.patternsWaiting(10), []);
    assert.deepEqual(await store.distilled.waitingCounts(), { sessions: 0, patterns: 0 });
    assert.deepEqual(await store.log.projects(), []);
    assert.deepEqual(await store.check(), []);
  });

  test('keeps nothing that was distilled before something was forgotten', async (t) => {
    const store = await open(t);
    await addSession(store, 'one');
    await addSession(store, 'one', '2');
    const { mark } = await waitingOf(store, ONE);
    await store.log.erase([eventIdOf('1')], START);
    assert.deepEqual(
      await store.distilled.put([{ session: ONE, mark, items: [summaryOf(ONE)], findings: [finding()] }]),
      [],
    );
    assert.deepEqual(await madeOfSession(store, ONE), []);
    await distil(store, ONE, []);
    assert.deepEqual(namesOf(await madeOfSession(store, ONE)), namesOf([summaryOf(ONE)]));
  });

  test('drops everything at the start of a rebuild, and marks it again', async (t) => {
    const store = await open(t);
    await sharedPattern(store);
    await store.log.reset();
    assert.deepEqual(await store.distilled.findings(finding()), []);
    for (const session of [ONE, TWO]) assert.deepEqual(await madeOfSession(store, session), []);
    await store.items.apply({ derived: await store.log.pending(10), put: [] });
    assert.equal((await store.distilled.waiting(10)).length, 2);
    assert.deepEqual(await store.check(), []);
  });
}
