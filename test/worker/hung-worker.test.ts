import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import { asNumber, asObject, parseJson } from '../../src/core/json.ts';
import { WAITED_IN_VAIN } from '../../src/ingest/silent-worker.ts';
import { checkHookLog } from '../../src/worker/health/check-hook-log.ts';
import type { FreshHome } from '../support/fresh-home.ts';
import { installHook, QUIET, type RunHook } from '../support/hook-script.ts';
import { IMPATIENT_ENV } from '../support/patience.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

const HOOKS = 6;

function waitsInVain({ home }: FreshHome): number {
  const { log } = homePaths(home);
  return existsSync(log) ? readFileSync(log, 'utf8').split(WAITED_IN_VAIN).length - 1 : 0;
}

function journaled({ home }: FreshHome): number {
  return readdirSync(homePaths(home).journal).filter((name) => name.endsWith('.jsonl')).length;
}

const prompt = (at: FreshHome, number: number): Record<string, unknown> => ({
  ...{ session_id: 's1', cwd: at.project, prompt_id: `p${number}` },
  prompt: `Step ${number} of the work.`,
});

/** A hook that waits for a worker no longer than the product's own second. */
function impatientHook(at: FreshHome): RunHook {
  return installHook(at, { answerMs: 1_000 });
}

/** Sends some hooks to a worker that hangs; gives how many of them may have waited: one, and one more for each half minute. */
async function sendAll(at: FreshHome, run: RunHook, from = 0): Promise<number> {
  const began = Date.now();
  for (let i = from; i < from + HOOKS; i += 1) assert.equal((await run('UserPromptSubmit', prompt(at, i))).code, 0);
  return 1 + Math.floor((Date.now() - began) / 30_000);
}

/** At least as many hooks waited as are known to ask, and at most as many as may. */
function assertWaits(at: FreshHome, least: number, most: number): void {
  const waited = waitsInVain(at);
  assert.ok(waited >= least && waited <= most, `${waited} hooks waited, ${least} to ${most} may`);
}

test('a worker that hangs costs one hook, whatever comes after it, and nothing is lost', async (t) => {
  const worker = await runWorker(t);
  const { at } = worker;
  const run = impatientHook(at);
  const { silent } = homePaths(at.home);
  process.kill(worker.pid, 'SIGSTOP');
  const most = await sendAll(at, run);
  assertWaits(at, 1, most);
  const [{ name, message } = { name: '', message: '' }] = checkHookLog(homePaths(at.home).log, Date.now());
  assert.equal(name, 'hook-waited');
  assert.match(message, /\d hooks? waited for the worker without success/);
  assert.equal(journaled(at), HOOKS);
  assert.equal(statSync(silent).mode & 0o777, 0o600);
  process.kill(worker.pid, 'SIGCONT');
  await until(() => journaled(at) === 0 && !existsSync(silent));
  assert.deepEqual(await installHook(at)('Stop', { ...prompt(at, 0), last_assistant_message: 'Done.' }), QUIET);
  assert.equal(journaled(at), 0);
  await worker.memory().settled();
  const { byEvent } = (await worker.memory().status()).counts;
  assert.deepEqual([byEvent.prompt, byEvent.message], [HOOKS, 1]);
  assertWaits(at, 1, most);
});

test('after half a minute one hook asks again; a mark of another time, or none of ours, is none', async (t) => {
  const worker = await runWorker(t);
  const { at } = worker;
  const patient = installHook(at);
  const { silent } = homePaths(at.home);
  const seconds = Math.floor(Date.now() / 1_000);
  const over = [seconds - 31, seconds + 3_600, '08', '9'.repeat(30), '$(touch /tmp/x)', ''];
  for (const text of over) {
    writeFileSync(silent, `${text}\n`);
    assert.equal((await patient('UserPromptSubmit', prompt(at, 0))).code, 0);
    assert.equal(journaled(at), 0, String(text));
  }
  const run = impatientHook(at);
  process.kill(worker.pid, 'SIGSTOP');
  writeFileSync(silent, `${seconds - 31}\n`);
  const first = await sendAll(at, run, 1);
  assertWaits(at, 1, first);
  writeFileSync(silent, `${seconds - 60}\n`);
  const second = await sendAll(at, run, 10);
  assertWaits(at, 2, first + second);
});

/** A home whose worker was started by a command and hangs now; it is killed first of all when the test ends. */
async function hang(t: TestContext): Promise<{ cairn: Cairn; pid: number }> {
  let pid = 0;
  t.after(() => isRunning(pid) && process.kill(pid, 'SIGKILL'));
  const cairn = cairnIn(t);
  await cairn.run(['remember', 'The walrus is at rest.']);
  pid = asNumber(asObject(parseJson(readFileSync(homePaths(cairn.at.home).state, 'utf8'))).pid) ?? 0;
  assert.ok(process.kill(pid, 'SIGSTOP'));
  return { cairn, pid };
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a command says that the worker hangs and what helps, and what helps does', async (t) => {
  const { cairn, pid } = await hang(t);
  for (const args of [['search', 'walrus'], ['status'], ['export']]) {
    const { code, stdout, stderr } = await cairn.run(args, { env: IMPATIENT_ENV });
    assert.deepEqual([code, stdout], [1, ''], stderr);
    assert.match(stderr, /The worker did not answer within \d s\./);
    assert.match(stderr, /cairn worker restart/);
  }
  const { code, stderr } = await cairn.run(['worker', 'restart'], { env: IMPATIENT_ENV });
  assert.equal(code, 0, stderr);
  const { owner, counts } = (await cairn.json(['status'])) as { owner: { pid: number }; counts: { items: number } };
  assert.notEqual(owner.pid, pid);
  assert.equal(counts.items, 1);
});

test('a process that the lock does not prove to be the worker is not killed', async (t) => {
  const { cairn, pid } = await hang(t);
  const { state } = homePaths(cairn.at.home);
  const record = asObject(parseJson(readFileSync(state, 'utf8')));
  const before = statSync(state);
  writeFileSync(state, JSON.stringify({ ...record, pid: process.pid }));
  utimesSync(state, before.atime, before.mtime);
  const { code, stderr } = await cairn.run(['worker', 'restart'], { env: IMPATIENT_ENV });
  assert.equal(code, 1, stderr);
  assert.match(stderr, /did not answer/);
  assert.ok(isRunning(pid));
});
