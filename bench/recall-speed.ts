import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildContext } from '../src/context/context.ts';
import * as LIMITS from '../src/core/limits.ts';
import { sessionId } from '../src/core/model/ids.ts';
import { omitUndefined } from '../src/core/omit-undefined.ts';
import { wordsOf } from '../src/core/text/terms.ts';
import { createReads } from '../src/memory/reads.ts';
import type { ReadInput, Reads } from '../src/memory/runtime/reads-contract.ts';
import { workerFlags } from '../src/platform/process/spawn-detached.ts';
import { openDatabase } from '../src/platform/sqlite/sqlite.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import { DIST } from './support/bench-home.ts';
import { writeCheckout } from './support/generated/checkout.ts';
import { fillStore } from './support/generated/filled-store.ts';
import {
  eventsOfSession,
  fileOf,
  projectOfSession,
  promptOf,
  SESSION_EVENTS,
} from './support/generated/session-events.ts';
import { createRandom } from './support/generated/varied-text.ts';
import { READ_SETTINGS } from './support/read-settings.ts';
import { measurePromptsAtOnce } from './support/recall/prompts-at-once.ts';
import { questionKinds } from './support/recall/speed-questions.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { quantileOf, round } from './support/stats.ts';
import { benchVectors, fillVectors, questionVector } from './support/vectors/filled-vectors.ts';
import type { VectorMixtures } from './support/vectors/vector-mixtures.ts';

const SIZES = [
  { items: 1_000, searchMs: 8, contextMs: undefined },
  { items: 10_000, searchMs: 12, contextMs: undefined },
  { items: 100_000, searchMs: 30, contextMs: 15 },
  { items: 1_000_000, searchMs: 150, contextMs: undefined },
] as const;
/** The size at which the memory of a reader is measured and many ask at once, and what it may hold. */
const MIDDLE = { items: 100_000, memoryBytes: 150_000_000 } as const;
const RUNS = 40;
const PLAIN_RUNS = 5;
const WARM_UP = 20;
const PROMPT_CHARS = 120;
/** Prompts of an earlier session, and their characters, that a prompt asks again. */
const AGAIN = { prompts: 2, chars: 160 } as const;
const OCCASIONS = {
  start: 'start',
  prompt: 'prompt',
  again: 'prompt that an earlier session answers',
  file: 'file',
} as const;
const LOAD_TRIES = 100;
const LOAD_MS = 100;
const MEMORY_QUESTIONS = 60;
const READER_MEMORY = fileURLToPath(new URL('./support/reader-memory.mjs', import.meta.url));
/** One store that is asked, and the checkout that blocks are taken in. */
interface Asked {
  checkout: string;
  path: string;
  items: number;
  now: number;
  reads: Reads;
  mixtures: VectorMixtures;
}

/**
 * Measures how long a search and a block of context take, warm, over generated sessions. The stores are kept between
 * runs in the folder that `CAIRN_BENCH_STORES` names, else built in each run.
 */
