import { closeSync, constants, type Dirent, fstatSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { syncFolder, unwritable, writeAndClose } from './files.ts';

// Folders and files that others can write to as well: none of what is written here follows a link that one of them put there,
// or waits for the reader of a FIFO. Windows has neither flag.

/** What the person's umask leaves of it. */
const SHARED_MODE = 0o666;
const OPEN_TO_ADD = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Creates a file that is for others, too; nothing may be at its path. Synced. Throws `unwritable` or `low_disk`. */
export function writeShared(path: string, data: string | Uint8Array): void {
  try {
    writeAndClose(openSync(path, 'wx', SHARED_MODE), typeof data === 'string' ? Buffer.from(data, 'utf8') : data);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Adds to the end of a regular file that is there and is for others, too. Synced. Throws `unwritable` or `low_disk`. */
export function appendShared(path: string, bytes: Uint8Array): void {
  try {
    const file = openSync(path, OPEN_TO_ADD);
    if (!fstatSync(file).isFile()) {
      closeSync(file);
      throw new Error('no regular file');
    }
    writeAndClose(file, bytes);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Creates a folder in one that is for others, too. Throws `unwritable`, also where a link or file stands in its place, or `low_disk`. */
export function ensureSharedFolder(path: string): void {
  try {
    if (mkdirSync(path, { recursive: true }) !== undefined) syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(path, error);
  }
  if (lstatSync(path).isDirectory()) return;
  throw new CairnError('unwritable', `${path} is a link or a file, not a folder: nothing is written there.`, {
    fix: 'Remove it, and ask your team who put it there.',
  });
}

/** When a file or its name was last changed, in milliseconds since 1970 by the system, whatever a program set as its time. */
export function changedAt(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

/** Names of the regular files in a folder, in no order: no links; none when it does not exist. */
export function filesIn(folder: string): string[] {
  return entriesIn(folder).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

/** Names of the folders in a folder, in no order: no links; none when it does not exist. */
export function foldersIn(folder: string): string[] {
  return entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // Nor where a file stands in its place.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
