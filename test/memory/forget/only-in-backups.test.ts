// What memory no longer has, and a backup still does: after a restore, or where a backup outlived what was pruned.
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ForgetPlan, ForgetReport } from '../../../src/api/answers.ts';
import { createBackups } from '../../../src/backup/backups.ts';
import { openBackup } from '../../../src/backup/open-backup.ts';
import { restoreBackup } from '../../../src/backup/restore-backup.ts';
import { homePaths } from '../../../src/config/paths.ts';
import { targetsOf } from '../../../src/derive/event/targets-of.ts';
import { type FreshHome, openFresh } from '../../support/fresh-home.ts';

const WORDS = 'The contract with zebrafish ends in May.';
const PERSON = { surface: 'cli', person: true } as const;

type Opened = ReturnType<typeof openFresh>;

const DAY = 86_400_000;

const backupsOf = ({ home }: Pick<FreshHome, 'home'>, now = Date.now) =>
  createBackups({ dbPath: homePaths(home).db, folder: homePaths(home).backups, now });

/** Puts a backup in the place of the memory that is open, as a restore does; the other one is closed. */
async function restore(
  context: TestContext,
  opened: Opened,
  path: string,
): Promise<{ opened: Opened; forgotten: number }> {
  const { at } = opened;
  const paths = homePaths(at.home);
  await opened.memory.close();
  const backup = await openBackup(path, at.home);
  const { forgotten } = await restoreBackup(
    backup,
    { dbPath: paths.db, backups: paths.backups, targetsOf },
    Date.now(),
  );
  backup.close();
  return { opened: openFresh(context, { home: at, caller: PERSON }), forgotten };
}

/**
 * A memory after a restore of a backup from before WORDS were said: what was replaced has them, unpacked, and a backup of that
 * time has them, packed. `elsewhere`: a copy of the latter outside of the home.
 */
async function restored(context: TestContext) {
  const first = openFresh(context, { caller: PERSON });
  const { at } = first;
  await first.memory.remember({ text: 'The egret goes on.' });
  await first.memory.settled();
  const early = await backupsOf(at, () => Date.now() - DAY).create('asked');
  const { id } = await first.memory.remember({ text: WORDS });
  await first.memory.settled();
  const late = await backupsOf(at).create('daily');
  const elsewhere = join(at.root, late.name);
  copyFileSync(late.path, elsewhere);
  const { opened } = await restore(context, first, early.path);
  assert.equal((await opened.memory.search({ query: 'zebrafish' })).hits.length, 0);
  return { opened, id, early: early.name, elsewhere };
}

/** The names of the copies in the home that hold the words. */
async function holders({ home }: FreshHome): Promise<string[]> {
  const names: string[] = [];
  for (const { name, path } of backupsOf({ home }).list()) {
    const backup = await openBackup(path, home);
    if (readFileSync(backup.database).includes('zebrafish')) names.push(name);
    backup.close();
  }
  return names;
}

const plan = async ({ memory }: Opened, input: object): Promise<ForgetPlan> =>
  (await memory.forget({ ...input, dryRun: true })) as ForgetPlan;

