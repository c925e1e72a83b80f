import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../files.ts';
import { ignore } from '../ignored.ts';
import { isRunning } from './is-running.ts';

/** The names of `writeDurable` for a file before it is whole. */
export const UNFINISHED = /^\..*\.(\d+)\.tmp$/;

/**
 * Removes from a folder what processes left that ended before it was whole, as by a kill: whatever has a name of this form, the first
 * group of which is the id of the process that makes it. What a running process makes stays.
 */
export function removeLeft(folder: string, name: RegExp): void {
  for (const entry of namesIn(folder)) {
    const pid = Number(name.exec(entry)?.[1] ?? Number.NaN);
    try {
      if (pid > 0 && !isRunning(pid)) rmSync(join(folder, entry), { recursive: true, force: true });
    } catch (error) {
      ignore(error, 'an unfinished file could not be removed');
    }
  }
}
