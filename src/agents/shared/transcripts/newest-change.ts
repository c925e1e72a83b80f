import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf } from './transcript-files.ts';

/** Upper bound on the entries that are examined, level by level. */
const MOST = 2_000;
const MAX_DEPTH = 4;

/**
 * Time of the newest change of a file in a folder or below it, in milliseconds since 1970; bounded, and no link is
 * followed.
 */
export function newestChange(folder: string): number | undefined {
  let newest: number | undefined;
  let left = MOST;
  let level = [folder];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next: string[] = [];
    for (const parent of level) {
      for (const entry of entriesOf(parent)) {
        if (left <= 0) return newest;
        left -= 1;
        const path = join(parent, entry.name);
        if (entry.isDirectory()) next.push(path);
        if (!entry.isFile()) continue;
        const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
        if (changed !== undefined) newest = Math.max(newest ?? 0, Math.trunc(changed));
      }
    }
    level = next;
  }
  return newest;
}
