// One system call after the other fails, once or from then on, as on a disk that breaks, is full, or in a process that has
// no descriptors left: under a worker that runs, under one that starts, under a hook without a worker.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { markerWord } from '../../bench/support/generated/marker-words.ts';
import { homePaths } from '../../src/config/paths.ts';
import { DEADLINES } from '../../src/core/deadlines.ts';
import { CairnError } from '../../src/core/errors.ts';
import { tried } from '../support/attack.ts';
import { programOf } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';
import { installHook, QUIET } from '../support/hook-script.ts';
import { runProgram } from '../support/run-program.ts';
import { environmentOf, helloFrom, type RunningWorker, runWorker } from '../support/run-worker.ts';
import { sized } from '../support/suite-size.ts';
import { until } from '../support/until.ts';
import { lookAtHome } from './power/look-at-home.ts';
import { type Fault, failedIn, faultyBy, tracedTest, whileFaulty } from './system/strace.ts';

const ALL = ['write', 'pwrite64', 'fsync,fdatasync', 'openat', 'ftruncate', 'rename', 'unlink'];
const CALLS = sized({ small: ['write', 'pwrite64', 'fsync,fdatasync', 'openat'], default: ALL, full: ALL });
/** A hook without a worker makes no others: a shell writes its entry. */
const OF_HOOKS = new Set(['write', 'fsync,fdatasync', 'openat', 'rename']);
const ERRORS = sized<Fault['error'][]>({
  small: ['EIO'],
  default: ['EIO', 'ENOSPC', 'EMFILE'],
  full: ['EIO', 'ENOSPC', 'EMFILE'],
});
/** Which calls are made to fail; the last is one that is never reached, or it is said. */
const NUMBERS = sized<number[]>({
  small: [2],
  default: [1, 2, 4, 8, 16, 32],
  full: [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64, 128, 256],
});
/** What a command may be told while its worker cannot write. */
const HONEST = ['unwritable', 'low_disk', 'busy', 'damaged', 'internal', 'not_running', 'timeout'];

let marks = 0;

function nextMark(): string {
  marks += 1;
  return markerWord(marks, 0);
}

/** Tries faults of one call, number by number, until one is not reached; gives how many were. */
async function eachNumber(
  calls: string,
  { kind, after = 0 }: { kind: 'once' | 'for ever'; after?: number },
  attempt: (fault: Fault) => Promise<number>,
): Promise<number> {
  let attempts = 0;
  for (const error of ERRORS) {
    for (const number of NUMBERS.map((n) => n + after)) {
      const failed = await attempt({ calls, error, when: kind === 'once' ? `${number}` : `${number}+` });
      if (failed === 0) break;
      attempts += 1;
    }
  }
  return attempts;
}

for (const kind of ['once', 'for ever'] as const) {
  tracedTest(
    `a call of a running worker fails ${kind}: it answers an error or tells the truth, and goes on`,
    async (context) => {
      const worker = await runWorker(context);
      // The product's own deadlines: a worker that says nothing must not hold a hook.
      const hook = installHook(worker.at, DEADLINES);
      const file = join(worker.at.root, 'faults');
      const told: string[] = [];
      const gone: string[] = [];
      for (const calls of CALLS) {
        await context.test(`${calls} fails ${kind} in a running worker`, async (inner) => {
          const attempts = await eachNumber(calls, { kind }, async (fault) => {
            const failed = await whileFaulty(worker.pid, { fault, file }, async () => {
              await record(worker, told);
              await hookEnds(hook, worker, told);
              // These reach calls that recording does not; of writes it does reach all.
              if (calls !== 'write') {
                await honest(() => worker.memory().backup({ signal: inTime() }));
                await forgets(worker, gone);
              }
              await record(worker, told);
            });
            await goesOn(worker, told);
            return failed;
          });
          tried(inner, attempts);
        });
      }
      await context.test(`after all that failed ${kind}, what was acknowledged is there once`, async (inner) => {
        await worker.end('SIGTERM');
        assert.deepEqual(await lookAtHome(inner, worker.at.userHome, { once: told, gone }), []);
      });
    },
  );
}

/** Whoever waits longer than the product lets a caller wait is left hanging. */
function inTime(): AbortSignal {
  return AbortSignal.timeout(DEADLINES.callMs);
}

/** Asks the worker for something; `undefined` where it answers an error, which must be one of those it may give. */
async function honest<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask();
  } catch (error) {
    assert.ok(error instanceof CairnError && HONEST.includes(error.code), String(error));
    return undefined;
  }
}

/** Records a prompt; `told` gets its mark where that was acknowledged. */
async function record(worker: RunningWorker, told: string[]): Promise<void> {
  const mark = nextMark();
  const event = { kind: 'prompt', sessionId: 's1', number: mark, text: `What of ${mark}?` };
  const result = await honest(() => worker.memory().record([event], { signal: inTime() }));
  if (result?.accepted === 1) told.push(mark);
}

