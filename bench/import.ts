import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles } from '../src/platform/files.ts';
import { openDatabase } from '../src/platform/sqlite/sqlite.ts';
import { bareImportOf, runBareImport } from './support/bare-import.ts';
import { openBenchMemory } from './support/bench-memory.ts';
import { claudeTranscripts, copyTranscripts } from './support/recorded/copied-transcripts.ts';
import type { BenchResult } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const RUNS = 5;
/** Bytes that are copied together, in whole copies. */
const LEAST_BYTES = 75_000_000;
const FIND_MS = 5;

/** Milliseconds of the clock and of the own work of the process, all its threads together. */
interface Spent {
  wall: number;
  cpu: number;
}

async function timed(work: () => Promise<unknown> | unknown): Promise<Spent> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - began, cpu: (user + system) / 1_000 };
}

interface Imported extends Spent {
  db: string;
  /** Milliseconds until search found something of the session used last. */
  firstFound: number;
}

/** Imports the transcripts of a folder into a new home until all is derived and indexed. */
async function importAll(folder: string, paths: string[]): Promise<Imported> {
  const { memory, store, paths: files } = openBenchMemory(folder);
  const began = performance.now();
  let firstFound = Number.NaN;
  const looking = setInterval(async () => {
    const found = await store.items.list({}, { limit: 1 });
    if (found.length === 0) return;
    firstFound = performance.now() - began;
    clearInterval(looking);
  }, FIND_MS);
  const spent = await timed(async () => {
    for await (const _progress of memory.import({ paths, agent: 'claude-code' }));
  });
  clearInterval(looking);
  await memory.close();
  return { ...spent, db: files.db, firstFound };
}

/** Import of Claude Code's transcripts with all that follows, against a bare loop in the same run. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const { name, folders } = claudeTranscripts();
  const bytesOf = (from: readonly string[]): number =>
    from.flatMap(listFiles).reduce((sum, path) => sum + statSync(path).size, 0);
  const copies = Math.ceil(LEAST_BYTES / bytesOf(folders));
  const paths = copyTranscripts(folders, join(folder, 'transcripts'), copies);
  const files = paths.flatMap(listFiles);
  const megabytes = bytesOf(paths) / 1e6;
  const ours: Imported[] = [];
  const bares: Spent[] = [];
  let events = 0;
  for (let i = 0; i < RUNS; i += 1) {
    const imported = await importAll(join(folder, `home-${i}`), paths);
    ours.push(imported);
    const db = openDatabase(imported.db, { readonly: true });
    events = db.get<{ n: number }>('SELECT count(*) AS n FROM events')?.n ?? 0;
    db.close();
    const bare = await bareImportOf(imported.db, { files, transactions: Math.ceil(events / 50) });
    bares.push(await timed(await runBareImport(join(folder, `bare-${i}.db`), imported.db, bare)));
  }
  rmSync(folder, { recursive: true, force: true });
  const rates = (list: readonly Spent[], by: keyof Spent) =>
    spreadOf(list.map((spent) => (megabytes / spent[by]) * 1e3));
  const share = spreadOf(ours.map((one, i) => (bares[i]?.cpu ?? Number.NaN) / one.cpu));
  const [cpu, wall] = [rates(ours, 'cpu'), rates(ours, 'wall')];
  const row = (title: string, { min, median, max, count }: typeof share, digits = 1): (string | number)[] => [
    title,
    round(min, digits),
    round(median, digits),
    round(max, digits),
    count,
  ];
  return {
    title: 'Import',
    about: `${round(megabytes, 0)} MB of ${name} of Claude Code, ${copies} times with other ids, projects and words (${files.length} files, ${events} events), imported through \`import\` until all passed the privacy door and is derived and indexed; against a loop that parses each line, redacts each kept text once and writes the same rows into the same tables and index.`,
    columns: ['', 'min', 'median', 'max', 'runs'],
    rows: [
      row('import, MB a second of one core', cpu),
      row('import, MB a second by the clock', wall),
      row('bare loop, MB a second of one core', rates(bares, 'cpu')),
      row('share of the bare loop', share, 2),
      row('the first memory is found after, ms', spreadOf(ours.map(({ firstFound }) => firstFound)), 0),
    ],
    bounds: [
      { name: 'MB a second of one core', wanted: '≥ 25', reached: `${round(cpu.median)}`, met: cpu.median >= 25 },
      { name: 'share of a bare loop', wanted: '≥ 0.6', reached: `${round(share.median, 2)}`, met: share.median >= 0.6 },
    ],
    notes: [
      'One core: time that the process worked, all its threads together, by the operating system; by the clock other programs of the machine count too.',
    ],
  };
}
