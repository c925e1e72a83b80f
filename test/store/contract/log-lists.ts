import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CleanEvent, EventKind } from '../../../src/core/model/event.ts';
import type { ItemId, ProjectId } from '../../../src/core/model/ids.ts';
import type { EventFilter, Log, ProjectRow, SessionFilter, SessionRow } from '../../../src/store/contract/log.ts';
import { eventIdOf, itemIdOf, makeEvent, makeItem, namesOf, projectOf, START, toolEnd } from './make.ts';
import type { OpenStore } from './store-contract.ts';

/** The suite of what the log selects, measures and counts. */
export function logListsContract(open: OpenStore): void {
  isAbout(open);
  listsActs(open);
  selects(open);
  listsSessions(open);
  marks(open);
  counts(open);
}

const judged = (number: string, target: ItemId | ProjectId, kind: 'hidden' | 'shown' = 'hidden'): CleanEvent =>
  makeEvent({ number, targets: [target], body: { kind, target, person: true } });

function isAbout(open: OpenStore): void {
  test('gives the events that are about memories or projects, in sequence', async (t) => {
    const { log } = await open(t);
    const [a, b, project] = [itemIdOf('a'), itemIdOf('b', 'message'), projectOf('p')];
    await log.append({ events: [judged('1', a), makeEvent({ number: '2' }), judged('3', b), judged('4', project)] });
    await log.append({
      events: [judged('5', a, 'shown'), judged('1', a), makeEvent({ number: '6', targets: ['no id'] })],
    });
    const about = async (...targets: string[]) => (await log.about(targets)).map(({ id }) => id);
    assert.deepEqual(await about(a), [eventIdOf('1'), eventIdOf('5')]);
    assert.deepEqual(await about(project, b), [eventIdOf('3'), eventIdOf('4')]);
    assert.deepEqual(await about('no id', itemIdOf('c')), []);
    assert.deepEqual((await log.about([a]))[0]?.body, { kind: 'hidden', target: a, person: true });
    await log.erase([eventIdOf('1')], START);
    assert.deepEqual(await about(a), [eventIdOf('5')]);
  });
}

function listsActs(open: OpenStore): void {
  test('gives notes and acts, latest first, and nothing else', async (t) => {
    const { log } = await open(t);
    const note = (number: string, at: number): CleanEvent =>
      makeEvent({ number, at, body: { kind: 'noted', text: number, person: true, detail: {} } });
    await log.append({
      events: [note('n1', START + 5), makeEvent({ number: '2', at: START + 9 }), note('n3', START + 1)],
    });
    await log.append({ events: [{ ...judged('4', itemIdOf('a')), at: START + 5 }, note('n5', START + 7)] });
    const all = await log.acts({ limit: 9 });
    assert.deepEqual(
      all.map(({ id }) => id),
      ['n5', '4', 'n1', 'n3'].map((number) => eventIdOf(number)),
    );
    for (const [i, { at, seq }] of all.entries()) {
      const after = await log.acts({ before: { at, seq }, limit: 9 });
      assert.deepEqual(after, all.slice(i + 1));
    }
    assert.deepEqual(await log.acts({ limit: 2 }), all.slice(0, 2));
  });
}

const KINDS: readonly EventKind[] = ['message', 'tool.end', 'prompt'];

function bodyOf(kind: EventKind, text: string): CleanEvent['body'] {
  if (kind === 'tool.end') return toolEnd(text);
  return kind === 'prompt' ? { kind, text, origin: 'person' } : { kind: 'message', text };
}

/** Events of all kinds, agents, projects and sessions, reported in another order than they happened. */
function variedEvents(): CleanEvent[] {
  return Array.from({ length: 40 }, (_, i) => {
    const project = [projectOf('p'), projectOf('q'), undefined][i % 3];
    return makeEvent({
      number: String(i),
      agent: i % 7 === 0 ? 'other' : 'claude-code',
      agentSession: `s${i % 4}`,
      at: START + ((i * 17) % 40),
      ...(project === undefined ? {} : { project }),
      body: bodyOf(KINDS[i % 5 === 0 ? 1 : i % 2] ?? 'message', `words of ${i}`),
    });
  });
}

const pick = <T>(...values: T[]) => fc.option(fc.subarray(values), { nil: undefined });
const one = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });
const filters = fc
  .record({
    session: one(makeEvent({ agentSession: 's1' }).session, makeEvent({ agentSession: 'unknown' }).session),
    project: one(projectOf('p'), projectOf('q'), projectOf('unknown')),
    agent: one('claude-code', 'other', 'unknown'),
    kinds: pick(...KINDS),
    since: one(START + 5, START + 20),
    until: one(START + 30),
  })
  .map((raw) => JSON.parse(JSON.stringify(raw)) as EventFilter);

/** What the contract says of filters of events, over lists in memory. */
function isIn(
  event: CleanEvent,
  { session, project, agent, kinds, since = 0, until = Infinity }: EventFilter,
): boolean {
  return (
    (session ?? event.session) === event.session &&
    (project ?? event.project) === event.project &&
    (agent ?? event.agent) === event.agent &&
    (kinds?.includes(event.body.kind) ?? true) &&
    event.at >= since &&
    event.at <= until
  );
}