/** Records a prompt and forgets it; `gone` gets its mark where that was acknowledged. */
async function forgets(worker: RunningWorker, gone: string[]): Promise<void> {
  const recorded: string[] = [];
  await record(worker, recorded);
  const [mark] = recorded;
  if (mark === undefined) return;
  const plan = await honest(() => worker.memory().forget({ query: mark, dryRun: true }, { signal: inTime() }));
  if (plan === undefined || !('token' in plan)) return;
  const report = await honest(() => worker.memory().forget({ confirm: plan.token }, { signal: inTime() }));
  if (report?.state === 'erased') gone.push(mark);
}

async function hookEnds(hook: ReturnType<typeof installHook>, { at }: RunningWorker, told: string[]): Promise<void> {
  const mark = nextMark();
  const payload = { session_id: mark, cwd: at.project, last_assistant_message: `Did ${mark}.` };
  assert.deepEqual(await hook('Stop', payload), QUIET);
  told.push(mark);
}

/** Once nothing fails any more it takes what it is given; one that ended by the fault is started again. */
async function goesOn(worker: RunningWorker, told: string[]): Promise<void> {
  if ((await helloFrom(worker.socket)) === undefined) {
    await worker.end('SIGKILL');
    await worker.restart();
  }
  const before = told.length;
  await record(worker, told);
  assert.equal(told.length, before + 1, 'it does not go on');
}

tracedTest(
  'a call of a worker that starts fails: it starts or says why not, and the next one has all that was there',
  async (context) => {
    const worker = await runWorker(context);
    const told: string[] = [];
    await record(worker, told);
    await worker.end('SIGKILL');
    for (const calls of CALLS) {
      await context.test(`${calls} fails while a worker starts`, async (inner) => {
        let attempts = 0;
        for (const kind of ['once', 'for ever'] as const) {
          attempts += await eachNumber(calls, { kind }, (fault) => startFaulty(inner, worker, fault));
        }
        tried(inner, attempts);
        assert.deepEqual(await lookAtHome(inner, worker.at.userHome, { once: told, gone: [] }), []);
      });
    }
  },
);

/** Starts a worker under a fault, waits until it answers or is gone, and ends it. */
async function startFaulty(context: TestContext, { at }: RunningWorker, fault: Fault): Promise<number> {
  const file = join(at.root, 'faults');
  rmSync(file, { force: true });
  const [program = '', ...args] = [...faultyBy(fault, file), process.execPath, programOf('worker')];
  const child = spawn(program, args, { env: environmentOf(at), stdio: 'ignore', detached: true });
  const gone = once(child, 'exit');
  const end = (): void => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
  };
  context.after(end);
  let isGone = false;
  void gone.then(() => {
    isGone = true;
  });
  // It may have found another place for its socket.
  const { socket } = homePaths(at.home);
  const answers = async (): Promise<boolean> =>
    existsSync(socket) && (await helloFrom(readFileSync(socket, 'utf8').trim())) !== undefined;
  await until(async () => isGone || (await answers()));
  end();
  await gone;
  return failedIn(file);
}

tracedTest(
  'a call of a hook without a worker fails: it ends with 0 and no word, and leaves a whole entry or none',
  async (context) => {
    const at = freshHome(context);
    installHook(at, DEADLINES);
    const file = join(at.root, 'faults');
    const { journal } = homePaths(at.home);
    for (const calls of CALLS.filter((one) => OF_HOOKS.has(one))) {
      await context.test(`${calls} fails in a hook`, async (inner) => {
        let attempts = 0;
        const kept: string[] = [];
        // The first three files are what the system loads the shell from, and the script.
        const after = calls === 'openat' ? 3 : 0;
        for (const kind of ['once', 'for ever'] as const) {
          attempts += await eachNumber(calls, { kind, after }, async (fault) => {
            const mark = nextMark();
            rmSync(file, { force: true });
            const [program = '', ...args] = [...faultyBy(fault, file), join(at.home, 'hook'), 'claude-code', 'Stop'];
            const payload = { session_id: mark, cwd: at.project, last_assistant_message: `Did ${mark}.` };
            const options = { input: JSON.stringify(payload), env: environmentOf(at), cwd: '/' };
            const { code, stdout } = await runProgram(program, args, options);
            assert.deepEqual({ code, stdout }, { code: 0, stdout: '' }, `${calls} ${fault.error} ${fault.when}`);
            if (isInJournal(journal, mark)) kept.push(mark);
            return failedIn(file);
          });
        }
        tried(inner, attempts);
        assert.deepEqual(await lookAtHome(inner, at.userHome, { once: kept, gone: [] }), []);
      });
    }
  },
);

function isInJournal(folder: string, mark: string): boolean {
  return (
    existsSync(folder) &&
    readdirSync(folder).some(
      (name) => name.endsWith('.jsonl') && readFileSync(join(folder, name), 'utf8').includes(mark),
    )
  );
}
