import type { StatusResult } from '../../api/answers.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import type { Intake } from '../../ingest/intake.ts';
import { journalFiles } from '../../ingest/journal.ts';
import { now } from '../../platform/clock.ts';
import type { DiskGauge } from '../../platform/disk-room.ts';
import type { Counted } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { readModels } from '../models/model-status.ts';
import type { ModelWork } from '../models/model-work.ts';
import { type Counts, SIZE } from '../runtime/counts.ts';
import type { Embedding } from '../runtime/embedding.ts';
import { readVectors } from '../runtime/vector-status.ts';

const GROWTH_DAYS = 30;

const JOBS_COUNTED = 1_000;

/** What a status is read from. */
export interface StatusParts {
  store: Store;
  intake: Intake;
  counts: Counts;
  disk: DiskGauge;
  embedding: Embedding;
  models: ModelWork;
  version: string;
  home: string;
  journal: string;
  owner?: StatusResult['owner'];
}

/** The state of the memory now. */
export async function readStatus(parts: StatusParts): Promise<StatusResult> {
  const jobs = await parts.store.jobs.list(JOBS_COUNTED);
  const counts = await parts.store.log.counts();
  const dead = jobs.filter((job) => job.state === 'dead').length;
  return {
    version: parts.version,
    home: parts.home,
    counts,
    ...(parts.owner === undefined ? {} : { owner: parts.owner }),
    ignored: numbersOf(await parts.counts.read('ignored')),
    hooks: await readHooks(parts.counts),
    skipped: numbersOf(await parts.counts.read('skipped')),
    jobs: { waiting: jobs.length - dead, dead },
    distilling: await parts.store.distilled.waitingCounts(),
    disk: await readDisk(parts, counts.usedBytes),
    journal: { files: journalFiles(parts.journal).length },
    vectors: await readVectors(parts.store.vectors, parts.embedding),
    models: await readModels(parts.store, parts.models),
  };
}

/** How much room the disk has, and by how much the database grew in the last thirty days in which it was looked at. */
async function readDisk({ disk, store }: StatusParts, usedBytes: number): Promise<StatusResult['disk']> {
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

/** Which hooks were seen to fire, how often since ever and when last. */
export async function readHooks(counts: Pick<Counts, 'read'>): Promise<StatusResult['hooks']> {
  return Object.entries(await counts.read('hook')).map(([name, { n, lastAt }]) => {
    const [agent = '', ...event] = name.split(' ');
    return { agent, event: event.join(' '), count: n, lastAt: new Date(lastAt).toISOString() };
  });
}

function numbersOf(counted: Record<string, Counted>): Record<string, number> {
  return Object.fromEntries(Object.entries(counted).map(([name, { n }]) => [name, n]));
}
