import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { readRegularFile, removeFile, syncFolder } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';

const LINKS_MAX = 40;
const NEW_FILE_MODE = 0o600;

/** A file as it lies on the disk: `path` is where links end, `bytes` and `mode` are absent when there is no file. */
export interface TargetFile {
  path: string;
  bytes?: Buffer;
  mode?: number;
}

/** Reads the file at the end of a path's links, which need not exist. Throws `unsupported` for what is no regular file. */
export function readTargetFile(path: string): TargetFile {
  const target = followLinks(path);
  if (statSync(target, { throwIfNoEntry: false }) === undefined) return { path: target };
  return { path: target, ...readRegularFile(target) };
}

/** Throws `unwritable` unless a file at this path can be replaced, made or removed; a read-only file cannot. */
export function assertWritable(path: string): void {
  const { path: target, bytes } = readTargetFile(path);
  const folder = nearestFolder(dirname(target));
  const closed = bytes !== undefined && isReadOnly(target) ? target : isReadOnly(folder) ? folder : undefined;
  if (closed === undefined) return;
  throw new CairnError('unwritable', `${path} cannot be changed: ${closed} is read-only. Nothing was changed.`, {
    fix: `chmod u+w '${closed}'`,
  });
}

/** Replaces or makes a file at once and for good, through links, with the mode it had (a new one 0600). */
export function replaceTargetFile(path: string, bytes: Uint8Array, mode: number = NEW_FILE_MODE): void {
  const target = followLinks(path);
  const temporary = join(dirname(target), `.cairn-${process.pid}.tmp`);
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fchmodSync(file, mode);
      keepOwner(file, target);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (error) {
    removeFile(temporary);
    throw new CairnError('unwritable', `${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

/** Removes the file at the end of a path's links, and syncs its folder; the links stay, as they were found. */
export function removeTargetFile(path: string): void {
  const target = followLinks(path);
  removeFile(target);
  syncFolder(dirname(target));
}

/** The folders above a path that are not there, outermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(followLinks(path)); statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) {
    missing.unshift(at);
  }
  return missing;
}

/** Removes folders that are empty, innermost first; the others stay. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  }
}

function followLinks(path: string): string {
  let target = path;
  for (let links = 0; links < LINKS_MAX; links += 1) {
    const stat = lstatSync(target, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isSymbolicLink()) {
      const folder = dirname(target);
      return statSync(folder, { throwIfNoEntry: false })
        ? join(realpathSync(folder), target.slice(folder.length))
        : target;
    }
    target = resolve(dirname(target), readlinkSync(target));
  }
  throw new CairnError('unsupported', `${path} is a circle of links`, { fix: `Remove ${path}.` });
}

function nearestFolder(path: string): string {
  let folder = path;
  while (statSync(folder, { throwIfNoEntry: false }) === undefined && dirname(folder) !== folder)
    folder = dirname(folder);
  return folder;
}

/** Asks the mode as well: to the superuser everything is writable, but a file made read-only is meant to stay. */
function isReadOnly(path: string): boolean {
  if ((statSync(path).mode & 0o200) === 0) return true;
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    ignore(error, 'file of an agent is read-only');
    return true;
  }
}

/** The superuser changes another's file without taking it. */
function keepOwner(file: number, target: string): void {
  const before = statSync(target, { throwIfNoEntry: false });
  const { uid, gid } = fstatSync(file);
  if (before !== undefined && (before.uid !== uid || before.gid !== gid)) fchownSync(file, before.uid, before.gid);
}
