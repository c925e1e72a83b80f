import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createConnection } from '../../src/client/connect.ts';
import { homePaths } from '../../src/config/paths.ts';
import { openHomeDoor } from '../../src/ingest/home-door.ts';
import { writeJournal } from '../../src/ingest/journal.ts';
import { requestJson } from '../../src/platform/http/socket-request.ts';
import { findWorkerSocket } from '../../src/platform/socket-path.ts';
import { takeHomeLock } from '../../src/platform/sqlite/home-lock.ts';
import { programOf } from '../support/built-program.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { sendHook } from '../support/hook-script.ts';
import { ended, runProgram } from '../support/run-program.ts';
import { environmentOf, helloFrom, type RunningWorker, runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';
import { workerHere } from '../support/worker-here.ts';

const WORKER = programOf('worker');

function prompt(at: FreshHome, text: string, id = text): Record<string, unknown> {
  return { session_id: 's1', cwd: at.project, hook_event_name: 'UserPromptSubmit', prompt: text, prompt_id: id };
}

/** Leaves a prompt in the journal, as a hook does. */
function journalPrompt(at: FreshHome, text: string, delivery: string): void {
  const paths = homePaths(at.home);
  const settings = { 'privacy.excludePaths': [], 'privacy.excludeProjects': [], 'privacy.maxChars': 100_000 };
  const event = openHomeDoor({ paths, settings }).clean({
    agent: 'claude-code',
    agentSession: 's1',
    at: 1_700_000_000_000,
    cwd: at.project,
    identity: { content: text, origin: text },
    source: 'hook',
    body: { kind: 'prompt', text, origin: 'unknown' },
  });
  assert.ok(event);
  const entry = { version: 1, agent: 'claude-code', event: 'UserPromptSubmit', delivery, at: event.at } as const;
  writeJournal(paths.journal, { ...entry, events: [event], reconcile: 'never', skipped: {} });
}

async function countPrompts(worker: RunningWorker): Promise<number> {
  const memory = worker.memory();
  await memory.settled();
  return (await memory.status()).counts.byKind.prompt ?? 0;
}

test('a second one leaves quietly, the first goes on', async (t) => {
  const worker = await runWorker(t);
  const second = await runProgram(process.execPath, [WORKER], { env: environmentOf(worker.at) });
  assert.deepEqual({ code: second.code, stdout: second.stdout }, { code: 0, stdout: '' });
  assert.equal((await helloFrom(worker.socket))?.pid, worker.pid);
});

test('one that is started while another leaves takes over when that is gone', async (t) => {
  const at = freshHome(t);
  mkdirSync(at.home, { mode: 0o700 });
  const leaving = takeHomeLock(homePaths(at.home).lock);
  const starting = runWorker(t, { at });
  setTimeout(() => leaving?.release(), 1_000);
  const worker = await starting;
  assert.equal((await helloFrom(worker.socket))?.pid, worker.pid);
});

test('it says who it is, and where: readable by its user alone', async (t) => {
  const worker = await runWorker(t);
  const paths = homePaths(worker.at.home);
  const hello = await helloFrom(worker.socket);
  assert.deepEqual(
    { name: hello?.name, pid: hello?.pid, home: hello?.home },
    { name: 'cairn', pid: worker.pid, home: paths.home },
  );
  assert.equal(readFileSync(paths.socket, 'utf8'), `${worker.socket}\n`);
  const state = JSON.parse(readFileSync(paths.state, 'utf8')) as Record<string, unknown>;
  assert.deepEqual({ pid: state.pid, socket: state.socket }, { pid: worker.pid, socket: worker.socket });
  await worker.memory().remember('We use pnpm.');
  for (const name of readdirSync(worker.at.home, { recursive: true, encoding: 'utf8' })) {
    const { mode } = statSync(join(worker.at.home, name));
    assert.equal(mode & 0o077, 0, name);
  }
  assert.equal(statSync(worker.socket).mode & 0o077, 0);
});

test('told to stop it leaves nothing open: no socket, no write-ahead file, all that was taken in is there', async (t) => {
  const worker = await runWorker(t);
  const paths = homePaths(worker.at.home);
  assert.equal((await sendHook(worker.socket, 'UserPromptSubmit', { payload: prompt(worker.at, 'one') })).status, 200);
  await worker.end('SIGTERM');
  for (const path of [worker.socket, paths.socket, paths.state, `${paths.db}-wal`])
    assert.equal(existsSync(path), false, path);
  await worker.restart();
  assert.equal(await countPrompts(worker), 1);
});

test('one that was started in another environment is found all the same', async (t) => {
  const fresh = freshHome(t);
  // Too long for a socket in it: where that lies depends on the environment.
  const at = { ...fresh, home: join(fresh.userHome, 'h'.repeat(100)) };
  const runtimeDir = join(at.root, 'run');
  mkdirSync(runtimeDir, { mode: 0o700 });
  const env = { ...environmentOf(at), XDG_RUNTIME_DIR: runtimeDir };
  const child = spawn(process.execPath, [WORKER], { env, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const place = { home: at.home, userId: process.getuid?.() ?? 0 };
  const socket = (): string => findWorkerSocket(homePaths(at.home), place);
  await until(async () => existsSync(at.home) && (await helloFrom(socket())) !== undefined);
  assert.ok(socket().startsWith(runtimeDir));
});

test('where the home can hold no socket it answers elsewhere; a newer program finds it and takes its place', async (t) => {
  const at = freshHome(t);
  const runtimeDir = join(at.root, 'run');
  mkdirSync(runtimeDir, { mode: 0o700 });
  // In the way of the trial, so that it fails: the worker runs in this process.
  const obstacle = join(at.home, `.${process.pid}.tmp`);
  mkdirSync(obstacle, { recursive: true, mode: 0o700 });
  const { socket } = await workerHere(t, { at, variables: { XDG_RUNTIME_DIR: runtimeDir } });
  assert.ok(socket.startsWith(runtimeDir));
  rmdirSync(obstacle);
  const place = { home: at.home, userId: process.getuid?.() ?? 0 };
  const find = (): string => findWorkerSocket(homePaths(at.home), place);
  assert.equal(find(), socket);
  const program = { script: WORKER, env: environmentOf(at), settings: true };
  await createConnection({ socket: find, version: '99.0.0', program, start: 'auto' }).connect();
  const next = await helloFrom(find());
  t.after(() => next !== undefined && process.kill(next.pid, 'SIGKILL'));
  assert.equal(find(), join(at.home, 'cairn.sock'));
  assert.notEqual(next?.pid, process.pid);
});

test('what a worker wrote before the machine started anew does not count', async (t) => {
  const at = freshHome(t);
  const { socket } = await workerHere(t, { at });
  const paths = homePaths(at.home);
  const elsewhere = join(at.root, 'other.sock');
  renameSync(socket, elsewhere);
  writeFileSync(paths.socket, `${elsewhere}\n`);
  const find = (): string => findWorkerSocket(paths, { home: at.home, userId: process.getuid?.() ?? 0 });
  assert.equal(find(), elsewhere);
  const state = JSON.parse(readFileSync(paths.state, 'utf8')) as Record<string, unknown>;
  writeFileSync(paths.state, JSON.stringify({ ...state, bootId: 'of-another-start' }));
  assert.equal(find(), socket);
});

test('with nothing asked it leaves by itself', async (t) => {
  const at = freshHome(t);
  const child = spawn(process.execPath, [WORKER], {
    env: { ...environmentOf(at), CAIRN_WORKER_IDLE_MINUTES: '0.01' },
    stdio: 'pipe',
  });
  assert.deepEqual(await ended(child), { code: 0, signal: null, stdout: '', stderr: '' });
  assert.match(readFileSync(homePaths(at.home).log, 'utf8'), /leaves: idle/);
});

test('a newer program takes its place, an older or equal one does not', async (t) => {
  const worker = await runWorker(t);
  const leave = (version: string) =>
    requestJson({ socket: worker.socket, method: 'POST', path: '/api/v1/leave', body: { version }, timeoutMs: 60_000 });
  assert.deepEqual(await leave('0.0.1'), { leaving: false });
  await until(async () => (await helloFrom(worker.socket)) !== undefined);
  assert.deepEqual(await leave('999.0.0'), { leaving: true });
  await until(
    async () => (await helloFrom(worker.socket)) === undefined && !existsSync(homePaths(worker.at.home).state),
  );
  await worker.restart();
});

test('after a kill the next one takes over at once, over the dead socket', async (t) => {
  const worker = await runWorker(t);
  await sendHook(worker.socket, 'UserPromptSubmit', { payload: prompt(worker.at, 'one') });
  await worker.end('SIGKILL');
  assert.ok(existsSync(worker.socket));
  await worker.restart();
  assert.equal(await countPrompts(worker), 1);
});

test('it takes in the journal: what lay there at its start, and what a hook leaves later', async (t) => {
  const at = freshHome(t);
  journalPrompt(at, 'early', 'd-early');
  const worker = await runWorker(t, { at });
  assert.equal(await countPrompts(worker), 1);
  journalPrompt(at, 'late', 'd-late');
  await until(async () => (await countPrompts(worker)) === 2);
  await until(() => readdirSync(homePaths(at.home).journal).length === 0);
});

test('what arrives by hook and once more by journal counts once', async (t) => {
  const worker = await runWorker(t);
  const sent = await sendHook(worker.socket, 'UserPromptSubmit', {
    payload: prompt(worker.at, 'same'),
    delivery: 'd-1',
  });
  assert.equal(sent.text.split('\n')[0], 'd-1');
  journalPrompt(worker.at, 'same', 'd-1');
  await until(() => readdirSync(homePaths(worker.at.home).journal).length === 0);
  assert.equal(await countPrompts(worker), 1);
});

test('a hook of an unknown agent, event or shape is counted and answered without words', async (t) => {
  const worker = await runWorker(t);
  const expectEmpty = async (options: Parameters<typeof sendHook>[2]) => {
    const answer = await sendHook(worker.socket, 'Stop', { delivery: 'd-x', ...options });
    assert.deepEqual(answer, { status: 200, text: 'd-x\n' });
  };
  await expectEmpty({ path: '/hook/no-such-agent/Stop' });
  await expectEmpty({ path: '/hook/claude-code/NoSuchEvent' });
  await expectEmpty({ payload: 'not json' });
  await expectEmpty({ payload: '[1]' });
  const { skipped, counts } = await worker.memory().status();
  assert.ok(Object.values(skipped).reduce((sum, count) => sum + count, 0) >= 4, JSON.stringify(skipped));
  assert.equal(counts.events, 0);
  assert.equal((await sendHook(worker.socket, '', { path: '/hook/../../etc' })).status, 404);
});

test('the next session is handed what the last one left, once', async (t) => {
  const worker = await runWorker(t);
  await worker.asPerson(['remember', 'We use pnpm, never npm.', '--kind', 'constraint']);
  await worker.memory().settled();
  const start = { session_id: 's2', cwd: worker.at.project, hook_event_name: 'SessionStart', source: 'startup' };
  const first = await sendHook(worker.socket, 'SessionStart', { payload: start, delivery: 'd-start' });
  const [delivery, ...words] = first.text.split('\n');
  assert.equal(delivery, 'd-start');
  const reply = JSON.parse(words.join('\n')) as { hookSpecificOutput: { additionalContext: string } };
  assert.match(reply.hookSpecificOutput.additionalContext, /We use pnpm, never npm/);
  const next = await sendHook(worker.socket, 'UserPromptSubmit', {
    payload: { ...prompt(worker.at, 'Which manager?'), session_id: 's2' },
  });
  assert.doesNotMatch(next.text, /We use pnpm/);
});

test('many hooks at once are all kept', async (t) => {
  const worker = await runWorker(t);
  const texts = Array.from({ length: 64 }, (_, i) => `prompt ${i}`);
  const answers = await Promise.all(
    texts.map((text) =>
      sendHook(worker.socket, 'UserPromptSubmit', { payload: { ...prompt(worker.at, text), session_id: text } }),
    ),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  await worker.end('SIGKILL');
  await worker.restart();
  assert.equal(await countPrompts(worker), 64);
});

test('a home that cannot be opened: exit 1, and the log says why', async (t: TestContext) => {
  const at = freshHome(t);
  const env = { ...environmentOf(at), CAIRN_WORKER_IDLE_MINUTES: 'soon' };
  const refused = await runProgram(process.execPath, [WORKER], { env });
  assert.notEqual(refused.code, 0);
});
