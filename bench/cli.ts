import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchHome, DIST, makeBenchHome, runTimed } from './support/bench-home.ts';
import { fillStore } from './support/generated/filled-store.ts';
import { promptOf } from './support/generated/session-events.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round, type Spread, spreadOf } from './support/stats.ts';

const ITEMS = 20_000;
const RUNS = 40;
const COLD_RUNS = 10;
const WARM_UP = 3;
const SETTLED_MS = 600_000;
const SEARCH_CHARS = 30;
const BARE = '`node -e 0`';

interface Case {
  title: string;
  args: (run: number) => string[];
  /** Milliseconds over a bare node that its median may take. */
  most: number;
}

const WARM: readonly Case[] = [
  { title: '`cairn --version`', args: () => ['--version'], most: 30 },
  { title: '`cairn --help`', args: () => ['--help'], most: 30 },
  { title: '`cairn search --help`', args: () => ['search', '--help'], most: 30 },
  { title: '`cairn status`', args: () => ['status'], most: 60 },
  { title: '`cairn sessions`', args: () => ['sessions', '-a'], most: 60 },
  { title: '`cairn search WORDS`', args: (run) => ['search', '-a', promptOf(run * 3, SEARCH_CHARS)], most: 60 },
];
const COLD: readonly (Case & { stops: boolean })[] = [
  {
    title: 'no worker: `cairn search WORDS` starts one',
    args: (run) => ['search', '-a', promptOf(run * 3, SEARCH_CHARS)],
    most: 400,
    stops: true,
  },
  { title: '`cairn worker restart`', args: () => ['worker', 'restart'], most: 1_000, stops: false },
];

/** The command line as a person starts it, against a bare node in the same run. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const home = makeBenchHome(join(folder, 'home'), { CAIRN_EMBED_MODEL: 'none' });
  writeFileSync(home.paths.config, '{}');
  try {
    await fillStore(home.paths.db, ITEMS);
    cairn(home, ['status']);
    await home.memory().settled({ timeoutMs: SETTLED_MS });
    return toResult(measure(home));
  } finally {
    cairn(home, ['worker', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(home: BenchHome): Map<string, Spread> {
  const taken = new Map<string, number[]>();
  const add = (title: string, ms: number): void => void taken.set(title, [...(taken.get(title) ?? []), ms]);
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    const bare = runTimed(process.execPath, ['-e', '0'], { env: home.env }).tookMs;
    const warm = WARM.map(({ title, args }): [string, number] => [title, cairn(home, args(run + WARM_UP))]);
    if (run >= 0) for (const [title, ms] of [[BARE, bare] as const, ...warm]) add(title, ms);
  }
  for (const { title, args, stops } of COLD) {
    for (let run = 0; run < COLD_RUNS; run += 1) {
      if (stops) cairn(home, ['worker', 'stop']);
      add(title, cairn(home, args(run)));
    }
  }
  return new Map([...taken].map(([title, ms]) => [title, spreadOf(ms)]));
}

/** Runs the command to its end; milliseconds. */
function cairn(home: BenchHome, args: readonly string[]): number {
  const { status, tookMs, said } = runTimed(process.execPath, [join(DIST, 'cli.js'), ...args], { env: home.env });
  if (status !== 0) throw new Error(`cairn ${args.join(' ')} ended with ${status}: ${said}`);
  return tookMs;
}

function toResult(spreads: ReadonlyMap<string, Spread>): BenchResult {
  const bare = spreads.get(BARE)?.median ?? Number.NaN;
  return {
    title: 'The command line',
    about: `From the start of the built \`cairn\` to its end, over a memory of ${ITEMS.toLocaleString('en')} generated memories, in turn with a bare \`node -e 0\`; milliseconds. The worker runs, but for the last two rows; each search is for other words.`,
    columns: ['', 'min', 'median', 'max', 'over a bare node', 'runs'],
    rows: [...spreads].map(([title, one]) => [
      title,
      round(one.min),
      round(one.median),
      round(one.max),
      title === BARE ? '' : round(one.median - bare),
      one.count,
    ]),
    bounds: [...WARM, ...COLD].map(({ title, most }): Bound => {
      const over = (spreads.get(title)?.median ?? Number.NaN) - bare;
      return {
        name: `${title}, over a bare node, ms`,
        wanted: `≤ ${most}`,
        reached: String(round(over)),
        met: over <= most,
      };
    }),
  };
}
