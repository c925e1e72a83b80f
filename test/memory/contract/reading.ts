import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import type { Filter, ListInput } from '../../../src/api/requests.ts';
import type { OpenMemory } from './memory-contract.ts';
import { rememberWork, WORK_AT, type Work } from './remembered-work.ts';

const DAY_MS = 86_400_000;

/** What every implementation of `Memory` must do when it is asked for what it holds. */
export function readingContract(open: OpenMemory): void {
  test('each filter of a search leaves only what it names', async (context) => {
    const memory = await open(context);
    const work = await rememberWork(memory);
    for (const [filter, holds] of filters(work)) {
      const { hits } = await memory.search({ query: 'totals cents refund test', ...filter });
      assert.ok(hits.length > 0, `nothing for ${JSON.stringify(filter)}`);
      for (const hit of hits) assert.ok(holds(hit), `${JSON.stringify(filter)}: ${JSON.stringify(hit)}`);
    }
    assert.deepEqual((await memory.search({ query: 'totals', project: 'r_aaaaaaaaaaaaaaaa' })).hits, []);
  });

  test('says why each hit is one, when asked to', async (context) => {
    const memory = await open(context);
    await rememberWork(memory);
    const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
    const { hits } = await memory.search({ query: 'totals in cents', explain: true });
    assert.ok(hits.length > 0);
    for (const { score, why = {}, whyText, reasons = [] } of hits) {
      assert.match(whyText ?? '', /^[A-Z].*\.$/);
      assert.ok(Math.abs(sum(Object.values(why)) - score) < 1e-6);
      assert.ok(Math.abs(sum(reasons.map((one) => one.score)) - score) < 0.0051);
    }
    assert.match(hits[0]?.whyText ?? '', /^Holds "(?:totals|cents)"/);
    const byWords = await memory.search({ query: 'totals in cents', mode: 'words', explain: true });
    assert.match(byWords.hits[0]?.whyText ?? '', /^Holds "/);
    await assert.rejects(memory.search({ query: 'x', mode: 'guess' as never }), { code: 'invalid_input' });
  });

  test('pages of a search and of a list follow on each other, without a gap and without a repetition', async (context) => {
    const memory = await open(context);
    await rememberWork(memory);
    const whole = (await memory.search({ query: 'totals cents refund', limit: 100 })).hits.map(({ id }) => id);
    const paged: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await memory.search({
        query: 'totals cents refund',
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      paged.push(...page.hits.map(({ id }) => id));
      if (page.nextCursor === undefined) break;
      cursor = page.nextCursor;
    }
    assert.deepEqual(paged, whole);
    const listed = (await listAll(memory, { limit: 100 })).map(({ id }) => id);
    assert.deepEqual(
      (await listAll(memory, { limit: 3 })).map(({ id }) => id),
      listed,
    );
    assert.equal(new Set(listed).size, listed.length);
    await assert.rejects(memory.list({ cursor: 'no cursor' }), { code: 'invalid_input' });
  });

  test('sessions, projects and knowledge are listed', async (context) => {
    const memory = await open(context);
    const work = await rememberWork(memory);
    const ids = async (input: ListInput) => (await memory.list(input)).entries.map(({ id }) => id);
    const sessions = await ids({ kinds: ['session'], agent: 'claude-code' });
    assert.deepEqual(sessions, [...work.sessions].reverse());
    assert.deepEqual(await ids({ kinds: ['project'] }), [work.project]);
    assert.deepEqual(await ids({ kinds: ['knowledge'], status: 'proposed' }), [work.decision]);
    assert.deepEqual(await ids({ kinds: ['knowledge'], status: 'confirmed' }), []);
    await assert.rejects(ids({ kinds: ['session', 'prompt'] as never }), { code: 'invalid_input' });
  });

  test('every id that is given is taken: by get, timeline, as a session, and by forget in a plan', async (context) => {
    const memory = await open(context);
    const ids = await everyId(memory, await rememberWork(memory));
    assert.deepEqual([...new Set(ids.map((id) => id[0]))].sort(), ['e', 'k', 'm', 'o', 'p', 'r', 's', 't', 'y']);
    const { records, missing } = await memory.get(ids.slice(0, 50));
    assert.deepEqual([missing, records.map(({ id }) => id)], [[], ids.slice(0, 50)]);
    for (const id of ids) {
      const { entries } = await memory.timeline(id);
      assert.ok(entries.length > 0, id);
      if (!/^[rt]_/.test(id)) assert.ok((await memory.list({ session: id })).entries.length > 0, id);
      const named = /^[sky]_/.test(id) ? { session: id } : id.startsWith('r_') ? { project: id } : { ids: [id] };
      const plan = await memory.forget({ ...named, dryRun: true });
      assert.deepEqual([plan.state, plan.missing], ['planned', []], id);
    }
    await assert.rejects(memory.timeline('o_aaaaaaaaaaaaaaaa'), { code: 'not_found' });
  });

  test('a timeline tells what came before and after, in order, and whether there is more', async (context) => {
    const memory = await open(context);
    await rememberWork(memory);
    const [failed] = (await memory.search('FAIL totals.test.ts')).hits.filter(({ kind }) => kind === 'observation');
    const { entries, more, anchor } = await memory.timeline({ anchor: failed?.id ?? '', before: 1, after: 1 });
    assert.equal(anchor, failed?.id);
    assert.equal(entries.length, 3);
    assert.deepEqual(
      entries.map((entry) => entry.anchor === true),
      [false, true, false],
    );
    assert.deepEqual(
      entries.map(({ at }) => at),
      entries.map(({ at }) => at).toSorted(),
    );
    assert.deepEqual(more, { before: false, after: true });
    const around = await memory.timeline({ anchor: new Date(WORK_AT + DAY_MS).toISOString(), project: '*' });
    assert.ok(around.entries.some(({ text }) => text.includes('refund')));
  });

  test('recall tells in prose, with the ids it rests on', async (context) => {
    const memory = await open(context);
    const { decision } = await rememberWork(memory);
    const { text, ids } = await memory.recall('how do we keep money?');
    assert.ok(ids.includes(decision));
    assert.match(text, /integer cents/);
    for (const id of ids) assert.ok(text.includes(id), id);
    assert.ok((await memory.recall({ query: 'zebra', agent: 'nobody' })).text.length > 0);
  });
}

function filters({ sessions, project }: Work): [Omit<Filter, 'cursor'>, (hit: Entry) => boolean][] {
  const day = (iso: string): number => Date.parse(iso);
  return [
    [{ kinds: ['prompt'] }, ({ kind }) => kind === 'prompt'],
    [{ kinds: ['message', 'knowledge'] }, ({ kind }) => kind === 'message' || kind === 'knowledge'],
    [{ project }, (hit) => hit.project === project],
    [{ project: '.' }, (hit) => hit.project === project],
    [{ agent: 'claude-code' }, (hit) => hit.agent === undefined || hit.agent === 'claude-code'],
    [{ session: sessions[1] }, (hit) => hit.sessionId === sessions[1]],
    [{ file: 'src/refunds.ts' }, () => true],
    [{ file: 'totals.ts', kinds: ['observation'] }, ({ title }) => title.includes('totals.ts')],
    [{ concept: 'money' }, ({ kind }) => kind === 'knowledge'],
    [{ meaning: 'decision' }, ({ kind }) => kind === 'knowledge' || kind === 'message'],
    [{ since: WORK_AT + DAY_MS }, ({ at }) => day(at) >= WORK_AT + DAY_MS],
    [{ until: '2026-03-02T09:10:00Z' }, ({ at }) => day(at) <= Date.UTC(2026, 2, 2, 9, 10)],
    [{ since: '2026-03-03', until: '2026-03-03' }, ({ at }) => at.startsWith('2026-03-03')],
  ];
}

async function listAll(memory: Memory, input: ListInput): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await memory.list({ ...input, ...(cursor === undefined ? {} : { cursor }) });
    entries.push(...page.entries);
    if (page.nextCursor === undefined) return entries;
    cursor = page.nextCursor;
  }
}

/** One of every id that any call gives, and the events. */
async function everyId(memory: Memory, { sessions, project, decision }: Work): Promise<string[]> {
  const ids = [decision, ...sessions, project];
  for await (const event of memory.events({ follow: false, session: sessions[0] })) ids.push(event.id);
  for (const entry of await listAll(memory, {})) ids.push(entry.id);
  for (const hit of (await memory.search('totals')).hits) ids.push(hit.id);
  return [...new Set(ids)];
}
