// A home that takes part again, by the same remote or another, here or from a backup on another machine: what its person forgets, keeps
// back, takes back or corrects reaches whoever had it.
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { joinTeam, onAnotherMachine, openHome, syncAll, type TeamFolder, type TeamHome, teamFolder } from './homes.ts';

const RULE = { text: 'The zanzibar key rotates on Mondays.', kind: 'decision' } as const;

/** Ada and others who have a rule of hers. */
async function open(t: TestContext, ...names: readonly string[]) {
  const team = teamFolder(t);
  const ada = openHome(t, 'Ada');
  const others = names.map((name) => openHome(t, name));
  const { id } = await ada.memory.remember(RULE);
  for (const { memory, name } of others)
    await memory.remember({ text: `${name} says tables are singular.`, kind: 'decision' });
  for (const home of [ada, ...others]) await joinTeam(home, team);
  await syncAll(ada, ...others, ada, ...others);
  for (const home of others) assert.deepEqual(await found(home), [`${RULE.text} Ada`], home.name);
  return { team, ada, others, id };
}

async function found({ memory }: TeamHome): Promise<string[]> {
  const { hits } = await memory.search({ query: 'zanzibar' });
  return hits.map(({ title, member }) => `${title} ${member ?? 'own'}`);
}

async function leave(...homes: readonly TeamHome[]): Promise<void> {
  for (const { memory } of homes) await memory.sync({ remove: true });
}

async function forget({ memory }: TeamHome, id: string) {
  const report = await memory.forget({ ids: [id], now: true });
  assert.ok('notes' in report && 'sync' in report);
  return report;
}

async function reached({ memory }: TeamHome) {
  return (await memory.sync()).forgotten.map(({ state, missing }) => [state, ...[...missing].sort()]);
}

