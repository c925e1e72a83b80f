import { type BigIntStats, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { asObject, asString, parseJson } from '../core/json.ts';
import { readTextIfThere, realPathOf, writeDurable } from '../platform/files.ts';

/**
 * Where a home is: the machine, the path of the folder, and which folder it is there: its number in the file system, which the roots of
 * two volumes share, and when it was made, in nanoseconds since 1970; `0` where the file system does not keep that.
 */
interface HomePlace {
  host: string;
  path: string;
  inode: string;
  born: string;
}

/** Name of the file that says where a home of some id was last. */
const MARK = 'sync-place';

/** Notes that the home of an id is in this folder. */
export function markHome(folder: string, id: string): void {
  const text = `${JSON.stringify({ home: id, ...placeOf(folder) })}\n`;
  if (readTextIfThere(join(folder, MARK)) !== text) writeDurable(join(folder, MARK), text);
}

/**
 * Whether a folder is a copy of the home of an id, which may still run where it was. On the same machine it is one where that home is
 * still there (`isThere`) in a folder of its own; elsewhere, where the folder is not the one that was marked, whose machine then only has
 * another name. A folder that moved, or was put back in its place, is none; nor is one without a mark.
 */
export function isCopyOf(id: string, folder: string, isThere: (path: string) => boolean): boolean {
  const { home, host, path, inode, born } = asObject(parseJson(readTextIfThere(join(folder, MARK)) ?? ''));
  const here = placeOf(folder);
  if (home !== id) return false;
  // A mark of an earlier version knows the number alone.
  if (host !== here.host) return inode !== here.inode || (born ?? here.born) !== here.born;
  const there = asString(path) ?? '';
  return there !== here.path && isThere(there) && !isSameFolder(there, folder);
}

/** Whether two paths lead to one folder, as those of a mount do. */
function isSameFolder(one: string, other: string): boolean {
  const [first, second] = [statOf(one), statOf(other)];
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

function placeOf(folder: string): HomePlace {
  const { ino = 0n, birthtimeNs = 0n, ctimeNs = 0n } = statOf(folder) ?? {};
  // In place of a time that is not kept, Node can give that of the last change.
  const born = birthtimeNs === ctimeNs ? 0n : birthtimeNs;
  return { host: hostname(), path: realPathOf(folder), inode: String(ino), born: String(born) };
}

function statOf(folder: string): BigIntStats | undefined {
  return statSync(folder, { bigint: true, throwIfNoEntry: false });
}
