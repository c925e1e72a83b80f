import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { joinTeam, openHome, shareProject, syncAll, type TeamHome, teamFolder } from './homes.ts';

const SECRET = 'We always use the blue queue of heronheron.';

async function finds({ memory }: TeamHome, word: string): Promise<boolean> {
  const { hits } = await memory.search({ query: word });
  return hits.some(({ title }) => title.includes(word));
}

async function state(home: TeamHome) {
  return home.memory.sync({});
}

function removeSeries(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('h_')))
    rmSync(join(folder, name), { recursive: true });
}

/** Ada states something that Ben gets; `between` runs before she does, `harm` after; then she forgets it and states something else. */
async function forgetAfter(
  context: TestContext,
  { between, harm }: { between?: (folder: string) => void; harm: (folder: string) => void },
): Promise<{ ada: TeamHome; ben: TeamHome; team: ReturnType<typeof teamFolder> }> {
  const team = teamFolder(context);
  const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
  for (const { memory, name } of [ada, ben])
    await memory.remember({ text: `${name} likes the green lamp.`, kind: 'constraint' });
  for (const home of [ada, ben]) await joinTeam(home, team);
  await syncAll(ada, ben, ada, ben);
  between?.(team.folder);
  const { id } = await ada.memory.remember({ text: SECRET, kind: 'constraint' });
  for (const pet of ['cat', 'dog', 'owl'])
    await ada.memory.remember({ text: `We name a host after a ${pet}.`, kind: 'constraint' });
  await syncAll(ada, ben, ada, ben);
  assert.ok(await finds(ben, 'heronheron'));
  harm(team.folder);
  await ada.memory.remember({ text: 'We always name the purple zebra first.', kind: 'constraint' });
  await ada.memory.forget({ ids: [id], now: true });
  return { ada, ben, team };
}

