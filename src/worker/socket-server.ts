import { chmodSync, readdirSync, renameSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { DEADLINES } from '../core/deadlines.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { removeFile } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import type { LogFile } from '../platform/log.ts';
import { isOwnSocket, type SocketEnvironment, socketPaths } from '../platform/socket-path.ts';

const SOCKET_NAME = /^cairn-[a-z2-7]{12}(?:\.sock|[.~][0-9a-z]+)$/;
/** Milliseconds for which a socket is left alone: its worker may be about to listen. */
const YOUNG_MS = 60_000;
const LOOKED_AT_MAX = 1_000;

/** Milliseconds of silence after which a connection ends, so that a client that hangs does not keep the worker for ever. */
export const SILENCE_MS = 15 * 60_000;
/** Node's server wakes every 30 seconds to look for slow requests; an idle worker wakes for nothing. */
export const NEVER_MS = 2 ** 31 - 1;
/** Milliseconds between two looks for connections without a request, while a server closes. */
const IDLE_LOOK_MS = 20;

/** An HTTP server on a unix socket. */
export interface SocketServer {
  /** Accepts nothing more and gives requests under way their time. The socket's file stays: another worker may listen there by now. */
  close(): Promise<void>;
}

/**
 * The first path of `socketPaths` in whose folder a socket can be made, reached and found to be this user's own: some file
 * systems have no sockets, or have them and lead nowhere. Throws `unwritable` or `not_allowed` when there is none.
 */
export async function findSocketPath(place: SocketEnvironment, log: LogFile): Promise<string> {
  let failure: CairnError | undefined;
  for (const path of socketPaths(place)) {
    failure = await tryFolder(dirname(path), place.userId);
    if (failure === undefined) return path;
    log.info(`no socket at ${path}: ${failure.message}`);
  }
  throw failure ?? new CairnError('internal', 'A home has no path for its socket.');
}

/** What keeps a socket from working in a folder; `undefined` when nothing does. */
async function tryFolder(folder: string, userId: number): Promise<CairnError | undefined> {
  const path = join(folder, `.${process.pid}.tmp`);
  try {
    const server = await listenOnSocket(path, () => undefined);
    try {
      const isOther = userId >= 0 && !isOwnSocket(path, userId);
      const fault = (await connectError(path)) ?? (isOther ? new Error('it is of another user') : undefined);
      return fault && cannotListen(path, fault);
    } finally {
      await server.close();
      removeFile(path);
    }
  } catch (error) {
    return toCairnError(error);
  }
}

/** Why nobody can be reached at a socket; `undefined` when someone can. */
function connectError(path: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('error', resolve);
  });
}

/**
 * Listens on a unix socket of mode 0600, in the place of the one that a dead worker left or a worker without its home still
 * holds: only the holder of the lock calls this. The socket is made under another name, since closing it removes that name.
 * `closeMs`: milliseconds that requests under way get when it closes.
 */
export async function listenOnSocket(
  path: string,
  listener: RequestListener,
  closeMs = DEADLINES.closeMs,
): Promise<SocketServer> {
  const made = madeName(path);
  removeFile(made);
  const server = createServer({ keepAliveTimeout: 30_000, connectionsCheckingInterval: NEVER_MS }, listener);
  server.setTimeout(SILENCE_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(path, error)));
    server.listen(made, resolve);
  });
  try {
    chmodSync(made, 0o600);
    renameSync(made, path);
  } catch (error) {
    // A server that still listens keeps its process from ending.
    await closeServer(server, closeMs);
    throw cannotListen(path, toCairnError(error));
  }
  return { close: () => closeServer(server, closeMs) };
}

/**
 * The name under which this process makes a socket, no longer than a path of a socket may be. No other file of a home has a
 * `~`: with a dot, the name of process 479, which is `db` in base 36, was that of the database.
 */
function madeName(path: string): string {
  return `${path.replace(/\.sock$/, '')}~${process.pid.toString(36)}`;
}

/** Accepts nothing more, gives what is under way `closeMs` milliseconds, and ends. */
export function closeServer(server: Server, closeMs: number): Promise<void> {
  return new Promise((resolve) => {
    const hard = setTimeout(() => server.closeAllConnections(), closeMs);
    // A connection whose answer ends meanwhile, as a stream of events does, would be kept for its next request.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
    server.close(() => {
      clearTimeout(hard);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function cannotListen(path: string, cause: Error): CairnError {
  return new CairnError('unwritable', `cannot listen on ${path}: ${cause.message}`, {
    fix: 'Set CAIRN_HOME to a folder on a local disk, or XDG_RUNTIME_DIR to a folder of your own with mode 0700.',
    cause,
  });
}

/**
 * Removes sockets of killed workers, whose homes may be gone, from the folder where sockets lie: those that nobody answers
 * on, and that are older than a minute. Never rejects; what cannot be done is counted.
 */
export async function removeStaleSockets(folder: string, now: number): Promise<void> {
  try {
    const names = readdirSync(folder).filter((name) => SOCKET_NAME.test(name));
    for (const name of names.slice(0, LOOKED_AT_MAX)) {
      const path = join(folder, name);
      const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
      if (now - made > YOUNG_MS && (await connectError(path))?.code === 'ECONNREFUSED') removeFile(path);
    }
  } catch (error) {
    ignore(error, 'sockets of other homes could not be looked at');
  }
}
