import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { sayHello } from '../../src/client/connect.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import { isRunning } from '../../src/platform/process/is-running.ts';
import { DIST } from './built-program.ts';
import { type FreshHome, freshHome } from './fresh-home.ts';
import { COMPILED_ENV, PATIENT_ENV } from './patience.ts';
import { inWindow, quoted } from './person-terminal.ts';
import { type Ended, runProgram } from './run-program.ts';
import { until } from './until.ts';

/** The built `cairn` over a fresh home, as a person or a script calls it. */
export interface Cairn {
  at: FreshHome;
  env: Record<string, string>;
  run(
    args: readonly string[],
    options?: { input?: string; env?: Record<string, string>; cwd?: string },
  ): Promise<Ended>;
  /** Runs with `--json` and gives what stdout holds. */
  json(args: readonly string[], options?: { input?: string }): Promise<JsonObject>;
  /** Runs as a person would in a window; what it shows is in `stdout`. `input` is typed. */
  terminal(args: readonly string[], options?: { input?: string; env?: Record<string, string> }): Promise<Ended>;
}

const CLI = join(DIST, 'cli.js');

/** A `cairn` over a fresh home, run by `node`; the worker that it starts is ended with the test. */
export function cairnIn(context: TestContext, node = process.execPath): Cairn {
  // Before the home is removed: what is registered first is done first.
  context.after(async () => {
    if (!existsSync(join(at.home, 'worker.socket')) || (await endWorker(at.home))) return;
    await run(['worker', 'stop']);
  });
  const at = freshHome(context);
  // The system's programs alone: an agent that is installed on this machine is none of the test's.
  const env = {
    HOME: at.userHome,
    CAIRN_HOME: at.home,
    CAIRN_EMBED_MODEL: 'none',
    CAIRN_BACKUP_DAILY: 'false',
    ...PATIENT_ENV,
    ...COMPILED_ENV,
    PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
    LANG: 'C.UTF-8',
    TERM: 'xterm',
    // A test that looks at the pager sets one.
    CAIRN_PAGER: 'cat',
  };
  const run: Cairn['run'] = (args, options = {}) =>
    runProgram(node, [CLI, ...args], {
      input: options.input ?? '',
      env: { ...env, ...options.env },
      cwd: options.cwd ?? at.project,
    });
  return {
    at,
    env,
    run,
    async json(args, options) {
      const { stdout } = await run([...args, '--json'], options);
      const value: JsonValue | undefined = parseJson(stdout);
      if (value === undefined) throw new Error(`no JSON: ${stdout}`);
      return value as JsonObject;
    },
    terminal(args, options = {}) {
      const words = [node, CLI, ...args].map(quoted);
      return inWindow(`stty cols 100 rows 40; exec ${words.join(' ')}`, {
        env: { ...env, ...options.env },
        cwd: at.project,
        ...(options.input === undefined ? {} : { input: options.input }),
      });
    },
  };
}

/** Ends the worker of a home that answers, as the system would; false where none does. A command that does so costs a start of Node. */
async function endWorker(home: string): Promise<boolean> {
  try {
    const hello = await sayHello(readFileSync(join(home, 'worker.socket'), 'utf8').trim());
    if (hello?.home !== home) return false;
    process.kill(hello.pid, 'SIGTERM');
    await until(() => !isRunning(hello.pid));
    return true;
  } catch (error) {
    // It hangs, or left meanwhile.
    assert.ok(error instanceof Error);
    return false;
  }
}
