import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_YOUR_HOME } from '../../src/core/model/shared-memory.ts';
import { until } from '../support/until.ts';
import { joinTeam, onAnotherMachine, openHome, restoreInto, shareProject, syncAll, teamFolder } from '../sync/homes.ts';
import { ask, eventRecord, homeOf, openTeamServer, pullAll, tombstoneRecord } from './team-server.ts';

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

test('a member who was removed and put back is the same: what waited is handed on, and what is forgotten reaches all', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Dan', '--tenant', tenant, '--email', 'dan@acme.example');
  const { url } = await server.start();
  const ignorable = /^a run of sync failed$/;
  const [ada, dan] = [openHome(context, 'Ada', { ignorable }), openHome(context, 'Dan', { ignorable })];
  const { id } = await dan.memory.remember({ text: 'The quokka port is 4711.', kind: 'constraint' });
  await ada.memory.remember({ text: 'Releases go out on Fridays.', kind: 'decision' });
  await ada.memory.sync({ add: url, token, member: 'Ada' });
  await dan.memory.sync({ add: url, token: (await server.token(tenant, 'Dan')).token, member: 'Dan' });
  await shareProject(ada);
  await shareProject(dan);
  await syncAll(dan, ada, dan);
  const finds = async (word: string) => (await ada.memory.search(word)).hits.some(({ title }) => title.includes(word));
  assert.ok(await finds('quokka'));

  await server.admin('member', 'remove', 'Dan', '--tenant', tenant);
  await server.admin('member', 'add', 'Dana', '--tenant', tenant);
  await dan.memory.sync({ add: url, token: (await server.token(tenant, 'Dana')).token, member: 'Dan' });
  await dan.memory.remember({ text: 'The gannet port is 4712.', kind: 'constraint' });
  await dan.memory.forget({ ids: [id], now: true });
  const refused = { code: 'not_allowed', message: /another member's: what it shares and takes back waits/ };
  for (let n = 0; n < 3; n += 1) await assert.rejects(dan.memory.sync({ run: true }), refused);
  const { state, notes, waiting } = await dan.memory.sync();
  assert.deepEqual([state, notes.map(({ code }) => code), waiting.memories], ['failed', ['not-your-home'], 1]);
  const finding = (await dan.memory.doctor({})).checks.find(({ name }) => name === 'sync-runs');
  assert.deepEqual([finding?.status, /member add NAME/.test(finding?.message ?? '')], ['failed', true]);
  await syncAll(ada);
  assert.ok(await finds('quokka'));

  const added = (await server.admin('member', 'add', 'Dan', '--tenant', tenant)) as { returned?: boolean };
  assert.equal(added.returned, true);
  // How the former one logged in counts no more: whoever is added by that name says how.
  await server.admin('member', 'add', 'Dora', '--tenant', tenant, '--email', 'dan@acme.example');
  await dan.memory.sync({ add: url, token: (await server.token(tenant, 'Dan')).token, member: 'Dan' });
  await syncAll(dan, ada, dan);
  assert.deepEqual([await finds('quokka'), await finds('gannet')], [false, true]);
  assert.deepEqual(
    (await dan.memory.sync()).forgotten.map((one) => one.state),
    ['reached'],
  );
  assert.equal(
    (await dan.memory.doctor({})).checks.find(({ name }) => name === 'sync-runs'),
    undefined,
  );
});

test('a backup on another machine, by a server that the first one never knew: what it forgets is erased as the first one shared it by a folder', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const bens = await server.token(tenant, 'Ben');
  const { url } = await server.start();
  const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
  const { id } = await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
  await ben.memory.remember({ text: 'Releases go out on Fridays.', kind: 'decision' });
  const folder = teamFolder(context);
  for (const home of [ada, ben]) await joinTeam(home, folder);
  await syncAll(ada, ben, ada);
  const second = await onAnotherMachine(context, ada);
  await ben.memory.sync({ remove: true });
  await ben.memory.sync({ add: url, token: bens.token, member: 'Ben' });
  await second.memory.sync({ add: url, token, member: 'Ada' });
  for (const home of [ben, second]) await shareProject(home);
  await syncAll(second, ben, second);
  assert.equal((await ben.memory.get(id)).records.length, 1);
  await second.memory.forget({ ids: [id], now: true });
  await syncAll(second, ben, second);
  assert.deepEqual((await ben.memory.get(id)).missing, [id]);
  assert.deepEqual(
    (await second.memory.sync()).forgotten.map(({ state }) => state),
    ['reached'],
  );
});

test('what waits to be taken back outlives a restore: the others and the server erase it', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const bens = await server.token(tenant, 'Ben');
  const { url } = await server.start();
  const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
  for (const { memory } of [ada, ben]) await memory.remember({ text: 'Releases go out on Fridays.', kind: 'decision' });
  await ada.memory.sync({ add: url, token, member: 'Ada' });
  await ben.memory.sync({ add: url, token: bens.token, member: 'Ben' });
  for (const home of [ada, ben]) await shareProject(home);
  const { name } = await ada.memory.backup();
  const { id } = await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
  await syncAll(ada, ben, ada);
  const isOnServer = async () =>
    ((await ask(url, '/api/v1/search', { token, body: { query: 'heron port' } })).value.hits as { id: string }[]).some(
      (one) => one.id === id,
    );
  await until(isOnServer);
  await ada.memory.sync({ pause: true });
  await ada.memory.forget({ ids: [id], now: true });
  const { home } = await restoreInto(context, ada, { name });
  await home.memory.sync({ pause: false });
  await syncAll(home, ben, home);
  assert.deepEqual((await ben.memory.get(id)).missing, [id]);
  await until(async () => !(await isOnServer()));
});

test('a tombstone names no earlier home but those of its own person, and those that were nobody’s, which are then that person’s', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const ben = await server.token(tenant, 'Ben');
  const { url } = await server.start();
  const push = async (bearer: string, ...records: unknown[]) =>
    (await ask(url, '/v1/sync/records', { token: bearer, body: { records } })).value;
  const [adas, bens] = [eventRecord(homeOf('ada'), 1), eventRecord(homeOf('ben'), 1)];
  await push(token, adas, eventRecord(homeOf('ada two'), 2));
  await push(ben.token, bens, eventRecord(homeOf('ben two'), 2));
  const formerly = [homeOf('ada'), homeOf('ben'), homeOf('of a folder')];
  await push(ben.token, { ...tombstoneRecord(eventRecord(homeOf('ben two'), 1)), formerly });
  const left = await pullAll(url, token);
  assert.deepEqual([left.some(({ id }) => id === adas.id), left.some(({ id }) => id === bens.id)], [true, false]);
  const told = left.find(({ kind }) => kind === 'tombstone');
  assert.deepEqual(told?.kind === 'tombstone' && told.formerly, [homeOf('ben'), homeOf('of a folder')]);
  const claimed = eventRecord(homeOf('of a folder'), 3);
  const { refused } = await push(token, claimed);
  assert.deepEqual(refused, [{ id: claimed.id, reason: NOT_YOUR_HOME }]);
});
