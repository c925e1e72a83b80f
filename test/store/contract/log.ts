import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonValue } from '../../../src/core/json.ts';
import type { CleanEvent, EventBody, StoredEvent } from '../../../src/core/model/event.ts';
import type { Offset } from '../../../src/store/contract/log.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { eventIdOf, makeEvent, makeItem, makeUnnumbered, namesOf, projectOf, START, textsOf, toolEnd } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const LONG = 'A long output with many words. '.repeat(200);

/** The suite of the log. */
export function logContract(open: OpenStore): void {
  givesBack(open);
  knowsAgain(open);
  keepsPlaces(open);
}

function givesBack(open: OpenStore): void {
  test('gives an event back as it was appended', async (t) => {
    const { log } = await open(t);
    const event = makeEvent({
      cwd: '/w/shop',
      prompt: 'p1',
      subagent: 'a1',
      project: projectOf('shop'),
      body: toolEnd(LONG),
    });
    const { results } = await log.append({ events: [event] });
    assert.deepEqual(results, [{ id: eventIdOf('1'), outcome: 'added' }]);
    const { key: _, source: __, ...told } = event;
    const stored: StoredEvent = { ...told, id: eventIdOf('1'), seq: await log.lastSeq(), sources: ['transcript'] };
    assert.deepEqual(await log.events([eventIdOf('1'), eventIdOf('none')]), [stored]);
    assert.deepEqual(await log.pending(10), [{ ...stored, revision: 0 }]);
  });

  test('gives any body back, whatever its strings, keys and depth', async (t) => {
    const { log } = await open(t);
    let number = 0;
    const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme', minLength: 300, maxLength: 1_500 }));
    const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.constantFrom(null, true, 1.5),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    const body = fc
      .record({ input: fc.dictionary(fc.string(), tree), output: text, result: tree })
      .map((fields): EventBody => ({ ...toolEnd(''), ...(JSON.parse(JSON.stringify(fields)) as object) }) as EventBody);
    await fc.assert(
      fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 12 }), async (bodies) => {
        const events = bodies.map((one, i) => makeEvent({ number: String(number + i), body: one }));
        number += bodies.length;
        const { results } = await log.append({ events });
        const stored = await log.events(results.map((result) => result.id));
        assert.deepEqual(
          stored.map((event) => JSON.stringify(event.body)),
          bodies.map((one) => JSON.stringify(one)),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('reads on from a sequence number, oldest first', async (t) => {
    const { log } = await open(t);
    await log.append({ events: ['1', '2', '3', '4'].map((number) => makeEvent({ number })) });
    const first = await log.since(0, 3);
    assert.deepEqual(textsOf(first), ['text 1', 'text 2', 'text 3']);
    assert.deepEqual(textsOf(await log.since(first.at(-1)?.seq ?? 0, 3)), ['text 4']);
  });

  test('keeps all of a batch or nothing, and works on after a failure', async (t) => {
    const { log } = await open(t);
    const broken = makeEvent({ number: '2', body: { kind: 'no such kind' } as unknown as EventBody });
    const batch = { events: [makeEvent(), broken], projects: [], delivery: { id: 'd', at: START } };
    await assert.rejects(log.append(batch), { name: 'CairnError', code: 'internal' });
    assert.deepEqual(await log.since(0, 10), []);
    assert.equal((await log.counts()).events + (await log.counts()).sessions, 0);
    const again = await log.append({ ...batch, events: [makeEvent()] });
    assert.deepEqual([again.repeated, again.results[0]?.outcome], [false, 'added']);
  });
}

function knowsAgain(open: OpenStore): void {
  test('knows an event again', async (t) => {
    const { log } = await open(t);
    await log.append({ events: [makeEvent()] });
    const { results } = await log.append({
      events: [makeEvent(), makeEvent({ number: '2' }), makeEvent({ number: '2' })],
    });
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['duplicate', 'added', 'duplicate'],
    );
    assert.equal((await log.counts()).events, 2);
  });

  test('writes nothing of a delivery that it took in before', async (t) => {
    const { log } = await open(t);
    const delivery = { id: '6e1f0b52-0000-4000-8000-000000000001', at: START };
    const first = await log.append({ events: [makeUnnumbered('ok', delivery.id, { source: 'hook' })], delivery });
    const second = await log.append({ events: [makeEvent()], delivery });
    assert.deepEqual([first.repeated, second.repeated, second.results], [false, true, []]);
    assert.equal((await log.counts()).events, 1);
  });

  test('tells equal events without a number apart by their order within a source', async (t) => {
    const { log } = await open(t);
    const lines = ['l1', 'l2'].map((origin) => makeUnnumbered('ok', origin));
    const hooks = ['d1', 'd2', 'd3'].map((origin) => makeUnnumbered('ok', origin, { source: 'hook', authority: 1 }));
    const told = await log.append({ events: [...lines, ...hooks, ...lines] });
    const ids = told.results.map(({ id }) => id);
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual([ids[2], ids[3]], [ids[0], ids[1]]);
    assert.deepEqual([ids[5], ids[6]], [ids[0], ids[1]]);
    assert.deepEqual((await log.events(ids.slice(0, 1)))[0]?.sources, ['hook', 'transcript']);
  });

  test('holds the same events and bodies in whatever order hooks and transcript tell of them', async (t) => {
    const tellings = fc.shuffledSubarray([...TELLINGS], { minLength: TELLINGS.length });
    const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 });
    const wanted = await heldAfter(await open(t), TELLINGS, [TELLINGS.length]);
    await fc.assert(
      fc.asyncProperty(tellings, cuts, async (order, sizes) => {
        assert.deepEqual(await heldAfter(await open(t), inOrderOfSource(order), sizes), wanted);
      }),
      { numRuns: 25 },
    );
  });

  test('derives a completed event again, also one completed since it was read', async (t) => {
    const { log, items } = await open(t);
    await log.append({
      events: [makeEvent({ source: 'hook', authority: 1, body: { kind: 'message', text: 'half' } })],
    });
    const [read] = await log.pending(1);
    assert.ok(read);
    const better = makeEvent({ body: { kind: 'message', text: 'whole', model: 'm' } });
    assert.equal((await log.append({ events: [better] })).results[0]?.outcome, 'completed');
    await items.apply({ derived: [read], put: [makeItem({ event: read.id, session: read.session })] });
    const [again] = await log.pending(1);
    assert.deepEqual(again?.body, { kind: 'message', text: 'whole', model: 'm' });
    assert.deepEqual(again?.sources, ['hook', 'transcript']);
    await items.apply({ derived: [again], put: [] });
    assert.deepEqual(await log.pending(1), []);
  });
}

