import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Caller, Memory } from '../../src/api/contract.ts';
import type { Hello } from '../../src/api/http-answers.ts';
import { createClientMemory } from '../../src/client/client-memory.ts';
import { createConnection, sayHello } from '../../src/client/connect.ts';
import { homePaths } from '../../src/config/paths.ts';
import { chooseSocketPath } from '../../src/platform/socket-path.ts';
import { programOf } from './built-program.ts';
import { type FreshHome, freshHome } from './fresh-home.ts';
import { COMPILED_ENV, PATIENT, PATIENT_ENV } from './patience.ts';
import { inWindow, quoted } from './person-terminal.ts';
import { until } from './until.ts';

const WORKER = programOf('worker');

/** A worker in a process of its own, over a fresh home. */
export interface RunningWorker {
  at: FreshHome;
  socket: string;
  pid: number;
  memory(caller?: Partial<Caller>): Memory;
  /** Runs the command line as a person would in a window, and gives what it printed. */
  asPerson(args: readonly string[], cwd?: string): Promise<string>;
  /** Ends the worker with a signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts a worker over the same home again. */
  restart(): Promise<void>;
}

/** The socket of a fresh home's worker. */
export function socketOf(at: FreshHome): string {
  mkdirSync(at.home, { recursive: true });
  return chooseSocketPath({ home: at.home, userId: process.getuid?.() ?? 0, runtimeDir: undefined });
}

/**
 * The environment of a program that runs over a fresh home: nothing of this process's own, no model is loaded, and no load of
 * the machine makes it reach a deadline.
 */
export function environmentOf(at: FreshHome): Record<string, string> {
  const own = { HOME: at.userHome, CAIRN_HOME: at.home, CAIRN_EMBED_MODEL: 'none', CAIRN_BACKUP_DAILY: 'false' };
  return { ...own, ...PATIENT_ENV, ...COMPILED_ENV, PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' };
}

/** Writes the settings of a fresh home whose worker a hook or an agent starts, which no variable reaches. */
export function configure({ home }: Pick<FreshHome, 'home'>, settings: object = {}): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ 'embed.model': 'none', 'backup.daily': false, ...settings });
  writeFileSync(homePaths(home).config, text, { mode: 0o600 });
}

/** Starts a worker and waits until it answers; it is ended with the test. */
export async function runWorker(
  context: TestContext,
  options: { at?: FreshHome; env?: Record<string, string> } = {},
): Promise<RunningWorker> {
  const started: ChildProcess[] = [];
  // Before the home is removed: what is registered first is done first.
  context.after(() => Promise.all(started.map((child) => endProcess(child, 'SIGKILL'))));
  const at = options.at ?? freshHome(context);
  const socket = socketOf(at);
  const start = async (): Promise<ChildProcess> => {
    const child = startProcess(at, options.env);
    started.push(child);
    await until(async () => {
      assert.equal(child.exitCode, null, `the worker did not come up: ${readLog(at)}`);
      return (await helloFrom(socket)) !== undefined;
    });
    return child;
  };
  let child = await start();
  return {
    at,
    socket,
    get pid() {
      return child.pid ?? 0;
    },
    memory: (caller) => clientOf(at, socket, caller),
    asPerson: (args, cwd = at.project) => personRuns(args, { env: environmentOf(at), cwd }),
    end: (signal) => endProcess(child, signal),
    restart: async () => {
      child = await start();
    },
  };
}

/** Runs the command line as a person would in a window, asserts that it did what it was asked, and gives what it printed. */
export async function personRuns(
  args: readonly string[],
  options: { env: Record<string, string>; cwd: string },
): Promise<string> {
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', programOf('cli'), ...args];
  const { code, stdout } = await inWindow(`exec ${words.map(quoted).join(' ')}`, options);
  assert.equal(code, 0, stdout);
  return stdout;
}

/** What a worker says of itself, `undefined` where none is; one that is too busy to answer at once is asked again. */
export async function helloFrom(socket: string): Promise<Hello | undefined> {
  let hello: Hello | undefined;
  await until(() =>
    sayHello(socket, PATIENT.helloMs).then(
      (said) => {
        hello = said;
        return true;
      },
      () => false,
    ),
  );
  return hello;
}

/** A client of a home's worker that starts none. */
export function clientOf(at: FreshHome, socket: string, caller: Partial<Caller> = {}): Memory {
  const program = { script: WORKER, env: environmentOf(at) };
  const options = { version: '0.0.0', program, start: 'never', deadlines: PATIENT } as const;
  const connection = createConnection({ socket: () => socket, ...options });
  return createClientMemory(connection, { surface: 'sdk', person: false, cwd: at.project, ...caller });
}

function startProcess(at: FreshHome, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WORKER], {
    env: { ...environmentOf(at), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    cwd: '/',
  });
}

function readLog({ home }: FreshHome): string {
  const path = join(home, 'cairn.log');
  return existsSync(path) ? readFileSync(path, 'utf8').slice(-1_000) : 'none';
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
