import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { markerWord } from '../../bench/support/generated/marker-words.ts';
import { tried } from '../support/attack.ts';
import { programOf } from '../support/built-program.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { installHook, QUIET } from '../support/hook-script.ts';
import { environmentOf, helloFrom, socketOf } from '../support/run-worker.ts';
import { sized } from '../support/suite-size.ts';
import { until } from '../support/until.ts';
import { lookAtHome } from './power/look-at-home.ts';

const WORKERS = 10;
const ROUNDS = sized({ small: 1, default: 4, full: 50 });
const SESSIONS = sized({ small: 5, default: 100, full: 100 });

/** Processes of a home that run, by their command lines. */
function processesOf({ home }: FreshHome): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const isOfHome = readFileSync(join('/proc', pid, 'environ'), 'latin1')
          .split('\0')
          .includes(`CAIRN_HOME=${home}`);
        return isOfHome ? [readFileSync(join('/proc', pid, 'cmdline'), 'latin1').replaceAll('\0', ' ')] : [];
      } catch {
        // It ended, or is another user's.
        return [];
      }
    });
}

/** Starts a worker; `ended` gives its exit code. */
function startWorker(context: TestContext, at: FreshHome): { pid: number; ended: Promise<number | null> } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', programOf('worker')], {
    env: environmentOf(at),
    stdio: 'ignore',
  });
  context.after(() => child.kill('SIGKILL'));
  return { pid: child.pid ?? 0, ended: once(child, 'exit').then(([code]) => code) };
}

test('ten workers at once while hooks run: one owns the home, the others leave, and no event is lost', async (context) => {
  const at = freshHome(context);
  const run = installHook(at);
  const told: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const workers = Array.from({ length: WORKERS }, () => startWorker(context, at));
    for (let number = 0; number < 3; number += 1) {
      const mark = markerWord(round, number);
      assert.deepEqual(await run('Stop', { session_id: mark, cwd: at.project, last_assistant_message: mark }), QUIET);
      told.push(mark);
    }
    let owner: number | undefined;
    await until(async () => {
      owner = (await helloFrom(socketOf(at)))?.pid;
      return owner !== undefined;
    });
    const others = workers.filter(({ pid }) => pid !== owner);
    assert.deepEqual(await Promise.all(others.map(({ ended }) => ended)), Array(WORKERS - 1).fill(0));
    const winner = workers.find(({ pid }) => pid === owner);
    assert.equal(processesOf(at).length, 1);
    process.kill(owner ?? 0, round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
    await winner?.ended;
  }
  assert.deepEqual(await lookAtHome(context, at.userHome, { once: told, gone: [] }), []);
  tried(context, ROUNDS * WORKERS);
});

test('a hundred sessions one after the other leave one worker, and that leaves nothing', async (context) => {
  const at = freshHome(context);
  const run = installHook(at);
  const told: string[] = [];
  const worker = startWorker(context, at);
  await until(async () => (await helloFrom(socketOf(at))) !== undefined);
  for (let number = 0; number < SESSIONS; number += 1) {
    const mark = markerWord(number, 0);
    const session = { session_id: mark, cwd: at.project };
    for (const [event, payload] of [
      ['SessionStart', { source: 'startup' }],
      ['UserPromptSubmit', { prompt: `What of ${mark}?` }],
      ['SessionEnd', { reason: 'other' }],
    ] as const) {
      assert.equal((await run(event, { ...session, ...payload })).code, 0);
    }
    told.push(mark);
  }
  assert.equal(processesOf(at).length, 1, processesOf(at).join('\n'));
  process.kill(worker.pid, 'SIGTERM');
  await worker.ended;
  assert.deepEqual(processesOf(at), []);
  assert.deepEqual(await lookAtHome(context, at.userHome, { once: told, gone: [] }), []);
  tried(context, SESSIONS);
});
