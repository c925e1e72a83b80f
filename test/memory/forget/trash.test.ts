import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ForgetReport } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import { homePaths } from '../../../src/config/paths.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { startRetention } from '../../../src/memory/retire/keep-retention.ts';
import { leaveBytes } from '../../store/sqlite/leave-bytes.ts';
import { openFresh } from '../../support/fresh-home.ts';
import { PATIENT } from '../../support/patience.ts';
import { runProgram } from '../../support/run-program.ts';

const WORDS = 'The walrus contract with Zirconium Partners ends in May.';

async function opened(context: TestContext) {
  const fresh = openFresh(context);
  const { memory, at } = fresh;
  const person = memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
  const note = await person.remember({ text: WORDS, kind: 'constraint' });
  await memory.record({ sessionId: 's1', messages: [{ role: 'user', content: `${WORDS} Please look at it.` }] });
  await memory.record({ sessionId: 's2', messages: [{ role: 'user', content: 'The egret goes on.' }] });
  await memory.settled();
  return { ...fresh, person, note, trash: join(at.home, 'trash') };
}

async function forgotten(person: Memory, how: { now?: boolean; receipt?: boolean } = {}): Promise<ForgetReport> {
  const plan = await person.forget({ query: 'walrus', dryRun: true });
  assert.equal(plan.state, 'planned');
  const report = await person.forget({ query: 'walrus', confirm: 'token' in plan ? plan.token : '', ...how });
  assert.notEqual(report.state, 'planned');
  return report as ForgetReport;
}

const shown = async (memory: Memory) =>
  (await memory.list({ kinds: ['knowledge', 'prompt'], limit: 20 })).entries
    .map(({ id, title }) => `${id} ${title}`)
    .sort();

test('what a person forgets is in no answer and no file but one, and comes back as it was', async (context) => {
  const { memory, person, note, trash } = await opened(context);
  const before = await shown(memory);
  const report = await forgotten(person);
  assert.deepEqual([report.state, report.events, report.searched.found], ['trashed', 2, []]);
  const batch = report.undo?.batch ?? '';
  assert.deepEqual(readdirSync(trash).sort(), [`${batch}.json`, `${batch}.jsonl`]);
  assert.equal(statSync(join(trash, `${batch}.jsonl`)).mode & 0o777, 0o600);
  assert.deepEqual((await memory.search('walrus')).hits, []);
  assert.equal((await memory.context('walrus contract')).text.includes('walrus'), false);
  assert.deepEqual((await memory.get(note.id)).missing, [note.id]);
  const again = await memory.record({
    sessionId: 's1',
    messages: [{ role: 'user', content: `${WORDS} Please look at it.` }],
  });
  assert.equal(again.accepted, 1, 'said once more it is something new');
  const { notes } = await forgotten(person, { now: true });
  assert.match(notes.find(({ code }) => code === 'in_trash')?.message ?? '', new RegExp(`forget ${batch} --now`));
  assert.deepEqual(readdirSync(trash).sort(), [`${batch}.json`, `${batch}.jsonl`], 'what was promised to be kept is');
  await person.forget({ ids: [batch], now: true });
  assert.deepEqual(readdirSync(trash), []);
  assert.notDeepEqual(await shown(memory), before);
});

test('what a person can bring back stays when another session with the same commands is forgotten for good', async (context) => {
  const { intake, memory, person, at } = await opened(context);
  const run = (session: string, number: string, prompt: string): RawEvent[] => {
    const place = {
      agent: 'claude-code',
      agentSession: session,
      cwd: at.project,
      at: Date.now(),
      source: 'transcript',
    } as const;
    const call = { tool: 'Bash', input: { command: 'npm test' }, output: 'all of the walruses passed', success: true };
    return [
      { ...place, identity: { number: `p${number}` }, body: { kind: 'prompt', text: prompt, origin: 'person' } },
      { ...place, identity: { number }, body: { kind: 'tool.end', ...call } },
    ];
  };
  await intake.events([...run('a', '1', 'Count the herons please.'), ...run('b', '2', 'Count the cormorants please.')]);
  await memory.settled();
  const forget = async (query: string, now: boolean): Promise<ForgetReport> => {
    const session = (await memory.search(query)).hits.find(({ kind }) => kind === 'prompt')?.sessionId ?? '';
    const plan = await person.forget({ session });
    assert.ok(plan.state === 'planned');
    return (await person.forget({ session, confirm: plan.token, ...(now && { now }) })) as ForgetReport;
  };
  const kept = await forget('herons', false);
  const batch = kept.undo?.batch ?? '';
  const gone = await forget('cormorants', true);
  assert.deepEqual([gone.state, gone.notes.map(({ code }) => code)], ['erased', ['in_trash']]);
  assert.equal(((await person.forget({ undo: batch })) as ForgetReport).events, 2);
  await memory.settled();
  assert.equal((await memory.search('herons')).hits.length > 0, true);
});

test('an undo is a person’s, and gives back ids, words and who stated them', async (context) => {
  const { memory, person, note, trash } = await opened(context);
  const before = await shown(memory);
  await person.update(note.id, { muted: true });
  const report = await forgotten(person);
  const undo = report.undo?.batch ?? '';
  await assert.rejects(memory.forget({ undo }), { code: 'not_allowed' });
  await assert.rejects(person.forget({ undo: 'f_aaaaaaaaaaaaaaaa' }), { code: 'not_found' });
  await assert.rejects(person.forget({ undo: '../key' }), { code: 'not_found' });
  const { trash: listed } = await memory.privacy();
  assert.deepEqual(
    listed.map((one) => [one.batch, one.events]),
    [[undo, 2]],
  );
  const back = (await person.forget({ undo })) as ForgetReport;
  assert.equal(back.state, 'restored');
  await memory.settled();
  assert.deepEqual(await shown(memory), before);
  const [record] = (await memory.get(note.id)).records;
  assert.deepEqual([record?.author, record?.detail.muted], ['person', true]);
  assert.deepEqual(readdirSync(trash), []);
  assert.deepEqual((await memory.privacy()).trash, []);
});

