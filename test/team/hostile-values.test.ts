// A member pushes records whose values no table takes: the server and the other homes go on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { openHome, shareProject, syncAll } from '../sync/homes.ts';
import { hostileRecords } from '../sync/hostile-values.ts';
import { ask, openTeamServer } from './team-server.ts';

test('records of a member whose values no table takes stop neither the server nor another home', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  for (const name of ['Ben', 'Mallory']) await server.admin('member', 'add', name, '--tenant', tenant);
  const [bens, mallorys] = [await server.token(tenant, 'Ben'), await server.token(tenant, 'Mallory')];
  const { url } = await server.start();
  const ignorable = /could not be derived, and was put aside/;
  const [ada, ben] = [openHome(context, 'Ada', { ignorable }), openHome(context, 'Ben', { ignorable })];
  await ada.memory.remember('Releases go out on Fridays.');
  await ben.memory.remember('Releases go out on Mondays.');
  await ada.memory.sync({ add: url, token, member: 'Ada' });
  await ben.memory.sync({ add: url, token: bens.token, member: 'Ben' });
  await shareProject(ada);
  await shareProject(ben);
  const lines = hostileRecords().map(({ line }) => line);
  const body = new TextEncoder().encode(`{"records":[${lines.join()}]}`);
  const { status, value } = await ask(url, '/v1/sync/records', { token: mallorys.token, body });
  const told = [value.acknowledged, value.refused].flatMap((list) => list as unknown[]);
  assert.deepEqual([status, told.length], [200, lines.length]);
  await ada.memory.remember({ text: 'The gannet nests in Oslo.', kind: 'constraint' });
  await syncAll(ada, ben);
  await ben.memory.remember({ text: 'The heron wades at dawn.', kind: 'constraint' });
  await syncAll(ben, ada);
  for (const query of ['gannet', 'heron']) {
    for (const { memory } of [ada, ben]) assert.equal((await memory.search(query)).hits.length, 1);
    const onServer = async () => (await ask(url, '/api/v1/search', { token, body: { query } })).value.hits as unknown[];
    await until(async () => (await onServer()).length === 1);
  }
});