suite('a home that takes part again', () => {
  for (const where of ['the same folder', 'another folder'] as const) {
    const again = async (t: TestContext) => {
      const { team, ada, others, id } = await open(t, 'Ben');
      const [ben] = others as [TeamHome];
      const { home } = await ada.memory.sync();
      await leave(ada, ...(where === 'another folder' ? [ben] : []));
      const next = where === 'the same folder' ? team : teamFolder(t);
      await joinTeam(ada, next);
      if (where === 'another folder') await joinTeam(ben, next);
      await syncAll(ada, ben, ada, ben);
      assert.equal((await ada.memory.sync()).home, home, 'it is the same home');
      return { ada, ben, id };
    };

    test(`is the same home, and what it forgets reaches whoever had it: by ${where}`, async (t) => {
      const { ada, ben, id } = await again(t);
      assert.deepEqual(await found(ben), [`${RULE.text} Ada`]);
      assert.deepEqual((await forget(ada, id)).sync?.members, ['Ben']);
      await syncAll(ada, ben, ada);
      assert.deepEqual(await found(ben), []);
      assert.deepEqual(await reached(ada), [['reached']]);
    });

    test(`so does what it keeps back, unshares and corrects: by ${where}`, async (t) => {
      const { ada, ben, id } = await again(t);
      const [hit] = (await ben.memory.search({ query: 'zanzibar' })).hits;
      await ben.memory.update(hit?.id ?? '', { status: 'confirmed' });
      await ada.memory.update(id, { text: 'The zanzibar key rotates on Fridays.' });
      await syncAll(ada, ben);
      assert.deepEqual(await found(ben), ['The zanzibar key rotates on Fridays. Ada']);
      await ada.memory.sync({ keep: [id] });
      await syncAll(ada, ben);
      assert.deepEqual(await found(ben), []);
      await ada.memory.sync({ release: [id] });
      await syncAll(ada, ben);
      assert.equal((await found(ben)).length, 1);
      await ada.memory.sync({ unshare: ada.at.project });
      await syncAll(ada, ben);
      assert.deepEqual(await found(ben), []);
    });
  }

  test('what others accepted stays accepted', async (t) => {
    const { team, ada, others, id } = await open(t, 'Ben');
    const [ben] = others as [TeamHome];
    await ben.memory.update(id, { status: 'confirmed' });
    await leave(ada);
    await joinTeam(ada, team);
    await syncAll(ada, ben, ada, ben);
    assert.equal((await ben.memory.get(id)).records[0]?.detail.status, 'confirmed');
  });

  test('what it shared before, and not again, stays with the others until it is taken back', async (t) => {
    const { team, ada, others, id } = await open(t, 'Ben');
    const [ben] = others as [TeamHome];
    await leave(ada);
    await ada.memory.sync({ add: team.folder, keyFile: team.keyFile, member: 'Ada' });
    await syncAll(ada, ben);
    assert.deepEqual(await found(ben), [`${RULE.text} Ada`]);
    await ada.memory.update(id, { text: 'The zanzibar key rotates on Fridays.' });
    await syncAll(ada, ben);
    assert.deepEqual(await found(ben), [`${RULE.text} Ada`], 'nothing of it leaves');
    await ada.memory.sync({ unshare: ada.at.project });
    await syncAll(ada, ben);
    assert.deepEqual(await found(ben), []);
    await assert.rejects(ada.memory.sync({ unshare: ada.at.project }), { code: 'not_found' });
  });

  test('what is forgotten between leaving and joining is told once it takes part again, and the report says so', async (t) => {
    const { team, ada, others, id } = await open(t, 'Ben');
    const [ben] = others as [TeamHome];
    await leave(ada);
    const { sync, notes } = await forget(ada, id);
    assert.deepEqual([sync?.members, sync?.memories], [['Ben'], 1]);
    assert.match(notes.map(({ message }) => message).join(), /Ben have it until this home takes part again/);
    assert.deepEqual(await reached(ada), [['pending', 'Ben']]);
    await ada.memory.sync({ add: team.folder, keyFile: team.keyFile, member: 'Ada' });
    await syncAll(ada, ben, ada);
    assert.deepEqual(await found(ben), []);
    assert.deepEqual(await reached(ada), [['reached']]);
  });

  test('who did not come along to another folder still has it, which is said until it came', async (t) => {
    const { ada, others, id } = await open(t, 'Ben', 'Cleo');
    const [ben, cleo] = others as [TeamHome, TeamHome];
    await leave(ada, ben);
    const next = teamFolder(t);
    await joinTeam(ada, next);
    await joinTeam(ben, next);
    await syncAll(ada, ben, ada, ben);
    const { id: later } = await ada.memory.remember({ text: 'The gannet nests in May.', kind: 'decision' });
    await syncAll(ada, ben, ada);
    await forget(ada, id);
    await forget(ada, later);
    await syncAll(ada, ben, ada);
    assert.deepEqual(await reached(ada), [['reached'], ['pending', 'Cleo']], 'she never had the later one');
    await leave(cleo);
    await joinTeam(cleo, next);
    await syncAll(cleo, ada);
    assert.deepEqual(await found(cleo), []);
    assert.deepEqual(await reached(ada), [['reached'], ['reached']]);
  });
});

