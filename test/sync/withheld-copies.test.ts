// What was made of a memory that is kept private, hidden or withdrawn, and what says the same, leaves no machine either.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { ITEM_KINDS } from '../../src/core/model/kinds.ts';
import { tellTurn } from '../support/hooked-session.ts';
import { joinTeam, openHome, syncAll, type TeamHome, teamFolder } from './homes.ts';

const HOUR_MS = 3_600_000;
const DECISION = 'We decided to keep heron prices in integer cents.';
const WISH = 'From now on use the walrus price table of Globex for all invoices.';
const KINDS = ['knowledge', 'summaries', 'patterns', 'notes', 'topics', 'commits'];

/** What is done to each statement of two sessions before anything is shared. */
const DONE: Record<string, ((home: TeamHome, id: string) => Promise<unknown>) | undefined> = {
  'kept private': ({ memory }, id) => memory.sync({ keep: [id] }),
  hidden: ({ memory }, id) => memory.update(id, { hidden: true }),
  withdrawn: ({ memory }, id) => memory.update(id, { status: 'withdrawn' }),
  'left as it is': undefined,
};

/** Two homes; in the one, two sessions state the same. */
async function openTold(
  context: TestContext,
): Promise<{ ada: TeamHome; ben: TeamHome; team: ReturnType<typeof teamFolder> }> {
  const team = teamFolder(context);
  const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
  await ben.memory.remember('Releases go out on Fridays.');
  for (const n of [1, 2]) await tell(ada, n, `Fix the failing test of the cart. ${WISH}`);
  return { ada, ben, team };
}

async function tell({ memory, at }: TeamHome, n: number, prompt: string): Promise<void> {
  const turn = { prompt, answer: DECISION, at: Date.now() - (10 - n) * HOUR_MS };
  await tellTurn({ memory, project: at.project, session: `s${n}`, ...turn });
  await memory.settled();
}

async function idsOf({ memory }: TeamHome, kind: 'knowledge' | 'prompt' | 'pattern', words: RegExp): Promise<string[]> {
  const { entries } = await memory.list({ kinds: [kind], limit: 100 });
  return entries.filter(({ title }) => words.test(title)).map(({ id }) => id);
}

/** The kinds of what a home has of a word, in order. */
async function found({ memory }: TeamHome, word: string): Promise<string[]> {
  const { entries } = await memory.list({ kinds: [...ITEM_KINDS], limit: 100 });
  const { records } = entries.length === 0 ? { records: [] } : await memory.get(entries.map(({ id }) => id));
  const holds = records.filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(word));
  return [...new Set(holds.map(({ kind }) => kind))].sort();
}

