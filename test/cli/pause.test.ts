// What is recorded in a pause, and of a folder that is off: nothing, by no way in.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeClaudeSession } from '../../bench/support/claude-transcript.ts';
import type { PauseResult } from '../../src/api/home-answers.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';

const MINUTE_MS = 60_000;

async function sendPrompt(cairn: Cairn, text: string): Promise<void> {
  const input = JSON.stringify({
    session_id: 's1',
    hook_event_name: 'UserPromptSubmit',
    prompt: text,
    cwd: cairn.at.project,
  });
  const hook = join(cairn.at.home, 'bin/hook');
  const { code } = await runProgram(hook, ['claude-code', 'UserPromptSubmit'], { input, env: cairn.env });
  assert.equal(code, 0);
}

/** All that is kept, once what came is taken in. */
async function recorded(cairn: Cairn): Promise<string> {
  return (await cairn.run(['export'])).stdout;
}

test('a pause keeps nothing that agents do, and what a person says', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['setup', 'claude-code', '--yes']);
  await sendPrompt(cairn, 'Rename the blue fountain');
  const { paused } = (await cairn.json(['pause', '2h'])) as unknown as PauseResult;
  assert.equal(typeof paused[0]?.until, 'string');
  await sendPrompt(cairn, 'Rename the red fountain');
  await cairn.run(['remember', 'The green fountain is listed']);
  const status = await cairn.run(['status']);
  assert.match(status.stdout, /^Paused until .*: nothing is recorded that agents do\. To go on: cairn unpause$/m);
  assert.match(status.stdout, /paused 1\b/);
  const kept = await recorded(cairn);
  assert.match(kept, /blue fountain/);
  assert.match(kept, /green fountain/);
  assert.doesNotMatch(kept, /red fountain/);
});

test('a pause of a folder holds by each name that leads to it', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['setup', 'claude-code', '--yes']);
  const link = join(cairn.at.userHome, 'link');
  symlinkSync(cairn.at.project, link);
  for (const [paused, used] of [
    [link, cairn.at.project],
    [cairn.at.project, link],
  ] as const) {
    await cairn.run(['pause', '2h', '--folder', paused]);
    await sendPrompt({ ...cairn, at: { ...cairn.at, project: used } }, 'Rename the red fountain');
    assert.equal((await cairn.terminal(['unpause', '--folder', used])).code, 0);
  }
  assert.doesNotMatch(await recorded(cairn), /red fountain/);
});

test('a pause that an agent begins, or a program for all folders, lasts an hour at most', async (context) => {
  const cairn = cairnIn(context);
  const { stdout } = await cairn.run(['pause', '--json'], { env: { CLAUDECODE: '1' } });
  const { paused } = JSON.parse(stdout) as PauseResult;
  const until = Date.parse(paused[0]?.until ?? '');
  assert.ok(until <= Date.now() + 60 * MINUTE_MS, stdout);
  const { paused: ofProgram } = (await cairn.json(['pause'])) as unknown as PauseResult;
  assert.ok(Date.parse(ofProgram[0]?.until ?? '') <= Date.now() + 60 * MINUTE_MS);
  const { paused: all } = (await cairn.json(['pause', '--folder', '.'])) as unknown as PauseResult;
  assert.ok(all.some(({ folder, until: end }) => folder !== undefined && end === undefined));
});

test('only a person ends a pause; what happened in it is not recorded by a later import', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['pause']);
  const steps = [{ typed: 'Rename the amber lighthouse' }, { said: 'It is renamed.' }];
  const place = { home: cairn.at.userHome, project: cairn.at.project, name: 'paused', endsAt: Date.now() + MINUTE_MS };
  const { paths } = writeClaudeSession(steps, place);
  assert.equal((await cairn.run(['unpause'])).code, 1);
  const { code, stdout } = await cairn.terminal(['unpause']);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /is recorded again/);
  await cairn.run(['import', ...paths]);
  assert.doesNotMatch(await recorded(cairn), /amber lighthouse/);
  assert.match((await cairn.terminal(['unpause'])).stdout, /Nothing is paused/);
});

test('an import says how many lines without a time are left out, since they can be of a pause', async (context) => {
  const cairn = cairnIn(context);
  const folder = join(cairn.at.userHome, '.kimi', 'sessions', '0123456789abcdef0123456789abcdef', 'one');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'context.jsonl'), '{"role":"user","content":"Explain the ledger."}\n');
  await cairn.run(['pause']);
  appendFileSync(join(folder, 'context.jsonl'), '{"role":"user","content":"Rename the amber lighthouse."}\n');
  assert.equal((await cairn.terminal(['unpause'])).code, 0);
  const { stdout, stderr } = await cairn.run(['import', '--agent', 'kimi-cli', '--yes']);
  assert.match(stdout, /left out +2 events \(perhaps of a pause 2\)/);
  assert.match(stderr, /2 events of lines without a time can be of a pause: left out/);
  assert.doesNotMatch(await recorded(cairn), /lighthouse/);
});

test('ends all pauses of a place that last', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['status']);
  const from = Date.now() - MINUTE_MS;
  const lasting = [4, 2].map((hours) => ({ from, until: from + hours * 60 * MINUTE_MS }));
  writeFileSync(join(cairn.at.home, 'pauses.json'), JSON.stringify(lasting));
  const { code, stdout } = await cairn.terminal(['unpause']);
  assert.equal(code, 0, stdout);
  assert.doesNotMatch(stdout, /Paused/);
  assert.doesNotMatch((await cairn.run(['status'])).stdout, /Paused/);
});

test('of a folder that is off nothing is recorded until a person turns it on', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['setup', 'claude-code', '--yes']);
  await cairn.run(['off']);
  await sendPrompt(cairn, 'Rename the red fountain');
  assert.match(
    (await cairn.run(['status'])).stdout,
    /^Paused: nothing is recorded that agents do in .*shop\. To go on: cairn on .*shop$/m,
  );
  assert.equal((await cairn.run(['on'])).code, 1);
  assert.equal((await cairn.terminal(['on'])).code, 0);
  await sendPrompt(cairn, 'Rename the blue fountain');
  const kept = await recorded(cairn);
  assert.doesNotMatch(kept, /red fountain/);
  assert.match(kept, /blue fountain/);
});
