import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellTurn } from '../support/hooked-session.ts';
import { joinTeam, openHome, syncAll, type TeamHome, teamFolder } from './homes.ts';

const HOUR_MS = 3_600_000;

/** What is done to a decision before its session's summary is shared. */
const DONE: Record<string, (home: TeamHome, id: string) => Promise<unknown>> = {
  'kept private': ({ memory }, id) => memory.sync({ keep: [id] }),
  hidden: ({ memory }, id) => memory.update(id, { hidden: true }),
  withdrawn: ({ memory }, id) => memory.update(id, { status: 'withdrawn' }),
  'left as it is': async () => undefined,
};

for (const [how, act] of Object.entries(DONE)) {
  const isTold = how === 'left as it is';
  test(`a decision that is ${how} leaves ${isTold ? 'within' : 'in no'} summary of its session`, async (context) => {
    const team = teamFolder(context);
    const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
    await ben.memory.remember('Releases go out on Fridays.');
    const answer = 'We decided to keep heron prices in integer cents.';
    const turn = { prompt: 'Fix the failing test of the cart', answer, at: Date.now() - 2 * HOUR_MS };
    await tellTurn({ ...ada, project: ada.at.project, session: 's1', ...turn });
    await ada.memory.settled();
    const { entries } = await ada.memory.list({ kinds: ['knowledge'] });
    const decision = entries.find(({ title }) => /heron/.test(title));
    assert.ok(decision);
    await act(ada, decision.id);
    await ada.memory.settled();
    await joinTeam(ada, team);
    await joinTeam(ben, team);
    await syncAll(ada, ben);
    assert.equal((await ben.memory.search('heron prices')).hits.length > 0, isTold);
  });
}
