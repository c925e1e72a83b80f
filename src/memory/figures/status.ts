import type { StatusResult } from '../../api/answers.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import type { Intake } from '../../ingest/intake.ts';
import { journalFiles } from '../../ingest/journal.ts';
import { now } from '../../platform/clock.ts';
import type { DiskGauge } from '../../platform/disk-room.ts';
import type { StoredCount } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { readModels } from '../models/model-status.ts';
import type { ModelWork } from '../models/model-work.ts';
import type { Embedding } from '../runtime/embedding.ts';
import { type HealthCounters, SIZE } from '../runtime/health-counters.ts';
import { readVectors } from '../runtime/vector-status.ts';

const GROWTH_DAYS = 30;

const JOBS_COUNTED = 1_000;

/** The dependencies of a status. */
export interface StatusDeps {
  store: Store;
  intake: Intake;
  counts: HealthCounters;
  disk: DiskGauge;
  embedding: Embedding;
  models: ModelWork;
  version: string;
  home: string;
  journal: string;
  owner?: StatusResult['owner'];
}

/** Reads the state of the memory now. */
export async function readStatus(deps: StatusDeps): Promise<StatusResult> {
  const jobs = await deps.store.jobs.list(JOBS_COUNTED);
  const counts = await deps.store.log.counts();
  const dead = jobs.filter((job) => job.state === 'dead').length;
  return {
    version: deps.version,
    home: deps.home,
    counts,
    ...(deps.owner === undefined ? {} : { owner: deps.owner }),
    ignored: numbersOf(await deps.counts.read('ignored')),
    hooks: await readHooks(deps.counts),
    skipped: numbersOf(await deps.counts.read('skipped')),
    jobs: { waiting: jobs.length - dead, dead },
    distilling: await deps.store.distilled.waitingCounts(),
    disk: await readDisk(deps, counts.usedBytes),
    journal: { files: journalFiles(deps.journal).length },
    vectors: await readVectors(deps.store.vectors, deps.embedding),
    models: await readModels(deps.store, deps.models),
  };
}

/** Free room on the disk, and the growth of the database over the measurements of the last thirty days. */
async function readDisk({ disk, store }: StatusDeps, usedBytes: number): Promise<StatusResult['disk']> {
  const freeBytes = disk.freeBytes();
  const room = disk.room();
  const since = now() - GROWTH_DAYS * DAY_MS;
  const sizes = Object.entries(await store.log.counted(SIZE)).filter(([, { lastAt }]) => lastAt >= since);
  const [first] = sizes.sort(([, one], [, other]) => one.lastAt - other.lastAt);
  return {
    room,
    ...(freeBytes === undefined ? {} : { freeBytes }),
    ...(first === undefined
      ? {}
      : { grown: { bytes: usedBytes - first[1].n, since: new Date(first[1].lastAt).toISOString() } }),
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
