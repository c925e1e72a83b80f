// What a person forgot of a team's memory does not return from another home that has it, and what an undo brings back goes on as its
// author says it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { listFiles } from '../../src/platform/files.ts';
import { joinTeam, openHome, syncAll, type TeamFolder, type TeamHome, teamFolder } from './homes.ts';

const RULE = { text: 'The heron service needs port 4711.', kind: 'constraint' } as const;

/** Ada, with a rule; her second machine, which has it by an export; and Ben. */
async function open(t: TestContext) {
  const team = teamFolder(t);
  const [ada, second, ben] = [openHome(t, 'Ada'), openHome(t, 'Ada two'), openHome(t, 'Ben')];
  const { id } = await ada.memory.remember(RULE);
  await second.memory.remember('Releases wait for the night.');
  await ben.memory.remember('Releases go out on Fridays.');
  await takeAlong(ada, second);
  return { team, ada, second, ben, id };
}

/** Takes all memories of a home into another one by an export. */
async function takeAlong(from: TeamHome, into: TeamHome): Promise<void> {
  const lines: string[] = [];
  for await (const line of from.memory.export()) lines.push(`${JSON.stringify(line)}\n`);
  const file = join(from.at.root, 'export.jsonl');
  writeFileSync(file, lines.join(''));
  for await (const _ of into.memory.import({ paths: [file] }));
  await into.memory.settled();
}

async function joinAll(team: TeamFolder, ...homes: readonly TeamHome[]): Promise<void> {
  for (const home of homes) await joinTeam(home, team);
  await syncAll(...homes, ...homes);
}

async function found({ memory }: TeamHome): Promise<(string | undefined)[]> {
  return (await memory.search('heron port')).hits.map(({ title }) => title);
}

async function assertGone(home: TeamHome): Promise<void> {
  assert.deepEqual(await found(home), []);
  const held = listFiles(home.at.home).filter((path) => readFileSync(path).includes('heron service'));
  assert.deepEqual(held, []);
}

async function forgetAs({ memory }: TeamHome, id: string, now = true): Promise<string> {
  const report = await memory.forget({ ids: [id], now });
  return ('undo' in report && report.undo?.batch) || '';
}

test("what a person forgot of another's memory does not return from a second home of its author, in the same words or others", async (t) => {
  const { team, ada, second, ben, id } = await open(t);
  await joinAll(team, ada, ben);
  await forgetAs(ben, id);
  await joinTeam(second, team);
  await syncAll(second);
  const run = await ben.memory.sync({ run: true });
  assert.ok((run.lastRun?.pulled.refused ?? 0) > 0, 'it is counted');
  await ben.memory.settled();
  await assertGone(ben);
  await second.memory.update(id, { text: 'The heron service needs port 4712.' });
  await syncAll(second, ben);
  await assertGone(ben);
});

test('nor where both homes had shared it before, under ids of their own', async (t) => {
  const { team, ada, second, ben } = await open(t);
  await joinAll(team, ada, second, ben);
  const [hit] = (await ben.memory.search('heron port')).hits;
  await forgetAs(ben, hit?.id ?? '');
  await ben.memory.settled();
  await assertGone(ben);
  await syncAll(ada, second, ben);
  await assertGone(ben);
});

test('what a home forgot of memories that it took over does not return from the home that it had them of', async (t) => {
  const { team, ada, second, id } = await open(t);
  await forgetAs(second, id);
  await joinAll(team, ada, second);
  await assertGone(second);
  await ada.memory.update(id, { text: 'The heron service needs port 4712.' });
  await syncAll(ada, second);
  await assertGone(second);
});

test('nor where that home had shared them before: a rebuild brings nothing back', async (t) => {
  const { team, ada, second, id } = await open(t);
  await joinAll(team, ada, second);
  await forgetAs(second, id);
  await second.memory.settled();
  await second.memory.rebuild();
  await assertGone(second);
});

test('what one member says stays where a person forgets the other words of another under the same id', async (t) => {
  const { team, ada, second, ben, id } = await open(t);
  await second.memory.update(id, { text: 'The heron service needs port 4712.' });
  await joinAll(team, ada, second, ben);
  const { hits } = await ben.memory.search('heron port');
  assert.equal(hits.length, 2);
  const of = (port: string) => hits.find(({ title }) => title.includes(port))?.id ?? '';
  await forgetAs(ben, of('4712'));
  await ben.memory.settled();
  assert.deepEqual(await found(ben), ['The heron service needs port 4711.']);
  await ada.memory.update(id, { text: 'The heron service needs port 4713.' });
  await syncAll(ada, ben);
  assert.deepEqual(await found(ben), ['The heron service needs port 4713.']);
});

test('what its author takes back still comes from another home that has it, and so does what he shares again', async (t) => {
  const { team, ada, second, ben, id } = await open(t);
  await joinAll(team, ada, second, ben);
  await ada.memory.sync({ keep: [id] });
  await syncAll(ada, ben);
  assert.deepEqual(await found(ben), [RULE.text]);
});

test("after an undo, another's memory follows what its author says, from what was said meanwhile on", async (t) => {
  const { team, ada, ben, id } = await open(t);
  await joinAll(team, ada, ben);
  await ben.memory.update(id, { status: 'confirmed' });
  const bodies = async () => (await ben.store.log.about([id])).map(({ body }) => body);
  const before = await bodies();
  const batch = await forgetAs(ben, id, false);
  await ada.memory.update(id, { text: 'The heron service needs port 4712.' });
  await syncAll(ada, ben);
  assert.deepEqual(await found(ben), []);
  await ben.memory.forget({ undo: batch });
  await ben.memory.settled();
  assert.deepEqual((await bodies()).slice(0, before.length), before, 'a run may have brought more');
  await syncAll(ben);
  assert.deepEqual(await found(ben), ['The heron service needs port 4712.']);
  const [record] = (await ben.memory.get(id)).records;
  assert.equal(record?.detail.status, 'proposed', 'other words wait to be accepted');
  await ada.memory.update(id, { text: 'The heron service needs port 4713.' });
  await syncAll(ada, ben);
  assert.deepEqual(await found(ben), ['The heron service needs port 4713.']);
  await forgetAs(ada, id);
  await syncAll(ada, ben);
  await assertGone(ben);
});

test('what its author took back meanwhile is not brought back', async (t) => {
  const { team, ada, second, ben, id } = await open(t);
  await joinAll(team, ada, ben);
  const batch = await forgetAs(ben, id, false);
  await forgetAs(ada, id);
  await syncAll(ada, ben);
  await assert.rejects(ben.memory.forget({ undo: batch }), { code: 'not_found' });
  await joinTeam(second, team);
  await syncAll(second, ben);
  await assertGone(ben);
});
