import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { asObject, asString, parseJson } from '../core/json.ts';
import { readTextIfThere, realPathOf, writeDurable } from '../platform/files.ts';

/** Where a home is: the folder by its path and its number in the file system, and the machine. */
interface HomePlace {
  host: string;
  path: string;
  inode: string;
}

/** Name of the file that says where a home of some id was last. */
const MARK = 'sync-place';

/** Notes that the home of an id is in this folder. */
export function markHome(folder: string, id: string): void {
  const text = `${JSON.stringify({ home: id, ...placeOf(folder) })}\n`;
  if (readTextIfThere(join(folder, MARK)) !== text) writeDurable(join(folder, MARK), text);
}

/**
 * Whether a folder is a copy of the home of an id, which may still run where it was: it is another folder, and on another machine, or
 * that home is still where it was (`isThere`). A folder that moved, or was put back in its place, is none; nor is one without a mark.
 */
export function isCopyOf(id: string, folder: string, isThere: (path: string) => boolean): boolean {
  const { home, host, path, inode } = asObject(parseJson(readTextIfThere(join(folder, MARK)) ?? ''));
  const here = placeOf(folder);
  if (home !== id || inode === here.inode) return false;
  return host !== here.host || (path !== here.path && isThere(asString(path) ?? ''));
}

function placeOf(folder: string): HomePlace {
  const inode = statSync(folder, { bigint: true, throwIfNoEntry: false })?.ino ?? 0n;
  return { host: hostname(), path: realPathOf(folder), inode: String(inode) };
}
