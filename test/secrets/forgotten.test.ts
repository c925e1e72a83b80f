import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { ForgetPlan, ForgetReport } from '../../src/api/answers.ts';
import type { Memory } from '../../src/api/contract.ts';
import { openBackup } from '../../src/backup/open-backup.ts';
import { freshHome, openFresh } from '../support/fresh-home.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';
import { allHiddenFill } from './fill.ts';
import { findPlanted } from './find-planted.ts';
import { createPlanted, type Planted } from './planted.ts';
import { callHooks, importAll, sessionHooks, writeTranscripts } from './ways.ts';

async function placesOf(home: string, planted: Planted): Promise<string[]> {
  const { forbidden } = await findPlanted(home, planted);
  return [...forbidden].map(([label, places]) => `${label}: ${[...places].join(', ')}`);
}

/** A copy of the database where Cairn keeps its own. */
function backUp({ at }: RunningWorker): string {
  const folder = join(at.home, 'backups');
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(join(at.home, 'cairn.db'));
  db.prepare('VACUUM INTO ?').run(join(folder, 'cairn-before.db'));
  db.close();
  return folder;
}

async function planned(memory: Memory, input: Parameters<Memory['forget']>[0]): Promise<ForgetPlan> {
  const plan = await memory.forget({ ...input, dryRun: true });
  assert.equal(plan.state, 'planned');
  return plan as ForgetPlan;
}

test('what is forgotten with its project is in no file of the home, and neither import nor rebuild brings it back', async (context) => {
  const at = freshHome(context);
  const worker = await runWorker(context, { at, env: { CAIRN_LOG_LEVEL: 'debug' } });
  const planted = createPlanted('forgotten');
  const first = allHiddenFill(planted, 'first');
  await callHooks(at, sessionHooks(at, first));
  writeTranscripts(at, first);
  await importAll(worker.memory());
  await worker.memory().remember({ text: first.text('note'), reason: first.text('reason'), project: at.project });
  await worker.memory().settled();
  const folder = backUp(worker);
  await worker.end('SIGTERM');
  await callHooks(at, sessionHooks(at, allHiddenFill(planted, 'second')));
  assert.ok((await placesOf(at.home, planted)).length > 40, 'the search itself finds what is there');

  await worker.restart();
  const memory = worker.memory();
  const plan = await planned(memory, { project: at.project });
  assert.ok(plan.events > 20 && plan.items > 10 && plan.sessions === 3 && plan.sample.length > 0, JSON.stringify(plan));
  assert.ok((await placesOf(at.home, planted)).length > 40, 'a plan changes nothing');
  await assert.rejects(memory.forget({ confirm: plan.token }), { code: 'not_allowed' });
  const said = await worker.asPerson(['forget', '--project', at.project, '--now', '--yes', '--json']);
  const report = JSON.parse(said.slice(said.indexOf('{'))) as ForgetReport;
  assert.deepEqual([report.state, report.searched.found, report.shared], ['erased', [], []]);
  assert.equal(report.events, plan.events);
  assert.ok(report.beyond.some((path) => path.endsWith('first.jsonl') || path.includes('first-session')));
  assert.deepEqual(await placesOf(at.home, planted), []);
  const [backup = '', ...more] = readdirSync(folder).filter((name) => !name.endsWith('.json'));
  assert.match(backup, /-forgotten\.db\.zst$/);
  assert.deepEqual(more, []);
  const unpacked = await openBackup(join(folder, backup), at.home);
  assert.deepEqual(await placesOf(at.home, planted), []);
  unpacked.close();

  const again = await importAll(memory);
  assert.deepEqual([again.added, again.completed], [0, 0]);
  const folderOfTranscripts = join(at.userHome, '.claude', 'projects');
  renameSync(join(folderOfTranscripts, '-shop'), join(folderOfTranscripts, '-moved'));
  assert.equal((await importAll(memory)).added, 0, 'read from the beginning');
  await memory.settled();
  assert.deepEqual(await placesOf(at.home, planted), []);
  await worker.end('SIGTERM');
  assert.deepEqual(await placesOf(at.home, planted), []);

  const opened = openFresh(context, { home: at });
  await opened.store.log.reset();
  opened.deriver.wake();
  await opened.memory.settled();
  assert.deepEqual(await placesOf(at.home, planted), []);
});

