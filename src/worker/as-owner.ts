import type { HomePaths } from '../config/paths.ts';
import { CairnError } from '../core/errors.ts';
import { takeHomeLock } from '../platform/sqlite/home-lock.ts';

/** Does work as the owner of a home, so that nobody else has its database open. Throws `busy` while a worker owns it. */
export async function asOwner<Value>(
  { lock: path }: Pick<HomePaths, 'lock'>,
  work: () => Promise<Value>,
): Promise<Value> {
  const lock = takeHomeLock(path);
  if (lock === undefined) {
    throw new CairnError('busy', 'A worker owns the memory.', {
      fix: 'cairn worker stop, then the same command again',
    });
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
