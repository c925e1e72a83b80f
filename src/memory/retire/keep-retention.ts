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
/** Names of the counters, one for each day on which this looked for what can no longer be brought back. */
const LOOKED = 'retention:looked:';
const CALLER: Caller = { surface: 'cli', person: false };

type RetentionParts = PruneParts & Pick<MemoryParts, 'paths'>;

/** The handler of `RETENTION` jobs: once a day as long as something can age. */
export function keepRetention(deps: RetentionParts): JobHandler {
  const { store, runner } = deps;
  return async () => {
    const { lastAt = 0 } = (await store.log.counted(COUNT))[COUNT] ?? {};
    if (now() - lastAt >= NOT_WITHIN_MS) {
      if (hasAges(deps)) {
        const plan = await prune(deps, {}, CALLER);
        if (plan.state === 'planned' && plan.items > 0) await prune(deps, { confirm: plan.token }, CALLER);
      }
      const before = await graceEndedBefore(deps);
      await pruneRetired(deps, before);
      dropTrashBefore(deps.paths, before);
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
  if (!(await isNeeded(deps))) return;
  dropTrashBefore(deps.paths, await graceEndedBefore(deps));
  await deps.runner.add({ kind: RETENTION, key: DAILY, payload: {}, delayMs: FIRST_MS });
}

/**
 * Time up to which what was retired or forgotten can no longer be brought back, by the clock of the latest earlier day on which
 * this looked: a clock that is wrong once, by however much, ends nothing that a person may bring back.
 */
async function graceEndedBefore({ store, retention }: RetentionParts): Promise<number> {
  const at = now();
  if (retention.graceDays === 0) return at;
  const today = Math.floor(at / DAY_MS);
  const looked = Object.keys(await store.log.counted(LOOKED)).map((name) => Number(name.slice(LOOKED.length)));
  if (!looked.includes(today)) await store.log.count({ [`${LOOKED}${today}`]: 1 }, at);
  const earlier = Math.max(0, ...looked.filter((day) => day < today));
  return (earlier - retention.graceDays) * DAY_MS;
}

async function isNeeded(deps: RetentionParts): Promise<boolean> {
  return hasAges(deps) || (await readBatches(deps.store.log)).length > 0 || readTrash(deps.paths).length > 0;
}

function hasAges({ retention }: PruneParts): boolean {
  return Object.keys(daysOf(retention.days)).length > 0;
}
