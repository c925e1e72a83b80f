import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { CairnError } from '../core/errors.ts';
import { ensureFolder } from './files.ts';
import { ignore } from './ignored.ts';
import { shellQuote } from './shell-quote.ts';

const OTHERS = 0o077;

/**
 * Creates a folder and its missing parents (0700), and closes an existing one to everyone but its owner. Throws
 * `not_allowed` when it belongs to another user than `userId`; -1, where the system has no users, skips that check.
 */
export function ensureOwnFolder(path: string, userId: number): void {
  ensureFolder(path);
  if (userId < 0) return;
  const { uid, mode } = statSync(path);
  if (uid !== userId) {
    throw new CairnError('not_allowed', `${path} belongs to user ${uid}; this is user ${userId}.`, {
      fix: `Set CAIRN_HOME to a folder of your own, or: sudo chown -R ${userId} ${shellQuote(path)}`,
    });
  }
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & 0o7777 & ~OTHERS);
  } catch (error) {
    // A file system without modes cannot close it; the socket is then placed elsewhere.
    ignore(error, 'home could not be closed to others');
  }
}

/** True for a folder that is there and into which this process may not write, by its mode or its file system. */
export function isReadOnlyFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
