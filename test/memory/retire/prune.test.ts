import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Caller, Memory } from '../../../src/api/contract.ts';
import type { RetirePlan } from '../../../src/api/retire-answers.ts';
import type { CairnError } from '../../../src/core/errors.ts';
import type { ItemId } from '../../../src/core/model/ids.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { openFresh } from '../../support/fresh-home.ts';

const DAY = 86_400_000;

/** Runs of a command and reads of a file a day apart, the last of them yesterday, and a prompt with a rule in it. */
async function openAged(context: TestContext) {
  const opened = openFresh(context);
  const as = (caller: Omit<Caller, 'cwd'>): Memory => opened.memory.withCaller({ cwd: opened.at.project, ...caller });
  const cwd = opened.at.project;
  const place = (days: number, number: string) => ({
    sessionId: 'old',
    agent: 'claude-code',
    cwd,
    at: Date.now() - days * DAY,
    number,
  });
  const events = [
    { kind: 'prompt', text: 'From now on always use pnpm, never npm, in this project.', ...place(400, 'p') },
    ...[300, 250, 200, 3, 2].map((days) => ({
      kind: 'tool.end',
      tool: 'Bash',
      input: { command: 'npm run walrus' },
      output: `walrus passed in ${days} ms`,
      success: true,
      ...place(days, `run ${days}`),
    })),
  ];
  await opened.memory.record(events);
  await opened.memory.settled();
  return {
    ...opened,
    person: as({ surface: 'cli', person: true }),
    agent: as({ surface: 'mcp', person: false, agent: true }),
  };
}

const planned = (result: { state: string }): RetirePlan => {
  assert.equal(result.state, 'planned');
  return result as RetirePlan;
};
const ids = async (memory: Memory): Promise<string[]> =>
  (await memory.list({ kinds: ['observation'], limit: 50 })).entries.map(({ id }) => id);

