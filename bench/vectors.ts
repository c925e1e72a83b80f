import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as LIMITS from '../src/core/limits.ts';
import { openDatabase } from '../src/platform/sqlite/sqlite.ts';
import type { ItemFilter } from '../src/store/contract/item-filter.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { quantileOf, round } from './support/stats.ts';
import { openPlainScan } from './support/vectors/plain-scan.ts';
import { createMixtures, DIMENSIONS, type VectorMixtures } from './support/vectors/vector-mixtures.ts';
import type { VectorFigures, VectorWork } from './support/vectors/vector-process.ts';
import { fillVectorStore, MODEL, projectOfVector } from './support/vectors/vector-store.ts';

const SIZES = [
  { vectors: 100_000, findMs: 15, processBytes: 150e6 },
  { vectors: 1_000_000, findMs: 70, processBytes: undefined },
] as const;
const QUESTIONS = 60;
/** Questions have other numbers than memories. */
const QUESTIONS_FROM = 50_000_000;
/** Number of nearest neighbours that are compared. */
const COMPARED = 20;
const FILTERS: Readonly<Record<string, ItemFilter>> = {
  'one project of 20': { project: projectOfVector(3) },
  'a kind of one in four': { kinds: ['prompt'] },
  'an author, which the scan does not know': { authors: ['agent'] },
};
const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * How long finding by vector takes, how much of the exact answer it finds and what it holds in memory. The stores are
 * kept between runs in the folder that `CAIRN_BENCH_STORES` names; `CAIRN_BENCH_VECTORS` names one with vectors of texts.
 */
