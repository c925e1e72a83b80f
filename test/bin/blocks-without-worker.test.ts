// A confirmed tripwire in the mode block holds also while no worker runs: the hook judges the call by itself and starts one.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import type { JournalEntry } from '../../src/ingest/journal.ts';
import { programOf } from '../support/built-program.ts';
import { type Ended, runProgram } from '../support/run-program.ts';
import { configure, environmentOf, type RunningWorker, runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

const QUIET: Ended = { code: 0, signal: null, stdout: '', stderr: '' };
/** What the hook script says when it waited for a worker in vain, and when it did not ask. */
const LATE = '28';
const HELD = 'silent';

interface Guarded {
  worker: RunningWorker;
  tripwires: string[];
  /** Runs the hook's program before a call, as the hook script does where no worker answers. */
  call(tool: string, input: object, options?: { start?: string; failure?: string; agent?: string }): Promise<Ended>;
  journal(): JournalEntry[];
}

/** A home whose person confirmed two tripwires, with a worker that still runs. */
async function guarded(context: TestContext, mode = 'block'): Promise<Guarded> {
  const worker = await runWorker(context);
  const { at } = worker;
  const paths = homePaths(at.home);
  await worker.asPerson(['remember', 'Never run npm install.', '--kind', 'constraint']);
  await worker.asPerson(['remember', 'Never edit src/gen.ts by hand.', '--kind', 'constraint']);
  await worker.memory().settled();
  const { entries } = await worker.memory().list({ kinds: ['pattern'] });
  const tripwires = entries.filter(({ title }) => title.startsWith('Tripwire')).map(({ id }) => id);
  assert.equal(tripwires.length, 2);
  for (const id of tripwires) await worker.asPerson(['review', 'confirm', id]);
  await worker.memory().settled();
  configure(worker.at, { 'tripwires.mode': mode });
  await worker.end('SIGTERM');
  await worker.restart();
  await until(() => existsSync(paths.tripwires) && readFileSync(paths.tripwires, 'utf8') === `${mode}\n`);
  let calls = 0;
  return {
    worker,
    tripwires,
    call(tool, input, { start = 'never', failure, agent = 'claude-code' } = {}) {
      calls += 1;
      const event = agent === 'gemini-cli' ? 'BeforeTool' : 'PreToolUse';
      const call = { session_id: 's1', cwd: at.project, hook_event_name: event, tool_use_id: `toolu_${calls}` };
      const words = [programOf('hook'), agent, event, `d-${calls}`, ...(failure === undefined ? [] : [failure])];
      return runProgram(process.execPath, words, {
        input: JSON.stringify({ ...call, tool_name: tool, tool_input: input }),
        env: { ...environmentOf(at), CAIRN_WORKER_START: start },
        cwd: '/',
      });
    },
    journal: () =>
      readdirSync(paths.journal)
        .sort()
        .map((name) => JSON.parse(readFileSync(join(paths.journal, name), 'utf8')) as JournalEntry),
  };
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a confirmed tripwire refuses its call also while no worker runs and none may be started, after ${signal}`, async (context) => {
    const { worker, call, journal, tripwires } = await guarded(context);
    await worker.end(signal);
    const edit = { file_path: join(worker.at.project, 'src/gen.ts'), old_string: '1', new_string: '2' };
    for (const [agent, tool, input] of [
      ['claude-code', 'Bash', { command: 'npm install' }],
      ['claude-code', 'Bash', { command: 'npm install' }],
      ['claude-code', 'Bash', { command: `${'echo step\n'.repeat(61)}npm install` }],
      ['claude-code', 'Bash', { command: `cat > a <<'EOF'\n${'one line\n'.repeat(1_000)}EOF\nnpm install` }],
      ['claude-code', 'Bash', { command: 'sudo -u me npm install' }],
      ['claude-code', 'Edit', edit],
      ['gemini-cli', 'run_shell_command', { command: 'cd web && npm install' }],
    ] as const) {
      const { stdout, ...ended } = await call(tool, input, { agent });
      assert.deepEqual({ ...ended, stdout: '' }, QUIET);
      assert.match(stdout, /"deny".*a rule that a person confirmed forbids this/);
    }
    assert.deepEqual(await call('Bash', { command: 'npm test' }), QUIET);
    const told = new Set(journal().flatMap(({ injection }) => injection?.ids ?? []));
    assert.deepEqual([...told].filter((id) => id.startsWith('t_')).sort(), [...tripwires].sort());
    await worker.restart();
    await until(() => journal().length === 0);
  });
}

test('a worker that does not answer, or a mark that says so, lifts no block', async (context) => {
  const { worker, call } = await guarded(context);
  for (const failure of [LATE, HELD]) {
    assert.match((await call('Bash', { command: 'npm install' }, { failure })).stdout, /"deny"/, failure);
  }
  await worker.end('SIGTERM');
});

test('the hook before a call that a tripwire may refuse starts a worker; another call, and a home without tripwires, does not', async (context) => {
  const { worker, call } = await guarded(context);
  const paths = homePaths(worker.at.home);
  await worker.end('SIGTERM');
  configure(worker.at, { 'tripwires.mode': 'block', 'worker.idleMinutes': 0.05 });
  const leaves = (): number => readFileSync(paths.log, 'utf8').split('leaves: idle').length - 1;
  assert.match((await call('Bash', { command: 'npm install' }, { start: 'auto' })).stdout, /"deny"/);
  await until(() => leaves() === 1 && !existsSync(paths.state));

  configure(worker.at, { 'tripwires.mode': 'block' });
  for (const id of (await guardsOff(worker)).tripwires) assert.match(id, /^t_/);
  assert.equal(existsSync(paths.tripwires), false);
  await worker.end('SIGTERM');
  assert.deepEqual(await call('Bash', { command: 'npm install' }, { start: 'auto' }), QUIET);
  assert.equal(existsSync(paths.state), false);
  assert.equal(existsSync(`${paths.db}-shm`), false, 'the database was not opened');
});

/** A person withdraws every tripwire. */
async function guardsOff(worker: RunningWorker): Promise<{ tripwires: string[] }> {
  await worker.restart();
  const { entries } = await worker.memory().list({ kinds: ['pattern'] });
  const tripwires = entries.filter(({ title }) => title.startsWith('Tripwire')).map(({ id }) => id);
  for (const id of tripwires) await worker.asPerson(['review', 'withdraw', id]);
  await worker.memory().settled();
  await until(() => !existsSync(homePaths(worker.at.home).tripwires));
  return { tripwires };
}

test('in the mode warn the tripwire speaks up at its call while no worker runs', async (context) => {
  const { worker, call, tripwires } = await guarded(context, 'warn');
  await worker.end('SIGTERM');
  const { stdout } = await call('Bash', { command: 'npm install' });
  assert.doesNotMatch(stdout, /"deny"/);
  assert.ok(
    tripwires.some((id) => stdout.includes(id)),
    stdout,
  );
});
