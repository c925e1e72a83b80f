import type { HomePaths } from '../config/paths.ts';
import { now } from '../platform/clock.ts';
import { fileSize, removeFile, writeDurable } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { openLog } from '../platform/log.ts';

/** What the log says of a hook that waited for its worker in vain. */
export const WAITED_IN_VAIN = 'waited for the worker without success';

/** Notes that the worker does not answer: for `silentMs` milliseconds no hook waits for it. */
export function markSilent({ silent, log }: Pick<HomePaths, 'silent' | 'log'>, hook: string): void {
  openLog(log, { level: 'error', now, process: 'hook' }).error(`${hook}: ${WAITED_IN_VAIN}`);
  try {
    writeDurable(silent, `${Math.floor(now() / 1_000)}\n`);
  } catch (error) {
    ignore(error, 'the next hook waits for the worker, too');
  }
}

/** The worker is heard of again: hooks ask it. */
export function markHeard({ silent }: Pick<HomePaths, 'silent'>): void {
  if (fileSize(silent) > 0) removeFile(silent);
}
