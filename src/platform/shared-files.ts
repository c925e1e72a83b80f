import {
  closeSync,
  constants,
  type Dirent,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { syncFolder, unwritable, writeAndClose } from './files.ts';
import { ignore } from './ignored.ts';

// Folders and files that others can write to as well: none of what is written here follows a link that one of them put there,
// or waits for the reader of a FIFO. Windows has neither flag. Who may read the folder above may read them; nobody else writes them.

/** What those may do at most who may read the folder above. */
const MOST = { file: 0o644, folder: 0o755 } as const;
const OPEN_FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const OPEN_TO_ADD = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Creates a file that is for others, too; nothing may be at its path. Synced. Throws `unwritable` or `low_disk`. */
export function writeShared(path: string, data: string | Uint8Array): void {
  try {
    const file = openSync(path, 'wx', 0o600);
    openToReaders(file, path, MOST.file);
    writeAndClose(file, typeof data === 'string' ? Buffer.from(data, 'utf8') : data);
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
    if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined) {
      openFolderToReaders(path);
      syncFolder(dirname(path));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(path, error);
  }
  if (lstatSync(path).isDirectory()) return;
  throw new CairnError('unwritable', `${path} is a link or a file, not a folder: nothing is written there.`, {
    fix: 'Remove it, and ask your team who put it there.',
  });
}

function openFolderToReaders(path: string): void {
  let folder: number;
  try {
    folder = openSync(path, OPEN_FOLDER);
  } catch (error) {
    // Windows opens no folder, and its rights come from the one above.
    ignore(error, 'folder cannot be opened here');
    return;
  }
  openToReaders(folder, path, MOST.folder);
  closeSync(folder);
}

/** Gives what was made at a path the rights of the folder above, whatever the umask; a drive without rights of its own keeps its. */
function openToReaders(file: number, path: string, most: number): void {
  try {
    fchmodSync(file, (statSync(dirname(path)).mode & most) | (fstatSync(file).mode & 0o2700));
  } catch (error) {
    ignore(error, 'rights of a shared file could not be set');
  }
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