export async function run(): Promise<BenchResult> {
  const kept = process.env.CAIRN_BENCH_STORES;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const built = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  mkdirSync(folder, { recursive: true });
  const mixtures = createMixtures(process.env.CAIRN_BENCH_VECTORS);
  const result: BenchResult = {
    title: 'How fast vectors are found',
    about: `Vectors of ${DIMENSIONS} numbers, each a mixture of two ${mixtures.isReal ? 'of 8,251 vectors that all-MiniLM-L6-v2 gave real texts' : 'generated ones in 200 groups'}, the first weighing more, with noise of half their length; ${QUESTIONS} questions of the same kind, ${LIMITS.candidates} to be found, warm; milliseconds. Finding is both passes: four bits a number in memory, then the best half as many again exactly from the file. "Plain" is the same machine's scan of one byte a number in WebAssembly in the same run, the products alone.`,
    columns: ['vectors', 'what', 'p50', 'p95', 'processor, mean'],
    rows: [],
    bounds: [],
    notes: [],
  };
  try {
    await build(built);
    for (const size of SIZES) await measureSize({ size, folder, built, mixtures }, result);
  } finally {
    rmSync(built, { recursive: true, force: true });
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

/** The process as it is shipped: bundled, so that no time or memory goes into TypeScript. */
async function build(outputFolder: string): Promise<void> {
  const { bundleModules } = await import('../scripts/build/bundle.ts');
  const { compileKernels, KERNELS } = await import('../scripts/build/kernels.ts');
  const options = { root: ROOT, outputFolder };
  await bundleModules([{ source: 'bench/support/vectors/vector-process.ts', output: 'vector-process.js' }], options);
  await compileKernels([...KERNELS, { source: 'kernels/scan/plain.ts', output: 'plain.wasm' }], options);
}

interface Measured {
  size: (typeof SIZES)[number];
  folder: string;
  built: string;
  mixtures: VectorMixtures;
}

async function measureSize({ size, folder, built, mixtures }: Measured, result: BenchResult): Promise<void> {
  const path = join(folder, `vectors-${size.vectors}.db`);
  await fillVectorStore(path, size.vectors, mixtures);
  const questions = Array.from({ length: QUESTIONS }, (_, i) => mixtures.of(QUESTIONS_FROM + i));
  const figures = await inProcess(join(built, 'vector-process.js'), {
    path,
    model: MODEL,
    questions: questions.map((vector) => [...vector]),
    filters: FILTERS,
    limit: LIMITS.candidates,
  });
  const row = (what: string, took: readonly number[], cpuMs?: number): void => {
    const times = [round(quantileOf(took, 0.5)), round(quantileOf(took, 0.95))];
    result.rows.push([size.vectors, what, ...times, cpuMs === undefined ? '' : round(cpuMs)]);
  };
  for (const [name, { took, cpuMs }] of Object.entries(figures.finds)) row(`find, filter: ${name}`, took, cpuMs);
  row('candidates with their memories, by vector alone', figures.queryMs);
  const plain = openPlainScan(path, join(built, 'plain.wasm'), DIMENSIONS);
  const exact = [...questions, ...questions].map((vector) => plain.nearest(vector, COMPARED)).slice(QUESTIONS);
  row(
    'plain, one byte a number, no filter',
    exact.map(({ ms }) => ms),
  );
  const recall = exact.map(({ items }, i) => shareOf(items, figures.nearest[i] ?? []));
  conclude({ size, path, figures, recall }, result);
}

/** The share of the exact nearest that stand equally far ahead. */
function shareOf(exact: readonly number[], found: readonly number[]): number {
  const ahead = new Set(found.slice(0, COMPARED));
  return exact.filter((item) => ahead.has(item)).length / exact.length;
}

function inProcess(program: string, work: VectorWork): Promise<VectorFigures> {
  const child = fork(program, { execArgv: [] });
  const { promise, resolve, reject } = Promise.withResolvers<VectorFigures>();
  child.once('message', (figures) => resolve(figures as VectorFigures));
  child.once('error', reject);
  child.once('exit', () => reject(new Error('the measured process ended early')));
  child.send(work);
  return promise;
}

interface Conclusion {
  size: (typeof SIZES)[number];
  path: string;
  figures: VectorFigures;
  recall: readonly number[];
}

function conclude({ size, path, figures, recall }: Conclusion, result: BenchResult): void {
  const { vectors, findMs, processBytes } = size;
  const slowest = quantileOf(figures.finds.none?.took ?? [], 0.95);
  const found = recall.reduce((sum, share) => sum + share, 0) / recall.length;
  const mb = (bytes: number): string => `${round(bytes / 1e6)} MB`;
  const bound = (name: string, met: boolean, [wanted, reached]: readonly [string, string]): Bound => ({
    name: `${name}, ${vectors}`,
    wanted,
    reached,
    met,
  });
  result.bounds.push(
    bound('find, p95', slowest <= findMs, [`≤ ${findMs} ms`, `${round(slowest)} ms`]),
    bound(`recall@${COMPARED} of the exact scan`, found >= 0.98, ['≥ 0.98', String(round(found, 4))]),
    bound('bytes in memory a vector', figures.bytesPerVector <= 400, ['≤ 400', String(round(figures.bytesPerVector))]),
  );
  if (processBytes !== undefined) {
    const met = figures.loadedBytes <= processBytes;
    result.bounds.push(bound('resident, the whole process', met, [`≤ ${mb(processBytes)}`, mb(figures.loadedBytes)]));
  }
  result.notes?.push(
    `${vectors}: the first question is answered after ${round(figures.firstAnswerMs)} ms, by words alone while vectors are read, which takes ${round(figures.loadedMs)} ms; the process has ${mb(figures.bareBytes)} before and ${mb(figures.loadedBytes)} after; a vector takes ${round(diskBytes(path) / vectors)} bytes of the file, its indexes included.`,
  );
}

function diskBytes(path: string): number {
  const db = openDatabase(path, { readonly: true });
  const sql = "SELECT sum(pgsize) AS bytes FROM dbstat WHERE name GLOB 'vector*'";
  const bytes = db.get<{ bytes: number }>(sql)?.bytes ?? 0;
  db.close();
  return bytes;
}
