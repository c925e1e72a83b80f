import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectsCommand } from '../../src/cli/commands/projects.ts';
import type { CliIo } from '../../src/cli/terminal/cli-io.ts';
import type { CliContext } from '../../src/cli/terminal/command.ts';
import { createOutput } from '../../src/cli/terminal/output.ts';
import { joinTeam, openHome, syncAll, type TeamHome, teamFolder } from './homes.ts';

/** Ada, who shares a project with Ben, and has a diary of her own beside it. */
async function openDiary(context: TestContext) {
  const team = teamFolder(context);
  const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
  await ben.memory.remember('Releases go out on Fridays.');
  await ada.memory.remember({ text: 'The shop closes at six.', kind: 'constraint' });
  const folder = join(ada.at.userHome, 'diary');
  mkdirSync(join(folder, '.git'), { recursive: true });
  const diary = ada.memory.withCaller({ surface: 'cli', person: true, cwd: folder });
  await diary.remember({ text: 'The salary talk with HERON is on Monday.', kind: 'constraint' });
  await ada.memory.settled();
  await joinTeam(ada, team);
  await joinTeam(ben, team);
  await syncAll(ada, ben, ada);
  const { entries } = await ada.memory.list({ kinds: ['project'] });
  const idOf = (isDiary: boolean) => entries.find(({ title }) => (title === 'diary') === isDiary)?.id ?? '';
  /** Compares all, as happens once a day, and hands it on. */
  const syncAllAnew = async () => {
    await ada.memory.settled();
    await ada.memory.sync({ release: ['o_aaaaaaaaaaaaaaaa'] });
    await syncAll(ada, ben, ada, ben);
  };
  const atBen = async () => (await ben.memory.search('HERON')).hits.map(({ title }) => title).sort();
  return { ada, ben, diary, folder, diaryId: idOf(true), shopId: idOf(false), syncAllAnew, atBen };
}

const TALK = 'The salary talk with HERON is on Monday.';
const LATER = 'HERON pays in April.';

/** Types a command of projects at a terminal; returns what it said. */
async function type({ memory, at }: TeamHome, words: string[], options: Record<string, boolean>): Promise<string> {
  const said: string[] = [];
  const stream = { isTTY: true, write: (text: string) => said.push(text) };
  const signal = new AbortController().signal;
  const place = { cwd: at.project, userHome: at.userHome, now: Date.now, env: {}, signal };
  const io = { stdin: { isTTY: true }, stdout: stream, stderr: stream, ...place } as unknown as CliIo;
  const out = createOutput(io, { json: false });
  const cli = { io, out, json: false, openMemory: () => memory } as unknown as CliContext;
  await projectsCommand.run({ args: words, options }, cli);
  return said.join('');
}

test('what is merged into a shared project stays private, what was stated before and after', async (context) => {
  const { ada, diary, diaryId, shopId, syncAllAnew, atBen } = await openDiary(context);
  await diary.update(diaryId, { into: shopId });
  await diary.remember({ text: LATER, kind: 'constraint' });
  await syncAllAnew();
  assert.deepEqual(await atBen(), []);
  const found = await ada.memory.search('HERON');
  assert.equal(found.hits.length, 2);
});

test('the plan of a merge says what would be shared with whom, and a yes to the merge alone shares nothing', async (context) => {
  const { ada, diaryId, shopId, syncAllAnew, atBen } = await openDiary(context);
  const said = await type(ada, ['merge', diaryId, shopId], { yes: true });
  assert.match(
    said,
    /is shared with Ben\. 1 memory of diary would be shared with them[^\n]*\(--share\) nothing of it is shared/,
  );
  await syncAllAnew();
  assert.deepEqual(await atBen(), []);
});

test('with the yes of a person it is shared, until the merge is taken back', async (context) => {
  const { ada, diary, diaryId, shopId, syncAllAnew, atBen } = await openDiary(context);
  await type(ada, ['merge', diaryId, shopId], { yes: true, share: true });
  await diary.remember({ text: LATER, kind: 'constraint' });
  await syncAllAnew();
  assert.deepEqual(await atBen(), [LATER, TALK]);
  await type(ada, ['merge', diaryId], { yes: true, undo: true });
  await ada.memory.settled();
  await syncAllAnew();
  assert.deepEqual(await atBen(), []);
  await diary.update(diaryId, { into: shopId });
  await syncAllAnew();
  assert.deepEqual(await atBen(), []);
});

