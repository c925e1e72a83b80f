import type { Caller } from '../../api/contract.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import { now } from '../../platform/clock.ts';
import { readBatches } from './batches.ts';
import { daysOf, type PruneDeps, prune, pruneRetired } from './prune.ts';
import { RETENTION } from './retire.ts';

const FIRST_MS = 600_000;
/** Count that says when it was done last; a worker that is started often does it no oftener. */
const COUNT = 'retention:kept';
const NOT_WITHIN_MS = 20 * 3_600_000;
const CALLER: Caller = { surface: 'cli', person: false };

/** What keeping retention needs. */
export type RetentionDeps = PruneDeps;

/** The handler of `RETENTION` jobs: once a day as long as there is something to look after. */
export function keepRetention(deps: RetentionDeps): JobHandler {
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
    if (isNeeded) await runner.add({ kind: RETENTION, key: 'daily', payload: {}, delayMs: DAY_MS });
  };
}

/** Sees to it that retention is kept, where the settings say that memories age; what waits in the queue goes on anyway. */
export async function startRetention(deps: RetentionDeps): Promise<void> {
  if (hasAges(deps)) await deps.runner.add({ kind: RETENTION, key: 'daily', payload: {}, delayMs: FIRST_MS });
}

function hasAges({ retention }: RetentionDeps): boolean {
  return Object.keys(daysOf(retention.days)).length > 0;
}
