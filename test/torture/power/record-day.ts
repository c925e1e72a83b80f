// test/torture/power: a day of worker and hooks recorded call by call, and what the product finds on a disk afterwards.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { markerWord } from '../../../bench/support/generated/marker-words.ts';
import { variedText } from '../../../bench/support/generated/varied-text.ts';
import type { Memory } from '../../../src/api/contract.ts';
import { programOf } from '../../support/built-program.ts';
import { type FreshHome, freshHome } from '../../support/fresh-home.ts';
import { installHook, QUIET } from '../../support/hook-script.ts';
import { runProgram } from '../../support/run-program.ts';
import { clientOf, environmentOf, helloFrom, socketOf } from '../../support/run-worker.ts';
import { until } from '../../support/until.ts';
import { type FileCall, readRecord } from '../system/read-record.ts';
import { recordedBy } from '../system/strace.ts';

/** A mark, and when something was answered of it, in seconds since 1970. */
export interface Told {
  mark: string;
  acknowledged: number;
  /** When forgetting it was asked for. */
  asked?: number;
  forgotten?: number;
}

/** What was done to the files below `root`, a copy of that folder from before, and what was acknowledged meanwhile. */
export interface RecordedDay {
  root: string;
  before: string;
  calls: FileCall[];
  told: Told[];
}

/** How much is done in a day. */
export interface DaySize {
  /** Hooks that find no worker, each time there is none. */
  journaled: number;
  /** Prompts that each of three callers records, each time a worker runs. */
  records: number;
  /** Characters of each of these. */
  chars: number;
}

const WRITERS = 3;

/**
 * Records a day: hooks before there is a home, a worker that takes them in, callers and hooks at once, forgetting, a kill,
 * hooks again, and a second worker, which SIGTERM ends.
 */
export async function recordDay(context: TestContext, size: DaySize): Promise<RecordedDay> {
  const day = new Day(context, size);
  await day.hooks(size.journaled);
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const { end, memory } = await day.worker();
    await Promise.all([...Array.from({ length: WRITERS }, () => day.records(memory)), day.hooks(3)]);
    await day.forgets(memory);
    await memory.backup();
    await day.records(memory);
    await end(signal);
    if (signal === 'SIGKILL') await day.hooks(size.journaled);
  }
  return day.recorded();
}

class Day {
  readonly #context: TestContext;
  readonly #size: DaySize;
  readonly #at: FreshHome;
  readonly #hook: string;
  readonly #before: string;
  readonly #files: string[] = [];
  readonly #told: Told[] = [];
  #writers = 0;

  constructor(context: TestContext, size: DaySize) {
    this.#context = context;
    this.#size = size;
    this.#at = freshHome(context);
    installHook(this.#at);
    // The day begins before there is a home.
    this.#hook = join(this.#at.root, 'hook');
    renameSync(join(this.#at.home, 'hook'), this.#hook);
    rmSync(this.#at.home, { recursive: true });
    this.#before = join(this.#at.root, 'before');
    cpSync(this.#at.userHome, this.#before, { recursive: true });
  }

  async hooks(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const mark = this.#mark();
      const payload = { session_id: mark, cwd: this.#at.project, last_assistant_message: `Did ${mark}.` };
      const [program = '', ...args] = [...this.#recorder(), this.#hook, 'claude-code', 'Stop'];
      const env = { ...environmentOf(this.#at), CAIRN_WORKER_START: 'never' };
      assert.deepEqual(await runProgram(program, args, { input: JSON.stringify(payload), env, cwd: '/' }), QUIET);
      this.#told.push({ mark, acknowledged: seconds() });
    }
  }

  async records(memory: Memory): Promise<void> {
    const filler = variedText(this.#writers, this.#size.chars);
    for (let number = 0; number < this.#size.records; number += 1) {
      const mark = this.#mark();
      await memory.record([{ kind: 'prompt', sessionId: `s${number % 3}`, number: mark, text: `${mark} ${filler}` }]);
      this.#told.push({ mark, acknowledged: seconds() });
    }
  }

  async forgets(memory: Memory): Promise<void> {
    const mark = this.#mark();
    await memory.record([{ kind: 'prompt', sessionId: mark, number: '0', text: `Forget ${mark} soon.` }]);
    const told: Told = { mark, acknowledged: seconds() };
    this.#told.push(told);
    const plan = await memory.forget({ query: mark, dryRun: true });
    assert.equal(plan.state, 'planned');
    told.asked = Date.now() / 1_000 - 0.001;
    await memory.forget({ confirm: 'token' in plan ? plan.token : '' });
    told.forgotten = seconds();
  }

  async worker(): Promise<{ memory: Memory; end: (signal: NodeJS.Signals) => Promise<void> }> {
    const [program = '', ...args] = [...this.#recorder(), process.execPath, programOf('worker')];
    const child = spawn(program, args, { env: environmentOf(this.#at), stdio: ['ignore', 'inherit', 'inherit'] });
    const gone = once(child, 'exit');
    let pid: number | undefined;
    this.#context.after(() => {
      if (pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGKILL');
    });
    const socket = socketOf(this.#at);
    await until(async () => {
      assert.equal(child.exitCode, null, 'the worker did not come up');
      pid = (await helloFrom(socket))?.pid;
      return pid !== undefined;
    });
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      process.kill(pid ?? 0, signal);
      await gone;
    };
    return { memory: clientOf(this.#at, socket), end };
  }

  recorded(): RecordedDay {
    const calls = this.#files.flatMap((file) => readRecord(file, this.#at.userHome));
    calls.sort((one, other) => one.time - other.time);
    return { root: this.#at.userHome, before: this.#before, calls, told: this.#told };
  }

  #recorder(): string[] {
    const file = join(this.#at.root, `record-${this.#files.length}`);
    this.#files.push(file);
    return recordedBy(file);
  }

  #mark(): string {
    this.#writers += 1;
    return markerWord(this.#writers, 0);
  }
}

/** The time now; the clock of answers is a little late, never early. */
function seconds(): number {
  return (Date.now() + 1) / 1_000;
}
