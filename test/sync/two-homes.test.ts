import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { UpdateInput } from '../../src/api/requests.ts';
import { listFiles } from '../../src/platform/files.ts';
import { joinTeam, openHome, syncAll, type TeamHome, teamFolder } from './homes.ts';

/** Fails when words stand in a file of a home. */
function assertNowhere({ at: { home } }: TeamHome, words: string): void {
  for (const path of listFiles(home)) assert.ok(!readFileSync(path).includes(words), path);
}

suite('two homes that share a folder', () => {
  test("a rule of one is found in the other as the member's, and is no rule there until a person accepts it", async (t) => {
    const team = teamFolder(t);
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    const { id } = await ada.memory.remember({ text: 'We always use pnpm, never npm.', kind: 'constraint' });
    await ben.memory.remember({ text: 'Releases go out on Fridays.', kind: 'decision' });
    await joinTeam(ada, team);
    await joinTeam(ben, team);
    await syncAll(ada, ben);

    const { hits } = await ben.memory.search('do we use pnpm?');
    const hit = hits.find((one) => one.id === id);
    assert.equal(hit?.author, 'member');
    assert.equal(hit?.member, 'Ada');
    assert.equal(hit?.status, 'proposed');
    const before = await ben.memory.context({ budget: 2_000 });
    assert.doesNotMatch(before.text, /pnpm/);

    await ben.memory.update(id, { status: 'confirmed' });
    const after = await ben.memory.context({ budget: 2_000 });
    assert.match(after.text, /pnpm/);
    assert.match(after.text, /Ada/);
  });

  test('what is forgotten in one is gone in the other, and its report says when it is', async (t) => {
    const team = teamFolder(t);
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    const { id } = await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
    await ben.memory.remember('Releases go out on Fridays.');
    await joinTeam(ada, team);
    await joinTeam(ben, team);
    await syncAll(ada, ben, ada);
    assert.equal((await ben.memory.get(id)).records.length, 1);

    const report = await ada.memory.forget({ ids: [id], now: true });
    const { ids = [], ...told } = ('sync' in report && report.sync) || {};
    assert.deepEqual(told, { memories: 1, members: ['Ben'], state: 'pending' });
    await syncAll(ada);
    const [pending] = (await ada.memory.sync({ forgotten: ids })).forgotten;
    assert.deepEqual([pending?.id, pending?.state, pending?.missing], [ids[0], 'pending', ['Ben']]);

    await syncAll(ben, ada);
    assert.deepEqual((await ben.memory.get(id)).missing, [id]);
    assert.deepEqual(
      (await ben.memory.search('heron port 4711')).hits.map((hit) => hit.id),
      [],
    );
    const [reached] = (await ada.memory.sync({ forgotten: ids })).forgotten;
    assert.deepEqual([reached?.state, reached?.memories, reached?.missing], ['reached', 1, []]);
  });

  test('what is forgotten in one is in no file of another, which does not say before that it was done', async (t) => {
    const team = teamFolder(t);
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    const { id } = await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
    await ben.memory.remember('Releases go out on Fridays.');
    await joinTeam(ada, team);
    await joinTeam(ben, team);
    await syncAll(ada, ben, ada);
    const { name } = await ben.memory.backup();
    await ada.memory.forget({ ids: [id], now: true });
    await syncAll(ada, ben);
    const { backups } = await ben.memory.backups();
    assert.equal(backups.length, 1);
    assert.notEqual(backups[0]?.name, name);
    assertNowhere(ben, 'heron service');
  });

  test('what its author forgets goes from what another forgot and could bring back, and from nothing else that he could', async (t) => {
    const team = teamFolder(t);
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    const { id } = await ada.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
    const other = await ada.memory.remember({ text: 'The gannet service needs port 80.', kind: 'constraint' });
    await ben.memory.remember('Releases go out on Fridays.');
    await joinTeam(ada, team);
    await joinTeam(ben, team);
    await syncAll(ada, ben, ada);
    const undos: string[] = [];
    for (const one of [id, other.id]) {
      const report = await ben.memory.forget({ ids: [one] });
      undos.push(('undo' in report && report.undo?.batch) || assert.fail('it can be brought back'));
    }
    await ada.memory.forget({ ids: [id], now: true });
    await syncAll(ada, ben);
    assertNowhere(ben, 'heron service');
    await assert.rejects(ben.memory.forget({ undo: undos[0] ?? '' }), { code: 'not_found' });
    await ben.memory.forget({ undo: undos[1] ?? '' });
    assert.equal((await ben.memory.get(other.id)).records.length, 1);
  });

  test("what a person forgets of another's memory does not return when its author changes it", async (t) => {
    const team = teamFolder(t);
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    const { id } = await ada.memory.remember({ text: 'Deploys go to the blue cluster first.', kind: 'constraint' });
    await ben.memory.remember('Releases go out on Fridays.');
    await joinTeam(ada, team);
    await joinTeam(ben, team);
    await syncAll(ada, ben);
    await ben.memory.forget({ ids: [id], now: true });
    await ada.memory.update(id, { text: 'Deploys go to the green cluster first.' });
    await syncAll(ada, ben);
    assert.deepEqual((await ben.memory.get(id)).missing, [id]);
    assert.equal((await ada.memory.get(id)).records.length, 1);
  });

  test('new words of an accepted rule wait to be accepted again, and so does all else that it says', async (t) => {
    const team = teamFolder(t);
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    const { id } = await ada.memory.remember({ text: 'Use pnpm for all packages.', kind: 'constraint' });
    await ben.memory.remember('Releases go out on Fridays.');
    await joinTeam(ada, team);
    await joinTeam(ben, team);
    await syncAll(ada, ben);
    await ben.memory.update(id, { status: 'confirmed' });
    const statusOf = async () => (await ben.memory.get(id)).records[0]?.detail.status;
    // What its home judges is not what it says.
    await ada.memory.update(id, { status: 'confirmed' });
    await syncAll(ada, ben);
    assert.equal(await statusOf(), 'confirmed');
    const waits = async (change: UpdateInput): Promise<void> => {
      await ada.memory.update(id, change);
      await syncAll(ada, ben);
      assert.equal(await statusOf(), 'proposed');
      const { stamp = '' } = (await ben.memory.get(id)).records[0] ?? {};
      await ben.memory.update(id, { status: 'confirmed', of: stamp });
    };
    await waits({ reason: 'The lock file is of pnpm.' });
    await waits({ alternatives: ['asking first'] });
    await waits({ concepts: ['packages'] });
    await waits({ files: ['src/pay.ts'] });
    await waits({ confidence: 1 });
    await waits({ kind: 'heuristic' });
    await waits({ text: 'Use yarn for all packages.' });
  });
});