suite('prune', () => {
  test('takes what is too old out of sight with the token of its plan, and brings it back', async (context) => {
    const { person } = await openAged(context);
    const before = await ids(person);
    const plan = planned(await person.prune({ olderThan: '180d' }));
    assert.deepEqual([plan.items, plan.byKind, plan.batches], [3, { command: 3 }, []]);
    assert.equal((await ids(person)).length, 5);
    const done = await person.prune({ olderThan: '180d', confirm: plan.token });
    assert.deepEqual([done.state, done.items], ['retired', 3]);
    const left = await ids(person);
    assert.equal(left.length, 2);
    const gone = before.filter((id) => !left.includes(id));
    assert.deepEqual(
      (await person.search({ query: 'walrus', limit: 50 })).hits.filter(({ id }) => gone.includes(id)),
      [],
    );
    const { records, missing } = await person.get(gone);
    assert.deepEqual([records.length, missing], [3, []]);
    assert.equal(records[0]?.retired?.batch, plan.token);
    assert.equal((await person.status()).counts.byKind.observation, 2);
    const again = planned(await person.prune({ olderThan: '180d' }));
    assert.deepEqual([again.items, again.batches.map(({ batch, items }) => [batch, items])], [0, [[plan.token, 3]]]);
    assert.deepEqual((await person.prune({ undo: plan.token })).state, 'restored');
    assert.deepEqual((await ids(person)).sort(), before.sort());
    assert.equal((await person.search({ query: 'walrus', limit: 50 })).hits.length > 0, true);
  });

  test('a rebuild keeps what is out of sight out of sight, and the index sound', async (context) => {
    const { person, store, deriver } = await openAged(context);
    const { token } = planned(await person.prune({ olderThan: '180d' }));
    await person.prune({ olderThan: '180d', confirm: token });
    const left = await ids(person);
    await store.log.reset();
    await deriver.settled(30_000);
    assert.deepEqual(await ids(person), left);
    assert.deepEqual(await store.check(), []);
    await person.prune({ undo: token });
    assert.equal((await ids(person)).length, 5);
    assert.deepEqual(await store.check(), []);
  });

  test('erases for good with now, which only a person may ask for, and it does not come back', async (context) => {
    const { person, store, memory } = await openAged(context);
    const all = await ids(person);
    const { token } = planned(await person.prune({ olderThan: '180d', now: true }));
    const script = memory.withCaller({ surface: 'cli', person: false });
    await assert.rejects(script.prune({ olderThan: '180d', now: true, confirm: token }), { code: 'not_allowed' });
    assert.deepEqual(await ids(person), all, 'a program has nothing erased, and nothing was taken out of sight');
    const done = await person.prune({ olderThan: '180d', now: true, confirm: token });
    assert.equal(done.state, 'pruned');
    assert.ok('events' in done && done.events >= 3);
    await person.settled();
    const left = await ids(person);
    assert.deepEqual((await person.get(all)).missing.length, 3);
    assert.equal(left.length, 2);
    const event = { kind: 'tool.end', tool: 'Bash', input: { command: 'npm run walrus' }, output: 'x', success: true };
    const told = await person.record([
      { ...event, sessionId: 'old', agent: 'claude-code', number: 'run 300', at: Date.now() - 300 * DAY },
    ]);
    assert.equal(told.accepted, 0);
    await assert.rejects(person.prune({ undo: token }), (error: CairnError) => error.code === 'not_found');
    assert.deepEqual(await store.check(), []);
  });

  test('what was made of a session stays as it is when the rest is pruned, also in a rebuild, until some of it is forgotten', async (context) => {
    const { person, store, deriver } = await openAged(context);
    const made = async () => {
      const items = await store.items.list({ kinds: ['summary', 'checkpoint', 'topic', 'snippet'] }, { limit: 50 });
      return items.sort((a, b) => (a.id < b.id ? -1 : 1));
    };
    const before = await made();
    assert.ok(before.length > 0);
    const { token } = planned(await person.prune({ olderThan: '180d', now: true }));
    await person.prune({ olderThan: '180d', now: true, confirm: token });
    await person.settled();
    assert.deepEqual(await made(), before);
    await store.log.reset();
    await deriver.settled(30_000);
    assert.deepEqual(await made(), before);
    const [one] = await ids(person);
    await person.forget({ ids: [one as string] });
    assert.deepEqual(await store.log.select({ kinds: ['pruned'] }, { after: 0, limit: 9 }), []);
    assert.notDeepEqual(await made(), before);
  });

  test('what is hidden after the rest was pruned is not told by what was kept of its session', async (context) => {
    const { person, store } = await openAged(context);
    const { token } = planned(await person.prune({ olderThan: '180d', now: true }));
    await person.prune({ olderThan: '180d', now: true, confirm: token });
    await person.settled();
    const told = async () => {
      const kinds = ['summary', 'checkpoint', 'topic', 'snippet', 'pattern'] as const;
      return JSON.stringify(await store.items.list({ kinds }, { limit: 50 }));
    };
    assert.match(await told(), /never npm/);
    const stated = await store.items.list({ kinds: ['prompt', 'knowledge'] }, { limit: 9 });
    for (const { id } of stated) await person.update(id, { hidden: true });
    await person.settled();
    assert.doesNotMatch(await told(), /never npm/);
  });

  test('what is withdrawn after the rest was pruned is not told by what was kept of its session', async (context) => {
    const { person, store, deriver } = await openAged(context);
    const { token } = planned(await person.prune({ olderThan: '180d', now: true }));
    await person.prune({ olderThan: '180d', now: true, confirm: token });
    await person.settled();
    const [rule] = await store.items.list({ kinds: ['knowledge'] }, { limit: 9 });
    const made = () =>
      store.items.list({ kinds: ['summary', 'checkpoint', 'topic', 'snippet', 'pattern'] }, { limit: 50 });
    const before = await made();
    assert.match(JSON.stringify(before), new RegExp(rule?.id ?? ''));
    const decided = (items: typeof before) => items.flatMap((item) => flatDetail(item).summary?.decisions ?? []);
    assert.equal(decided(before).length, 1);
    await person.update(rule?.id as string, { status: 'withdrawn' });
    await person.settled();
    const after = await made();
    assert.doesNotMatch(JSON.stringify(after), new RegExp(rule?.id ?? ''));
    assert.deepEqual(decided(after), []);
    assert.match(after.find(({ kind }) => kind === 'summary')?.title ?? '', /pnpm/);
    await store.log.reset();
    await deriver.settled(30_000);
    const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);
    assert.deepEqual((await made()).sort(byId), after.sort(byId));
    await person.update(rule?.id as string, { status: 'confirmed' });
    await person.settled();
    assert.match(JSON.stringify(await made()), new RegExp(rule?.id ?? ''));
  });

  test('keeps the newest, knowledge and the prompt that states it, whatever their age', async (context) => {
    const { person, store } = await openAged(context);
    const plan = planned(await person.prune({ olderThan: '1d', keep: 4 }));
    assert.deepEqual(plan.byKind, { command: 1 });
    const everything = planned(await person.prune({ olderThan: '0d' }));
    assert.deepEqual(everything.byKind.prompt, undefined);
    const [knowledge] = await store.items.list({ kinds: ['knowledge'] }, { limit: 1 });
    assert.match(knowledge?.text ?? '', /pnpm/);
  });

  test('keeps what a collection was made of by hand', async (context) => {
    const { person } = await openAged(context);
    const oldest = (await ids(person)).at(-1) as ItemId;
    await person.collect({ name: 'kept', add: [oldest] });
    assert.equal(planned(await person.prune({ olderThan: '180d' })).items, 2);
  });

  test('an agent may ask and not do; a plan that does not hold any more does nothing', async (context) => {
    const { person, agent } = await openAged(context);
    const plan = planned(await agent.prune({ olderThan: '180d' }));
    const refused = (code: string) => (error: CairnError) => error.code === code;
    await assert.rejects(agent.prune({ olderThan: '180d', confirm: plan.token }), refused('not_allowed'));
    await assert.rejects(agent.prune({ undo: plan.token }), refused('not_allowed'));
    await assert.rejects(person.prune({ olderThan: '1d', confirm: plan.token }), refused('outdated'));
    assert.equal((await ids(person)).length, 5);
  });

  test('forgetting one of several that were retired together leaves the others retired', async (context) => {
    const { person } = await openAged(context);
    const before = await ids(person);
    const { token } = planned(await person.prune({ olderThan: '180d' }));
    await person.prune({ olderThan: '180d', confirm: token });
    const left = await ids(person);
    const [one, ...others] = before.filter((id) => !left.includes(id));
    await person.forget({ ids: [one as string] });
    assert.deepEqual(await ids(person), left);
    assert.deepEqual(
      (await person.get(others)).records.map(({ retired }) => retired?.batch),
      [token, token],
    );
    await person.prune({ undo: token });
    assert.equal((await ids(person)).length, 4);
  });
});

