import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventBody } from '../../../src/core/model/event.ts';
import type { EventId } from '../../../src/core/model/ids.ts';
import { projectId } from '../../../src/core/model/ids.ts';
import type { SharedMemory } from '../../../src/core/model/shared-memory.ts';
import type { Offset } from '../../../src/store/contract/log.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { eventIdOf, itemIdOf, makeEvent, makeItem, makeUnnumbered, putWithEvent, START, toolEnd } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const SHARED = 'The same long output of two commands. '.repeat(60);
const OWN = 'An output that only one command had. '.repeat(60);

const words = (store: Store, ...asked: string[]) =>
  store.candidates.query({ words: asked, phrases: [], filter: {}, limit: 10 });

/** The suite of erasing. */
export function eraseContract(open: OpenStore): void {
  test('takes an event, what was derived from it, its index and its bodies, and leaves others theirs', async (t) => {
    const store = await open(t);
    const body = { ...toolEnd(SHARED), result: OWN };
    await store.log.append({ events: [makeEvent({ number: 'x', body: toolEnd(SHARED) })] });
    const gone = await putWithEvent(store, makeEvent({ number: 'y', body }), [makeItem({ name: 'zirconium' })]);
    const erased = await store.log.erase([gone, eventIdOf('unknown')], START);
    assert.deepEqual(erased, {
      events: 1,
      items: [itemIdOf('zirconium')],
      bodies: 1,
      sharedBodies: [{ heldBy: [eventIdOf('x')] }],
    });
    assert.deepEqual(await store.log.events([gone]), []);
    const [left] = await store.log.events([eventIdOf('x')]);
    assert.deepEqual(left?.body, toolEnd(SHARED));
    const { candidates, total, frequency } = await words(store, 'zirconium');
    assert.deepEqual([candidates, total, frequency], [[], 0, { zirconium: 0 }]);
    assert.equal((await store.log.counts()).byEvent['tool.end'], 1);
    assert.deepEqual(await store.check(), []);
  });

  test('refuses for ever what was forgotten, numbered or not, from whatever source', async (t) => {
    const { log } = await open(t);
    const told = await log.append({ events: [makeEvent(), makeUnnumbered('ok', 'd1', { source: 'hook' })] });
    await log.erase([...told.results.map(({ id }) => id), eventIdOf('not yet told')], START);
    const again = [
      makeEvent({ source: 'hook' }),
      makeUnnumbered('ok', 'd1', { source: 'hook' }),
      makeUnnumbered('ok', 'l1'),
      makeEvent({ number: 'not yet told' }),
    ];
    const { results } = await log.append({ events: [...again, makeUnnumbered('ok', 'l2')] });
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['refused', 'refused', 'refused', 'refused', 'added'],
    );
    assert.equal((await log.counts()).events, 1);
  });

  test('has no row of a project whose events are all forgotten, however often they are told again', async (t) => {
    const { log } = await open(t);
    const id = projectId('github.com/acme/zirconium');
    const project = { id, identity: 'github.com/acme/zirconium', name: 'zirconium', root: '/home/user/zirconium' };
    const events = [makeEvent({ number: '1', project: id }), makeEvent({ number: '2', project: id })];
    const { results } = await log.append({ events, projects: [project] });
    await log.erase(
      results.map((one) => one.id),
      START,
    );
    assert.deepEqual(await log.projects(), []);
    await log.append({ events, projects: [project] });
    assert.deepEqual(await log.projects(), []);
    await log.append({ events: [...events, makeEvent({ number: '3', project: id })], projects: [project] });
    assert.deepEqual(
      (await log.projects()).map(({ name }) => name),
      ['zirconium'],
    );
  });

  test('keeps no path of a transcript whose events are all forgotten, and knows it again, until something new is in it', async (t) => {
    const { log, jobs } = await open(t);
    const id = projectId('github.com/acme/zirconium');
    const root = '/home/user/zirconium';
    const project = { id, identity: 'github.com/acme/zirconium', name: 'zirconium', root };
    const offset = (path: string): Offset => ({
      path,
      agent: 'claude-code',
      resumeAt: 80,
      sizeBytes: 80,
      modifiedAt: 5,
      head: 'h',
      headBytes: 80,
      state: { $reader: 3, cwd: root },
      told: true,
    });
    const [own, other, late] = ['/t/-home-user-zirconium/a.jsonl', '/t/other/b.jsonl', '/t/late/c.jsonl'];
    const events = [makeEvent({ number: '1', project: id })];
    const { results } = await log.append({ events, projects: [project], offset: offset(own) });
    await log.append({ events: [], offset: { ...offset(other), state: { cwd: '/home/user/other' } } });
    const job = { kind: 'reconcile', payload: {}, priority: 0, runAt: START };
    for (const key of [own, other]) await jobs.enqueue({ ...job, key }, START);
    await log.erase(
      results.map((one) => one.id),
      START,
    );
    const forgotten = { ...offset(own), resumeAt: 0, state: { $reader: 3 } };
    assert.deepEqual(await log.offset(own), forgotten);
    assert.equal((await log.offset(other))?.resumeAt, 80);
    assert.deepEqual(
      (await jobs.list(9)).map(({ key }) => key),
      [other],
    );
    await log.append({ events, projects: [project], offset: offset(late) });
    assert.deepEqual((await log.offset(late))?.state, { $reader: 3 }, 'nothing but what was forgotten is in it');
    await log.append({ events: [...events, makeEvent({ number: '2' })], offset: offset(own) });
    assert.deepEqual(await log.offset(own), offset(own));
  });

  test('has the tombstones of before, once those of an erasure are lifted, those of copies among them', async (t) => {
    const { log } = await open(t);
    const before = { events: [{ hash: 'a'.repeat(30), at: START }], sessions: [] };
    await log.addTombstones(before);
    const event = makeEvent({ number: 'x', body: { kind: 'prompt', text: 'Count the walruses.', origin: 'person' } });
    const { session } = event;
    const ids = (await log.append({ events: [event] })).results.map(({ id }) => id);
    const at = START + 7;
    await log.erase(ids, at, { sessions: [session] });
    assert.notDeepEqual(await log.tombstones(), before);
    await log.addTombstones({ events: [{ hash: 'b'.repeat(30), at }], sessions: [] });
    await log.liftTombstones({ events: ids, sessions: [session], copies: [event] }, at);
    assert.deepEqual((await log.tombstones()).events.length, 2, 'the copies of other events are refused as before');
    await log.liftTombstones({ copies: 'all' }, at);
    assert.deepEqual(await log.tombstones(), before);
    assert.equal((await log.append({ events: [event] })).results[0]?.outcome, 'added');
  });

  test('keeps no summary of a session in which something was erased or withheld, but one of another memory, until that is lifted', async (t) => {
    const { log } = await open(t);
    let number = 0;
    const summaryOf = async (agentSession: string, more = {}): Promise<boolean> => {
      number += 1;
      const body: EventBody = { kind: 'compact.end', trigger: 'auto', summary: 'They count walruses.' };
      const event = makeEvent({ number: `${number}`, agentSession, body });
      const [result] = (await log.append({ events: [event], ...more })).results;
      const [stored] = await log.events(result === undefined ? [] : [result.id]);
      const isKept = stored?.body.kind === 'compact.end' && stored.body.summary !== undefined;
      assert.deepEqual([result?.outcome, result?.isCut], ['added', isKept ? undefined : true]);
      return isKept;
    };
    const ids = ['x', 'y'].map((one) => makeEvent({ number: one, agentSession: one }));
    const { results } = await log.append({ events: ids });
    const [x, y] = results.map(({ id }) => id) as [EventId, EventId];
    await log.erase([x], START + 1);
    await log.erase([y], START + 2, { isPruning: true });
    const { session } = makeEvent({ agentSession: 'z' });
    await log.append({ events: [], withheldOf: [session] });
    assert.deepEqual([await summaryOf('x'), await summaryOf('y'), await summaryOf('z')], [false, true, false]);
    assert.equal(await summaryOf('x', { brought: 'events' }), true);
    assert.equal(await summaryOf('a fork of z', { forkOf: session }), false);
    await log.liftTombstones({ copies: 'all' }, START + 1);
    assert.deepEqual([await summaryOf('x'), await summaryOf('z')], [true, false]);
  });

  test('refuses what another home made of an event or session that was erased here, and nothing else that it shares', async (t) => {
    const { log } = await open(t);
    const own = makeEvent({ number: 'x' });
    const ids = (await log.append({ events: [own] })).results.map(({ id }) => id);
    await log.erase(ids, START + 5, { sessions: [own.session] });
    const other = { event: `e_${'b'.repeat(16)}`, session: `s_${'b'.repeat(16)}` };
    const shared = (number: string, from: SharedMemory['from'], at = START + 9) => {
      const item = {
        kind: 'knowledge',
        title: number,
        text: '',
        author: 'person',
        exposed: false,
        at,
        rule: '',
        detail: {},
      } as const;
      const body = {
        kind: 'shared',
        home: 'h_1',
        member: 'Ada',
        target: `o_${'c'.repeat(16)}`,
        version: 1,
        item,
        from,
        person: false,
      } as const;
      return makeEvent({ number, agentSession: number, source: 'sync', body });
    };
    const events = [
      shared('of the event', { event: ids[0] ?? '', session: other.session }),
      shared('of the session before', { event: other.event, session: own.session }, START),
      shared('of the session since', { event: other.event, session: own.session }),
      shared('of the whole session', { session: own.session }),
      shared('of others', other),
      shared('of nothing', {}),
    ];
    assert.deepEqual(
      (await log.append({ events })).results.map(({ outcome }) => outcome),
      ['refused', 'refused', 'added', 'refused', 'added', 'added'],
    );
  });

  test('hands its tombstones to another store, which then refuses what was forgotten here and names what it holds of it', async (t) => {
    const [here, there] = [await open(t), await open(t)];
    const told = [
      makeEvent({ number: 'x' }),
      makeEvent({ number: 'y' }),
      makeEvent({ number: 'z', agentSession: 'two' }),
    ];
    const [x, y, z] = (await here.log.append({ events: told })).results.map(({ id }) => id) as [
      EventId,
      EventId,
      EventId,
    ];
    await there.log.append({ events: told });
    const { session } = makeEvent({ agentSession: 'two' });
    await here.log.erase([x], START);
    await here.log.erase([], START + 1_000_000_000, { sessions: [session] });
    const covered = await there.log.addTombstones(await here.log.tombstones());
    assert.deepEqual([...covered].sort(), [x, z].sort());
    await there.log.erase(covered, START);
    assert.deepEqual(await there.log.addTombstones(await here.log.tombstones()), []);
    assert.deepEqual(
      (await there.log.since(0, 9)).map(({ id }) => id),
      [y],
    );
    const { results } = await there.log.append({ events: told });
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['refused', 'duplicate', 'refused'],
    );
  });

  test('takes what was derived from the whole session, and has it derived anew while events are left', async (t) => {
    const store = await open(t);
    const first = await putWithEvent(store, makeEvent({ number: '1' }), [makeItem({ name: 'a' })]);
    const second = await putWithEvent(store, makeEvent({ number: '2' }), [makeItem({ name: 'b' })]);
    const checkpoint = makeItem({ name: 'k', kind: 'checkpoint', session: makeEvent().session });
    await store.items.apply({ derived: [], put: [checkpoint] });
    assert.deepEqual(await store.log.pending(10), []);
    const { items } = await store.log.erase([first], START);
    assert.deepEqual(new Set(items), new Set([itemIdOf('a'), checkpoint.id]));
    assert.deepEqual(
      (await store.log.pending(10)).map(({ id }) => id),
      [second],
    );
    assert.equal((await store.log.sessions({ limit: 10 })).length, 1);
    await store.log.erase([second], START);
    assert.deepEqual(await store.log.sessions({ limit: 10 }), []);
    assert.deepEqual(await store.log.pending(10), []);
    assert.equal((await store.log.counts()).items, 0);
  });

  test('a session lasts from the first to the last of what is left of it, and has not ended when that is forgotten', async (t) => {
    const { log } = await open(t);
    const end: EventBody = { kind: 'session.end', reason: 'exit' };
    const told = [0, 5, 9].map((minute) => makeEvent({ number: `${minute}`, at: START + minute }));
    const { results } = await log.append({
      events: [...told, makeEvent({ number: 'end', at: START + 20, body: end })],
    });
    const times = async () => (await log.sessions({ limit: 1 })).map((row) => [row.startedAt, row.lastAt, row.endedAt]);
    assert.deepEqual(await times(), [[START, START + 20, START + 20]]);
    const [first, , last, ended] = results.map(({ id }) => id);
    await log.erase([ended as EventId], START);
    assert.deepEqual(await times(), [[START, START + 9, undefined]]);
    await log.erase([first as EventId, last as EventId], START);
    assert.deepEqual(await times(), [[START + 5, START + 5, undefined]]);
  });

  test('a session has the branch that what is left of it names', async (t) => {
    const { log } = await open(t);
    const { results } = await log.append({
      events: ['main', 'secret'].map((branch, i) => makeEvent({ number: branch, at: START + i, branch })),
    });
    const branch = async () => (await log.sessions({ limit: 1 })).map((row) => row.branch);
    assert.deepEqual(await branch(), ['secret']);
    await log.erase([results[1]?.id as EventId], START);
    assert.deepEqual(await branch(), ['main']);
    assert.deepEqual(await log.sessions({ branch: 'secret', limit: 1 }), []);
    await log.append({ events: [makeEvent({ number: 'last', at: START + 3 })] });
    await log.erase([results[0]?.id as EventId], START);
    assert.deepEqual(await branch(), [undefined]);
  });

  test('what is pruned of a session leaves it as long as it was', async (t) => {
    const { log } = await open(t);
    const { results } = await log.append({
      events: [0, 5].map((at) => makeEvent({ number: `${at}`, at: START + at })),
    });
    await log.erase([results[1]?.id as EventId], START, { isPruning: true });
    const [row] = await log.sessions({ limit: 1 });
    assert.deepEqual([row?.startedAt, row?.lastAt], [START, START + 5]);
  });

  test('does not let an item of a forgotten event come back', async (t) => {
    const store = await open(t);
    await store.log.append({ events: [makeEvent()] });
    const [read] = await store.log.pending(1);
    assert.ok(read);
    await store.log.erase([read.id], START);
    const put = [
      makeItem({ name: 'late', event: read.id, session: read.session }),
      makeItem({ name: 'k', kind: 'checkpoint', session: read.session }),
    ];
    await store.items.apply({ derived: [read], put });
    assert.equal((await store.log.counts()).items, 0);
    assert.deepEqual((await words(store, 'late')).candidates, []);
  });

  test('takes the injections that named an erased item', async (t) => {
    const store = await open(t);
    const gone = await putWithEvent(store, makeEvent(), [makeItem({ name: 'a' })]);
    const common = { session: makeEvent().session, at: START, occasion: 'start', tokens: 9 };
    await store.items.recordInjection({ ...common, ids: [itemIdOf('a'), itemIdOf('b')], shingles: [1, 2] });
    await store.items.recordInjection({ ...common, ids: [itemIdOf('b')], shingles: [-3] });
    await store.log.erase([gone], START);
    assert.deepEqual(await store.items.injected(common.session, 0), {
      ids: [itemIdOf('b')],
      tokens: 9,
      words: [{ at: START, shingles: [-3] }],
    });
  });

  test('takes many events in one call', async (t) => {
    const store = await open(t);
    const numbers = Array.from({ length: 130 }, (_, i) => String(i));
    await store.log.append({
      events: numbers.map((number) => makeEvent({ number, body: toolEnd(`output ${number} `.repeat(9)) })),
    });
    const derived = await store.log.pending(200);
    const put = derived.map((event) => makeItem({ name: event.id, event: event.id, session: event.session }));
    await store.items.apply({ derived, put });
    const ids: EventId[] = numbers.slice(0, 129).map((number) => eventIdOf(number));
    const erased = await store.log.erase(ids, START);
    assert.deepEqual([erased.events, erased.items.length], [129, 129]);
    const left = await store.log.since(0, 10);
    assert.deepEqual(
      left.map(({ body }) => body),
      [toolEnd('output 129 '.repeat(9))],
    );
    assert.deepEqual(await store.check(), []);
  });

  test('refuses what happened in a forgotten session up to then, and takes what happens later', async (t) => {
    const { log } = await open(t);
    const first = makeEvent({ number: 'first' });
    await log.append({ events: [first] });
    await log.erase([eventIdOf('first')], START + 10, { sessions: [first.session] });
    const told = await log.append({
      events: [
        makeEvent({ number: 'never told', at: START + 10 }),
        makeEvent({ number: 'later', at: START + 11 }),
        makeEvent({ number: 'other', at: START, agentSession: 'another' }),
      ],
    });
    assert.deepEqual(
      told.results.map(({ outcome }) => outcome),
      ['refused', 'added', 'added'],
    );
  });

  test('leaves what is about several memories until the last of them goes', async (t) => {
    const store = await open(t);
    const events = ['1', '2'].map((number) => makeEvent({ number, body: toolEnd(`run ${number}`) }));
    const items = ['one', 'two'].map((name) => makeItem({ name }));
    const ids = [];
    for (const [i, event] of events.entries()) ids.push(await putWithEvent(store, event, items.slice(i, i + 1)));
    const targets = items.map(({ id }) => id);
    const body: EventBody = { kind: 'retired', targets, batch: 'b', reason: 'age', person: true };
    await store.log.append({ events: [{ ...makeEvent({ number: 'retired', body }), targets }] });
    const [first, second] = ids;
    assert.ok(first !== undefined && second !== undefined);
    assert.equal((await store.log.erase([first], START)).events, 1);
    assert.equal((await store.log.about(targets)).length, 1);
    assert.equal((await store.log.erase([second], START)).events, 2);
    assert.deepEqual(await store.log.since(0, 10), []);
  });

  test('takes with a memory what is about it, and with its last session a project', async (t) => {
    const store = await open(t);
    const project = { id: projectId('shop'), identity: 'shop', name: 'shop' };
    const event = makeEvent({ number: 'noted', project: project.id });
    await store.log.append({ events: [event], projects: [project] });
    assert.equal((await store.log.projects()).length, 1);
    const gone = await putWithEvent(store, event, [makeItem({ name: 'zirconium' })]);
    const judged = makeEvent({ number: 'judged', body: { kind: 'confirmed', target: 'x', person: true } });
    await store.log.append({ events: [{ ...judged, targets: [itemIdOf('zirconium')] }] });
    assert.equal((await store.log.about([itemIdOf('zirconium')])).length, 1);
    assert.equal((await store.log.erase([gone], START)).events, 2);
    assert.deepEqual(await store.log.about([itemIdOf('zirconium')]), []);
    assert.deepEqual(await store.log.since(0, 10), []);
    assert.deepEqual([await store.log.sessions({ limit: 10 }), await store.log.projects()], [[], []]);
  });
}
