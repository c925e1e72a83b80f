import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  type ReadStream,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CairnError, fullDisk } from '../core/errors.ts';
import { ignore } from './ignored.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const TEXT_BYTES = 1024 * 1024;
const SMALL_BYTES = 4_096;
const LISTED_MAX = 1_000_000;
/** Does not wait for a FIFO's writer, and does not make a terminal the controlling one. Windows has neither flag. */
const OPEN_TO_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Creates a folder and its missing parents durably, for their owner alone (0700); an existing folder keeps its mode. Throws
 * `unwritable` or `low_disk`. Folder by folder: where a file system makes none in a folder that is there, such as `/proc`, Node's
 * own way to make all at once never ends.
 */
export function ensureFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  ensureFolder(above);
  try {
    makeFolder(path);
    // Until the folder above a new one is synced, a power cut takes the new one away with all that is in it. The folder in
    // which the first is new may be so as well: Node makes one for what it compiled.
    for (const folder of [above, dirname(above)]) syncFolder(folder);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, FOLDER_MODE);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

/**
 * Writes a file atomically and durably, also across a power cut: a temporary file in the same folder, synced, renamed,
 * and the folder synced. Mode 0600. Throws `unwritable` or `low_disk`.
 */
export function writeDurable(path: string, data: string | Uint8Array): void {
  // In a container each start can have the same process id: what a killed one left is not in the way.
  const temporary = join(dirname(path), `.${basename(path)}.${Math.random()}.${process.pid}.tmp`);
  try {
    writeSynced(temporary, data);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    removeFile(temporary);
    throw unwritable(path, error);
  }
}

/**
 * Creates a file of mode 0600 that must not exist yet, and syncs it; `prepare` may change mode and owner of the opened file
 * before that. Throws the system's own error.
 */
export function writeSynced(path: string, data: string | Uint8Array, prepare?: (file: number) => void): void {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
  const file = openSync(path, 'wx', FILE_MODE);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    prepare?.(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Adds to the end of a file of mode 0600, which is created when it is missing, and syncs it. Throws `unwritable` or `low_disk`. */
export function appendSynced(path: string, data: string): void {
  try {
    writeAndClose(openSync(path, 'a', FILE_MODE), Buffer.from(data, 'utf8'));
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Writes to an opened file, syncs and closes it. Throws the system's own error. */
export function writeAndClose(file: number, bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Makes creations, renames and removals in a folder durable. Where folders cannot be synced, this is left to the
 * system.
 */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EISDIR' && code !== 'EPERM' && code !== 'EINVAL') throw error;
    ignore(error, 'folder cannot be synced here');
  }
}

/** The text of a file of at most `maxBytes`; `undefined` when there is none. A longer one is `invalid_input`. */
export function readTextIfThere(path: string, maxBytes = TEXT_BYTES): string | undefined {
  const bytes = readBytesIfThere(path, maxBytes + 1);
  if (bytes === undefined) return undefined;
  if (bytes.length > maxBytes) throw new CairnError('invalid_input', `${path} is longer than ${maxBytes} bytes`);
  return bytes.toString('utf8');
}

/** The first `maxBytes` of a regular file; `undefined` when there is none. Never blocks, whatever the path is. */
export function readBytesIfThere(path: string, maxBytes: number): Buffer | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    const stat = fstatSync(file);
    return stat.isFile() ? readAtMost(file, Math.min(maxBytes, Math.max(stat.size, SMALL_BYTES))) : undefined;
  } finally {
    closeSync(file);
  }
}

/** The last `maxBytes` of a regular file, and whether these are all; `undefined` when there is none. Never blocks. */
export function readTailIfThere(path: string, maxBytes: number): { bytes: Buffer; isWhole: boolean } | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return undefined;
    const from = Math.max(0, stat.size - maxBytes);
    const bytes = Buffer.alloc(Math.min(stat.size, maxBytes));
    return { bytes: bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from)), isWhole: from === 0 };
  } finally {
    closeSync(file);
  }
}

/** At most `maxBytes` of a regular file from a byte on; `undefined` when there is none. Never blocks. */
export function readStretchIfThere(path: string, from: number, maxBytes: number): Buffer | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.allocUnsafe(maxBytes);
    return bytes.subarray(0, readSync(file, bytes, 0, maxBytes, from));
  } finally {
    closeSync(file);
  }
}

/**
 * Opens a regular file for reading and returns its descriptor, which the caller closes. Never blocks: the type is
 * checked on the opened descriptor, so that the file cannot be replaced in between. Throws `not_found`, `unsupported`
 * for a FIFO, device, socket or folder, else the system's own error.
 */
