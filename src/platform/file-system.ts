import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DELETED_WHOLE, isKnownHome } from '../config/home-names.ts';
import { CairnError } from '../core/errors.ts';
import { namesIn } from './files.ts';
import { ignore } from './ignored.ts';

/** `f_type` of file systems that several machines can write at once (Linux, statfs(2)). */
const SHARED: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB2',
  16914839: '9p',
};

/** Free bytes of the disk that contains a folder; `undefined` when it cannot be read. */
export function readFree(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch (error) {
    ignore(error, 'disk cannot be looked at');
    return undefined;
  }
}

/** True when nothing more can be written to the disk of a folder. */
export function hasNoSpace(folder: string): boolean {
  return readFree(folder) === 0;
}

/** Refuses a folder on a network file system, where SQLite's write-ahead log loses data. Throws `unsupported`. */
export function refuseSharedFileSystem(folder: string): void {
  if (process.platform !== 'linux') return;
  const name = SHARED[statfsSync(folder).type >>> 0];
  if (name === undefined) return;
  throw new CairnError(
    'unsupported',
    `${folder} is on ${name}, which several machines can write to at the same time.`,
    {
      fix: 'Set CAIRN_HOME to a folder on a local disk.',
    },
  );
}

/**
 * Refuses a folder without a memory in which somebody's own folder has a name that Cairn uses, and would be deleted with the
 * memory. Throws `invalid_input`.
 */
export function refuseForeignFolder(home: string): void {
  // What is no folder is refused by whoever makes it one.
  if (!isFolder(home) || isKnownHome(namesIn(home))) return;
  const isForeign = ([name, own]: [string, RegExp]): boolean =>
    isFolder(join(home, name)) && namesIn(join(home, name)).some((inside) => !own.test(inside));
  const [name] = Object.entries(DELETED_WHOLE).find(isForeign) ?? [];
  if (name === undefined) return;
  const message = `${home} holds no memory, but a folder "${name}" that Cairn would take for its own.`;
  throw new CairnError('invalid_input', message, { fix: 'Set CAIRN_HOME to a new or empty folder.' });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
