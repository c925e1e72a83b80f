import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenedMemory } from '../src/memory/open.ts';
import { Deriver } from '../src/pipeline/deriver.ts';
import { openDatabase } from '../src/platform/sqlite/sqlite.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import { importRecorded, openBenchMemory } from './support/bench-memory.ts';
import { workedEvents } from './support/generated/session-of-work.ts';
import { worked } from './support/process-figures.ts';
import { claudeTranscripts, copyTranscripts } from './support/recorded/copied-transcripts.ts';
import type { BenchResult } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const RUNS = 3;
const COPIES = 3;
const SETTLED_MS = 3_600_000;
const LONG = 50_000;
const SHORT = 2_000;
/** Events that are appended before they are derived. */
const APPENDED = 1_000;
const MOST_SHARE = 0.15;
const MOST_BYTES = 0.2;
const MOST_MS = 500;
/** As for an import of a transcript of 200 MB. */
const MOST_GROWTH_MB = 150;

/** What was spent and kept. Milliseconds of own work, bytes without free pages. */
interface Cost {
  ingestMs: number;
  distilMs: number;
  bytesBefore: number;
  bytesAfter: number;
  events: number;
  sessions: number;
}

/** What is made of whole sessions: its share of an import, its bytes, and how it goes with the length of a session. */
export async function run(): Promise<BenchResult> {
  const { name, folders } = claudeTranscripts();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const paths = copyTranscripts(folders, join(folder, 'transcripts'), COPIES);
    const costs: Cost[] = [];
    for (let i = 0; i <= RUNS; i += 1) costs.push(await costOf(join(folder, `home-${i}`), paths));
    // The first one warms up.
    const measured = costs.slice(1);
    const share = spreadOf(measured.map(({ ingestMs, distilMs }) => distilMs / ingestMs));
    const growth = spreadOf(measured.map(({ bytesBefore, bytesAfter }) => bytesAfter / bytesBefore - 1));
    const short: LongSession[] = [];
    for (let i = 0; i <= RUNS; i += 1) short.push(await distilOne(join(folder, `short-${i}.db`), SHORT));
    const shortMs = spreadOf(short.slice(1).map(({ ms }) => ms));
    const long = await distilOne(join(folder, 'long.db'), LONG);
    const [first] = measured;
    return {
      title: 'What distilling costs',
      about: `${COPIES} copies of ${name} of Claude Code (${first?.sessions} sessions, ${first?.events} events) imported, then distilled: summaries, checkpoints, topics, snippets, findings and patterns; ${RUNS} runs after one that warms up. And one generated session of ${SHORT} and of ${LONG} events. Time is what the process worked, all its threads together.`,
      columns: ['', 'min', 'median', 'max'],
      rows: [
        ['time beside that of importing without it', ...percents(share)],
        ['more bytes on the disk', ...percents(growth)],
        [`a session of ${SHORT} events, ms`, round(shortMs.min, 0), round(shortMs.median, 0), round(shortMs.max, 0)],
        [`a session of ${LONG} events, ms`, '', round(long.ms, 0), ''],
        [`memory it takes meanwhile, MB`, '', round(long.grownMb, 0), ''],
      ],
      bounds: [
        {
          name: 'time beside the import',
          wanted: `≤ ${percent(MOST_SHARE)}`,
          reached: percent(share.median),
          met: share.median <= MOST_SHARE,
        },
        {
          name: 'more bytes',
          wanted: `≤ ${percent(MOST_BYTES)}`,
          reached: percent(growth.median),
          met: growth.median <= MOST_BYTES,
        },
        {
          name: `${SHORT} events`,
          wanted: `≤ ${MOST_MS} ms`,
          reached: `${round(shortMs.median, 0)} ms`,
          met: shortMs.median <= MOST_MS,
        },
        {
          name: `memory for ${LONG} events`,
          wanted: `≤ ${MOST_GROWTH_MB} MB`,
          reached: `${round(long.grownMb, 0)} MB`,
          met: long.grownMb <= MOST_GROWTH_MB,
        },
      ],
      notes: ['Bytes are those of pages in use: what SQLite keeps free for later is in neither.'],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function costOf(folder: string, paths: string[]): Promise<Cost> {
  const opened = openBenchMemory(folder);
  const release = opened.deriver.hold();
  const ingestMs = await worked(() => ingest(opened, paths));
  const bytesBefore = await bytesOf(opened, opened.paths.db);
  const distilMs = await worked(() => opened.deriver.settled(SETTLED_MS));
  release();
  const bytesAfter = await bytesOf(opened, opened.paths.db);
  const { events, sessions } = await opened.store.log.counts();
  await opened.memory.close();
  return { ingestMs, distilMs, bytesBefore, bytesAfter, events, sessions };
}

/** Reads and derives, and stops before sessions are distilled, which an import does in the end. */
async function ingest({ memory, deriver }: OpenedMemory, paths: string[]): Promise<void> {
  const { settled } = deriver;
  deriver.settled = (ms) => deriver.derived(ms);
  await importRecorded(memory, { paths, agent: 'claude-code' });
  deriver.settled = settled;
}

async function bytesOf({ store }: OpenedMemory, path: string): Promise<number> {
  await store.checkpoint();
  const db = openDatabase(path, { readonly: true });
  const pragma = (name: string): number =>
    Object.values(db.get<Record<string, number>>(`PRAGMA ${name}`) ?? {})[0] ?? 0;
  const bytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  db.close();
  return bytes;
}

interface LongSession {
  ms: number;
  grownMb: number;
}

/** One generated session, derived before it is distilled. */
async function distilOne(path: string, events: number): Promise<LongSession> {
  const store = openSqliteStore({ path });
  const deriver = new Deriver(store);
  const release = deriver.hold();
  for (let start = 0; start < events; start += APPENDED) {
    await store.log.append({ events: workedEvents(start, Math.min(events, start + APPENDED)) });
    await deriver.derived(SETTLED_MS);
  }
  const before = process.memoryUsage().rss;
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const ms = await worked(() => deriver.settled(SETTLED_MS));
  clearInterval(looking);
  release();
  await deriver.stop();
  await store.close();
  return { ms, grownMb: (most - before) / 1e6 };
}

function percent(share: number): string {
  return `${round(share * 100)} %`;
}

function percents({ min, median, max }: { min: number; median: number; max: number }): string[] {
  return [min, median, max].map(percent);
}
