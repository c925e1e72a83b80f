import { statfsSync } from 'node:fs';
import { CairnError } from '../core/errors.ts';
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
