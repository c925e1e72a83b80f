// A home that somebody copied as files: where both run, each is a home of its own; one that only moved stays the same.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { asObject, parseJson } from '../../src/core/json.ts';
import { isCopy } from '../../src/sync/sync-config.ts';
import { type FreshHome, freshHome, openFresh } from '../support/fresh-home.ts';
import { joinTeam, nameRemote, openHome, syncAll, type TeamHome, teamFolder } from './homes.ts';

const RULE = { text: 'The zanzibar key rotates on Mondays.', kind: 'decision' } as const;

/** Ada and Ben, who has a rule of hers. */
async function open(t: TestContext) {
  const team = teamFolder(t);
  const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
  const { id } = await ada.memory.remember(RULE);
  await ben.memory.remember({ text: 'Ben says that tables are singular.', kind: 'decision' });
  for (const home of [ada, ben]) await joinTeam(home, team);
  await syncAll(ada, ben, ada);
  return { team, ada, ben, id };
}

async function found({ memory }: TeamHome): Promise<string[]> {
  const { hits } = await memory.search({ query: 'zanzibar' });
  return hits.map(({ title, member }) => `${title} ${member ?? 'own'}`).sort();
}

async function homeOf({ memory }: TeamHome): Promise<string> {
  return (await memory.sync()).home ?? '';
}

/** Closes a home and has its files at another place. */
async function putElsewhere(t: TestContext, { at, memory }: TeamHome, put: (from: string, to: string) => void) {
  await memory.close();
  const to = freshHome(t);
  nameRemote(to.project, 'git@git.example:acme/shop.git');
  put(at.home, to.home);
  return to;
}

function openAt(t: TestContext, at: FreshHome): TeamHome {
  return { ...openFresh(t, { home: at, caller: { person: true } }), name: 'Ada' };
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}

suite('a home that was copied as files', () => {
  test('is another home beside the first one: each hears of the other, and what one forgets is not said to be gone while the other has it', async (t) => {
    const { ada, ben, id } = await open(t);
    const first = await homeOf(ada);
    const second = openAt(t, await putElsewhere(t, ada, copy));
    const again = openAt(t, ada.at);
    assert.equal(await homeOf(again), first);
    assert.notEqual(await homeOf(second), first);
    await second.memory.remember({ text: 'The zanzibar lamp is blue.', kind: 'decision' });
    await again.memory.remember({ text: 'The zanzibar door is green.', kind: 'decision' });
    for (let n = 0; n < 2; n += 1) await syncAll(again, second, ben);
    assert.ok((await found(again)).includes('The zanzibar lamp is blue. Ada'));
    assert.ok((await found(second)).includes('The zanzibar door is green. Ada'));
    await second.memory.forget({ ids: [id], now: true });
    for (let n = 0; n < 2; n += 1) await syncAll(second, ben, again);
    await syncAll(second);
    const [told] = (await second.memory.sync()).forgotten;
    assert.deepEqual([told?.state, told?.missing], ['pending', ['Ada']], 'the first one keeps its own');
    await again.memory.forget({ ids: [id], now: true });
    for (let n = 0; n < 2; n += 1) await syncAll(again, second, ben);
    assert.deepEqual((await second.memory.sync()).forgotten[0]?.state, 'reached');
    for (const home of [again, second, ben])
      assert.ok((await found(home)).every((title) => !title.startsWith(RULE.text)));
  });

  test('is so on another machine, also where it took no part any more', async (t) => {
    const { team, ada, id } = await open(t);
    const first = await homeOf(ada);
    await ada.memory.sync({ remove: true });
    const at = await putElsewhere(t, ada, renameSync);
    const mark = join(at.home, 'sync-place');
    const said = asObject(parseJson(readFileSync(mark, 'utf8')));
    writeFileSync(mark, JSON.stringify({ ...said, host: 'another machine', inode: '1' }));
    const second = openAt(t, at);
    await joinTeam(second, team);
    assert.notEqual(await homeOf(second), first);
    const report = await second.memory.forget({ ids: [id], now: true });
    assert.ok('sync' in report && report.sync !== undefined);
  });

  test('is so where its folder has the number of the first one, as the roots of two volumes have', async (t) => {
    const { ada } = await open(t);
    const first = await homeOf(ada);
    const at = await putElsewhere(t, ada, copy);
    const mark = join(at.home, 'sync-place');
    const said = asObject(parseJson(readFileSync(mark, 'utf8')));
    const numbered = { ...said, inode: String(statSync(at.home, { bigint: true }).ino) };
    writeFileSync(mark, JSON.stringify(numbered));
    assert.equal(isCopy(at.home, first), true, 'beside the first one');
    writeFileSync(mark, JSON.stringify({ ...numbered, host: 'another machine' }));
    assert.equal(isCopy(at.home, first), true, 'on another machine');
    const earlier = { ...numbered, host: 'another machine', born: undefined };
    writeFileSync(mark, JSON.stringify(earlier));
    assert.equal(isCopy(at.home, first), false, 'the mark of an earlier version knows the number alone');
  });

  test('stays the same where its machine has another name', async (t) => {
    const { ada } = await open(t);
    const first = await homeOf(ada);
    await ada.memory.close();
    const mark = join(ada.at.home, 'sync-place');
    const said = asObject(parseJson(readFileSync(mark, 'utf8')));
    writeFileSync(mark, JSON.stringify({ ...said, host: 'its former name', path: '/where/it/was' }));
    assert.equal(await homeOf(openAt(t, ada.at)), first);
  });

  for (const [how, put] of [
    ['moved', renameSync],
    [
      'moved to another disk',
      (from, to) => {
        copy(from, to);
        rmSync(from, { recursive: true });
      },
    ],
  ] as const satisfies [string, (from: string, to: string) => void][]) {
    test(`stays the same where it was ${how}`, async (t) => {
      const { ada } = await open(t);
      const first = await homeOf(ada);
      const moved = openAt(t, await putElsewhere(t, ada, put));
      assert.equal(await homeOf(moved), first);
    });
  }

  test('stays the same where it was put back from a copy, and where a program that kept no mark was', async (t) => {
    const { ada } = await open(t);
    const first = await homeOf(ada);
    const at = await putElsewhere(t, ada, copy);
    rmSync(ada.at.home, { recursive: true });
    copy(at.home, ada.at.home);
    assert.equal(await homeOf(openAt(t, ada.at)), first);
    rmSync(join(at.home, 'sync-place'));
    assert.equal(await homeOf(openAt(t, at)), first);
  });
});