/** What hooks and a transcript tell of one short session: some events both, some one of them. */
const TELLINGS: readonly CleanEvent[] = [
  makeEvent({
    number: 'p',
    source: 'hook',
    authority: 1,
    at: START + 3,
    body: { kind: 'prompt', text: 'go', origin: 'unknown' },
  }),
  makeEvent({ number: 'p', at: START + 1, prompt: 'p', body: { kind: 'prompt', text: 'go', origin: 'person' } }),
  makeEvent({ number: 't', source: 'hook', authority: 1, cwd: '/w', at: START + 5, body: toolEnd('short') }),
  makeEvent({ number: 't', at: START + 4, body: { ...toolEnd(LONG), durationMs: 7 } as EventBody }),
  makeUnnumbered('done', 'd1', { source: 'hook', authority: 1 }),
  makeUnnumbered('done', 'd2', { source: 'hook', authority: 1 }),
  makeUnnumbered('done', 'l1', { at: START + 8, prompt: 'p' }),
  makeUnnumbered('done', 'l2', { at: START + 9, prompt: 'p' }),
  makeUnnumbered('more', 'l3', { at: START + 10 }),
];

/** A source tells its own events in order; only how the sources interleave is free. */
function inOrderOfSource(order: readonly CleanEvent[]): CleanEvent[] {
  const queues = new Map(
    ['hook', 'transcript'].map((source) => [source, TELLINGS.filter((one) => one.source === source)]),
  );
  return order.map(({ source }) => queues.get(source)?.shift() as CleanEvent);
}

