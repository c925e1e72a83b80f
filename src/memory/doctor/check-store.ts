import type { PagesFound } from '../../backup/backups.ts';
import { homePaths } from '../../config/paths.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { DEEP_SALVAGE, SALVAGE } from '../../core/salvage-advice.ts';
import { formatBytes, formatCount, formatCounted } from '../../core/text/format-count.ts';
import { fileSize } from '../../platform/files.ts';
import { shellQuote } from '../../platform/shell-quote.ts';
import { PRIVACY_VERSION } from '../../privacy/own-words.ts';
import { selectedEvents } from '../runtime/logged-events.ts';
import { type DoctorDeps, mending } from './doctor-deps.ts';

const REBUILD_MS = 3_600_000;
const SETTLE_MS = 60_000;
/** Milliseconds that a doctor who does not look deep spends on the pages. */
const PAGES_MS = 1_000;
/** The write-ahead log is cut to 64 MiB whenever it is emptied: twice as much was written and could not be. */
const LOG_BYTES = 128 * 1024 * 1024;
const SHOWN_MAX = 3;
/** The store's message for an index that disagrees with the items: the one fault that a rebuild mends. */
const INDEX_FAULT = /index does not agree/i;

/** Checks the database: its size and, with `deep`, whether everything is as it was written. */
export async function checkStoreHealth(
  { store, worker, checkPages, status }: DoctorDeps,
  deep: boolean,
): Promise<HealthFinding[]> {
  const found = deep ? await store.check() : [];
  const pages = await checkPages(PAGES_MS);
  const faults = [...damageOf(pages), ...found];
  const { events, items, sessions, sizeBytes, pending } = await store.log.counts();
  const [index, others] = [faults.filter(isIndexFault), faults.filter((fault) => !isIndexFault(fault))];
  const size = `${formatCounted(events, 'event')} and ${formatCounted(items, 'memory')} of ${formatCounted(sessions, 'session')} in ${formatBytes(sizeBytes)}`;
  const findings: HealthFinding[] = [
    others.length === 0
      ? { name: 'database', status: 'ok', message: `${size}${deep ? ', all as it was written' : lookOf(pages)}.` }
      : {
          name: 'database',
          status: 'failed',
          message: shorten(others),
          fix: damageOf(pages).length > 0 ? SALVAGE : DEEP_SALVAGE,
        },
  ];
  findings.push(...logFindings(homePaths(status.home).db));
  if (deep) findings.push(indexFinding(index, { store, worker }));
  findings.push(await pendingFinding(pending, worker));
  if (deep) findings.push(await privacyFinding(store));
  return findings;
}

/** A write-ahead log can be emptied only once nobody reads a state from before what is in it. */
function logFindings(db: string): HealthFinding[] {
  const path = `${db}-wal`;
  const bytes = fileSize(path);
  if (bytes <= LOG_BYTES) return [];
  return [
    {
      name: 'write-ahead-log',
      status: 'warning',
      message: `${path} has grown to ${formatBytes(bytes)}: another program reads the database and does not end.`,
      fix: `fuser ${shellQuote(db)} names it; the file shrinks by itself once that program ends`,
    },
  ];
}

/** What calls met, and what a look at the pages found. */
function damageOf({ faults, met }: PagesFound): string[] {
  const before =
    met === 0 ? [] : [`Calls found the database damaged ${formatCounted(met, 'time')} since the worker began.`];
  return [...before, ...faults.map((fault) => `The database is damaged: ${fault}`)];
}

function lookOf({ checked, tables }: PagesFound): string {
  if (checked < tables || tables === 0) {
    return `; a look of a second got through ${checked} of ${tables} tables: --deep reads all`;
  }
  return '; a quick look at its pages found no fault';
}

function isIndexFault(fault: string): boolean {
  return INDEX_FAULT.test(fault);
}

function indexFinding(
  faults: readonly string[],
  { store, worker }: Pick<DoctorDeps, 'store' | 'worker'>,
): HealthFinding {
  const name = 'index';
  if (faults.length === 0) return { name, status: 'ok', message: 'The index agrees with the memories.' };
  return {
    name,
    status: 'failed',
    message: shorten(faults),
    fix: 'cairn doctor --deep --fix rebuilds all memories from the recorded events',
    ...mending(worker, async ({ deriver }) => {
      await store.log.reset();
      deriver.wake();
      await deriver.settled(REBUILD_MS);
      const left = await store.check();
      if (left.length > 0) throw new Error(shorten(left));
      return 'all memories were rebuilt.';
    }),
  };
}

async function pendingFinding(pending: number, worker: DoctorDeps['worker']): Promise<HealthFinding> {
  const name = 'pending';
  if (pending === 0) return { name, status: 'ok', message: 'All that was recorded can be found.' };
  return {
    name,
    status: 'warning',
    message: `Still to become memories: ${formatCounted(pending, 'event')}.`,
    fix: 'They are taken on by themselves; if this stays: cairn worker restart',
    ...mending(worker, async ({ deriver }) => {
      deriver.wake();
      await deriver.settled(SETTLE_MS);
      return 'they are memories now.';
    }),
  };
}

/** Reads the whole log in pages, yielding to other work between them. */
async function privacyFinding(store: DoctorDeps['store']): Promise<HealthFinding> {
  const name = 'privacy';
  let older = 0;
  for await (const { privacy } of selectedEvents(store.log, {})) if (privacy < PRIVACY_VERSION) older += 1;
  if (older === 0) return { name, status: 'ok', message: 'All events were cleaned by the rules of this version.' };
  return {
    name,
    status: 'warning',
    message: `Cleaned by the rules of an older version: ${formatCounted(older, 'event')}.`,
    fix: 'Secrets of kinds that were not known then may stand in them: cairn search, then cairn forget',
  };
}

function shorten(faults: readonly string[]): string {
  const more = faults.length > SHOWN_MAX ? ` And ${formatCount(faults.length - SHOWN_MAX)} more.` : '';
  return `${faults.slice(0, SHOWN_MAX).join(' ')}${more}`;
}
