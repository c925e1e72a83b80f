import type { ChildProcess } from 'node:child_process';
import { CairnError, toCairnError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import { routePath } from '../core/wire.ts';
import type { Hello } from '../http/api.ts';
import { now } from '../platform/clock.ts';
import { parseError, requestJson } from '../platform/socket-request.ts';
import { spawnDetached } from '../platform/spawn-detached.ts';
import type { Connection } from './client-memory.ts';

const HELLO_MS = 1_000;
const START_MS = 10_000;
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 250;
const SAID_CHARS = 10_000;

/** What finding or starting an owner needs. */
export interface ConnectOptions {
  /** Path of the owner's socket now: another owner may answer at another one. */
  socket: () => string;
  /** Version of the calling program: an older owner is asked to leave. */
  version: string;
  /** The owner's program, and the whole environment it gets. */
  program: { script: string; env: Readonly<Record<string, string | undefined>> };
  /** `never`: no owner is started. */
  start: 'auto' | 'never';
}

/** A connection that, when asked to connect, finds an owner or starts one and waits until it answers. */
export function createConnection(options: ConnectOptions): Connection {
  return {
    get socket() {
      return options.socket();
    },
    async connect() {
      const hello = await sayHello(options.socket());
      if (hello !== undefined && !(await replaced(hello, options))) return;
      if (options.start === 'never') {
        throw new CairnError('not_running', 'No worker runs, and CAIRN_WORKER_START is never.', {
          fix: 'cairn worker',
        });
      }
      const worker = spawnDetached({ script: options.program.script, args: [], env: options.program.env }, 'pipe');
      try {
        await waitForOwner(options, failureOf(worker));
      } finally {
        worker.stderr?.destroy();
      }
    },
  };
}

/** The owner's handshake; `undefined` when none answers. */
export async function sayHello(socket: string): Promise<Hello | undefined> {
  try {
    const answer = await requestJson({
      socket,
      method: 'POST',
      path: routePath('hello'),
      body: {},
      timeoutMs: HELLO_MS,
    });
    return answer as unknown as Hello;
  } catch (error) {
    if (toCairnError(error).code === 'not_running') return undefined;
    throw error;
  }
}

async function replaced(hello: Hello, options: ConnectOptions): Promise<boolean> {
  if (!isNewer(options.version, hello.version)) return false;
  const body = { version: options.version };
  const path = routePath('leave');
  await requestJson({ socket: options.socket(), method: 'POST', path, body, timeoutMs: HELLO_MS });
  const until = now() + START_MS;
  while ((await sayHello(options.socket())) !== undefined && now() < until) await wait(LONGEST_WAIT_MS);
  return true;
}

async function waitForOwner({ socket }: ConnectOptions, failure: () => CairnError | undefined): Promise<void> {
  const until = now() + START_MS;
  for (let pause = FIRST_WAIT_MS; now() < until; pause = Math.min(pause * 2, LONGEST_WAIT_MS)) {
    if ((await sayHello(socket())) !== undefined) return;
    const failed = failure();
    if (failed !== undefined) throw failed;
    await wait(pause);
  }
  throw new CairnError('not_running', `The worker did not answer within ${START_MS / 1_000} s of its start.`, {
    fix: 'cairn worker',
  });
}

/** Says why a worker that was started ended: it tells so on stderr. Nothing while it runs, or when another one owns the home. */
function failureOf(worker: ChildProcess): () => CairnError | undefined {
  let said = '';
  let failure: CairnError | undefined;
  worker.stderr?.setEncoding('utf8').on('data', (part: string) => {
    said = (said + part).slice(0, SAID_CHARS);
  });
  worker.on('close', (code) => {
    if (code !== 0) failure = parseError(parseJson(said), 'The worker ended while it started; cairn.log may say why.');
  });
  return () => failure;
}

/** True when version `a` is newer than `b`: numbers compared part by part, a pre-release is older than its release. */
export function isNewer(a: string, b: string): boolean {
  const [coreA = '', preA] = a.split('-', 2);
  const [coreB = '', preB] = b.split('-', 2);
  const partsA = coreA.split('.').map(Number);
  const partsB = coreB.split('.').map(Number);
  for (let i = 0; i < 3; i += 1) {
    const difference = (partsA[i] ?? 0) - (partsB[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return preA === undefined && preB !== undefined;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
