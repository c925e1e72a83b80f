import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionId } from '../src/core/ids.ts';
import { LIMITS } from '../src/core/limits.ts';
import { wordsOf } from '../src/core/terms.ts';
import type { ReadSettings } from '../src/memory/context-reads.ts';
import type { Reads } from '../src/memory/reads.ts';
import { createReads } from '../src/memory/reads.ts';
import { openDatabase } from '../src/platform/sqlite.ts';
import { buildContext } from '../src/recall/context.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import { fillStore } from './support/filled-store.ts';
import { measurePromptsAtOnce } from './support/prompts-at-once.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { fileOf, projectOfSession, promptOf, SESSION_EVENTS } from './support/session-events.ts';
import { questionKinds } from './support/speed-questions.ts';
import { quantileOf, round } from './support/stats.ts';
import { createRandom } from './support/varied-text.ts';

const SIZES = [
  { items: 100_000, searchMs: 10, contextMs: 15 },
  { items: 1_000_000, searchMs: 80, contextMs: undefined },
] as const;
const RUNS = 40;
const PLAIN_RUNS = 5;
const WARM_UP = 20;
const PROMPT_CHARS = 120;
const SETTINGS: ReadSettings = {
  'context.enabled': true,
  'context.startTokens': LIMITS.contextTokens.start,
  'context.promptTokens': LIMITS.contextTokens.prompt,
  'context.fileTokens': LIMITS.contextTokens.file,
  userHome: '/home/dev',
};

/** One store that is asked. */
interface Asked {
  path: string;
  items: number;
  now: number;
  reads: Reads;
}

/**
 * How long a search and a block of context take, warm, over generated sessions. The stores are kept between runs in the
 * folder that `CAIRN_BENCH_STORES` names, else made anew.
 */
export async function run(): Promise<BenchResult> {
  const kept = process.env.CAIRN_BENCH_STORES;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  mkdirSync(folder, { recursive: true });
  const result: BenchResult = {
    title: 'How fast recall is',
    about:
      'Searches with ten hits and blocks of context over generated sessions, in one process through the reads that the reader thread runs, each question once after others of its kind; milliseconds. "Plain FTS5" is the same words joined by OR, `ORDER BY bm25`, on the bare connection in the same run.',
    columns: ['memories', 'what', 'p50', 'p95', 'p99', 'of a project: p50', 'p95', 'p99', 'plain FTS5: p50', 'p95'],
    rows: [],
    bounds: [],
    notes: [],
  };
  try {
    for (const size of SIZES) await measureStore(join(folder, `${size.items}.db`), size, result);
    await measurePromptsAtOnce(join(folder, `${SIZES[0].items}.db`), result);
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

async function measureStore(path: string, size: (typeof SIZES)[number], result: BenchResult): Promise<void> {
  await fillStore(path, size.items);
  const store = openSqliteStore({ path, readonly: true });
  const sessions = Math.ceil(size.items / SESSION_EVENTS);
  const now = 1_700_000_000_000 + sessions * 7_200_000;
  const asked: Asked = { path, items: size.items, now, reads: createReads(store, SETTINGS) };
  const searches = await measureSearches(asked, result);
  const blocks: number[] = [];
  for (const occasion of ['start', 'prompt', 'file'] as const) {
    const took = await timed(RUNS, (n) => buildContext(store, requestOf(occasion, n, now)));
    result.rows.push([size.items, `context: ${occasion}`, ...figures(took), '', '', '', '', '']);
    blocks.push(quantileOf(took, 0.95));
  }
  await store.close();
  result.bounds.push(bound(`search over ${size.items}, p95 of the slowest kind`, size.searchMs, Math.max(...searches)));
  if (size.contextMs === undefined) return;
  result.bounds.push(bound(`context over ${size.items}, p95 of the slowest kind`, size.contextMs, Math.max(...blocks)));
}

/** Searches of every kind; gives the p95 of each, with and without a project. */
async function measureSearches({ path, items, now, reads }: Asked, result: BenchResult): Promise<number[]> {
  const plain = openDatabase(path, { readonly: true });
  const sql = `SELECT rowid, bm25(items_fts) AS score FROM items_fts WHERE items_fts MATCH ? ORDER BY score LIMIT ${LIMITS.candidates}`;
  const slowest: number[] = [];
  for (const { name, words, question } of questionKinds(path)) {
    const ofAll = await timed(RUNS, (n) => reads.search({ query: question(n) }, now));
    const ofProject = await timed(RUNS, (n) => reads.search({ query: question(n), project: projectOfSession(n) }, now));
    const bare = await timed(PLAIN_RUNS, async (n) =>
      plain.all(
        sql,
        wordsOf(question(n))
          .map((word) => `"${word}"`)
          .join(' OR '),
      ),
    );
    slowest.push(quantileOf(ofAll, 0.95), quantileOf(ofProject, 0.95));
    const what = `${words} ${words === 1 ? name.replace('words', 'word') : name}`;
    result.rows.push([items, what, ...figures(ofAll), ...figures(ofProject), ...figures(bare).slice(0, 2)]);
  }
  plain.close();
  return slowest;
}

function requestOf(occasion: 'start' | 'prompt' | 'file', n: number, now: number): Parameters<typeof buildContext>[1] {
  const common = { now, session: sessionId('claude-code', `new ${n}`), project: projectOfSession(n) };
  const budget = LIMITS.contextTokens[occasion];
  if (occasion === 'prompt') return { ...common, occasion, budget, prompt: promptOf(n, PROMPT_CHARS) };
  if (occasion === 'file') return { ...common, occasion, budget, file: fileOf(createRandom(n + 1)) };
  return { ...common, occasion, budget };
}

/** Milliseconds of each run, after others to warm up. */
async function timed(runs: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const warmUp = Math.min(WARM_UP, runs);
  for (let n = 0; n < warmUp; n += 1) await work(runs + n);
  const took: number[] = [];
  for (let n = 0; n < runs; n += 1) {
    const began = performance.now();
    await work(n);
    took.push(performance.now() - began);
  }
  return took;
}

function figures(took: readonly number[]): number[] {
  return [0.5, 0.95, 0.99].map((share) => round(quantileOf(took, share)));
}

function bound(name: string, wantedMs: number, reachedMs: number): Bound {
  return { name, wanted: `≤ ${wantedMs} ms`, reached: `${round(reachedMs)} ms`, met: reachedMs <= wantedMs };
}
