import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HomePaths } from '../../config/paths.ts';
import { removeFile, syncFolder, writeDurable } from '../../platform/files.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { leaveNoTrace, type TraceDeps } from './leave-no-trace.ts';

/** Kind of the job that goes through the files of the home where a forgetting did not come to its end. */
export const FINISH_ERASING = 'finish-erasing';

/** Milliseconds after which a forgetting that failed is tried again. */
const AGAIN_MS = 60_000;

type Home = { paths: Pick<HomePaths, 'home'> };

/** The mark is a file: in the database, a backup that is made meanwhile would take it along, and bring it back when it is restored. */
function markOf({ paths }: Home): string {
  return join(paths.home, 'erasing');
}

/** Notes on the disk, before rows are erased, that the files of the home are to be gone through: a kill or a full disk may come. */
export function beginErasing(deps: Home): void {
  writeDurable(markOf(deps), '');
}

/** True while the files of the home are still to be gone through. */
export function isErasing(deps: Home): boolean {
  return existsSync(markOf(deps));
}

/** Says that the files were gone through. */
export function endErasing(deps: Home): void {
  removeFile(markOf(deps));
  syncFolder(dirname(markOf(deps)));
}

/** Has the files gone through in a minute; the next forgetting and the next start of the worker do so as well. */
export function putOffErasing({ runner }: Pick<MemoryParts, 'runner'>, delayMs = AGAIN_MS): Promise<void> {
  return runner.add({ kind: FINISH_ERASING, key: 'home', payload: {}, delayMs });
}

/**
 * Goes through the files of the home where that is still to be done, by no passage: nobody keeps one. Throws what keeps it from its
 * end.
 */
export async function finishErasing(deps: TraceDeps): Promise<void> {
  if (!isErasing(deps)) return;
  await leaveNoTrace(deps, []);
  // A process that ended in between may have removed the backups and made none.
  if (deps.backups.list().length === 0) await deps.backups.create('forgotten');
  endErasing(deps);
}
