import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageOfPath } from '../src/code/languages/languages.ts';
import { type CodeReader, openCode } from '../src/code/open-code.ts';
import { scaleDeadlines } from '../src/core/deadlines.ts';
import { readProcessTable } from '../src/platform/process/process-table.ts';
import { DIST } from './support/bench-home.ts';
import { processSeconds } from './support/process-time.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { quantileOf, round, spreadOf } from './support/stats.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GRAMMARS = join(ROOT, 'packages', 'code', 'grammars');
const ENTRY = join(DIST, 'code.js');
/** Files of one kind of sources, of which some machines have ten times as many. */
const MOST_FILES = 2_000;
const MANY_FILES = 20_000;
const QUESTIONS = 300;
const OUTLINES = 30;
const LONG_LINES = 2_000;
/** Lines from which on a file counts for the share of outlines: shorter ones are read whole. */
const OUTLINED_LINES = 200;

const WANTED = { filesAMinute: 3_000, indexShare: 0.02, outlineMs: 80, outlineShare: 0.15, searchMs: 20 } as const;

/** Where sources are that a machine with this repository has; one that is not there is left out. */
const CORPORA: Readonly<Record<string, () => string[]>> = {
  'this repository (TypeScript)': () => tracked().map((path) => join(ROOT, path)),
  'installed packages (JavaScript, TypeScript, C)': () => below(join(ROOT, 'node_modules')),
  "Python 3.11's library": () => below('/usr/lib/python3.11'),
  'C headers of the system': () => below('/usr/include'),
};

interface Indexed {
  files: number;
  symbols: number;
  bytes: number;
  cpuSeconds: number;
  indexBytes: number;
}

/** Reading code by its structure: how fast a project is indexed, what the index weighs, what an outline and a search cost. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const rows: (string | number)[][] = [];
    const all: [string, string][] = [];
    const found: Indexed[] = [];
    const shares: number[] = [];
    for (const [name, list] of Object.entries(CORPORA)) {
      const paths = everyNth(list(), MOST_FILES);
      if (paths.length === 0) continue;
      const root = copied(paths, join(folder, `corpus-${rows.length}`));
      const reader = open(join(folder, `index-${rows.length}`));
      const one = await indexed(reader, root, join(folder, `index-${rows.length}`));
      const own = await outlineShares(reader, root);
      await reader.close();
      found.push(one);
      shares.push(...own);
      all.push(...filesBelow(root).map((path): [string, string] => [root, path]));
      rows.push([
        name,
        one.files,
        round(one.bytes / 1e6),
        one.symbols,
        round((one.files / one.cpuSeconds) * 60, 0),
        `${percent(one.indexBytes / one.bytes)}`,
        own.length === 0 ? '–' : `${percent(spreadOf(own).median)} / ${percent(quantileOf(own, 0.95))}`,
      ]);
    }
    const many = await manyFiles(folder, all);
    const outline = await longOutline(folder);
    return toResult({ rows, found, shares, many, outline });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function open(folder: string): CodeReader {
  return openCode({
    entry: ENTRY,
    env: {},
    grammars: () => GRAMMARS,
    installTo: folder,
    folder,
    exclude: { paths: [], projects: [] },
    deadlines: scaleDeadlines(200),
  });
}

/** Indexes a project; the processor's time is all that the process took, start and grammars among it. */
async function indexed(reader: CodeReader, root: string, folder: string): Promise<Indexed> {
  for (;;) {
    const { indexed: state } = await reader.ask('search', { root, query: 'open', limit: 1 });
    if (!state.isWhole) continue;
    const cpuSeconds = processSeconds(helperPid());
    const bytes = filesBelow(root).reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
    const indexBytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    return { files: state.files, symbols: state.symbols, bytes, cpuSeconds, indexBytes };
  }
}

async function outlineShares(reader: CodeReader, root: string): Promise<number[]> {
  const long = filesBelow(root).filter(
    (path) => readFileSync(join(root, path), 'utf8').split('\n').length > OUTLINED_LINES,
  );
  const shares: number[] = [];
  for (const path of everyNth(long, 100)) {
    const { tokens, fileTokens, symbols } = await reader.ask('outline', { root, path });
    if (symbols.length > 0) shares.push(tokens / fileTokens);
  }
  return shares;
}

/** Milliseconds of searches in many files, which are those of all corpora over and over. */
async function manyFiles(folder: string, all: readonly [string, string][]) {
  const root = join(folder, 'many');
  for (let at = 0; at < MANY_FILES; at += 1) {
    const [from, path] = all[at % all.length] ?? ['', ''];
    copyTo(join(from, path), join(root, `part-${Math.floor(at / all.length)}`, path));
  }
  const index = join(folder, 'index-many');
  const reader = open(index);
  const { files, symbols } = await indexed(reader, root, index);
  const names = await questions(reader, root);
  const took: number[] = [];
  for (const query of names) {
    const start = performance.now();
    await reader.ask('search', { root, query });
    took.push(performance.now() - start);
  }
  await reader.close();
  return { files, symbols, took };
}