async function heldAfter(
  { log }: Store,
  tellings: readonly CleanEvent[],
  sizes: readonly number[],
): Promise<unknown[]> {
  for (let at = 0, turn = 0; at < tellings.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    await log.append({ events: tellings.slice(at, at + size) });
    at += size;
  }
  const held = (await log.since(0, 100)).map(({ seq: _, ...event }) => event);
  return held.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function keepsPlaces(open: OpenStore): void {
  test('knows of a session when it began, acted last and ended, and where', async (t) => {
    const { log } = await open(t);
    const late = makeEvent({ number: '1', at: START + 50, cwd: '/w/shop', project: projectOf('shop') });
    const early = makeEvent({ number: '2', at: START + 10 });
    const end = makeEvent({ number: '3', at: START + 60, body: { kind: 'session.end', reason: 'exit' } });
    await log.append({
      events: [late],
      projects: [{ id: projectOf('shop'), identity: 'example.com/shop', name: 'shop' }],
    });
    await log.append({ events: [early, end, makeEvent({ agentSession: 'two', at: START + 99 })] });
    const [one] = await log.sessions({ project: projectOf('shop'), limit: 10 });
    assert.deepEqual(one, {
      id: late.session,
      agent: 'claude-code',
      agentSession: 'one',
      project: projectOf('shop'),
      cwd: '/w/shop',
      startedAt: START + 10,
      lastAt: START + 60,
      endedAt: START + 60,
    });
    const all = await log.sessions({ limit: 10 });
    assert.deepEqual(
      all.map(({ agentSession }) => agentSession),
      ['two', 'one'],
    );
    assert.deepEqual(await log.sessions({ ids: [late.session], limit: 10 }), [one]);
    assert.deepEqual(await log.sessions({ limit: 1 }), all.slice(0, 1));
  });

  test('leaves out the sessions of our own surfaces when asked for work', async (t) => {
    const { log } = await open(t);
    const places = [
      ['cli', 'notes'],
      ['mcp', 'mcp-7'],
      ['claude-code', 'mcp-8'],
      ['sdk', 'one'],
    ] as const;
    await log.append({
      events: places.map(([agent, agentSession], at) => makeEvent({ number: `${at}`, agent, agentSession })),
    });
    const rows = await log.sessions({ work: true, limit: 10 });
    assert.deepEqual(rows.map(({ agent }) => agent).toSorted(), ['claude-code', 'sdk']);
    assert.equal((await log.sessions({ limit: 10 })).length, 4);
  });

  test('knows the last branch of a session, in whatever order its events come', async (t) => {
    const events = [
      makeEvent({ number: '1', at: START, branch: 'main' }),
      makeEvent({ number: '2', at: START + 5, branch: 'feat/cents' }),
      makeEvent({ number: '3', at: START + 9 }),
      makeEvent({ number: '4', at: START + 9, branch: 'worktree', subagent: 'a1' }),
    ];
    for (const order of [events, events.toReversed()]) {
      const { log } = await open(t);
      for (const event of order) await log.append({ events: [event] });
      const [row] = await log.sessions({ branch: 'feat/cents', limit: 10 });
      assert.equal(row?.branch, 'feat/cents');
      assert.deepEqual(await log.sessions({ branch: 'main', limit: 10 }), []);
      const stored = (await log.since(0, 10)).toSorted((a, b) => a.id.localeCompare(b.id));
      const known = new Map(stored.map(({ id, branch }) => [id, branch]));
      assert.deepEqual(
        ['1', '2', '3', '4'].map((number) => known.get(eventIdOf(number))),
        ['main', 'feat/cents', undefined, 'worktree'],
      );
    }
  });

  test('completes a stored event with the branch that a later report names, without deriving it again', async (t) => {
    const { log, items } = await open(t);
    const event = makeEvent({ source: 'hook' });
    await log.append({ events: [event] });
    await items.apply({ derived: await log.pending(1), put: [] });
    const [known] = (await log.append({ events: [makeEvent({ branch: 'main' })] })).results;
    assert.equal(known?.outcome, 'completed');
    assert.equal((await log.since(0, 1))[0]?.branch, 'main');
    assert.equal((await log.sessions({ limit: 1 }))[0]?.branch, 'main');
    assert.deepEqual(await log.pending(1), []);
    const [again] = (await log.append({ events: [makeEvent({ branch: 'main' }), makeEvent()] })).results;
    assert.equal(again?.outcome, 'duplicate');
  });

  test('keeps projects, and a root or remote that is not told again', async (t) => {
    const { log } = await open(t);
    const project = { id: projectOf('shop'), identity: 'example.com/shop', name: 'shop', root: '/w/shop' };
    await log.append({ events: [], projects: [project] });
    await log.append({ events: [], projects: [{ id: project.id, identity: project.identity, name: 'renamed' }] });
    assert.deepEqual(await log.projects(), [{ ...project, name: 'renamed' }]);
  });

  test('a project of the same root as one with a remote is joined to it, whichever came first', async (t) => {
    const { log, items } = await open(t);
    const local = { id: projectOf('/w/shop'), identity: '/w/shop', name: 'shop', root: '/w/shop' };
    const remote = { ...local, id: projectOf('shop'), identity: 'example.com/shop', remote: 'example.com/shop' };
    const other = { ...local, id: projectOf('/w/other'), identity: '/w/other', root: '/w/other' };
    const early = makeEvent({ number: '1', project: local.id });
    const late = makeEvent({ number: '2', agentSession: 'two', project: remote.id, at: START + 1 });
    await log.append({ events: [early], projects: [local, other] });
    await log.append({ events: [late], projects: [remote] });
    assert.deepEqual(await log.projects(), [{ ...local, joined: remote.id }, other, remote]);
    const put = [local, remote, other].map(({ id }, i) =>
      makeItem({ name: String(i), at: START + i, project: id, detail: { filesRead: ['a.ts'] } }),
    );
    await items.apply({ derived: [], put });
    for (const project of [local.id, remote.id]) {
      assert.deepEqual(namesOf(await items.list({ project }, { limit: 9 })), ['1', '0']);
      assert.deepEqual(namesOf(await items.list({ project, file: 'a.ts' }, { limit: 9 })), ['1', '0']);
      assert.deepEqual(
        (await log.sessions({ project, limit: 9 })).map(({ id }) => id),
        [late.session, early.session],
      );
      assert.equal((await log.measure({ project })).events, 2);
    }
    assert.deepEqual(namesOf(await items.list({ project: other.id }, { limit: 9 })), ['2']);
    await log.append({ events: [], projects: [{ ...other, id: projectOf('/w/o2'), remote: 'example.com/other' }] });
    assert.equal((await log.projects())[1]?.joined, projectOf('/w/o2'));
  });

  test('keeps how far a transcript was read', async (t) => {
    const { log } = await open(t);
    const offset: Offset = {
      path: '/w/t.jsonl',
      agent: 'claude-code',
      resumeAt: 10,
      sizeBytes: 20,
      modifiedAt: START + 0.25,
      head: 'ab',
      headBytes: 20,
      state: { prompt: 'p1' },
    };
    assert.equal(await log.offset(offset.path), undefined);
    await log.append({ events: [makeEvent()], offset });
    await log.append({ events: [], offset: { ...offset, resumeAt: 20 } });
    assert.deepEqual(await log.offset(offset.path), { ...offset, resumeAt: 20 });
    await log.append({ events: [], offset: { ...offset, told: false } });
    assert.deepEqual(await log.offset(offset.path), { ...offset, told: false });
  });

  test('a rebuild drops all that was derived and derives all events again', async (t) => {
    const { log, items, candidates } = await open(t);
    await log.append({ events: [makeEvent(), makeEvent({ number: '2' })] });
    const derived = await log.pending(10);
    const put = derived.map((event) => makeItem({ name: event.id, event: event.id, session: event.session }));
    await items.apply({ derived, put, exposed: [{ session: makeEvent().session, at: START }] });
    await log.reset();
    assert.deepEqual(
      (await log.pending(10)).map(({ id }) => id),
      derived.map(({ id }) => id),
    );
    const { items: left, byKind, events } = await log.counts();
    assert.deepEqual([left, byKind, events], [0, {}, 2]);
    const found = await candidates.query({ words: ['text'], phrases: [], filter: {}, limit: 10 });
    assert.deepEqual([found.candidates, found.total, found.frequency], [[], 0, { text: 0 }]);
    await items.apply({ derived, put });
    assert.deepEqual(
      (await items.get(put.map(({ id }) => id))).map(({ exposed }) => exposed),
      [false, false],
    );
  });
}
