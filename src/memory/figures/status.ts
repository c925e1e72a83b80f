import type { StatusResult } from '../../api/home-answers.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { journalFiles } from '../../ingest/journal.ts';
import { DAILY } from '../../jobs/runner.ts';
import { now } from '../../platform/clock.ts';
import type { DiskGauge } from '../../platform/disk-room.ts';
import type { Log, StoredCount } from '../../store/contract/log.ts';
import { type ModelState, readModels } from '../models/model-status.ts';
import { readVectors } from '../runtime/embedding.ts';
import { type HealthCounters, SIZE } from '../runtime/health-counters.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { loosenedGuards } from '../runtime/watch-guards.ts';
import { pausesNow } from './manage-pauses.ts';

/** What the state is read from. */
export interface StatusDeps extends Pick<MemoryParts, 'store'> {
  embedding: Pick<MemoryParts['embedding'], 'progress'>;
  models: ModelState;
  status: Omit<MemoryParts['status'], 'counts'> & { counts: Pick<HealthCounters, 'read'> };
}

const GROWTH_DAYS = 30;
const JOBS_COUNTED = 1_000;

/** Reads the state of the memory now. */
export async function readStatus({ store, embedding, models, status }: StatusDeps): Promise<StatusResult> {
  const { version, home, journal, counts: kept, disk, owner } = status;
  const jobs = await store.jobs.list(JOBS_COUNTED);
  const counts = await store.log.counts();
  const dead = jobs.filter((job) => job.state === 'dead').length;
  const resting = jobs.filter(({ state, key }) => state === 'ready' && key === DAILY).length;
  return {
    version,
    home,
    counts,
    ...omitUndefined({ owner }),
    ignored: numbersOf(await kept.read('ignored')),
    hooks: await readHooks(kept),
    skipped: numbersOf(await kept.read('skipped')),
    jobs: { waiting: jobs.length - dead - resting, dead },
    distilling: await store.distilled.waitingCounts(),
    disk: await readDisk(disk, store.log, counts.usedBytes),
    paused: pausesNow(home),
    journal: { files: journalFiles(journal).length },
    vectors: await readVectors(store.vectors, embedding),
    models: await readModels(store, models),
    guards: await loosenedGuards(store.guards),
  };
}

/** Free room on the disk, and the growth of the database over the measurements of the last thirty days. */
async function readDisk(disk: DiskGauge, log: Log, usedBytes: number): Promise<StatusResult['disk']> {
  const freeBytes = disk.freeBytes();
  const room = disk.room();
  const since = now() - GROWTH_DAYS * DAY_MS;
  const sizes = Object.entries(await log.counted(SIZE)).filter(([, { lastAt }]) => lastAt >= since);
  const [first] = sizes.sort(([, one], [, other]) => one.lastAt - other.lastAt);
  return {
    room,
    ...omitUndefined({
      freeBytes,
      grown: first && { bytes: usedBytes - first[1].n, since: new Date(first[1].lastAt).toISOString() },
    }),
  };
}

/** The hooks that fired: total counts and the time of the last one. */
export async function readHooks(counts: Pick<HealthCounters, 'read'>): Promise<StatusResult['hooks']> {
  return Object.entries(await counts.read('hook')).map(([name, { n, lastAt }]) => {
    const [agent = '', ...event] = name.split(' ');
    return { agent, event: event.join(' '), count: n, lastAt: new Date(lastAt).toISOString() };
  });
}

function numbersOf(counted: Record<string, StoredCount>): Record<string, number> {
  return Object.fromEntries(Object.entries(counted).map(([name, { n }]) => [name, n]));
}
