import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { openHome, shareProject, syncAll } from '../sync/homes.ts';
import { ask, openTeamServer } from './team-server.ts';

test('two homes share by a server: a rule reaches the other as its member\u2019s, an offline home catches up, forgetting reaches all', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const bens = await server.token(tenant, 'Ben');
  const { url } = await server.start();
  const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Whoever')];
  const { id } = await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
  await ben.memory.remember({ text: 'Releases go out on Fridays.', kind: 'decision' });
  await ada.memory.sync({ add: url, token, member: 'Ada' });
  await ben.memory.sync({ add: url, token: bens.token, member: 'Whoever' });
  await shareProject(ada);
  await shareProject(ben);
  await syncAll(ada, ben);
  const hitOf = async (words: string) => (await ben.memory.search(words)).hits.find((one) => one.id === id);
  const hit = await hitOf('heron port');
  assert.deepEqual([hit?.author, hit?.member, hit?.status], ['member', 'Ada', 'proposed']);

  // Ben is away while Ada goes on.
  for (let n = 0; n < 30; n += 1)
    await ada.memory.remember({ text: `The gannet number ${n} nests at place ${n}.`, kind: 'decision' });
  await syncAll(ada, ben);
  assert.ok((await ben.memory.search('gannet 29 nests')).hits.some(({ author }) => author === 'member'));
  await syncAll(ada);
  // The server tells whose the words are by the token, whatever the home calls itself.
  assert.ok((await ada.memory.search('releases Fridays')).hits.some(({ member }) => member === 'Ben'));
  const onServer = async () =>
    (await ask(url, '/api/v1/search', { token, body: { query: 'heron port' } })).value.hits as { id: string }[];
  await until(async () => (await onServer()).some((one) => one.id === id));

  await ada.memory.forget({ ids: [id], now: true });
  await syncAll(ada, ben, ada);
  assert.deepEqual((await ben.memory.get(id)).missing, [id]);
  await until(async () => (await onServer()).every((one) => one.id !== id));
  const [reached] = (await ada.memory.sync()).forgotten;
  assert.deepEqual([reached?.state, reached?.missing], ['reached', []]);
});

test('a home whose token was revoked is refused, and says so', async (context) => {
  const server = await openTeamServer(context);
  const { tenant } = await server.team();
  const laptop = await server.token(tenant, 'Ada', '--name', 'laptop');
  const { url } = await server.start();
  const ada = openHome(context, 'Ada');
  await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
  await ada.memory.sync({ add: url, token: laptop.token, member: 'Ada' });
  await shareProject(ada);
  await server.admin('token', 'revoke', laptop.id, '--tenant', tenant);
  await until(async () => (await ask(url, '/v1/whoami', { token: laptop.token })).status === 401);
  await assert.rejects(ada.memory.sync({ run: true }), { code: 'unauthorized', fix: /cairn login/ });
  const { notes } = await ada.memory.sync({});
  assert.match(notes.map(({ message }) => message).join(), /Log in again: cairn login/);
});