suite('what two sessions state', () => {
  for (const [how, act] of Object.entries(DONE)) {
    test(`leaves ${act === undefined ? 'as a pattern, too, where it is' : 'in no pattern where it is'} ${how}`, async (context) => {
      const { ada, ben, team } = await openTold(context);
      assert.equal((await idsOf(ada, 'pattern', /heron|walrus/)).length, 2);
      const ids = await idsOf(ada, 'knowledge', /heron|walrus/);
      assert.equal(ids.length, 4);
      for (const id of ids) await act?.(ada, id);
      await ada.memory.settled();
      await ada.memory.sync({ add: team.folder, keyFile: team.keyFile, member: 'Ada' });
      const { plan } = await ada.memory.sync({ share: ada.at.project });
      const shown = JSON.stringify(plan?.examples);
      assert.equal(/heron/.test(shown), act === undefined, shown);
      assert.equal(/walrus/.test(shown), act === undefined, shown);
      await joinTeam(ada, team);
      await joinTeam(ben, team);
      await syncAll(ada, ben);
      const kinds = [await found(ben, 'heron'), await found(ben, 'walrus')];
      const told = [
        ['pattern', 'summary'],
        ['pattern', 'summary'],
      ];
      assert.deepEqual(kinds, act === undefined ? told : [[], []]);
    });
  }

  test('leaves in nothing else where only one of them is kept private', async (context) => {
    const { ada, ben, team } = await openTold(context);
    for (const words of [/heron/, /walrus/]) {
      const [first] = await idsOf(ada, 'knowledge', words);
      await ada.memory.sync({ keep: [first ?? ''] });
    }
    await ada.memory.remember({ text: WISH, kind: 'constraint' });
    await ada.memory.remember({ text: `Globex is a customer. ${WISH}`, kind: 'decision' });
    await ada.memory.remember({ text: 'The cart is tested with npm test.', kind: 'constraint' });
    await joinTeam(ada, team, KINDS);
    await joinTeam(ben, team);
    await syncAll(ada, ben);
    assert.deepEqual([await found(ben, 'heron'), await found(ben, 'walrus')], [[], []]);
    assert.deepEqual(await found(ben, 'npm test'), ['knowledge', 'pattern']);
  });

  test('is taken back with all that repeats it once it is kept private, and leaves again once it is released', async (context) => {
    const { ada, ben, team } = await openTold(context);
    await ada.memory.remember({ text: WISH, kind: 'constraint' });
    await joinTeam(ada, team);
    await joinTeam(ben, team);
    await syncAll(ada, ben);
    const before = await found(ben, 'walrus');
    assert.deepEqual(before, ['knowledge', 'pattern', 'summary']);
    const [first = ''] = await idsOf(ada, 'knowledge', /walrus/);
    await ada.memory.sync({ keep: [first] });
    await syncAll(ada, ben);
    assert.deepEqual(await found(ben, 'walrus'), []);
    assert.equal((await ada.memory.sync({ run: true })).lastRun?.pushed.memories, 0);
    await ada.memory.sync({ release: [first] });
    await syncAll(ada, ben);
    assert.deepEqual(await found(ben, 'walrus'), before);
  });

  test('leaves in nothing made of the prompts that a person keeps private', async (context) => {
    const { ada, ben, team } = await openTold(context);
    await ada.memory.sync({ keep: await idsOf(ada, 'prompt', /walrus|cart/) });
    await joinTeam(ada, team);
    await joinTeam(ben, team);
    await syncAll(ada, ben);
    assert.deepEqual(await found(ben, 'walrus'), []);
  });

  test('leaves in no summary, topic or pattern of a later session that says it again', async (context) => {
    const { ada, ben, team } = await openTold(context);
    for (const id of await idsOf(ada, 'knowledge', /heron|walrus/))
      await ada.memory.update(id, { status: 'withdrawn' });
    await joinTeam(ada, team, KINDS);
    await joinTeam(ben, team);
    await syncAll(ada, ben);
    await tell(ada, 3, 'Count the failing tests of the cart.');
    await syncAll(ada, ben);
    assert.deepEqual([await found(ben, 'heron'), await found(ben, 'walrus')], [[], []]);
  });
});

test('what a person withdrew leaves again once a person states or confirms it anew', async (context) => {
  const team = teamFolder(context);
  const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
  await ben.memory.remember('Releases go out on Fridays.');
  const text = 'The heron service needs port 4711.';
  const first = await ada.memory.remember({ text, kind: 'constraint' });
  const same = await ada.memory.remember({ text, kind: 'decision' });
  await ada.memory.update(first.id, { status: 'withdrawn' });
  await joinTeam(ben, team);
  await joinTeam(ada, team);
  await syncAll(ada, ben);
  assert.deepEqual(await found(ben, 'heron'), []);
  await ada.memory.update(same.id, { status: 'confirmed' });
  await syncAll(ada, ben);
  assert.deepEqual(await found(ben, 'heron'), ['knowledge']);
});

test('what an agent hides of its own keeps no rule of a person from being shared', async (context) => {
  const team = teamFolder(context);
  const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
  await ben.memory.remember('Releases go out on Fridays.');
  const text = 'The heron service needs port 4711.';
  await ada.memory.remember({ text, kind: 'constraint' });
  const agent = ada.memory.withCaller({ surface: 'mcp', agent: true, person: false, cwd: ada.at.project });
  const own = await agent.remember({ text, kind: 'decision' });
  await agent.update(own.id, { hidden: true });
  await joinTeam(ben, team);
  await joinTeam(ada, team);
  await syncAll(ada, ben);
  assert.deepEqual(await found(ben, 'heron'), ['knowledge']);
});
