import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HomePaths } from '../config/paths.ts';
import { CairnError } from '../core/errors.ts';
import { hashBase32 } from '../core/hash.ts';
import { asObject, asString, parseJson } from '../core/json.ts';
import { readBootId } from './boot-id.ts';
import { isPrivateFolder, readTextIfThere } from './files.ts';
import { ignore } from './ignored.ts';
import { shellQuote } from './shell-quote.ts';

/** Upper bound in bytes on a unix socket's path that every system accepts; a longer one is refused or silently cut. */
export const SOCKET_PATH_BYTES = 100;
/** File name of the socket in the home. */
const HOME_SOCKET = 'cairn.sock';
/** Mode bits of a folder in which other users can write, and so replace the socket. */
const OTHERS_WRITE = 0o022;

/** Where sockets may be placed: the home, `$XDG_RUNTIME_DIR` if set, and a folder that always exists (`/tmp`). */
export interface SocketEnvironment {
  home: string;
  runtimeDir?: string | undefined;
  tmpDir?: string;
  userId: number;
}

/**
 * The possible paths of a worker's socket, best first, each at most 100 bytes and unique to the home: `cairn.sock` in
 * the home, where no other user can replace it; `$XDG_RUNTIME_DIR/cairn-<hash>.sock`; a file in `/tmp/cairn-<uid>/`,
 * which is created with mode 0700 when it is reached. Throws `not_allowed` when that folder belongs to someone else.
 */
export function* socketPaths(place: SocketEnvironment): Generator<string> {
  const { runtimeDir, userId } = place;
  const home = realpathSync(place.home);
  const inHome = `${home}/${HOME_SOCKET}`;
  if (fits(inHome) && isOwnFolder(home, userId)) yield inHome;
  const name = `cairn-${hashBase32(['socket', home], 12)}.sock`;
  if (runtimeDir?.startsWith('/') && isPrivateFolder(runtimeDir, userId)) {
    const path = `${runtimeDir.replace(/\/+$/, '')}/${name}`;
    if (fits(path)) yield path;
  }
  yield `${makeTemporaryFolder(place)}/${name}`;
}

/** The first of `socketPaths`. Throws `not_allowed` when there is none. */
export function chooseSocketPath(place: SocketEnvironment): string {
  const [path] = socketPaths(place);
  if (path === undefined) throw new CairnError('internal', 'A home has no path for its socket.');
  return path;
}

/**
 * Path of the socket at which a home's worker answers: the path that the worker published, since its environment or
 * version may differ from the caller's. A path published before the machine was rebooted, or one at which another user
 * has since put a socket, is ignored: then the result is the caller's own choice.
 */
export function findWorkerSocket(published: Pick<HomePaths, 'socket' | 'state'>, place: SocketEnvironment): string {
  const path = readTextIfThere(published.socket)?.trim() ?? '';
  if (path !== '' && !isOfAnotherStart(published.state) && (place.userId < 0 || isOwnSocket(path, place.userId)))
    return path;
  return chooseSocketPath(place);
}

/**
 * True for a socket of this user, no link, in a folder of this user, no link, in which nobody else may write: no other
 * user can have created it, or can replace it before a connection.
 */
export function isOwnSocket(path: string, userId: number): boolean {
  try {
    const socket = lstatSync(path, { throwIfNoEntry: false });
    return socket?.isSocket() === true && socket.uid === userId && isOwnFolder(dirname(path), userId);
  } catch (error) {
    ignore(error, 'socket cannot be looked at');
    return false;
  }
}

function isOwnFolder(path: string, userId: number): boolean {
  const folder = lstatSync(path, { throwIfNoEntry: false });
  return folder?.isDirectory() === true && folder.uid === userId && (folder.mode & OTHERS_WRITE) === 0;
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= SOCKET_PATH_BYTES;
}

/** True when the worker's state is from an earlier boot of this machine, whose files in `/tmp` are gone. */
function isOfAnotherStart(state: string): boolean {
  const { bootId } = asObject(parseJson(readTextIfThere(state) ?? ''));
  const current = readBootId();
  return (asString(bootId) ?? '') !== '' && current !== '' && bootId !== current;
}

function makeTemporaryFolder({ tmpDir = '/tmp', userId }: SocketEnvironment): string {
  const folder = `${tmpDir}/cairn-${userId}`;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    // A dangling link exists, too.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw notPrivate(folder, userId, cause);
  }
  if (isPrivateFolder(folder, userId)) return folder;
  throw notPrivate(folder, userId);
}

function notPrivate(folder: string, userId: number, cause?: unknown): CairnError {
  return new CairnError('not_allowed', `${folder} is not a folder of user ${userId} alone`, {
    fix: `Set CAIRN_HOME to a shorter path (its socket then lies in the home), set XDG_RUNTIME_DIR to a folder of your own with mode 0700, or: rm -r ${shellQuote(folder)}`,
    cause,
  });
}
