import type { ChildProcess } from 'node:child_process';
import { ignore } from '../ignored.ts';

/** A program for Node, to be run on its own. `env` is the whole environment that it gets. */
export interface DetachedProgram {
  script: string;
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
}

/** Variables that make Node load or trace something of the caller's: a program of ours does not inherit them. */
const NOT_INHERITED =
  /^(?:NODE_OPTIONS|NODE_PATH|NODE_DEBUG|NODE_V8_COVERAGE|NODE_COMPILE_CACHE|NODE_CHANNEL_FD|LD_PRELOAD|npm_.*)$/;

/**
 * Starts a program with the Node that runs now, as a process of its own: no terminal, no streams of the caller, folder
 * `/`. Does not wait; a failure to start is counted, for whoever needs the program will find it missing. What it says on
 * stderr goes nowhere: a pipe would break under it when the caller ends. With `heard` it gets a channel for `process.send`
 * instead, which the caller listens to and disconnects; a closed one harms nobody.
 */
export function spawnDetached(program: DetachedProgram, { heard = false } = {}): ChildProcess {
  const env = Object.fromEntries(Object.entries(program.env).filter(([name]) => !NOT_INHERITED.test(name)));
  // Loaded here, not above: the hook starts a worker now and then, and would pay for the module at every event.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [...workerFlags(process.versions.v8), program.script, ...program.args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', ...(heard ? (['ipc'] as const) : [])],
    cwd: '/',
    env,
    windowsHide: true,
  });
  child.on('error', (error) => ignore(error, 'worker could not be started'));
  child.unref();
  return child;
}

/**
 * Flags of a process that mostly waits. V8 looks every eight seconds whether memory could be given back: such a process is
 * not to wake for nothing, and gives it back itself (`release-memory.ts`). A small young generation and no middle compiler
 * take a fifth of its memory away and no speed (bench/results/idle.md). Given to the V8 that are known to have the flags
 * (12 to 14): others refuse to start.
 */
export function workerFlags(v8: string): string[] {
  const major = Number.parseInt(v8, 10);
  if (!(major >= 12 && major <= 14)) return [];
  return ['--no-memory-reducer', '--max-semi-space-size=1', '--heap-growing-percent=20', '--no-maglev', '--expose-gc'];
}