suite('a backup on another machine', () => {
  const begin = async (t: TestContext) => {
    const { team, ada, others, id } = await open(t, 'Ben');
    const second = await onAnotherMachine(t, ada);
    return { team, ada, second, ben: others[0] as TeamHome, id };
  };
  const take = async (home: TeamHome, team: TeamFolder): Promise<void> => {
    await joinTeam(home, team);
    await syncAll(home);
  };

  test('is another home, whose forgetting erases what the first one shared; it is never said that it reached all before', async (t) => {
    const { team, ada, second, ben, id } = await begin(t);
    await take(second, team);
    await syncAll(ben, second);
    assert.notEqual((await second.memory.sync()).home, (await ada.memory.sync()).home);
    await forget(second, id);
    await syncAll(second, ben, second);
    assert.deepEqual(await found(ben), []);
    assert.deepEqual(await reached(second), [['pending', 'Ada']], 'nobody knows that the first one is gone');
    // The first one lives: nothing of it is lost, and it has the words until they are forgotten there.
    await syncAll(ada, ben, second);
    assert.deepEqual(await found(ada), [`${RULE.text} own`]);
    assert.deepEqual([await found(ben), await reached(second)], [[], [['pending', 'Ada']]]);
    await forget(ada, id);
    await syncAll(ada, ben, second, ada, second);
    assert.deepEqual(await reached(second), [['reached']]);
  });

  test('forgets also before it takes part', async (t) => {
    const { team, second, ben, id } = await begin(t);
    assert.deepEqual((await forget(second, id)).sync?.members, ['Ben']);
    await second.memory.sync({ add: team.folder, keyFile: team.keyFile, member: 'Ada' });
    await syncAll(second, ben);
    assert.deepEqual(await found(ben), []);
  });

  test('both go on by themselves: what each states reaches the other, and what one unshares the other shares', async (t) => {
    const { team, ada, second, ben, id } = await begin(t);
    await take(second, team);
    await ada.memory.remember({ text: 'The zanzibar lamp is green.', kind: 'decision' });
    await second.memory.remember({ text: 'The zanzibar lamp is blue.', kind: 'decision' });
    await syncAll(ada, second, ada, ben);
    const lamps = async (home: TeamHome) => (await found(home)).filter((title) => title.includes('lamp')).length;
    assert.deepEqual([await lamps(ada), await lamps(second), await lamps(ben)], [2, 2, 2]);
    await second.memory.sync({ keep: [id] });
    await syncAll(second, ada, ben, ada, ben);
    assert.ok((await found(ben)).includes(`${RULE.text} Ada`), 'the first machine shares it still');
    await ada.memory.sync({ keep: [id] });
    await syncAll(ada, ben);
    assert.ok(!(await found(ben)).includes(`${RULE.text} Ada`));
  });
});

test('nobody confirms what its person forgot too, as long as it could be brought back', async (t) => {
  const { team, ada, others, id } = await open(t, 'Ben');
  const second = await onAnotherMachine(t, ada);
  await joinTeam(second, team);
  await syncAll(second, ada, others[0] as TeamHome);
  await ada.memory.forget({ ids: [id] });
  await forget(second, id);
  await syncAll(second, ada, others[0] as TeamHome, second);
  assert.deepEqual(await reached(second), [['pending', 'Ada']]);
  const [batch] = (await ada.memory.privacy({})).trash;
  assert.ok(batch !== undefined);
  await ada.memory.forget({ ids: [batch.batch], now: true });
  await syncAll(ada, second);
  assert.deepEqual(await reached(second), [['reached']]);
});

test('nobody confirms what is there still by another home', async (t) => {
  const { team, ada, others, id } = await open(t, 'Ben');
  const [ben] = others as [TeamHome];
  // Cleo has it from Ada by an earlier id that nobody knows any more, as after a program that kept none.
  const cleo = await onAnotherMachine(t, ada);
  for (const name of ['own-homes']) await cleo.store.sync.setValue(name, '');
  await joinTeam({ ...cleo, name: 'Cleo' }, team);
  await syncAll(cleo, ben, cleo, ada);
  await forget(cleo, id);
  await syncAll(cleo, ben, ada, cleo);
  assert.deepEqual(await found(ben), [`${RULE.text} Ada`]);
  assert.deepEqual(await reached(cleo), [['pending', 'Ada', 'Ben']]);
  await forget(ada, id);
  await syncAll(ada, ben, ada, cleo);
  assert.deepEqual(
    [await found(ben), await reached(cleo), await reached(ada)],
    [[], [['reached']], [['pending', 'Cleo']]],
  );
  await syncAll(ada);
  assert.deepEqual(await reached(ada), [['reached']]);
});