function selects(open: OpenStore): void {
  test('selects and measures the events of a filter, page by page', async (t) => {
    const { log } = await open(t);
    const all = variedEvents();
    assert.equal(await log.lastSeq(), 0);
    await log.append({ events: all });
    assert.deepEqual((await log.since((await log.lastSeq()) - 1, 9)).length, 1);
    for (const count of [0, 1, 5]) assert.equal((await log.since(await log.placeBefore(count), 9)).length, count);
    assert.deepEqual([await log.placeBefore(all.length), await log.placeBefore(1_000)], [0, 0]);
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 50 }), async (filter, limit) => {
        const wanted = all.filter((event) => isIn(event, filter));
        assert.deepEqual(
          await selectAll(log, filter, limit),
          wanted.map(({ key }) => 'id' in key && key.id),
        );
        const times = wanted.map(({ at }) => at);
        assert.deepEqual(await log.measure(filter), {
          events: wanted.length,
          sessions: new Set(wanted.map(({ session }) => session)).size,
          ...(times.length === 0 ? {} : { firstAt: Math.min(...times), lastAt: Math.max(...times) }),
        });
      }),
      { numRuns: 150 },
    );
    const [first] = await log.select({ kinds: ['tool.end'] }, { after: 0, limit: 1 });
    assert.deepEqual(first?.body, toolEnd('words of 0'));
  });
}

async function selectAll(log: Log, filter: EventFilter, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after = 0; ; ) {
    const page = await log.select(filter, { after, limit });
    ids.push(...page.map(({ id }) => id));
    if (page.length < limit) return ids;
    after = page.at(-1)?.seq ?? after;
  }
}

function listsSessions(open: OpenStore): void {
  test('lists sessions of a filter, at once and by pages', async (t) => {
    const { log } = await open(t);
    const events = Array.from({ length: 12 }, (_, i) =>
      makeEvent({
        agentSession: String(i),
        agent: i % 3 === 0 ? 'other' : 'claude-code',
        at: START + (((i * 5) % 12) >> 1),
        ...(i % 2 === 0 ? { project: projectOf('p') } : {}),
      }),
    );
    await log.append({ events });
    const sessionFilters = fc
      .record({
        ids: pick(...events.slice(0, 4).map(({ session }) => session)),
        project: one(projectOf('p'), projectOf('q')),
        named: one('3', 'unknown'),
        agent: one('claude-code', 'other'),
        since: one(START + 2),
        until: one(START + 4),
      })
      .map((raw) => JSON.parse(JSON.stringify(raw)) as SessionFilter);
    const page = fc.record({ limit: fc.integer({ min: 1, max: 13 }), oldestFirst: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(sessionFilters, page, async (filter, { limit, oldestFirst }) => {
        const wanted = events.filter((event) => isSessionIn(event, filter)).map(({ session }) => session);
        const listed = await log.sessions({ ...filter, limit: 100 });
        assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set(wanted));
        assert.deepEqual(
          listed.map(({ lastAt }) => lastAt),
          listed.map(({ lastAt }) => lastAt).sort((a, b) => b - a),
        );
        const rows: SessionRow[] = [];
        for (let cursor: string | undefined; ; ) {
          const got = await log.sessionPage(filter, {
            limit,
            oldestFirst,
            ...(cursor === undefined ? {} : { cursor }),
          });
          rows.push(...got.rows);
          if (got.next === undefined) break;
          cursor = got.next;
        }
        assert.deepEqual(oldestFirst ? rows.reverse() : rows, listed);
      }),
      { numRuns: 100 },
    );
  });
}

function isSessionIn(event: CleanEvent, filter: SessionFilter): boolean {
  const { ids, named, project, agent, since = 0, until = Infinity } = filter;
  return (
    (ids?.includes(event.session) ?? true) &&
    (named ?? event.agentSession) === event.agentSession &&
    (project ?? event.project) === event.project &&
    (agent ?? event.agent) === event.agent &&
    event.at >= since &&
    event.at <= until
  );
}

