// What a home said to the others outlives a restore and a salvage: others hear what waits and erase what its
// person takes back, and status names what only others have.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { openBackup } from '../../src/backup/open-backup.ts';
import { moveIntoPlace } from '../../src/backup/restore-backup.ts';
import { salvage } from '../../src/backup/salvage.ts';
import { now } from '../../src/platform/clock.ts';
import { removeFile } from '../../src/platform/files.ts';
import { openFresh } from '../support/fresh-home.ts';
import { joinTeam, openHome, restoreInto, syncAll, type TeamHome, teamFolder } from './homes.ts';

const MONDAYS = { text: 'The zanzibar key rotates on Mondays.', kind: 'decision' } as const;
const FRIDAYS = 'The zanzibar key rotates on Fridays.';

/** Ada and Ben, who take part in one team; each has something of the project. */
async function open(t: TestContext) {
  const team = teamFolder(t);
  const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
  for (const { memory, name } of [ada, ben])
    await memory.remember({ text: `${name} says that tables are singular.`, kind: 'decision' });
  for (const home of [ada, ben]) await joinTeam(home, team);
  await syncAll(ada, ben, ada, ben);
  return { team, ada, ben };
}

async function found({ memory }: TeamHome): Promise<string[]> {
  const { hits } = await memory.search({ query: 'zanzibar' });
  return hits.map(({ title, member }) => `${title} ${member ?? 'own'}`);
}

async function reached({ memory }: TeamHome) {
  return (await memory.sync()).forgotten.map(({ state, missing }) => [state, ...missing]);
}

async function forget({ memory }: TeamHome, id: string) {
  const planned = await memory.forget({ ids: [id], now: true });
  const report = 'token' in planned ? await memory.forget({ confirm: planned.token, now: true }) : planned;
  assert.ok('missing' in report && !('token' in report));
  return report;
}

function placeIn({ at }: TeamHome) {
  return { dbPath: join(at.home, 'cairn.db'), backups: join(at.home, 'backups'), targetsOf: () => [] };
}

function openAgain(t: TestContext, { at, name }: TeamHome): TeamHome {
  return { ...openFresh(t, { home: at, caller: { person: true } }), name };
}

async function restore(t: TestContext, home: TeamHome, { name, isLost }: { name: string; isLost?: boolean }) {
  await home.memory.close();
  if (isLost === true) for (const end of ['', '-wal', '-shm']) removeFile(`${placeIn(home).dbPath}${end}`);
  return restoreInto(t, home, { name });
}

suite('a restore on the same machine', () => {
  for (const isLost of [false, true]) {
    test(`hands on again what it brought back, and what is forgotten after it reaches all${isLost ? ', also where the database was lost' : ''}`, async (t) => {
      const { ada, ben } = await open(t);
      const { id } = await ada.memory.remember(MONDAYS);
      await syncAll(ada, ben, ada, ben);
      const backup = await ada.memory.backup();
      await ada.memory.update(id, { text: FRIDAYS });
      await syncAll(ada, ben, ada, ben);
      assert.deepEqual(await found(ben), [`${FRIDAYS} Ada`]);
      const { home } = await restore(t, ada, { ...backup, isLost });
      await syncAll(home, ben, home, ben);
      assert.deepEqual(await found(ben), [`${MONDAYS.text} Ada`], 'others have what the memory has now');
      await forget(home, id);
      await syncAll(home, ben, home, ben, home);
      assert.deepEqual(await found(ben), []);
      assert.deepEqual(await reached(home), [['reached']]);
    });
  }

  test('keeps what waits to be told: a forgetting, a memory kept back, a project shared no more', async (t) => {
    const { ada, ben } = await open(t);
    const backup = await ada.memory.backup();
    const { id } = await ada.memory.remember(MONDAYS);
    const kept = await ada.memory.remember({ text: 'The zanzibar lamp is green.', kind: 'decision' });
    await ada.memory.remember({ text: 'The zanzibar door is red.', kind: 'decision' });
    await syncAll(ada, ben, ada, ben);
    assert.equal((await found(ben)).length, 3);
    await ada.memory.sync({ pause: true });
    await forget(ada, id);
    await ada.memory.sync({ keep: [kept.id] });
    await ada.memory.sync({ unshare: ada.at.project });
    const { home } = await restore(t, ada, backup);
    await home.memory.sync({ pause: false });
    await syncAll(home, ben, home, ben, home);
    assert.deepEqual(await found(ben), []);
    assert.equal(
      (await reached(home)).every(([state]) => state === 'reached'),
      true,
    );
  });

  test('keeps what was forgotten while the home took no part, until it does again', async (t) => {
    const { team, ada, ben } = await open(t);
    const backup = await ada.memory.backup();
    const { id } = await ada.memory.remember(MONDAYS);
    await syncAll(ada, ben, ada, ben);
    await ada.memory.sync({ remove: true });
    await forget(ada, id);
    const { home } = await restore(t, ada, backup);
    await joinTeam(home, team);
    await syncAll(home, ben, home, ben);
    assert.deepEqual(await found(ben), []);
    assert.deepEqual(await reached(home), [['reached']]);
  });

  test('leaves with the others what was shared since, and names it; forgetting it by its id takes it back', async (t) => {
    const { ada, ben } = await open(t);
    const backup = await ada.memory.backup();
    const { id } = await ada.memory.remember(MONDAYS);
    await syncAll(ada, ben, ada, ben);
    const { home, restored } = await restore(t, ada, backup);
    assert.equal(restored.withOthers, 1);
    await syncAll(home, ben, home, ben);
    assert.deepEqual(await found(ben), [`${MONDAYS.text} Ada`], 'a restore takes nothing from others by itself');
    const [note] = (await home.memory.sync()).notes.filter(({ code }) => code === 'with-others');
    assert.match(note?.message ?? '', new RegExp(`1 memory of .*${id}`));
    const report = await forget(home, id);
    assert.deepEqual([report.state, report.sync?.members], ['erased', ['Ben']]);
    await syncAll(home, ben, home, ben, home);
    assert.deepEqual(await found(ben), []);
    assert.deepEqual(await reached(home), [['reached']]);
    assert.deepEqual((await home.memory.sync()).notes, []);
  });

  test('of which no backup is left, too; and a project that is shared no more is taken back whole', async (t) => {
    const { ada, ben } = await open(t);
    const backup = await ada.memory.backup();
    const { id } = await ada.memory.remember(MONDAYS);
    await ada.memory.remember({ text: FRIDAYS, kind: 'decision' });
    await syncAll(ada, ben, ada, ben);
    const { home, restored } = await restore(t, ada, backup);
    removeFile(restored.replaced ?? '');
    const report = await forget(home, id);
    assert.deepEqual([report.missing, report.sync?.members], [[], ['Ben']]);
    await syncAll(home, ben, home, ben);
    assert.deepEqual(await found(ben), [`${FRIDAYS} Ada`]);
    await home.memory.sync({ unshare: home.at.project });
    await syncAll(home, ben, home, ben);
    assert.deepEqual(await found(ben), []);
  });

  test('put back again, nothing is lost: what it was is shared as before', async (t) => {
    const { ada, ben } = await open(t);
    const backup = await ada.memory.backup();
    const { id } = await ada.memory.remember(MONDAYS);
    await syncAll(ada, ben, ada, ben);
    await ben.memory.update(id, { status: 'confirmed' });
    const first = await restore(t, ada, backup);
    await syncAll(first.home, ben, first.home, ben);
    const [replaced] = (await first.home.memory.backups()).backups.filter(({ reason }) => reason === 'replaced');
    const { home } = await restore(t, first.home, { name: replaced?.name ?? '' });
    await syncAll(home, ben, home, ben);
    assert.deepEqual([await found(home), await found(ben)], [[`${MONDAYS.text} own`], [`${MONDAYS.text} Ada`]]);
    assert.equal((await ben.memory.get(id)).records[0]?.detail.status, 'confirmed', 'what Ben accepted stays so');
    await forget(home, id);
    await syncAll(home, ben, home, ben, home);
    assert.deepEqual([await found(ben), await reached(home)], [[], [['reached']]]);
  });
});

