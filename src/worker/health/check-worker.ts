import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hello } from '../../api/http-answers.ts';
import { sayHello } from '../../client/connect.ts';
import type { HomePaths } from '../../config/paths.ts';
import type { Deadlines } from '../../core/deadlines.ts';
import { isNewer } from '../../core/is-newer.ts';
import { asNumber, asObject, parseJson } from '../../core/json.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { now } from '../../platform/clock.ts';
import { readTextIfThere, removeFile } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import { findWorkerSocket, SOCKET_PATH_BYTES, type SocketEnvironment } from '../../platform/socket-path.ts';
import { findLockHolder, takeHomeLock } from '../../platform/sqlite/home-lock.ts';

const PAUSE_MS = 100;

/** What looking for the worker needs. */
export interface WorkerCheckDeps {
  paths: HomePaths;
  place: Omit<SocketEnvironment, 'home'>;
  /** Version of the program that looks. */
  version: string;
  mayStart: boolean;
  deadlines: Pick<Deadlines, 'lookMs' | 'helloMs'>;
}

/** Who owns the home, whether it answers, and where its socket lies. */
export async function checkWorker(look: WorkerCheckDeps): Promise<HealthFinding[]> {
  const { paths, place, deadlines } = look;
  const at = { ...place, home: paths.home };
  const socket = findWorkerSocket(paths, at);
  const length = Buffer.byteLength(socket);
  const message = `Its socket is ${socket}, ${length} of at most ${SOCKET_PATH_BYTES} bytes.`;
  const found: HealthFinding[] = [{ name: 'socket', status: 'ok', message }];
  for (const until = now() + deadlines.lookMs; ; await sleep(PAUSE_MS)) {
    const hello = await greet(socket, deadlines.helloMs);
    if (hello !== undefined) return [...found, answering(hello, look)];
    if (isFree(paths)) return [...found, absent(look), ...stale(paths, socket)];
    if (now() > until) return [...found, silent(paths)];
  }
}

async function greet(socket: string, helloMs: number): Promise<Hello | undefined> {
  try {
    return await sayHello(socket, helloMs);
  } catch (error) {
    ignore(error, 'the worker answers slowly');
    return undefined;
  }
}

/** True when nobody holds the home. Taken for the moment of asking, where there was a lock before. */
function isFree({ lock }: HomePaths): boolean {
  if (!existsSync(lock)) return true;
  const held = takeHomeLock(lock);
  held?.release();
  return held !== undefined;
}

function answering({ pid, version, startedAt }: Hello, look: WorkerCheckDeps): HealthFinding {
  const message = `The worker answers: process ${pid}, version ${version}, since ${formatMinute(startedAt)}.`;
  if (version === look.version) return { name: 'worker', status: 'ok', message };
  const [age, fix] = isNewer(look.version, version) ? ['older', 'cairn worker restart'] : ['newer', 'cairn setup'];
  return { name: 'worker', status: 'warning', message: `${message} It is ${age} than this command.`, fix };
}

function absent({ mayStart }: WorkerCheckDeps): HealthFinding {
  if (mayStart) return { name: 'worker', status: 'ok', message: 'No worker runs; whatever needs it starts it.' };
  return {
    name: 'worker',
    status: 'warning',
    message: 'No worker runs, and none may be started (worker.start is never).',
    fix: 'cairn worker',
  };
}

function silent({ state, lock }: HomePaths): HealthFinding {
  const worker = findLockHolder(lock);
  const pid = worker ?? asNumber(asObject(parseJson(readTextIfThere(state) ?? '')).pid);
  const otherwise = pid === undefined ? 'End it: it has worker.lock open.' : `kill ${pid}`;
  return {
    name: 'worker',
    status: 'failed',
    message: `${pid === undefined ? 'A process' : `Process ${pid}`} holds the home and does not answer.`,
    fix: worker === undefined ? otherwise : 'cairn worker restart',
  };
}

/** A worker that was killed leaves its socket behind; a hook looks at it first and waits for nobody. */
function stale(paths: HomePaths, socket: string): HealthFinding[] {
  const left = [paths.socket, paths.state, socket].filter(existsSync);
  if (left.length === 0) return [];
  return [
    {
      name: 'stale-socket',
      status: 'warning',
      message: `A worker that was killed left ${left.join(', ')}.`,
      fix: 'cairn doctor --fix, or start a worker: cairn worker restart',
      mend() {
        left.forEach(removeFile);
        return 'they are removed.';
      },
    },
  ];
}