suite('consolidate', () => {
  test('lets the newest of what repeats stand for the others, with how often and when', async (context) => {
    const { person, agent } = await openAged(context);
    const plan = planned(await person.consolidate({ olderThan: '1d' }));
    assert.deepEqual([plan.items, plan.standing], [4, 1]);
    await assert.rejects(
      agent.consolidate({ confirm: plan.token }),
      (error: CairnError) => error.code === 'not_allowed',
    );
    await person.consolidate({ olderThan: '1d', confirm: plan.token });
    const { entries } = await person.list({ kinds: ['observation'], limit: 50 });
    assert.deepEqual(
      entries.map(({ repeated }) => repeated?.count),
      [5],
    );
    assert.equal(planned(await person.consolidate({ olderThan: '1d' })).items, 0);
    assert.equal((await person.consolidate({ undo: plan.token })).state, 'restored');
    const back = await person.list({ kinds: ['observation'], limit: 50 });
    assert.deepEqual(
      back.entries.map(({ repeated }) => repeated),
      [undefined, undefined, undefined, undefined, undefined],
    );
  });

  test('what repeats less than three times, or with another outcome, stays', async (context) => {
    const { person } = await openAged(context);
    assert.equal(planned(await person.consolidate({ olderThan: '240d' })).items, 0);
  });
});
