import type { Caller } from '../../api/contract.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { DAILY, type JobHandler, RETENTION } from '../../jobs/runner.ts';
import { now } from '../../platform/clock.ts';
import { dropTrashBefore, readTrash } from '../forget/trash.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { daysOf, prune, pruneRetired } from './prune.ts';
import { type PruneParts, readBatches } from './retire.ts';

const FIRST_MS = 600_000;
/** Persistent time of the last run, so that frequent restarts of the worker do not run it more often. */
const COUNT = 'retention:kept';
const NOT_WITHIN_MS = 20 * 3_600_000;
const CALLER: Caller = { surface: 'cli', person: false };

type RetentionParts = PruneParts & Pick<MemoryParts, 'paths'>;

/** The handler of `RETENTION` jobs: once a day as long as something can age. */
export function keepRetention(deps: RetentionParts): JobHandler {
  const { store, retention, runner } = deps;
  return async () => {
    const { lastAt = 0 } = (await store.log.counted(COUNT))[COUNT] ?? {};
    if (now() - lastAt >= NOT_WITHIN_MS) {
      if (hasAges(deps)) {
        const plan = await prune(deps, {}, CALLER);
        if (plan.state === 'planned' && plan.items > 0) await prune(deps, { confirm: plan.token }, CALLER);
      }
      await pruneRetired(deps, now() - retention.graceDays * DAY_MS);
      dropOldTrash(deps);
      await store.log.count({ [COUNT]: 1 }, now());
    }
    if (await isNeeded(deps)) await runner.add({ kind: RETENTION, key: DAILY, payload: {}, delayMs: DAY_MS });
  };
}

/**
 * Lets go of what can no longer be brought back, and schedules the retention job while something can age: also after somebody
 * took it out of the queue.
 */
export async function startRetention(deps: RetentionParts): Promise<void> {
  dropOldTrash(deps);
  if (await isNeeded(deps)) await deps.runner.add({ kind: RETENTION, key: DAILY, payload: {}, delayMs: FIRST_MS });
}

/** Lets go of what was forgotten for longer than it can be brought back. */
function dropOldTrash({ paths, retention }: RetentionParts): void {
  dropTrashBefore(paths, now() - retention.graceDays * DAY_MS);
}

async function isNeeded(deps: RetentionParts): Promise<boolean> {
  return hasAges(deps) || (await readBatches(deps.store.log)).length > 0 || readTrash(deps.paths).length > 0;
}

function hasAges({ retention }: PruneParts): boolean {
  return Object.keys(daysOf(retention.days)).length > 0;
}