suite('a restore of a backup', () => {
  test('from before the home moved to another folder knows who had what it shared, here and there', async (t) => {
    const { ada, ben } = await open(t);
    const { id } = await ada.memory.remember(MONDAYS);
    await syncAll(ada, ben);
    const backup = await ada.memory.backup();
    const cleo = openHome(t, 'Cleo');
    await cleo.memory.remember({ text: 'Cleo says that tables are singular.', kind: 'decision' });
    const next = teamFolder(t);
    await ada.memory.sync({ remove: true });
    for (const home of [ada, cleo]) await joinTeam(home, next);
    await syncAll(ada, cleo, ada);
    const { home } = await restore(t, ada, backup);
    await syncAll(home, cleo, home);
    assert.deepEqual([await found(cleo), await found(ben)], [[`${MONDAYS.text} Ada`], [`${MONDAYS.text} Ada`]]);
    assert.deepEqual((await forget(home, id)).sync?.members.sort(), ['Ben', 'Cleo']);
    await syncAll(home, cleo, home);
    assert.deepEqual([await found(cleo), await reached(home)], [[], [['pending', 'Ben']]]);
  });

  test('that somebody put back by hand: forgetting what another one alone holds takes back what that shared', async (t) => {
    const { ada, ben } = await open(t);
    const { dbPath, backups } = placeIn(ada);
    const opened = await openBackup(join(backups, (await ada.memory.backup()).name), ada.at.root);
    const { id } = await ada.memory.remember(MONDAYS);
    await syncAll(ada, ben, ada);
    await ada.memory.backup();
    await ada.memory.close();
    moveIntoPlace(opened.database, dbPath);
    opened.close();
    const home = openAgain(t, ada);
    await syncAll(home, ben, home);
    assert.deepEqual((await forget(home, id)).sync?.members, ['Ben']);
    await syncAll(home, ben, home);
    assert.deepEqual([await found(ben), await reached(home)], [[], [['reached']]]);
  });
});

suite('a salvage', () => {
  test('keeps what was shared and what waits to be told', async (t) => {
    const { ada, ben } = await open(t);
    const { id } = await ada.memory.remember(MONDAYS);
    const { id: other } = await ada.memory.remember({ text: FRIDAYS, kind: 'decision' });
    await syncAll(ada, ben, ada, ben);
    await ada.memory.sync({ pause: true });
    await forget(ada, id);
    await ada.memory.close();
    await salvage(placeIn(ada), now(), { targetsOf: () => [] });
    const home = openAgain(t, ada);
    await home.memory.settled();
    await home.memory.sync({ pause: false });
    await syncAll(home, ben, home, ben, home);
    assert.deepEqual([await found(ben), await reached(home)], [[`${FRIDAYS} Ada`], [['reached']]]);
    await forget(home, other);
    await syncAll(home, ben, home, ben, home);
    assert.deepEqual([await found(ben), await reached(home)], [[], [['reached'], ['reached']]]);
  });
});
