import { mkdirSync, realpathSync } from 'node:fs';
import { CairnError } from '../core/errors.ts';
import { hashBase32 } from '../core/hash.ts';
import { isPrivateFolder, readTextIfThere } from './files.ts';

/** Longest path that every system takes for a unix socket; a longer one is refused or silently cut. */
export const SOCKET_PATH_BYTES = 100;

/** Where sockets may lie: `$XDG_RUNTIME_DIR` when there is one, and the folder that always is (`/tmp`). */
export interface SocketPlace {
  home: string;
  runtimeDir?: string | undefined;
  tmpDir?: string;
  userId: number;
}

/**
 * Chooses the path of the owner's socket, at most 100 bytes and unique to the home: `$XDG_RUNTIME_DIR/cairn-<hash>.sock`,
 * else in `/tmp/cairn-<uid>/`, made with mode 0700. Throws `not_allowed` when someone else holds that folder.
 */
export function chooseSocketPath(place: SocketPlace): string {
  const name = `cairn-${hashBase32(['socket', realpathSync(place.home)], 12)}.sock`;
  const { runtimeDir, userId } = place;
  if (runtimeDir?.startsWith('/') && isPrivateFolder(runtimeDir, userId)) {
    const path = `${runtimeDir.replace(/\/+$/, '')}/${name}`;
    if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES) return path;
  }
  const folder = `${place.tmpDir ?? '/tmp'}/cairn-${userId}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isPrivateFolder(folder, userId)) return `${folder}/${name}`;
  throw new CairnError('not_allowed', `${folder} is not a folder of user ${userId} alone`, {
    fix: `Remove ${folder}, or set XDG_RUNTIME_DIR to a folder of your own with mode 0700.`,
  });
}

/**
 * Path of the socket at which a home's owner answers: what the owner wrote to the file `published`, since it may run in
 * another environment than the caller; without one, where the caller's own would be.
 */
export function findOwnerSocket(published: string, place: SocketPlace): string {
  return readTextIfThere(published)?.trim() || chooseSocketPath(place);
}
