import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { ignore } from './ignored.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const TEXT_BYTES = 1024 * 1024;
const SMALL_BYTES = 4_096;
const LISTED_MAX = 1_000_000;

/** Makes a folder and the ones above it, for their owner alone (0700); one that is there stays as it is. */
export function ensureFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Writes a file so that it is there whole or not at all, also after a power cut: a temporary file in the same folder,
 * synced, renamed, and the folder synced. Mode 0600. Throws `unwritable` or `low_disk`.
 */
export function writeDurable(path: string, data: string | Uint8Array): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    writeSynced(temporary, data);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    removeFile(temporary);
    throw unwritable(path, error);
  }
}

/** Writes a file of mode 0600 that is not there yet, and syncs it. Fails with the system's own error. */
export function writeSynced(path: string, data: string | Uint8Array): void {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
  const file = openSync(path, 'wx', FILE_MODE);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes what was created, renamed or removed in a folder last. Where folders cannot be synced, the system does it. */
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

/** The first `maxBytes` of a regular file; `undefined` when there is none. Never waits, whatever the path is. */
export function readBytesIfThere(path: string, maxBytes: number): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
  try {
    const stat = fstatSync(file);
    return stat.isFile() ? readAtMost(file, Math.min(maxBytes, Math.max(stat.size, SMALL_BYTES))) : undefined;
  } finally {
    closeSync(file);
  }
}

/** True for a regular file: reading one never waits and comes to an end. A path that cannot be one is none. */
export function isRegularFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    ignore(error, 'path cannot be looked at');
    return false;
  }
}

/** Bytes of a file; 0 when it is not there. */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Names of all that a folder holds, in no order; none when it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
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

/** Removes a file; one that is not there is fine. */
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

function unwritable(path: string, cause: unknown): CairnError {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new CairnError('low_disk', `${path} is on a disk that is full.`, {
      fix: 'Free some space on that disk.',
      cause,
    });
  }
  return new CairnError('unwritable', `${path} cannot be written: ${code ?? message}`, {
    fix: 'Make the folder writable, or set CAIRN_HOME to one that is.',
    cause,
  });
}