/** A second project of Ada's, into which she merged her diary before anything of it was shared. */
async function openNotes({ ada, diaryId }: Awaited<ReturnType<typeof openDiary>>) {
  const folder = join(ada.at.userHome, 'notes');
  mkdirSync(join(folder, '.git'), { recursive: true });
  const notes = ada.memory.withCaller({ surface: 'cli', person: true, cwd: folder });
  await notes.remember({ text: 'Notes are kept in Markdown.', kind: 'constraint' });
  await ada.memory.settled();
  const { entries } = await ada.memory.list({ kinds: ['project'] });
  const notesId = entries.find(({ title }) => title === 'notes')?.id ?? '';
  await type(ada, ['merge', diaryId, notesId], { yes: true });
  await ada.memory.settled();
  return { notes, notesId };
}

test('a merge of what others were merged into names and counts them all, and its yes covers just these', async (context) => {
  const opened = await openDiary(context);
  const { ada, diary, shopId, syncAllAnew, atBen } = opened;
  await diary.remember({ text: LATER, kind: 'constraint' });
  const { notesId } = await openNotes(opened);
  const plan = await type(ada, ['merge', notesId, shopId], { dryRun: true, yes: true });
  assert.match(
    plan,
    /3 memories of notes and what was merged into it \((?:1 of notes, 2 of diary|2 of diary, 1 of notes)\) would be/,
  );
  await type(ada, ['merge', notesId, shopId], { yes: true, share: true });
  await syncAllAnew();
  assert.deepEqual(await atBen(), [LATER, TALK]);
});

test('where only what was merged before has something to share, the question still names it', async (context) => {
  const opened = await openDiary(context);
  const { ada, shopId, syncAllAnew, atBen } = opened;
  const { notes, notesId } = await openNotes(opened);
  const { hits } = await notes.search('Markdown');
  await ada.memory.sync({ keep: hits.map(({ id }) => id) });
  const said = await type(ada, ['merge', notesId, shopId], { yes: true });
  assert.match(said, /1 memory of notes and what was merged into it \(1 of diary\) would be shared/);
  await syncAllAnew();
  assert.deepEqual(await atBen(), []);
});

test('the yes to one merge shares nothing of another that stayed private', async (context) => {
  const { ada, diaryId, shopId, syncAllAnew, atBen } = await openDiary(context);
  await type(ada, ['merge', diaryId, shopId], { yes: true });
  await ada.memory.settled();
  const folder = join(ada.at.userHome, 'notes');
  mkdirSync(join(folder, '.git'), { recursive: true });
  const notes = ada.memory.withCaller({ surface: 'cli', person: true, cwd: folder });
  await notes.remember({ text: 'HERON has a manual.', kind: 'constraint' });
  await ada.memory.settled();
  const { entries } = await ada.memory.list({ kinds: ['project'] });
  const notesId = entries.find(({ title }) => title === 'notes')?.id ?? '';
  const said = await type(ada, ['merge', notesId, shopId], { yes: true, share: true });
  assert.match(said, /1 memory of notes would be shared/);
  await syncAllAnew();
  assert.deepEqual(await atBen(), ['HERON has a manual.']);
});

test('the plan of sharing names what was merged in, and its yes covers it', async (context) => {
  const { ada, diary, diaryId, shopId, syncAllAnew, atBen } = await openDiary(context);
  await diary.update(diaryId, { into: shopId });
  await ada.memory.settled();
  const { plan } = await ada.memory.sync({ share: ada.at.project });
  assert.deepEqual(plan?.along, [{ project: diaryId, name: 'diary', memories: 1 }]);
  assert.deepEqual(plan?.counts, { knowledge: 2 });
  await ada.memory.sync({ share: ada.at.project, confirm: plan?.token ?? '' });
  await syncAllAnew();
  assert.deepEqual(await atBen(), [TALK]);
});
