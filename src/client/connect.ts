import type { ChildProcess } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import type { Hello } from '../api/http-answers.ts';
import { routePath } from '../api/routes.ts';
import { DEADLINES, type Deadlines } from '../core/deadlines.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { isNewer } from '../core/is-newer.ts';
import { asNumber, asObject, isJsonObject, parseJson } from '../core/json.ts';
import { now } from '../platform/clock.ts';
import { readTextIfThere } from '../platform/files.ts';
import { parseError, requestJson } from '../platform/http/socket-request.ts';
import { currentProgram, programOfHome } from '../platform/process/installed-program.ts';
import { type DetachedProgram, spawnDetached } from '../platform/process/spawn-detached.ts';
import type { Connection } from './connection.ts';

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 250;

/** What finding or starting a worker needs. */
export interface ConnectOptions {
  /** Path of the worker's socket now: another worker may answer at another one. */
  socket: () => string;
  /**
   * The file `state` names the worker of the home: whoever answers and is another process has another home. A caller that runs one
   * of the programs in `app` starts the worker of the one that is installed now.
   */
  paths?: { state: string; app: string; appCurrent: string };
  /** Version of the calling program: an older worker is asked to leave. */
  version: string;
  /** The worker's program, with the environment of who starts it. */
  program: Omit<DetachedProgram, 'args'>;
  /** `never`: no worker is started. */
  start: 'auto' | 'never';
  /** Default the product's. */
  deadlines?: Pick<Deadlines, 'helloMs' | 'startMs' | 'callMs' | 'quietMs' | 'aliveMs'>;
}

type StartDeadlines = Pick<Deadlines, 'helloMs' | 'startMs'>;

/** A connection that, when asked to connect, finds a worker or starts one and waits until it answers. */
export function createConnection(options: ConnectOptions): Connection {
  const { deadlines = DEADLINES } = options;
  const installedWorker = installedWorkerOf(options);
  return {
    deadlines,
    get socket() {
      return options.socket();
    },
    async connect() {
      const hello = await workerOf(options, deadlines.helloMs);
      const script = installedWorker();
      if (hello !== undefined && (script !== undefined || !(await replaced(hello, options, deadlines)))) return;
      if (options.start === 'never') {
        throw new CairnError('not_running', 'No worker runs, and CAIRN_WORKER_START is never.', {
          fix: 'cairn worker',
        });
      }
      const program = { ...options.program, ...(script !== undefined && { script }) };
      const worker = spawnDetached({ ...program, args: [] }, { heard: true });
      try {
        await waitForWorker(options, worker, deadlines);
      } finally {
        if (worker.connected) worker.disconnect();
      }
    },
  };
}

/**
 * Gives the script of the installed worker once a set-up put another program in the place of the caller's: a worker of the caller's
 * own build would make room for it before it answered what was asked. No other worker is asked to leave then.
 */
function installedWorkerOf({ program: { script }, paths }: ConnectOptions): () => string | undefined {
  // Looked up here: a later set-up may remove the program that runs.
  const own = paths && programOfHome(dirname(script), paths);
  return () => {
    if (paths === undefined || own === undefined || (currentProgram(paths) ?? own) === own) return undefined;
    return join(paths.appCurrent, basename(script));
  };
}

/** The worker's handshake; `undefined` when none answers, `timeout` when it is silent for `helloMs` milliseconds. */
export async function sayHello(socket: string, helloMs = DEADLINES.helloMs): Promise<Hello | undefined> {
  try {
    const answer = await requestJson({
      socket,
      method: 'POST',
      path: routePath('hello'),
      body: {},
      timeoutMs: helloMs,
    });
    return answer as unknown as Hello;
  } catch (error) {
    const { code } = toCairnError(error);
    if (code === 'not_running') return undefined;
    throw code === 'timeout' ? silentWorker(helloMs, error) : error;
  }
}

function silentWorker(ms: number, cause?: unknown): CairnError {
  return new CairnError('timeout', `The worker did not answer within ${ms / 1_000} s.`, {
    fix: 'cairn worker restart',
    cause,
  });
}

/** The handshake of the home's worker; `undefined` when none answers, or one of a home that was at this path before. */
async function workerOf({ socket, paths }: ConnectOptions, helloMs: number): Promise<Hello | undefined> {
  const hello = await sayHello(socket(), helloMs);
  if (hello === undefined || paths === undefined) return hello;
  const holder = asNumber(asObject(parseJson(readTextIfThere(paths.state) ?? '')).pid);
  return (holder ?? hello.pid) === hello.pid ? hello : undefined;
}

async function replaced(
  hello: Hello,
  { socket, version }: ConnectOptions,
  { helloMs, startMs }: StartDeadlines,
): Promise<boolean> {
  if (!isNewer(version, hello.version)) return false;
  const path = routePath('leave');
  await requestJson({ socket: socket(), method: 'POST', path, body: { version }, timeoutMs: helloMs });
  const until = now() + startMs;
  while ((await sayHello(socket(), helloMs)) !== undefined && now() < until) await wait(LONGEST_WAIT_MS);
  return true;
}

async function waitForWorker(
  options: ConnectOptions,
  worker: ChildProcess,
  { helloMs, startMs }: StartDeadlines,
): Promise<void> {
  const failure = failureOf(worker);
  const until = now() + startMs;
  for (let pause = FIRST_WAIT_MS; now() < until; pause = Math.min(pause * 2, LONGEST_WAIT_MS)) {
    if ((await answerOf(options, helloMs)) !== undefined) return;
    const failed = failure();
    if (failed !== undefined) throw failed;
    await heardOrWaited(worker, pause);
  }
  throw new CairnError('not_running', `The worker did not answer within ${startMs / 1_000} s of its start.`, {
    fix: 'cairn worker',
  });
}

/** As `workerOf`; one that is silent is still starting, as on a busy machine. */
async function answerOf(options: ConnectOptions, helloMs: number): Promise<Hello | undefined> {
  try {
    return await workerOf(options, helloMs);
  } catch (error) {
    if (toCairnError(error).code === 'timeout') return undefined;
    throw error;
  }
}

/** Resolves when a worker that was started says that it is ready or why not, when it ends, or after so long. */
function heardOrWaited(worker: ChildProcess, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      worker.off('message', go).off('close', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    worker.on('message', go).on('close', go);
  });
}

/** Says why a worker that was started ended: it sends why. Nothing while it runs, or when another one is the worker of the home. */
function failureOf(worker: ChildProcess): () => CairnError | undefined {
  let sent: unknown;
  let failure: CairnError | undefined;
  worker.on('message', (message) => {
    sent = message;
  });
  worker.on('close', (code) => {
    if (code === 0) return;
    const why = isJsonObject(sent) ? sent : undefined;
    failure = parseError(why, 'The worker ended while it started; cairn.log may say why.');
  });
  return () => failure;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