for (const [name, ask] of Object.entries({
  words: () => ({ query: 'zebrafish contract' }),
  'its id': (id: string) => ({ ids: [id] }),
})) {
  test(`what backups alone hold is found by ${name}, and goes with them once a person confirms it`, async (context) => {
    const { opened, id, early, elsewhere } = await restored(context);
    const { at, memory } = opened;
    const before = await holders(at);
    assert.equal(before.length, 2);
    const planned = await plan(opened, ask(id));
    assert.deepEqual([planned.events, planned.items, planned.sessions, planned.missing], [1, 1, 1, []]);
    assert.equal(planned.sample[0]?.title, WORDS);
    const [{ code, message } = assert.fail()] = planned.notes;
    assert.equal(code, 'in_backups');
    for (const copy of before) assert.ok(message.includes(copy), message);
    assert.deepEqual(await holders(at), before, 'a plan changes nothing');
    const report = (await memory.forget({ ...ask(id), confirm: planned.token, receipt: true })) as ForgetReport;
    assert.deepEqual([report.state, report.events, report.items, report.searched.found], ['erased', 1, [id], []]);
    assert.ok((report.receipt?.passages.length ?? 0) > 0);
    assert.deepEqual(await holders(at), []);
    assert.deepEqual(
      backupsOf(at)
        .list()
        .map((one) => one.name),
      [early],
      'what held nothing of it stays',
    );
    assert.deepEqual(
      readdirSync(homePaths(at.home).backups).filter((one) => one.startsWith('.')),
      [],
    );
    assert.deepEqual((await plan(opened, ask(id))).notes, []);
    const again = await restore(context, opened, elsewhere);
    assert.equal(again.forgotten, 1);
    assert.equal((await again.opened.memory.search({ query: 'zebrafish' })).hits.length, 0);
  });
}

test('ids of which memory has some and backups the others go together', async (context) => {
  const { opened, id, elsewhere } = await restored(context);
  const { memory, at } = opened;
  const { id: other } = await memory.remember({ text: 'The heron stays.' });
  const planned = await plan(opened, { ids: [id, other, 'o_abcdefghijklmnop'] });
  assert.deepEqual([planned.events, planned.missing], [2, ['o_abcdefghijklmnop']]);
  assert.match(planned.notes[0]?.message ?? '', /^Some of it stands in backups alone: /);
  await memory.forget({ ids: [id, other, 'o_abcdefghijklmnop'], confirm: planned.token });
  assert.deepEqual(await holders(at), []);
  const again = await restore(context, opened, elsewhere);
  assert.equal((await again.opened.memory.search({ query: 'zebrafish' })).hits.length, 0);
});

test('nobody but a person is told what backups hold, or deletes one', async (context) => {
  const { opened, id } = await restored(context);
  const { at, memory } = opened;
  const before = await holders(at);
  const { token } = await plan(opened, { query: 'zebrafish' });
  const program = memory.withCaller({ surface: 'sdk', person: false, cwd: at.project });
  const seen = (await program.forget({ query: 'zebrafish', dryRun: true })) as ForgetPlan;
  assert.deepEqual([seen.events, seen.notes], [0, []]);
  await assert.rejects(program.forget({ query: 'zebrafish', confirm: token }), { code: 'not_allowed' });
  const agent = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
  assert.deepEqual((await agent.forget({ ids: [id] })).missing, [id]);
  assert.deepEqual(await holders(at), before);
});

test('a plan is out of date once memory has it again', async (context) => {
  const { opened } = await restored(context);
  const { token } = await plan(opened, { query: 'zebrafish' });
  await opened.memory.remember({ text: WORDS });
  await assert.rejects(opened.memory.forget({ query: 'zebrafish', confirm: token }), { code: 'outdated' });
});

test('what no backup holds is not found, and one that cannot be read is named', async (context) => {
  const { opened, elsewhere } = await restored(context);
  const { at } = opened;
  const before = backupsOf(at).list().length;
  const none = await plan(opened, { query: 'walrus' });
  assert.deepEqual([none.events, none.items, none.notes], [0, 0, []]);
  writeFileSync(join(homePaths(at.home).backups, 'kept.db.zst'), readFileSync(elsewhere).subarray(0, 400));
  const [{ code, message } = assert.fail()] = (await plan(opened, { query: 'walrus' })).notes;
  assert.deepEqual([code, message.includes('kept.db.zst')], ['backup_unread', true]);
  assert.equal(backupsOf(at).list().length, before);
});

