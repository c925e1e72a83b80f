// Hooks know by one file of the home whether a tripwire waits. Who takes it away, or writes less into it, ends no block: the
// worker writes it again, at the next hook that reaches it, and tells the person.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { homePaths } from '../../../src/config/paths.ts';
import { installHook, sendHook } from '../../support/hook-script.ts';
import { type RunningWorker, runWorker } from '../../support/run-worker.ts';
import { until } from '../../support/until.ts';

/** A worker whose person confirmed a tripwire in the mode block. */
async function guarded(context: TestContext): Promise<{ worker: RunningWorker; mark: string; read: () => string }> {
  const worker = await runWorker(context);
  const mark = homePaths(worker.at.home).tripwires;
  await worker.asPerson(['config', 'set', 'tripwires.mode', 'block']);
  await worker.end('SIGTERM');
  await worker.restart();
  await worker.asPerson(['remember', 'Never run npm install.', '--kind', 'constraint']);
  await worker.memory().settled();
  const { entries } = await worker.memory().list({ kinds: ['pattern'] });
  for (const { id } of entries) await worker.asPerson(['review', 'confirm', id]);
  const read = (): string => (existsSync(mark) ? readFileSync(mark, 'utf8') : '');
  await until(() => read() === 'block\n');
  return { worker, mark, read };
}

async function shownAt({ socket, at }: RunningWorker, session: string): Promise<string> {
  const payload = { session_id: session, cwd: at.project, source: 'startup' };
  const { text } = await sendHook(socket, 'SessionStart', { payload });
  const [, reply = ''] = text.split('\n');
  return reply === '' ? '' : ((JSON.parse(reply) as { systemMessage?: string }).systemMessage ?? '');
}

/** The end of the call in which an agent did it. */
function afterCall({ socket, at }: RunningWorker): Promise<unknown> {
  const call = { tool_name: 'Bash', tool_input: { command: 'true' }, tool_response: { stdout: '' }, tool_use_id: 'u1' };
  return sendHook(socket, 'PostToolUse', { payload: { session_id: 's', cwd: at.project, ...call } });
}

const HARMS: Record<string, (mark: string) => void> = {
  'the file is removed': (mark) => rmSync(mark),
  'the file says warn': (mark) => writeFileSync(mark, 'warn\n'),
  'the file is empty': (mark) => writeFileSync(mark, ''),
};

for (const [name, harm] of Object.entries(HARMS)) {
  test(`no block ends with the file by which hooks know of it, and the person is told: ${name}`, async (context) => {
    const { worker, mark, read } = await guarded(context);
    assert.equal(await shownAt(worker, 'before'), '');
    harm(mark);
    await afterCall(worker);
    assert.equal(read(), 'block\n');
    const lost = name === 'the file says warn' ? 'warn' : '\\(none\\)';
    const told = new RegExp(`tripwires went from block to ${lost}, in the file tripwires, which was written again`);
    assert.match(await shownAt(worker, 'one'), told);
    assert.match(await shownAt(worker, 'two'), told);
    const guards = (await worker.memory().doctor()).checks.find((check) => check.name === 'guards');
    assert.equal(guards?.status, 'warning');
    await assert.rejects(worker.memory().settings({ accept: 'tripwires' }), { code: 'not_allowed' });
    await worker.asPerson(['config', 'accept', 'tripwires']);
    assert.equal(await shownAt(worker, 'three'), '');
    harm(mark);
    assert.match(await shownAt(worker, 'four'), told);
    assert.equal(read(), 'block\n');
  });
}

test('what happened to the file while no worker ran is told as well, and a person’s own changes are not', async (context) => {
  const { worker, mark, read } = await guarded(context);
  await worker.end('SIGTERM');
  await worker.restart();
  await until(() => read() === 'block\n');
  assert.equal(await shownAt(worker, 'usual'), '');
  await worker.end('SIGTERM');
  rmSync(mark);
  await worker.restart();
  await until(() => read() === 'block\n');
  assert.match(await shownAt(worker, 'one'), /tripwires went from block to \(none\)/);
  await worker.asPerson(['config', 'accept', 'tripwires']);
  await worker.asPerson(['config', 'set', 'tripwires.mode', 'warn']);
  await worker.end('SIGTERM');
  await worker.restart();
  await until(() => read() === 'warn\n');
  assert.equal(await shownAt(worker, 'two'), '');
});

test('where no worker may be started, a session’s start writes the file again', async (context) => {
  const { worker, mark, read } = await guarded(context);
  await worker.end('SIGTERM');
  rmSync(mark);
  const hook = installHook(worker.at);
  writeFileSync(
    join(worker.at.home, 'config.json'),
    JSON.stringify({ 'worker.start': 'never', 'tripwires.mode': 'block' }),
  );
  await hook('SessionStart', { session_id: 's1', cwd: worker.at.project, source: 'startup' });
  assert.equal(read(), 'block\n');
});
