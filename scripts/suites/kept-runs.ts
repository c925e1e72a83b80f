import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GroupRun } from './page.ts';

/** The last run of each group in one size, by its name; none where none was kept. */
export function keptRuns(path: string): Map<string, GroupRun> {
  try {
    const runs = JSON.parse(readFileSync(path, 'utf8')) as GroupRun[];
    return new Map(runs.map((run) => [run.name, run]));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

/** Keeps the run of a group in place of its last one. */
export function keepRun(path: string, run: GroupRun): void {
  const runs = keptRuns(path).set(run.name, run);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify([...runs.values()]));
}
