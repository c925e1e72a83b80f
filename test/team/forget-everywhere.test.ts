import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { openHome, shareProject, syncAll, type TeamHome } from '../sync/homes.ts';
import { ownCluster, poolOf } from './engines.ts';
import { openTeamServer, tablesWith } from './team-server.ts';

const WORD = 'heron4711';

test('a forget on one machine reaches all, and its receipt names who has not confirmed it, until all have', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  const tokens = new Map([['Ada', token]]);
  for (const name of ['Ben', 'Cleo']) {
    await server.admin('member', 'add', name, '--tenant', tenant);
    tokens.set(name, (await server.token(tenant, name)).token);
  }
  const { url } = await server.start();
  const names = ['Ada', 'Ben', 'Cleo', 'Ada'];
  const homes = names.map((name) => openHome(context, name)) as [TeamHome, TeamHome, TeamHome, TeamHome];
  const [ada, ben, cleo, adasLaptop] = homes;
  for (const home of homes) {
    await home.memory.remember({ text: `${home.name} has the first word.`, kind: 'decision' });
    await home.memory.sync({ add: url, token: tokens.get(home.name) ?? '', member: home.name });
    await shareProject(home);
  }
  const { id } = await ada.memory.remember({ text: `The service ${WORD} listens on every port.`, kind: 'constraint' });
  await ada.memory.update(id, { text: `The service ${WORD} listens on port 80.` });
  await syncAll(...homes, ada);
  for (const { memory } of homes) assert.equal((await memory.get(id)).records.length, 1);

  const report = await ada.memory.forget({ ids: [id], now: true, receipt: true });
  const receipt = ('receipt' in report && report.receipt?.sync) || assert.fail('a receipt about the team');
  assert.deepEqual(
    [receipt.memories, receipt.state, [...receipt.members].sort()],
    [1, 'pending', ['Ada', 'Ben', 'Cleo']],
  );
  const outstanding = async (): Promise<[string | undefined, string[]]> => {
    const [of] = (await ada.memory.sync({ forgotten: receipt.ids })).forgotten;
    return [of?.state, [...(of?.missing ?? [])].sort()];
  };
  await syncAll(ada);
  assert.deepEqual(await outstanding(), ['pending', ['Ada', 'Ben', 'Cleo']]);
  await syncAll(cleo, ada);
  assert.deepEqual(await outstanding(), ['pending', ['Ada', 'Ben']]);
  await syncAll(ben, ada);
  // Her own other machine is still out.
  assert.deepEqual(await outstanding(), ['pending', ['Ada']]);
  await syncAll(adasLaptop, ada);
  assert.deepEqual(await outstanding(), ['reached', []]);
  for (const { memory, at } of homes) {
    assert.deepEqual((await memory.get(id)).missing, [id], at.home);
    assert.equal((await memory.search(WORD)).hits.length, 0);
  }

  // Nor is it on the server: in no row of any table.
  const pool = poolOf(await ownCluster(), 'postgres', server.database);
  await until(async () => (await tablesWith(pool, WORD)).length === 0);
  assert.notDeepEqual(await tablesWith(pool, 'first word'), []);
});
