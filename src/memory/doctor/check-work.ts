import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { HealthFinding } from '../../core/model/check.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { entryOfHook } from '../../ingest/entry-of-hook.ts';
import { dropJournal, journalFiles, parseEntry, readJournal } from '../../ingest/journal.ts';
import { now } from '../../platform/clock.ts';
import { namesIn, readBytesIfThere } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import { type DoctorDeps, mending, type WorkerParts } from './doctor-deps.ts';

const JOBS_READ = 1_000;
const DAMAGED = '.damaged';
/** Bytes of a file that was set aside, beyond which the doctor does not look at what is in it. */
const LOOKED_AT_BYTES = 1024 * 1024;

type TakeInDeps = Pick<WorkerParts, 'intake'> & Pick<DoctorDeps, 'store'>;

/** Checks for pending work: jobs, and journal files from while no worker ran. */
export async function checkWork(deps: DoctorDeps): Promise<HealthFinding[]> {
  return [await jobsFinding(deps), journalFinding(deps), setAsideFinding(deps)];
}

async function jobsFinding({ store, worker }: DoctorDeps): Promise<HealthFinding> {
  const jobs = await store.jobs.list(JOBS_READ);
  const dead = jobs.filter(({ state }) => state === 'dead');
  const name = 'jobs';
  if (dead.length === 0)
    return { name, status: 'ok', message: `${formatCounted(jobs.length, 'job')} to be done, none was given up.` };
  const [latest] = dead.toReversed();
  return {
    name,
    status: 'failed',
    message: `Given up: ${formatCounted(dead.length, 'job')}, the last of kind ${latest?.kind}: ${latest?.error ?? 'no reason is known'}.`,
    fix: 'cairn doctor --fix puts them back',
    ...mending(worker, async () => {
      for (const { id } of dead) await store.jobs.retry(id, now());
      return 'they are back in the queue.';
    }),
  };
}

function journalFinding({ status, store, worker }: DoctorDeps): HealthFinding {
  const files = journalFiles(status.journal);
  const name = 'journal';
  if (files.length === 0) return { name, status: 'ok', message: 'The journal is taken in.' };
  return {
    name,
    status: 'warning',
    message: `Still to be taken in: ${formatCounted(files.length, 'file')} of the journal.`,
    fix: 'They are taken in by themselves; if this stays: cairn doctor --fix',
    ...mending(worker, async ({ intake, takeInJournal }) => {
      await takeInJournal();
      await takeIn(journalFiles(status.journal), { intake, store });
      return 'they were taken in.';
    }),
  };
}

function setAsideFinding({ status, store, worker }: DoctorDeps): HealthFinding {
  const files = damagedFiles(status.journal);
  const name = 'journal-set-aside';
  if (files.length === 0) return { name, status: 'ok', message: 'No file of the journal was set aside.' };
  const forged = files.filter(isForged).length;
  const which =
    forged === 0 ? '' : ` No hook wrote ${formatCount(forged)} of them: a program may have spoken in your name.`;
  return {
    name,
    status: 'warning',
    message: `Set aside, since it could not be taken in: ${formatCounted(files.length, 'file')} of the journal.${which}`,
    fix: `cairn doctor --fix tries them again; they lie in ${status.journal}`,
    ...mending(worker, async ({ intake }) => {
      for (const path of files) await tryAgain(path, { intake, store });
      const left = damagedFiles(status.journal).length;
      if (left > 0) throw new Error(`${formatCount(left)} hold nothing that can be taken in.`);
      return 'they were taken in.';
    }),
  };
}

/** True for an entry that is whole, and that no hook writes. */
function isForged(path: string): boolean {
  const entry = parseEntry(readBytesIfThere(path, LOOKED_AT_BYTES)?.toString('utf8') ?? '');
  return entry !== undefined && entryOfHook(entry) === undefined;
}

/** Takes journal files in. Files taken in before count once. */
async function takeIn(paths: readonly string[], { intake, store }: TakeInDeps): Promise<void> {
  for (const path of paths) {
    const entry = readJournal(path);
    if (entry === undefined) continue;
    await intake.journal(entry);
    if (entry.injection !== undefined) await store.items.recordInjection(entry.injection);
    dropJournal(path);
  }
}

/** Under its own name the watcher of the journal may take the file in, too, which is as good. */
async function tryAgain(path: string, deps: TakeInDeps): Promise<void> {
  const own = path.slice(0, -DAMAGED.length);
  try {
    renameSync(path, own);
    await takeIn([own], deps);
  } catch (error) {
    ignore(error, 'journal file could not be taken in again');
    if (existsSync(own)) renameSync(own, path);
  }
}

function damagedFiles(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(`.jsonl${DAMAGED}`))
    .map((name) => join(folder, name));
}
