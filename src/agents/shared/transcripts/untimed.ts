import { statSync } from 'node:fs';
import type { Untimed } from '../../../core/model/untold.ts';

/**
 * When lines without a time can have been written: between `since`, else the birth of the file, and its last change. A file
 * that is younger than its last change was copied, and one of a system that keeps no births is as old as one can be.
 */
export function untimedIn(path: string, since?: number): Untimed {
  const { mtimeMs = 0, birthtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  const until = Math.trunc(mtimeMs);
  const born = birthtimeMs <= mtimeMs ? Math.trunc(birthtimeMs) : 0;
  return { from: Math.min(since ?? born, until), until };
}
