import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DAY_MS } from '../../src/core/text/calendar.ts';
import { openHome, shareProject, type TeamHome } from '../sync/homes.ts';
import { openLink } from './set/set-machines.ts';
import { openTeamServer } from './team-server.ts';

const DAYS = 7;
/** Memories that are stated on a day: at the laptop more in a week than one page of the server holds. */
const A_DAY = { Ada: 80, Ben: 25 };
const START = Date.UTC(2026, 2, 2, 8);
const KINDS = ['constraint', 'decision'] as const;

/** What a home stated, by id, as it stands now. */
type Stated = Map<string, string>;

async function workADay({ memory, name }: TeamHome, day: number, stated: Stated): Promise<void> {
  const before = [...stated.keys()];
  for (let n = 0; n < A_DAY[name as keyof typeof A_DAY]; n += 1) {
    const text = `${name} decided on day ${day} that part ${n} of the pier opens at ${day * 100 + n} o'clock.`;
    const { id } = await memory.remember({ text, kind: KINDS[n % KINDS.length] ?? 'decision' });
    stated.set(id, text);
  }
  // One memory of the days before gets other words, and one is forgotten.
  const [changed, gone] = [before.at(day), before.at(-day)];
  if (changed === undefined || gone === undefined || changed === gone) return;
  const text = `${name} decided on day ${day} that the pier of ${changed} stays shut.`;
  await memory.update(changed, { text });
  stated.set(changed, text);
  await memory.forget({ ids: [gone], now: true });
  stated.delete(gone);
}

/** What a home has of another, by id. Fails for one that it has twice. */
async function heldOf({ memory }: TeamHome, member: string): Promise<Stated> {
  const held: Stated = new Map();
  for (let cursor: string | undefined; ; ) {
    const page = await memory.list({ kinds: ['knowledge'], limit: 50, ...(cursor === undefined ? {} : { cursor }) });
    const ids = page.entries.filter((entry) => entry.member === member).map(({ id }) => id);
    for (const { id, text } of ids.length === 0 ? [] : (await memory.get(ids)).records) {
      assert.ok(!held.has(id), `${id} is there twice`);
      held.set(id, text ?? '');
    }
    cursor = page.nextCursor;
    if (cursor === undefined) return held;
  }
}

async function openTeam(context: TestContext) {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const bens = await server.token(tenant, 'Ben');
  const { url } = await server.start({ CAIRN_SERVER_PER_MINUTE: '100000' });
  const link = await openLink(Number(new URL(url).port));
  context.after(() => link.close());
  // What the laptop tries by itself while it is away fails; what the server derives while the clock leaps a day is tried again.
  const ignorable = /^(?:a run of sync failed|a team's memory could not be derived)$/;
  const [laptop, desk] = [openHome(context, 'Ada', { ignorable }), openHome(context, 'Ben', { ignorable })];
  for (const [home, remote] of [
    [laptop, { add: link.url, token }],
    [desk, { add: url, token: bens.token }],
  ] as const) {
    await home.memory.remember({ text: `${home.name} names the team's first rule.`, kind: 'decision' });
    await home.memory.sync({ ...remote, member: home.name });
    await shareProject(home);
  }
  for (const { memory } of [laptop, desk, laptop]) await memory.sync({ run: true });
  return { link, laptop, desk };
}

test('a laptop that was offline for a week catches up in both directions, once each, with one run on each side', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: START });
  const { link, laptop, desk } = await openTeam(context);
  link.change('cut');
  const [adas, bens]: [Stated, Stated] = [new Map(), new Map()];
  for (let day = 1; day <= DAYS; day += 1) {
    context.mock.timers.setTime(START + day * DAY_MS);
    await workADay(laptop, day, adas);
    await workADay(desk, day, bens);
    await assert.rejects(laptop.memory.sync({ run: true }), { code: 'not_running' });
    await desk.memory.sync({ run: true });
  }
  assert.equal((await heldOf(laptop, 'Ben')).size, 1);
  assert.equal((await laptop.memory.sync()).waiting.memories, adas.size);

  link.change('open');
  const back = await laptop.memory.sync({ run: true });
  const [run] = [back.lastRun];
  assert.deepEqual(
    [run?.pushed.memories, run?.pulled.refused, back.waiting],
    [adas.size, 0, { memories: 0, records: 0 }],
  );
  const there = await desk.memory.sync({ run: true });
  assert.equal(there.lastRun?.pulled.added, adas.size);
  await Promise.all([laptop.memory.settled(), desk.memory.settled()]);
  for (const [home, member, stated] of [
    [laptop, 'Ben', bens],
    [desk, 'Ada', adas],
  ] as const) {
    const held = await heldOf(home, member);
    const first = [...held].filter(([, text]) => text.includes('first rule')).map(([id]) => id);
    assert.equal(first.length, 1);
    held.delete(first[0] ?? '');
    assert.deepEqual(held, stated, `what ${home.name} has of ${member}`);
  }
  for (const { memory } of [laptop, desk]) {
    const { lastRun, forgotten } = await memory.sync({ run: true });
    assert.deepEqual([lastRun?.pushed.memories, lastRun?.pulled.added, lastRun?.pulled.erased], [0, 0, 0]);
    assert.ok(forgotten.every(({ missing }) => missing.length === 0));
  }
});