test('what somebody put among the backups under a name of their own is looked through as well', async (context) => {
  const { opened, elsewhere } = await restored(context);
  const folder = homePaths(opened.at.home).backups;
  copyFileSync(elsewhere, join(folder, 'kept.db.zst'));
  const planned = await plan(opened, { query: 'zebrafish' });
  assert.match(planned.notes[0]?.message ?? '', /kept\.db\.zst/);
  await opened.memory.forget({ query: 'zebrafish', confirm: planned.token });
  assert.ok(!readdirSync(folder).includes('kept.db.zst'));
});

const notesOf = ({ notes }: Pick<ForgetPlan, 'notes'>): string[] =>
  notes.filter(({ code }) => code === 'way_back').map(({ message }) => message);

/** A memory after a restore of a backup that has WORDS; only what was replaced has what was said after it. */
async function restoredWithWords(context: TestContext, damage = (_path: string): void => undefined) {
  const first = openFresh(context, { caller: PERSON });
  const { at } = first;
  const { id } = await first.memory.remember({ text: WORDS });
  await first.memory.settled();
  const early = await backupsOf(at, () => Date.now() - DAY).create('asked');
  for (const text of ['The egret goes on.', 'We never store card numbers.']) await first.memory.remember({ text });
  await first.memory.settled();
  await first.memory.close();
  damage(homePaths(at.home).db);
  const { opened } = await restore(context, first, early.path);
  const [way = assert.fail()] = backupsOf(at)
    .list()
    .filter(({ reason }) => reason === 'replaced' || reason === 'damaged');
  return { opened, id, way: way.name };
}

const isThere = ({ at }: Opened, name: string): boolean => readdirSync(homePaths(at.home).backups).includes(name);

test('the way back of a restore that goes is named before and after, with how much it alone has', async (context) => {
  const { opened, way } = await restoredWithWords(context);
  const planned = await plan(opened, { query: 'zebrafish' });
  const [before = assert.fail()] = notesOf(planned);
  assert.ok(before.includes(way), before);
  assert.match(before, /2 events that memory does not have/);
  assert.match(before, /cairn backup restore /);
  assert.ok(isThere(opened, way));
  const report = (await opened.memory.forget({ query: 'zebrafish', confirm: planned.token })) as ForgetReport;
  assert.equal(report.state, 'trashed');
  assert.ok(!isThere(opened, way));
  const [after = assert.fail()] = notesOf(report);
  assert.ok(after.includes(way), after);
  assert.match(after, /2 events that memory does not have/);
});

test('the way back of a restore stays, and nothing is said of it, where it holds nothing of what is forgotten', async (context) => {
  const { opened, way } = await restoredWithWords(context);
  const { id } = await opened.memory.remember({ text: 'A harmless walrus note.' });
  await opened.memory.settled();
  assert.deepEqual(notesOf(await plan(opened, { ids: [id] })), []);
  assert.deepEqual(notesOf((await opened.memory.forget({ ids: [id] })) as ForgetReport), []);
  assert.ok(isThere(opened, way));
});

test('a damaged way back, which nobody can read, is named before and after', async (context) => {
  const { opened, id, way } = await restoredWithWords(context, (path) =>
    writeFileSync(path, readFileSync(path).subarray(0, 4096)),
  );
  assert.match(way, /-damaged\.db$/);
  const [before = assert.fail()] = notesOf(await plan(opened, { ids: [id] }));
  assert.ok(before.includes(way) && before.includes('docs/how-to/backup.md'), before);
  const [after = assert.fail()] = notesOf((await opened.memory.forget({ ids: [id] })) as ForgetReport);
  assert.ok(after.includes(way), after);
  assert.ok(!isThere(opened, way));
});

test('the way back that alone holds what is forgotten says how much goes with it', async (context) => {
  const { opened } = await restored(context);
  const planned = await plan(opened, { query: 'zebrafish' });
  assert.match(notesOf(planned)[0] ?? '', /1 event that memory does not have/);
  const report = (await opened.memory.forget({ query: 'zebrafish', confirm: planned.token })) as ForgetReport;
  assert.match(notesOf(report)[0] ?? '', /1 event that memory does not have/);
});