function marks(open: OpenStore): void {
  test('has events derived anew that it is told of, or all of them when other rules made their items', async (t) => {
    const { log, items } = await open(t);
    assert.equal(await log.rulesAre('first'), false);
    await log.append({ events: ['1', '2', '3'].map((number) => makeEvent({ number })) });
    const waiting = async () => (await log.pending(10)).map(({ id }) => id);
    const derive = async () => items.apply({ derived: await log.pending(10), put: [] });
    await derive();
    await log.markUnderived([eventIdOf('2'), eventIdOf('unknown'), eventIdOf('2')]);
    assert.deepEqual(await waiting(), [eventIdOf('2')]);
    await derive();
    assert.equal(await log.rulesAre('first'), false);
    assert.deepEqual(await waiting(), []);
    assert.equal(await log.rulesAre('second'), true);
    assert.deepEqual(
      await waiting(),
      ['1', '2', '3'].map((number) => eventIdOf(number)),
    );
  });

  test('has events of a session derived anew by kind and time, page by page, but for exceptions', async (t) => {
    const { log, items } = await open(t);
    const numbers = ['1', '2', '3', '4', '5', '6'];
    const events = numbers.map((number) => makeEvent({ number, at: START + Number(number) }));
    const prompt = makeEvent({ number: '9', at: START + 3, body: { kind: 'prompt', text: 'x', origin: 'person' } });
    await log.append({ events: [...events, prompt, makeEvent({ number: '7', at: START + 3, agentSession: 'two' })] });
    const stored = await log.pending(10);
    await items.apply({ derived: stored, put: [] });
    const seqOf = (number: string) => stored.find(({ id }) => id === eventIdOf(number))?.seq ?? 0;
    const { session } = makeEvent();
    const filter = { session, kinds: ['message'] as const, since: START + 2, until: START + 5 };
    const except = (seq: number) => seq === seqOf('3');
    const first = await log.markUnderivedOf(filter, { after: 0, limit: 3, except });
    assert.deepEqual(first, { marked: [seqOf('2'), seqOf('4')], next: seqOf('4') });
    const last = await log.markUnderivedOf(filter, { after: seqOf('4'), limit: 3, except });
    assert.deepEqual(last, { marked: [seqOf('5')] });
    assert.deepEqual((await log.markUnderivedOf(filter, { after: 0, limit: 9, except })).marked, []);
    assert.deepEqual(
      (await log.pending(10)).map(({ id }) => id),
      ['2', '4', '5'].map((number) => eventIdOf(number)),
    );
  });

  test('a project that a person merges is found with the other, through others, until that is derived anew', async (t) => {
    const { log, items } = await open(t);
    const [one, two, three] = ['/w/one', '/w/two', '/w/three'].map((root) => {
      return { id: projectOf(root), identity: root, name: root, root };
    }) as [ProjectRow, ProjectRow, ProjectRow];
    const remote = { ...three, id: projectOf('three'), identity: 'example.com/three', remote: 'example.com/three' };
    const all = [one, two, three, remote];
    const events = all.map(({ id }, i) =>
      makeEvent({ number: `${i}`, agentSession: `${i}`, project: id, at: START + i }),
    );
    await log.append({ events, projects: all });
    await items.apply({
      derived: [],
      put: all.map(({ id }, i) => makeItem({ name: String(i), at: START + i, project: id })),
    });
    const found = async ({ id }: ProjectRow) => [
      namesOf(await items.list({ project: id }, { limit: 9 })).join(''),
      (await log.sessions({ project: id, limit: 9 })).length,
      (await log.measure({ project: id })).events,
    ];
    await log.mergeProject(one.id, two.id);
    assert.deepEqual(await found(one), ['10', 2, 2]);
    await log.mergeProject(two.id, three.id);
    for (const project of all) assert.deepEqual(await found(project), ['3210', 4, 4]);
    assert.deepEqual(
      (await log.projects()).map(({ joined }) => joined),
      [remote.id, remote.id, remote.id, undefined],
    );
    await log.mergeProject(two.id);
    assert.deepEqual(
      [await found(two), await found(three)],
      [
        ['10', 2, 2],
        ['32', 2, 2],
      ],
    );
    await log.mergeProject(one.id, projectOf('unknown'));
    assert.deepEqual(await found(one), ['0', 1, 1]);
    await log.mergeProject(one.id, two.id);
    await log.mergeProject(two.id, one.id);
    assert.equal((await found(one))[2], (await found(two))[2]);
    await log.reset();
    assert.deepEqual(
      (await log.projects()).map(({ joined }) => joined),
      [undefined, undefined, remote.id, undefined],
    );
  });

  test('calls a project as a person does until its names are derived anew', async (t) => {
    const { log } = await open(t);
    const project = { id: projectOf('shop'), identity: 'example.com/shop', name: 'shop' };
    await log.append({ events: [], projects: [project] });
    await log.nameProject(project.id, 'The shop');
    await log.nameProject(projectOf('unknown'), 'Nothing');
    await log.append({ events: [], projects: [project] });
    assert.deepEqual(await log.projects(), [{ ...project, name: 'The shop' }]);
    await log.nameProject(project.id);
    assert.deepEqual(await log.projects(), [project]);
    await log.nameProject(project.id, 'The shop');
    await log.reset();
    assert.deepEqual(await log.projects(), [project]);
  });
}

function counts(open: OpenStore): void {
  test('keeps counts by name, and when each last grew', async (t) => {
    const { log } = await open(t);
    await log.count({ 'hook:prompt': 2, 'hook:stop': 1, other: 1 }, START + 5);
    await log.count({ 'hook:prompt': 1 }, START + 9);
    await log.count({ 'hook:stop': 1 }, START);
    const hooks = { 'hook:prompt': { n: 3, lastAt: START + 9 }, 'hook:stop': { n: 2, lastAt: START + 5 } };
    assert.deepEqual(await log.counted('hook:'), hooks);
    assert.deepEqual(await log.counted('%'), {});
    await log.reset();
    assert.deepEqual(await log.counted(''), { ...hooks, other: { n: 1, lastAt: START + 5 } });
  });
}
