import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { readBytesIfThere } from './files.ts';
import { ignore } from './ignored.ts';

/** Upper bounds on the paths that are looked at, the files that are read, and their bytes together. */
export interface LookLimits {
  paths: number;
  files: number;
  bytes: number;
}

/** What is at a path: nothing, a folder, or a file with its size in bytes and its time in milliseconds since 1970. */
export type FoundPath = { kind: 'none' | 'folder' } | { kind: 'file'; sizeBytes: number; modifiedAt: number };

/** A bounded look at the files of one project; what is outside of its root, or beyond the limits, is unknown. */
export interface ProjectFiles {
  /** What is at a path, relative to the root or absolute below it; `undefined`: unknown. */
  find(path: string): FoundPath | undefined;
  /** The text of a regular file of at most a megabyte; `undefined`: none, or unknown. */
  text(path: string): string | undefined;
  /** How much was looked at so far. */
  used(): LookLimits;
}

const FILE_BYTES = 1024 * 1024;
const NOTHING = new Set(['ENOENT', 'ENOTDIR']);

/**
 * Opens a look at the files below a root, within limits. Links are followed only to what is below the root; nothing
 * blocks, whatever a path is. `undefined` when the root is no folder.
 */
export function openProjectFiles(root: string, limits: LookLimits): ProjectFiles | undefined {
  const real = realPath(root);
  if (real === undefined || lstatSync(real).isDirectory() === false) return undefined;
  const used: LookLimits = { paths: 0, files: 0, bytes: 0 };
  const places = new Map<string, string | null | undefined>();
  const texts = new Map<string, string | undefined>();

  /** Real path of a folder below the root; `null`: there is none, `undefined`: it is outside. */
  const folderOf = (folder: string): string | null | undefined => {
    if (!places.has(folder)) places.set(folder, realFolder(folder, real));
    return places.get(folder);
  };
  const placeOf = (path: string): string | null | undefined => {
    const below = belowRoot(path, [root, real]);
    if (below === undefined) return undefined;
    const folder = folderOf(join(real, dirname(below)));
    return typeof folder === 'string'
      ? join(folder, below.slice(dirname(below) === '.' ? 0 : dirname(below).length + 1))
      : folder;
  };
  const find = (path: string): FoundPath | undefined => {
    if (used.paths >= limits.paths) return undefined;
    used.paths += 1;
    const place = placeOf(path);
    return typeof place === 'string' ? foundAt(place, real) : place === null ? { kind: 'none' } : undefined;
  };
  const read = (path: string): string | undefined => {
    const place = placeOf(path);
    const found = typeof place === 'string' ? foundAt(place, real) : undefined;
    if (typeof place !== 'string' || found?.kind !== 'file' || found.sizeBytes > FILE_BYTES) return undefined;
    if (used.files >= limits.files || used.bytes + found.sizeBytes > limits.bytes) return undefined;
    used.files += 1;
    used.bytes += found.sizeBytes;
    return tryTo(() => readBytesIfThere(place, FILE_BYTES)?.toString('utf8'));
  };
  return {
    find,
    text(path) {
      if (!texts.has(path)) texts.set(path, read(path));
      return texts.get(path);
    },
    used: () => ({ ...used }),
  };
}

/** A path relative to a root, without `..`; `undefined` when it leads out. */
function belowRoot(path: string, roots: readonly string[]): string | undefined {
  if (path === '' || path.includes('\0')) return undefined;
  const root = isAbsolute(path) ? roots.find((one) => path.startsWith(`${one}${sep}`)) : undefined;
  if (isAbsolute(path) && root === undefined) return undefined;
  const below = normalize(root === undefined ? path : relative(root, path)).replace(/[\\/]+$/, '');
  return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? undefined : below;
}

function realFolder(folder: string, root: string): string | null | undefined {
  try {
    const real = realpathSync(folder);
    return isWithin(real, root) ? real : undefined;
  } catch (error) {
    return missing(error);
  }
}

function foundAt(place: string, root: string): FoundPath | undefined {
  try {
    const own = lstatSync(place);
    if (own.isSymbolicLink() && !isWithin(realpathSync(place), root)) return undefined;
    const stat = own.isSymbolicLink() ? lstatSync(realpathSync(place)) : own;
    if (stat.isDirectory()) return { kind: 'folder' };
    return stat.isFile() ? { kind: 'file', sizeBytes: stat.size, modifiedAt: stat.mtimeMs } : undefined;
  } catch (error) {
    return missing(error) === null ? { kind: 'none' } : undefined;
  }
}

/** `null` for an error that says that nothing is there. */
function missing(error: unknown): null | undefined {
  if (NOTHING.has((error as NodeJS.ErrnoException).code ?? '')) return null;
  ignore(error, 'path cannot be looked at');
  return undefined;
}

/** True for a folder itself and for what lies below it, as their paths say; links are not followed. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

function realPath(path: string): string | undefined {
  return tryTo(() => realpathSync(path));
}

function tryTo<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    missing(error);
    return undefined;
  }
}