suite('where the files of a team are gone or older', () => {
  for (const how of ['removed', 'older'] as const) {
    test(`what is forgotten and what is new reaches the others all the same, and both homes say so: ${how}`, async (t) => {
      const older = join(temporaryFolder(t), 'older');
      const { ada, ben } = await forgetAfter(t, {
        between: (folder) => cpSync(folder, older, { recursive: true }),
        harm(folder) {
          removeSeries(folder);
          if (how === 'older') cpSync(older, folder, { recursive: true });
        },
      });
      await ada.memory.sync({ run: true });
      const { runs = [], notes } = await ada.memory.sync({ runs: 5 });
      assert.equal(runs.filter(({ again }) => again).length, 1);
      assert.match(notes[0]?.message ?? '', /gone, or an older copy.*handed on again/);
      const { checks } = await ada.memory.doctor({});
      assert.equal(checks.find(({ name }) => name === 'sync-files')?.status, 'warning');
      await syncAll(ben, ada, ben, ada);
      assert.deepEqual([await finds(ben, 'purple zebra'), await finds(ben, 'heronheron')], [true, false]);
      const { lastRun: last, forgotten } = await state(ada);
      assert.deepEqual([last?.again, forgotten.map((one) => one.state)], [undefined, ['reached']]);
    });
  }

  test('an old copy that is put back brings nothing back that was forgotten, here or where it was not known', async (t) => {
    const older = join(temporaryFolder(t), 'older');
    const { ada, ben, team } = await forgetAfter(t, { harm: (folder) => cpSync(folder, older, { recursive: true }) });
    await syncAll(ada, ben, ada);
    assert.equal(await finds(ben, 'heronheron'), false);
    removeSeries(team.folder);
    cpSync(older, team.folder, { recursive: true });
    await syncAll(ben);
    assert.equal(await finds(ben, 'heronheron'), false);
    await syncAll(ada, ben, ada, ben);
    // Once more, beside what Ada handed on again.
    cpSync(older, team.folder, { recursive: true });
    const carl = openHome(t, 'Carl');
    await carl.memory.remember({ text: 'Carl likes the green lamp.', kind: 'constraint' });
    await joinTeam(carl, team);
    await syncAll(carl, ben, ada, carl, ben);
    for (const home of [ben, carl])
      assert.deepEqual([await finds(home, 'purple zebra'), await finds(home, 'heronheron')], [true, false], home.name);
    assert.deepEqual(
      (await state(ada)).forgotten.map(({ state: one }) => one),
      ['reached'],
    );
  });

  test('what a home forgot of another is not there again when that hands everything on again', async (t) => {
    const { ada, ben, team } = await forgetAfter(t, { harm: () => undefined });
    await syncAll(ada, ben);
    const { hits } = await ben.memory.search({ query: 'purple zebra' });
    await ben.memory.forget({ ids: [hits.find(({ title }) => title.includes('zebra'))?.id ?? ''], now: true });
    removeSeries(team.folder);
    await syncAll(ada, ben, ada, ben);
    assert.equal(await finds(ben, 'purple zebra'), false);
  });

  test('a home in whose folder’s place somebody put a file reads on, and says what is in the way', async (t) => {
    const { ada, ben, team } = await forgetAfter(t, { harm: () => undefined });
    await ben.memory.sync({ run: true });
    const first = readdirSync(team.folder).filter((name) => name.startsWith('h_'));
    await syncAll(ada);
    const { home } = await state(ben);
    assert.ok(first.includes(home ?? ''));
    rmSync(join(team.folder, home ?? ''), { recursive: true });
    writeFileSync(join(team.folder, home ?? ''), 'x');
    const inTheWay = { code: 'unwritable', message: /is a link or a file, not a folder/ };
    await assert.rejects(ben.memory.sync({ run: true }), inTheWay);
    await ben.memory.settled();
    assert.deepEqual([await finds(ben, 'purple zebra'), await finds(ben, 'heronheron')], [true, false]);
    await syncAll(ada);
  });

  test('nothing has reached all where no other home is known', async (t) => {
    const team = teamFolder(t);
    const ada = openHome(t, 'Ada');
    const { id } = await ada.memory.remember({ text: SECRET, kind: 'constraint' });
    await joinTeam(ada, team);
    await syncAll(ada);
    await ada.memory.forget({ ids: [id], now: true });
    await syncAll(ada, ada);
    assert.deepEqual(
      (await state(ada)).forgotten.map((one) => one.state),
      ['pending'],
    );
  });

  test('a pusher without the key who removes a series from the git repository ends nothing', async (t) => {
    const root = temporaryFolder(t);
    const git = (...words: string[]): string =>
      execFileSync('git', ['-c', 'user.name=m', '-c', 'user.email=m@m', ...words], {
        cwd: root,
        env: { HOME: root, PATH: process.env.PATH },
        encoding: 'utf8',
        stdio: 'pipe',
      });
    git('init', '-q', '--bare', '-b', 'main', 'remote.git');
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    for (const { memory, name } of [ada, ben]) {
      git('clone', '-q', 'remote.git', name);
      await memory.sync({ add: join(root, name), git: true, member: name, passphrase: 'five words of a phrase' });
    }
    const { id } = await ada.memory.remember({ text: SECRET, kind: 'constraint' });
    await shareProject(ada);
    await syncAll(ada, ben);
    assert.ok(await finds(ben, 'heronheron'));
    git('clone', '-q', 'remote.git', 'mallory');
    git('-C', 'mallory', 'rm', '-rq', 'h_*');
    git('-C', 'mallory', 'commit', '-qm', 'tidy up');
    git('-C', 'mallory', 'push', '-q', 'origin', 'HEAD:main');
    await ada.memory.remember({ text: 'We always name the purple zebra first.', kind: 'constraint' });
    await ada.memory.forget({ ids: [id], now: true });
    await syncAll(ada, ben, ada, ben);
    assert.deepEqual([await finds(ben, 'purple zebra'), await finds(ben, 'heronheron')], [true, false]);
    assert.deepEqual(
      (await state(ada)).forgotten.map((one) => one.state),
      ['reached'],
    );
  });

  test('doctor tells of runs that fail one after the other, and of a drive that is away as of what passes', async (t) => {
    const team = teamFolder(t);
    const ada = openHome(t, 'Ada');
    await ada.memory.remember({ text: SECRET, kind: 'constraint' });
    await joinTeam(ada, team);
    const told = async () => (await ada.memory.doctor({})).checks.find(({ name }) => name === 'sync-runs');
    const fail = async (): Promise<void> => {
      await assert.rejects(ada.memory.sync({ run: true }));
    };
    await ada.memory.sync({ run: true });
    assert.equal(await told(), undefined);
    const away = `${team.folder}-away`;
    renameSync(team.folder, away);
    await fail();
    await fail();
    const passing = await told();
    assert.equal(passing?.status, 'warning');
    assert.match(passing?.message ?? '', /The last 2 runs of sync failed: .*is not there/);
    renameSync(away, team.folder);
    const [own = ''] = readdirSync(team.folder).filter((one) => one.startsWith('h_'));
    rmSync(join(team.folder, own), { recursive: true });
    writeFileSync(join(team.folder, own), '');
    await ada.memory.remember({ text: 'We always name the purple zebra first.', kind: 'constraint' });
    await fail();
    assert.equal((await told())?.status, 'failed');
  });
});