/** What is asked: names, parts of names, and sentences of comments. */
async function questions(reader: CodeReader, root: string): Promise<string[]> {
  const seeds = ['open', 'read', 'write', 'parse', 'find', 'close', 'to', 'error', 'list', 'make', 'session', 'check'];
  const asked: string[] = [];
  for (const query of seeds) {
    const { symbols } = await reader.ask('search', { root, query, limit: 50 });
    for (const { name, doc } of symbols) asked.push(name, name.slice(0, 5), ...(doc === undefined ? [] : [doc]));
  }
  return everyNth(asked, QUESTIONS);
}

/** Milliseconds of an outline of a file of which a line changed since it was read last. */
async function longOutline(folder: string): Promise<{ lines: number; took: number[] }> {
  const root = join(folder, 'long');
  mkdirSync(root);
  const lines: string[] = [];
  for (const path of tracked()) {
    if (lines.length >= LONG_LINES) break;
    lines.push(...readFileSync(join(ROOT, path), 'utf8').split('\n'));
  }
  const reader = open(join(folder, 'index-long'));
  const took: number[] = [];
  for (let at = -3; at < OUTLINES; at += 1) {
    const changed = Math.floor(lines.length / 2) + at;
    lines[changed] = `${lines[changed]} /* ${at} */`;
    writeFileSync(join(root, 'long.ts'), lines.join('\n'));
    const start = performance.now();
    const { notes } = await reader.ask('outline', { root, path: 'long.ts' });
    if (at >= 0) took.push(performance.now() - start);
    if (notes.length > 0) throw new Error(notes.map(({ message }) => message).join(' '));
  }
  await reader.close();
  return { lines: lines.length, took };
}

interface Figures {
  rows: (string | number)[][];
  found: readonly Indexed[];
  shares: readonly number[];
  many: { files: number; symbols: number; took: number[] };
  outline: { lines: number; took: number[] };
}

function toResult({ rows, found, shares, many, outline }: Figures): BenchResult {
  const slowest = Math.min(...found.map(({ files, cpuSeconds }) => (files / cpuSeconds) * 60));
  const heaviest = Math.max(...found.map(({ indexBytes, bytes }) => indexBytes / bytes));
  const search = quantileOf(many.took, 0.95);
  const outlined = spreadOf(outline.took).median;
  return {
    title: 'Code by structure',
    about:
      `Projects read for the first time, each in a process of its own; processor time of that process, its start and the compiling of grammars among it. ` +
      `Outlines: tokens against those of the file, of files over ${OUTLINED_LINES} lines, median and p95.`,
    columns: ['sources', 'files', 'MB', 'symbols', 'files a minute on one core', 'index of sources', 'outline of file'],
    rows: [
      ...rows,
      [
        `search in ${many.files} files, ${many.symbols} symbols`,
        '',
        '',
        '',
        `p50 ${round(spreadOf(many.took).median)} ms`,
        `p95 ${round(search)} ms`,
        `${many.took.length} questions`,
      ],
      [
        `outline of ${outline.lines} lines of which one changed, warm`,
        '',
        '',
        '',
        `median ${round(outlined)} ms`,
        `worst ${round(Math.max(...outline.took))} ms`,
        `${outline.took.length} times`,
      ],
    ],
    bounds: [
      {
        name: 'files a minute on one core',
        wanted: `≥ ${WANTED.filesAMinute}`,
        reached: `${round(slowest, 0)}`,
        met: slowest >= WANTED.filesAMinute,
      },
      atMost('index of the sources', [heaviest * 100, WANTED.indexShare * 100], '%'),
      atMost('outline of a file, p95', [quantileOf(shares, 0.95) * 100, WANTED.outlineShare * 100], '%'),
      atMost(`outline of ${LONG_LINES} lines`, [outlined, WANTED.outlineMs], 'ms'),
      atMost(`search in ${MANY_FILES} files, p95`, [search, WANTED.searchMs], 'ms'),
    ],
  };
}

function atMost(name: string, [reached, most]: [number, number], unit: string): Bound {
  return { name, wanted: `≤ ${most} ${unit}`, reached: `${round(reached)} ${unit}`, met: round(reached) <= most };
}

function percent(share: number): string {
  return `${round(share * 100)} %`;
}

function tracked(): string[] {
  const listed = execFileSync('git', ['ls-files', 'src', 'test', 'web', 'scripts', 'bench'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => languageOfPath(path) !== undefined);
}

function below(folder: string): string[] {
  return existsSync(folder) ? filesBelow(folder).map((path) => join(folder, path)) : [];
}

/** Paths of source files below a folder that are no larger than what is read. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && languageOfPath(entry.name) !== undefined)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/\.min\.\w+$|\.bundle\.js$/.test(path) && isRead(statSync(join(folder, path)).size))
    .sort();
}

function isRead(bytes: number): boolean {
  return bytes > 0 && bytes <= 2 * 1024 * 1024;
}

/** Copies files into a project: what lies in `node_modules` is nobody's own sources. */
function copied(paths: readonly string[], root: string): string {
  for (const path of paths) copyTo(path, join(root, relative('/', path).replaceAll('node_modules', 'packages')));
  return root;
}

function copyTo(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function everyNth<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[Math.floor(at * step)] as T);
}

function helperPid(): number {
  const { pids, read } = readProcessTable();
  const helper = pids().find((pid) => {
    const found = read(pid);
    return found?.parent === process.pid && found.words.includes(ENTRY);
  });
  if (helper === undefined) throw new Error('nothing reads code');
  return helper;
}