export async function run(): Promise<BenchResult> {
  const kept = process.env.CAIRN_BENCH_STORES;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  mkdirSync(folder, { recursive: true });
  const result: BenchResult = {
    title: 'How fast recall is',
    about:
      'Searches with ten hits and blocks of context over generated sessions, in one process through the reads that the reader thread runs, each question once after others of its kind; milliseconds. Blocks are taken in a checkout, where their lines are proven and compared with a CLAUDE.md. "Hybrid" is by words and by a vector, which is given: embedding the question is not counted. Vectors are generated ones in clusters, for each memory that has one. "Plain FTS5" is the same words joined by OR, `ORDER BY bm25`, on the bare connection in the same run.',
    columns: [
      'memories',
      'what',
      ...['hybrid', 'of a project', 'words alone'].flatMap((how) => [`${how}: p50`, 'p95', 'p99']),
      'plain FTS5: p50',
      'p95',
    ],
    rows: [],
    bounds: [],
    notes: [],
  };
  try {
    const mixtures = benchVectors();
    const checkout = join(folder, 'checkout');
    writeCheckout(checkout);
    const most = Number(process.env.CAIRN_BENCH_MOST ?? Number.POSITIVE_INFINITY);
    for (const size of SIZES.filter(({ items }) => items <= most)) {
      await measureStore(join(folder, `${size.items}.db`), size, { result, mixtures, checkout });
    }
    const middle = join(folder, `${MIDDLE.items}.db`);
    if (existsSync(middle)) {
      measureMemory(middle, { result, mixtures });
      await measurePromptsAtOnce(middle, result);
    }
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

async function measureStore(
  path: string,
  size: (typeof SIZES)[number],
  { result, mixtures, checkout }: { result: BenchResult } & Pick<Asked, 'mixtures' | 'checkout'>,
): Promise<void> {
  await fillStore(path, size.items);
  const vectors = await fillVectors(path, mixtures);
  const store = openSqliteStore({ path, readonly: true });
  const sessions = Math.ceil(size.items / SESSION_EVENTS);
  const now = 1_700_000_000_000 + sessions * 7_200_000;
  const reads = createReads(store, READ_SETTINGS);
  const asked: Asked = { checkout, path, items: size.items, now, reads, mixtures };
  result.notes?.push(`Of ${size.items} generated memories ${vectors} have a vector.`);
  await untilLoaded(asked);
  const searches = await measureSearches(asked, result);
  const blocks: number[] = [];
  for (const occasion of Object.keys(OCCASIONS) as Occasion[]) {
    const took = await timed(RUNS, (n) => buildContext(store, requestOf(asked, occasion, n)));
    result.rows.push([size.items, `context: ${OCCASIONS[occasion]}`, ...figures(took), '', '', '', '', '', '', '', '']);
    blocks.push(quantileOf(took, 0.95));
  }
  await store.close();
  result.bounds.push(
    bound(`hybrid search over ${size.items}, p95 of the slowest kind`, size.searchMs, Math.max(...searches)),
  );
  if (size.contextMs === undefined) return;
  result.bounds.push(bound(`context over ${size.items}, p95 of the slowest kind`, size.contextMs, Math.max(...blocks)));
}

/** Asks until the vectors are in memory. */
async function untilLoaded({ reads, mixtures, now }: Asked): Promise<void> {
  for (let left = LOAD_TRIES; left > 0; left -= 1) {
    const { notes } = await reads.search({ query: 'x', vector: questionVector(mixtures, 0) }, now);
    if (notes.every(({ code }) => code !== 'words_only')) return;
    await new Promise((resolve) => setTimeout(resolve, LOAD_MS));
  }
  throw new Error('the vectors were not read into memory');
}

/** Searches of every kind; gives the p95 of each hybrid one, with and without a project. */
async function measureSearches({ path, items, now, reads, mixtures }: Asked, result: BenchResult): Promise<number[]> {
  const plain = openDatabase(path, { readonly: true });
  const sql = `SELECT rowid, bm25(items_fts) AS score FROM items_fts WHERE items_fts MATCH ? ORDER BY score LIMIT ${LIMITS.candidates}`;
  const slowest: number[] = [];
  const vectors = Array.from({ length: RUNS + WARM_UP }, (_, n) => questionVector(mixtures, n));
  for (const { name, words, question } of questionKinds(path)) {
    const ask = (n: number, also: Partial<ReadInput<'search'>> = {}) =>
      reads.search({ query: question(n), ...also }, now);
    const ofAll = await timed(RUNS, (n) => ask(n, omitUndefined({ vector: vectors[n] })));
    const ofProject = await timed(RUNS, (n) =>
      ask(n, omitUndefined({ vector: vectors[n], project: projectOfSession(n) })),
    );
    const byWords = await timed(RUNS, (n) => ask(n));
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
    const hybrid = [...figures(ofAll), ...figures(ofProject)];
    result.rows.push([items, what, ...hybrid, ...figures(byWords), ...figures(bare).slice(0, 2)]);
  }
  plain.close();
  return slowest;
}

/** What a process with nothing but a reader thread, started as the worker is, holds once the vectors are in its memory. */
function measureMemory(path: string, { result, mixtures }: { result: BenchResult; mixtures: VectorMixtures }): void {
  const file = `${path}.questions`;
  const questions = Array.from({ length: MEMORY_QUESTIONS }, (_, n) => {
    const { model, vector } = questionVector(mixtures, n);
    const query = promptOf(n, PROMPT_CHARS);
    return `${JSON.stringify({ query, vector: { model, vector: [...vector] } })}\n`;
  });
  writeFileSync(file, questions.join(''));
  const { stdout } = spawnSync(
    process.execPath,
    [...workerFlags(process.versions.v8), READER_MEMORY, join(DIST, 'reader.js'), path, file],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  rmSync(file);
  const { before, after } = JSON.parse(stdout) as { before: number; after: number };
  const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
  result.bounds.push({
    name: `memory of a process with a reader over ${MIDDLE.items}, vectors loaded`,
    wanted: `≤ ${megabytes(MIDDLE.memoryBytes)} MB`,
    reached: `${megabytes(after)} MB (${megabytes(before)} MB before)`,
    met: after <= MIDDLE.memoryBytes,
  });
}

type Occasion = keyof typeof OCCASIONS;

function requestOf(
  { now, mixtures, checkout, items }: Asked,
  occasion: Occasion,
  n: number,
): Parameters<typeof buildContext>[1] {
  const place = { cwd: checkout, userHome: join(checkout, 'home'), agent: 'claude-code' };
  const common = { now, place, session: sessionId('claude-code', `new ${n}`), project: projectOfSession(n) };
  if (occasion === 'start') return { ...common, occasion, budget: LIMITS.contextTokens.start };
  if (occasion === 'file') {
    return { ...common, occasion, budget: LIMITS.contextTokens.file, file: fileOf(createRandom(n + 1)) };
  }
  const asked = { ...common, occasion: 'prompt', budget: LIMITS.contextTokens.prompt } as const;
  const vector = questionVector(mixtures, n);
  if (occasion === 'prompt') return { ...asked, prompt: promptOf(n, PROMPT_CHARS), vector };
  const earlier = (7 * n + 3) % Math.ceil(items / SESSION_EVENTS);
  return { ...asked, project: projectOfSession(earlier), prompt: promptsAgain(earlier), vector };
}

/** The beginning of what a generated session was asked. */
function promptsAgain(session: number): string {
  const asked = eventsOfSession(session).flatMap(({ body }) => (body.kind === 'prompt' ? [body.text] : []));
  return asked.slice(0, AGAIN.prompts).join(' ').slice(0, AGAIN.chars);
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
