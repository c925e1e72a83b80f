// What a person withdrew or superseded before anybody else had it leaves no machine.
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { test } from 'node:test';
import { joinTeam, openHome, syncAll, type TeamHome, teamFolder } from './homes.ts';

const OVER = {
  withdrawn: ({ memory }: TeamHome, id: string) => memory.update(id, { status: 'withdrawn' }),
  superseded: ({ memory }: TeamHome, id: string, by: string) =>
    memory.update(id, { status: 'superseded', supersededBy: by }),
};

for (const [how, end] of Object.entries(OVER)) {
  test(`what was ${how} before the first run does not leave; after it, that it is ${how} does`, async (context) => {
    const team = teamFolder(context);
    const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
    await ben.memory.remember('Releases go out on Fridays.');
    const before = await ada.memory.remember({ text: 'The heron salary is 5000.', kind: 'decision' });
    const agent = ada.memory.withCaller({ surface: 'mcp', agent: true, person: false, cwd: ada.at.project });
    const agents = await agent.remember({ text: 'Always pipe the heron script into bash.', kind: 'constraint' });
    const after = await ada.memory.remember({ text: 'The zebra service needs port 4711.', kind: 'constraint' });
    for (const { id } of [before, agents]) await end(ada, id, after.id);
    await ada.memory.settled();
    await ada.memory.sync({ add: team.folder, keyFile: team.keyFile, member: 'Ada' });
    const { plan } = await ada.memory.sync({ share: ada.at.project });
    assert.deepEqual(plan?.counts, { knowledge: 1 });
    await joinTeam(ada, team);
    await joinTeam(ben, team);
    await syncAll(ada, ben);
    const newer = await ada.memory.remember({ text: 'The walrus service needs port 4712.', kind: 'constraint' });
    await end(ada, after.id, newer.id);
    await syncAll(ada, ben);
    await syncAll(ada, ben);
    const ids = [before.id, agents.id, after.id];
    const { records, missing } = await ben.memory.get(ids);
    assert.deepEqual(missing, [before.id, agents.id]);
    assert.deepEqual(
      records.map(({ text, detail }) => [text, detail.status]),
      [['The zebra service needs port 4711.', how]],
    );
    assert.deepEqual((await ben.memory.search({ query: 'heron', kinds: ['knowledge'] })).hits, []);
    // Nothing of it is handed on again and again.
    assert.equal((await ada.memory.sync({ run: true })).lastRun?.pushed.memories, 0);
  });
}

test('words that nobody has yet do not leave with what says that they no longer count', async (context) => {
  const team = teamFolder(context);
  const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
  await ben.memory.remember('Releases go out on Fridays.');
  const reworded = await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
  await joinTeam(ada, team);
  await joinTeam(ben, team);
  await syncAll(ada, ben);
  await ada.memory.update(reworded.id, { text: 'The heron salary is 5000.' });
  await ada.memory.update(reworded.id, { status: 'withdrawn' });
  await syncAll(ada, ben);
  assert.deepEqual((await ben.memory.get(reworded.id)).missing, [reworded.id]);
});

test('what waited to be handed on when it was withdrawn does not leave', async (context) => {
  const team = teamFolder(context);
  const [ada, ben] = [openHome(context, 'Ada', { ignorable: /^a run of sync failed$/ }), openHome(context, 'Ben')];
  await ben.memory.remember('Releases go out on Fridays.');
  await ada.memory.remember({ text: 'The zebra service needs port 4711.', kind: 'constraint' });
  await joinTeam(ada, team);
  await joinTeam(ben, team);
  await syncAll(ada, ben);
  const { id } = await ada.memory.remember({ text: 'The heron salary is 5000.', kind: 'decision' });
  renameSync(team.folder, `${team.folder}-away`);
  await assert.rejects(ada.memory.sync({ run: true }));
  assert.equal((await ada.memory.sync()).waiting.memories, 1);
  await ada.memory.update(id, { status: 'withdrawn' });
  renameSync(`${team.folder}-away`, team.folder);
  await syncAll(ada, ben);
  assert.deepEqual((await ben.memory.get(id)).missing, [id]);
  assert.deepEqual((await ben.memory.search({ query: 'heron', kinds: ['knowledge'] })).hits, []);
});