test('what an undo cannot bring back, since its session was forgotten meanwhile, stays forgotten', async (context) => {
  const { memory, person, at } = await opened(context);
  const said = (number: string, text: string) =>
    ({ kind: 'prompt', sessionId: 's3', number, text, cwd: at.project }) as const;
  const heron = said('1', 'The heron left.');
  await memory.record([heron, said('2', 'The osprey stayed.')]);
  const forget = async (input: { ids: string[] } | { session: string }): Promise<string> => {
    const plan = await person.forget({ ...input, dryRun: true });
    const report = await person.forget({ confirm: 'token' in plan ? plan.token : '' });
    return ('undo' in report && report.undo?.batch) || assert.fail('no undo');
  };
  const idOf = async (query: string): Promise<string> => (await memory.search(query)).hits[0]?.id ?? '';
  await memory.settled();
  const batch = await forget({ ids: [await idOf('heron')] });
  await forget({ session: await idOf('osprey') });
  const { notes } = (await person.forget({ undo: batch })) as ForgetReport;
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['part'],
  );
  assert.equal((await memory.record([heron])).accepted, 0);
});

test('what is in the trash is erased at a word, and by itself when its time has come', async (context) => {
  const { store, intake, deriver, runner, at, memory, person, trash } = await opened(context);
  const first = (await forgotten(person)).undo?.batch ?? '';
  await assert.rejects(memory.forget({ ids: [first], now: true }), { code: 'not_allowed' });
  const gone = (await person.forget({ ids: [first], now: true })) as ForgetReport;
  assert.deepEqual([gone.state, gone.events, readdirSync(trash)], ['erased', 2, []]);
  const plan = await person.forget({ query: 'egret', dryRun: true });
  await person.forget({ confirm: 'token' in plan ? plan.token : '' });
  const parts = (graceDays: number) => ({
    store,
    intake,
    deriver,
    runner,
    paths: homePaths(at.home),
    environment: { home: at.userHome, variables: {} },
    deadlines: PATIENT,
    retention: { days: [], graceDays },
  });
  await startRetention(parts(30));
  assert.equal(readdirSync(trash).length, 2);
  await startRetention(parts(0));
  assert.deepEqual(readdirSync(trash), []);
});

const CHECKER = join(import.meta.dirname, '../../../scripts/check-receipt.mjs');

test('another program checks a receipt: it finds what is left in any file, in the database and packed, and in the trash past its time', async (context) => {
  const { memory, person, at } = await opened(context);
  const report = await forgotten(person, { receipt: true });
  assert.ok(report.receipt !== undefined && !JSON.stringify(report.receipt).includes('walrus'));
  const file = join(at.root, 'receipt.json');
  const check = async (receipt: object) => {
    writeFileSync(file, JSON.stringify(receipt));
    const { code, stdout } = await runProgram(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      CHECKER,
      file,
      at.home,
    ]);
    return { code, found: stdout.split('\n').filter((line) => line.startsWith('found')) };
  };
  const { receipt } = report;
  assert.deepEqual(await check(receipt), { code: 0, found: [] });
  const batch = report.undo?.batch ?? '';
  const late = { ...receipt, kept: { file: `trash/${batch}.jsonl`, until: '2020-01-01T00:00:00.000Z' } };
  assert.deepEqual(await check(late), { code: 1, found: [`found: trash/${batch}.jsonl`] });
  await person.forget({ ids: [batch], now: true });
  assert.deepEqual(await check(receipt), { code: 0, found: [] });
  writeFileSync(join(at.home, 'left.txt'), `xx${WORDS}xx`);
  assert.deepEqual(await check(receipt), { code: 1, found: ['found: left.txt'] });
  writeFileSync(join(at.home, 'left.txt'), '');
  // Long enough to be packed in the database.
  await memory.record({
    sessionId: 's3',
    messages: [{ role: 'user', content: `${'A long day. '.repeat(900)}${WORDS}` }],
  });
  await memory.settled();
  const { code, found } = await check(receipt);
  assert.equal(code, 1);
  assert.ok(
    found.some((line) => line.includes('unpacked')),
    found.join('\n'),
  );
});

test('words that a page of the database kept of a row that is gone go with what is forgotten', async (context) => {
  const { memory, at } = await opened(context);
  await memory.close();
  const { db } = homePaths(at.home);
  leaveBytes(db, WORDS);
  const again = openFresh(context, { home: at });
  const person = again.memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
  const { searched } = await forgotten(person, { now: true });
  assert.deepEqual(searched.found, []);
  assert.ok(!readFileSync(db).includes(WORDS.slice(4, 40)));
  assert.deepEqual(await again.store.check(), []);
});

test('words that only the trash or a damaged journal file still holds are said with how to erase them', async (context) => {
  const { person, at } = await opened(context);
  const { undo } = await forgotten(person);
  const damaged = join(at.home, 'journal', 'cut.jsonl.damaged');
  mkdirSync(join(at.home, 'journal'), { recursive: true });
  writeFileSync(damaged, '{"text":"the walrus contract');
  const { notes } = await person.forget({ query: 'walrus contract', dryRun: true });
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['in_trash', 'in_journal'],
  );
  assert.ok(notes[0]?.message.endsWith(`cairn forget ${undo?.batch} --now`));
  assert.ok(notes[1]?.message.startsWith(damaged));
  assert.deepEqual((await person.forget({ query: 'walrus egret', dryRun: true })).notes, []);
});