export function openRegularFile(path: string): number {
  const file = openIfThere(path);
  if (file === undefined)
    throw new CairnError('not_found', `There is no file ${path}.`, { fix: 'Name a file that is there.' });
  try {
    assertRegularFile(path, fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The content of a regular file and its permission bits. Never blocks; throws as `openRegularFile` does. */
export function readRegularFile(path: string): { bytes: Buffer; mode: number } {
  const file = openRegularFile(path);
  try {
    return { bytes: readFileSync(file), mode: fstatSync(file).mode & 0o7777 };
  } finally {
    closeSync(file);
  }
}

/** Copies a regular file to a new one of mode 0600. Throws as `openRegularFile` does, and the system's own error. */
export function copyRegularFile(from: string, to: string): void {
  closeSync(openRegularFile(from));
  copyFileSync(from, to, constants.COPYFILE_EXCL);
  chmodSync(to, FILE_MODE);
}

/** The bytes of a file as a stream of chunks, which closes the descriptor at its end. */
export function streamOf(file: number, chunkBytes: number): ReadStream {
  return createReadStream('', { fd: file, highWaterMark: chunkBytes });
}

/** Throws `unsupported`, with the type it found, when a path is no regular file. */
export function assertRegularFile(path: string, stat: Stats): void {
  if (!stat.isFile()) throw notRegular(path, kindOf(stat));
}

/** The descriptor of whatever is at a path; `undefined` when nothing is. A socket cannot be opened: `unsupported`. */
function openIfThere(path: string): number | undefined {
  try {
    // Most paths that are asked for are not there: an exception costs ten times as much as asking.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    return openSync(path, OPEN_TO_READ);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ENXIO') throw notRegular(path, 'a socket or a device that is not there');
    throw error;
  }
}

function kindOf(stat: Stats): string {
  if (stat.isFIFO()) return 'a FIFO';
  if (stat.isDirectory()) return 'a folder';
  return stat.isSocket() ? 'a socket' : 'a device';
}

function notRegular(path: string, kind: string): CairnError {
  return new CairnError('unsupported', `${path} is ${kind}, not a regular file.`, {
    fix: `Remove ${path}, or name a regular file.`,
  });
}

/** True for a regular file, whose reading never blocks and comes to an end. False for an invalid path. */
export function isRegularFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    ignore(error, 'path cannot be looked at');
    return false;
  }
}

/** True for a regular file that this user may run. */
export function isProgram(path: string): boolean {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES') ignore(error, 'path of commands holds what is no path');
    return false;
  }
}

/** Bytes of a file; 0 when it does not exist. */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Names of a folder's entries, in no order; none when it does not exist. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Identity of the file at a path, its device and inode: no other file's as long as someone has it open; `undefined` for
 * none.
 */
export function fileIdentity(path: string): string | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat && `${stat.dev}:${stat.ino}`;
  } catch (error) {
    ignore(error, 'path cannot be looked at');
    return undefined;
  }
}

/** Identity of an open file, as `fileIdentity` gives it, whatever is at its path by now. */
export function openFileIdentity(file: number): string {
  const { dev, ino } = fstatSync(file, { bigint: true });
  return `${dev}:${ino}`;
}

/** All regular files below a folder, absolute, in no order; links are not followed, and at most a million are listed. */
export function listFiles(folder: string): string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && files.length < LISTED_MAX; next = folders.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(next, entry.name));
      else if (entry.isFile()) files.push(join(next, entry.name));
    }
  }
  return files;
}

/** Removes a file, if it exists. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') ignore(error, 'file could not be removed');
  }
}

/** True when a folder is the caller's own, no link, and closed to everyone else. */
export function isPrivateFolder(path: string, userId: number): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  return stat.isDirectory() && stat.uid === userId && (stat.mode & 0o077) === 0;
}

function readAtMost(file: number, maxBytes: number): Buffer {
  const bytes = Buffer.alloc(maxBytes);
  let length = 0;
  for (;;) {
    const size = readSync(file, bytes, length, maxBytes - length, null);
    length += size;
    if (size === 0 || length === maxBytes) return bytes.subarray(0, length);
  }
}

/** The error of a write that failed: `low_disk` where the disk is full, else `unwritable`. */
export function unwritable(path: string, cause: unknown): CairnError {
  const full = fullDisk(cause, path);
  if (full !== undefined) return full;
  const { code, message } = cause as NodeJS.ErrnoException;
  return new CairnError('unwritable', `${path} cannot be written: ${code ?? message}`, {
    fix: 'Make the folder writable, or set CAIRN_HOME to another.',
    cause,
  });
}

/** A path without symbolic links; where it leads nowhere, or not for us, the path itself. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
