import {
  accessSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { randomId } from '../core/hash.ts';
import { readRegularFile, removeFile, syncFolder, writeSynced } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { removeLeft } from '../platform/process/remove-left.ts';

const LINKS_MAX = 40;
const NEW_FILE_MODE = 0o600;
/** The names of a file before it is whole. */
const LEFT = /^\.cairn-(?:\w+-)?(\d+)\.tmp$/;

/** A file on the disk: `path` with links resolved; `bytes` and `mode` are absent when there is no file. */
export interface TargetFile {
  path: string;
  bytes?: Buffer;
  mode?: number;
}

/**
 * Reads the file to which a path's links lead, which need not exist. Throws `unsupported` unless it is a regular file.
 */
export function readTargetFile(path: string): TargetFile {
  const target = followLinks(path);
  if (statSync(target, { throwIfNoEntry: false }) === undefined) return { path: target };
  return { path: target, ...readRegularFile(target) };
}

/** Throws `unwritable` unless the file at this path can be created, replaced and removed; a read-only file cannot. */
export function assertWritable(path: string): void {
  const { path: target, bytes } = readTargetFile(path);
  const folder = nearestFolder(dirname(target));
  const closed = bytes !== undefined && isReadOnly(target) ? target : isReadOnly(folder) ? folder : undefined;
  if (closed === undefined) return;
  throw new CairnError('unwritable', `${path} cannot be changed: ${closed} is read-only. Nothing was changed.`, {
    fix: `chmod u+w '${closed}'`,
  });
}

/** Creates or replaces a file atomically and durably, through links; it keeps its mode, and a new one gets 0600. */
export function replaceTargetFile(path: string, bytes: Uint8Array, mode: number = NEW_FILE_MODE): void {
  const target = followLinks(path);
  const temporary = join(dirname(target), `.cairn-${randomId()}-${process.pid}.tmp`);
  try {
    removeLeft(dirname(target), LEFT);
    writeSynced(temporary, bytes, (file) => {
      fchmodSync(file, mode);
      keepOwner(file, target);
    });
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (error) {
    removeFile(temporary);
    throw new CairnError('unwritable', `${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

/** Removes the file to which a path's links lead, and syncs its folder; the links stay. */
export function removeTargetFile(path: string): void {
  const target = followLinks(path);
  removeFile(target);
  syncFolder(dirname(target));
}

/** The missing folders above a path, outermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(followLinks(path)); statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) {
    missing.unshift(at);
  }
  return missing;
}

/** Removes those of the folders that are empty, innermost first. */
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

/** Checks the mode as well: the superuser may write every file, but a file made read-only is meant to stay. */
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

/** Keeps the file's user and group when the superuser replaces it. */
function keepOwner(file: number, target: string): void {
  const before = statSync(target, { throwIfNoEntry: false });
  const { uid, gid } = fstatSync(file);
  if (before !== undefined && (before.uid !== uid || before.gid !== gid)) fchownSync(file, before.uid, before.gid);
}