test('by id, a call goes with its begin, a named note with all its tellings; what happens later is taken in', async (context) => {
  const { memory, at } = openFresh(context);
  const planted = createPlanted('by id');
  const command = `deploy the shop with ${planted.hidden('command')}`;
  const call = { sessionId: 's1', tool: 'Bash', number: '1', input: { command } };
  await memory.record([
    { ...call, kind: 'tool.start' },
    { ...call, kind: 'tool.end', output: `the words ${planted.hidden('output')} were said`, success: true },
    { kind: 'message', sessionId: 's1', text: 'Something else that stays.' },
  ]);
  for (const part of ['one', 'two', 'three']) {
    await memory.remember({ ref: 'region', text: `We deploy to the region ${planted.hidden(part)}.` });
  }
  await memory.settled();
  assert.equal((await placesOf(at.home, planted)).length, 5);
  const { hits } = await memory.search({ query: 'deploy', kinds: ['observation', 'knowledge'] });
  const report = (await memory.forget({ ids: hits.map((hit) => hit.id) })) as ForgetReport;
  assert.deepEqual([report.state, report.events, report.missing], ['erased', 5, []]);
  assert.deepEqual(await placesOf(at.home, planted), []);
  assert.equal((await memory.search('else stays')).hits.length > 0, true);
  await memory.remember({ ref: 'region', text: 'We deploy to the region north.' });
  assert.equal((await memory.search('region north')).hits[0]?.ref, 'region');
});

test('by words, an event that holds all of them goes, long text too; a text that another event holds stays and is named', async (context) => {
  const { memory, at } = openFresh(context);
  const planted = createPlanted('by words');
  const long = `${'The harbour report speaks of many ships. '.repeat(200)} At its end: ${planted.hidden('long')}.`;
  const read = {
    kind: 'tool.end',
    tool: 'Read',
    sessionId: 's1',
    input: { file_path: '/r.md' },
    success: true,
  } as const;
  await memory.record([
    { ...read, number: '1', output: `${long} Zanzibar, Quay-Nine.` },
    { ...read, number: '2', sessionId: 's2', output: 'Zanzibar alone.' },
  ]);
  await memory.settled();
  const plan = await planned(memory, { query: 'ZANZIBAR "quay nine"' });
  assert.equal(plan.events, 1);
  await assert.rejects(memory.forget({ query: 'other words', confirm: plan.token }), { code: 'outdated' });
  const report = (await memory.forget({ confirm: plan.token })) as ForgetReport;
  assert.deepEqual([report.state, report.events, report.searched.found], ['erased', 1, []]);
  assert.deepEqual(await placesOf(at.home, planted), []);

  await memory.record([
    { ...read, number: '3', output: long },
    { ...read, number: '4', sessionId: 's2', output: long },
  ]);
  await memory.settled();
  const { hits } = await memory.search({ query: 'harbour', session: 's1' });
  const other = (await memory.forget({ ids: hits.slice(0, 1).map((hit) => hit.id) })) as ForgetReport;
  assert.deepEqual([other.state, other.shared.length, other.searched.found], ['erased', 1, []]);
  assert.deepEqual((await memory.get(other.shared)).records.length, 1);
});

test('a plan is outdated once more belongs to it, and an empty one asks for what is meant', async (context) => {
  const { memory } = openFresh(context);
  await memory.record({ sessionId: 's1', messages: [{ role: 'user', content: 'One thing.' }] });
  await memory.settled();
  const [session] = (await memory.list({ kinds: ['session'] })).entries;
  const plan = await planned(memory, { session: session?.id ?? '' });
  await memory.record({ sessionId: 's1', messages: [{ role: 'user', content: 'Another thing.' }] });
  await assert.rejects(memory.forget({ session: session?.id ?? '', confirm: plan.token }), { code: 'outdated' });
  await assert.rejects(memory.forget({}), { code: 'invalid_input' });
  await assert.rejects(memory.forget({ confirm: 'aaaaaaaaaaaaaaaa' }), { code: 'outdated' });
  const whole = (await memory.forget({ ids: [session?.id ?? ''] })) as ForgetPlan;
  assert.deepEqual([whole.state, whole.events], ['planned', 2]);
  const [checkpoint] = (await memory.list({ kinds: ['checkpoint'] })).entries;
  assert.equal((await planned(memory, { ids: [checkpoint?.id ?? ''] })).token, whole.token);
  const report = (await memory.forget({ confirm: whole.token })) as ForgetReport;
  assert.deepEqual([report.state, report.events], ['erased', 2]);
});

test('while a reader holds an older state it is pending, and finished once the reader is gone', async (context) => {
  const worker = await runWorker(context);
  const memory = worker.memory();
  const planted = createPlanted('pending');
  await memory.remember(`We use ${planted.hidden('note')} here for everything.`);
  const reader = new DatabaseSync(join(worker.at.home, 'cairn.db'), { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM events').get();
  const { hits } = await memory.search('everything');
  const report = (await memory.forget({ ids: hits.map((hit) => hit.id) })) as ForgetReport;
  assert.equal(report.state, 'pending');
  assert.equal((await memory.search('everything')).hits.length, 0);
  reader.close();
  await until(async () => (await placesOf(worker.at.home, planted)).length === 0);
});
