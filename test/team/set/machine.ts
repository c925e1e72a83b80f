import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Memory } from '../../../src/api/contract.ts';
import { type JsonObject, parseJson } from '../../../src/core/json.ts';
import { programOf } from '../../support/built-program.ts';
import { type FreshHome, freshHome } from '../../support/fresh-home.ts';
import { IMPATIENT_ENV } from '../../support/patience.ts';
import { inWindow, quoted } from '../../support/person-terminal.ts';
import { runProgram } from '../../support/run-program.ts';
import { clientOf, environmentOf, helloFrom, socketOf } from '../../support/run-worker.ts';
import { until } from '../../support/until.ts';
import { nameRemote } from '../../sync/homes.ts';
import type { Host } from './network.ts';

/** A member's machine: a home, its worker, the command line and the hook, all in the namespace of a host and at its clock. */
export interface TeamMachine {
  name: string;
  host: Host;
  at: FreshHome;
  /** A project that is shared, and one that is not. */
  shared: string;
  unshared: string;
  memory: Memory;
  startWorker(): Promise<void>;
  signalWorker(name: NodeJS.Signals): void;
  killWorker(name?: NodeJS.Signals): Promise<void>;
  /** Runs `cairn` as a script does; gives what it printed, `undefined` unless it ended with 0. */
  cairn(args: readonly string[]): Promise<JsonObject | undefined>;
  /** Runs `cairn` as a person does in a window. */
  person(args: readonly string[], cwd?: string): Promise<{ code: number | null; said: string }>;
  /** Reports an event as an agent does; true when it was acknowledged. */
  hook(event: string, payload: JsonObject): Promise<boolean>;
}

const QUIET = '--disable-warning=ExperimentalWarning';

/** Opens a machine without a worker. Its clock is off by `skewMs`. */
export function openTeamMachine(
  context: TestContext,
  { name, host, skewMs }: { name: string; host: Host; skewMs: number },
): TeamMachine {
  const at = freshHome(context);
  const unshared = join(at.userHome, 'diary');
  nameRemote(at.project, 'git@git.example:acme/shop.git');
  nameRemote(unshared, `git@git.example:${name.toLowerCase()}/diary.git`);
  const socket = socketOf(at);
  const env = { ...environmentOf(at), ...clockOf(skewMs), CAIRN_WORKER_START: 'never', TERM: 'xterm', NO_COLOR: '1' };
  let worker: ChildProcess | undefined;
  let deliveries = 0;
  const wordsOf = (program: Parameters<typeof programOf>[0], args: readonly string[]) =>
    host.words(process.execPath, QUIET, programOf(program), ...args);
  const killWorker = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    if (worker === undefined || worker.exitCode !== null || worker.signalCode !== null) return;
    const ended = once(worker, 'exit');
    worker.kill('SIGCONT');
    worker.kill(signal);
    await ended;
  };
  context.after(() => killWorker());
  return {
    name,
    host,
    at,
    shared: at.project,
    unshared,
    memory: clientOf(at, socket),
    killWorker,
    signalWorker: (signal) => void worker?.kill(signal),
    async startWorker() {
      const [program, ...args] = wordsOf('worker', []);
      const child = spawn(program, args, { env, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
      worker = child;
      await until(async () => {
        assert.equal(child.exitCode, null, `the worker of ${name} did not come up`);
        return (await helloFrom(socket)) !== undefined;
      });
    },
    async cairn(args) {
      const [program, ...words] = wordsOf('cli', [...args, '--json']);
      const { code, stdout } = await runProgram(program, words, { env, cwd: at.project });
      return code === 0 ? (parseJson(stdout) as JsonObject) : undefined;
    },
    async person(args, cwd = at.project) {
      const { code, stdout } = await inWindow(`exec ${wordsOf('cli', args).map(quoted).join(' ')}`, { env, cwd });
      return { code, said: stdout };
    },
    async hook(event, payload) {
      deliveries += 1;
      const [program, ...words] = wordsOf('hook', ['claude-code', event, `d-${name}-${deliveries}`]);
      const input = JSON.stringify({ hook_event_name: event, ...payload });
      return (await runProgram(program, words, { input, env: { ...env, ...IMPATIENT_ENV }, cwd: '/' })).code === 0;
    },
  };
}

/** The environment of a program whose clock is off; the time that passes stays true. */
export function clockOf(skewMs: number): Record<string, string> {
  if (skewMs === 0) return {};
  const library = '/usr/lib';
  const path = readdirSync(library)
    .map((folder) => join(library, folder, 'faketime', 'libfaketimeMT.so.1'))
    .find((one) => existsSync(one));
  if (path === undefined) throw new Error('libfaketime is not there: apt-get install faketime');
  const off = `${skewMs < 0 ? '-' : '+'}${Math.abs(skewMs) / 1_000}s`;
  return { LD_PRELOAD: path, FAKETIME: off, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
}

/** All bytes of the files below a folder, one after the other, as text of single bytes. */
export function bytesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
