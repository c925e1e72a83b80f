import type { Caller } from '../../api/contract.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { DAILY, type JobHandler } from '../../jobs/runner.ts';
import { now } from '../../platform/clock.ts';
import { daysOf, prune, pruneRetired } from './prune.ts';
import { type PruneParts, RETENTION, readBatches } from './retire.ts';

const FIRST_MS = 600_000;
/** Persistent time of the last run, so that frequent restarts of the worker do not run it more often. */
const COUNT = 'retention:kept';
const NOT_WITHIN_MS = 20 * 3_600_000;
const CALLER: Caller = { surface: 'cli', person: false };

/** The handler of `RETENTION` jobs: once a day as long as something can age. */
export function keepRetention(deps: PruneParts): JobHandler {
  const { store, retention, runner } = deps;
  return async () => {
    const { lastAt = 0 } = (await store.log.counted(COUNT))[COUNT] ?? {};
    if (now() - lastAt >= NOT_WITHIN_MS) {
      if (hasAges(deps)) {
        const plan = await prune(deps, {}, CALLER);
        if (plan.state === 'planned' && plan.items > 0) await prune(deps, { confirm: plan.token }, CALLER);
      }
      await pruneRetired(deps, now() - retention.graceDays * DAY_MS);
      await store.log.count({ [COUNT]: 1 }, now());
    }
    const isNeeded = hasAges(deps) || (await readBatches(store.log)).length > 0;
    if (isNeeded) await runner.add({ kind: RETENTION, key: DAILY, payload: {}, delayMs: DAY_MS });
  };
}

/** Schedules the retention job when the settings give memories an age limit; a job in the queue runs anyway. */
export async function startRetention(deps: PruneParts): Promise<void> {
  if (hasAges(deps)) await deps.runner.add({ kind: RETENTION, key: DAILY, payload: {}, delayMs: FIRST_MS });
}

function hasAges({ retention }: PruneParts): boolean {
  return Object.keys(daysOf(retention.days)).length > 0;
}
