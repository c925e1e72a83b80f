import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchHome, DIST, makeBenchHome } from './support/bench-home.ts';
import { fillStore } from './support/generated/filled-store.ts';
import { promptOf } from './support/generated/session-events.ts';
import type { BenchResult } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const ITEMS = 100_000;
const RUNS = 15;
const KEYS = 4;
const WARM_UP = 2;
const SETTLED_MS = 900_000;
const SHOW_MS = 30_000;
const QUESTION_CHARS = 16;
const SIZE = 'stty cols 120 rows 40';
const BARE = {
  frame: '`node -e` that prints a line',
  key: 'a bare node that writes each key back',
} as const;
const OWN = {
  frame: '`cairn browse -a`: the first frame',
  list: '`cairn browse -a`: the list in it',
  move: 'a key: the next row selected',
  echo: 'a question typed: its words shown',
  answer: 'a question typed: its first hits shown',
} as const;
const MOST = { [OWN.frame]: 150, [OWN.move]: 16, [OWN.echo]: 16, [OWN.answer]: 120 };

/** A program on a pseudo-terminal. */
interface Window {
  /** Milliseconds from `since` until text that was not seen before holds `wanted`. */
  shows(wanted: string, since: number): Promise<number>;
  type(keys: string): number;
  close(): void;
}

/** The browser of `cairn` as a person waits for it: on a pseudo-terminal that `script` gives, against a bare node there. */
export async function run(): Promise<BenchResult> {
  const kept = process.env.CAIRN_BENCH_STORES;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const store = join(kept ?? folder, `${ITEMS}.db`);
  mkdirSync(kept ?? folder, { recursive: true });
  if (!existsSync(store)) await fillStore(store, ITEMS);
  const home = makeBenchHome(join(folder, 'home'), { CAIRN_EMBED_MODEL: 'none', NO_COLOR: '1', TERM: 'xterm' });
  copyFileSync(store, home.paths.db);
  writeFileSync(home.paths.config, '{}');
  try {
    await home.startWorker();
    await home.memory().settled({ timeoutMs: SETTLED_MS });
    const taken = new Map<string, number[]>();
    for (let at = -WARM_UP; at < RUNS; at += 1) {
      const add = (title: string, ms: number): void => {
        if (at >= 0) taken.set(title, [...(taken.get(title) ?? []), ms]);
      };
      await measureBare(home, add);
      await measureBrowser(home, at + WARM_UP, add);
    }
    return toResult(taken);
  } finally {
    await home.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureBare(home: BenchHome, add: (title: string, ms: number) => void): Promise<void> {
  const began = performance.now();
  const window = openWindow(
    home,
    `-e 'process.stdin.setRawMode(true); process.stdin.on("data", (key) => process.stdout.write(key)); process.stdout.write("[there]")'`,
  );
  add(BARE.frame, await window.shows('[there]', began));
  for (let key = 0; key < KEYS; key += 1) add(BARE.key, await window.shows(`${key}`, window.type(`${key}`)));
  window.close();
}

async function measureBrowser(home: BenchHome, run: number, add: (title: string, ms: number) => void): Promise<void> {
  const began = performance.now();
  const window = openWindow(home, `${join(DIST, 'cli.js')} browse -a`);
  const frame = window.shows('[1 Sessions]', began);
  add(OWN.frame, await frame);
  add(OWN.list, await window.shows('> ', began));
  for (let key = 0; key < KEYS; key += 1) add(OWN.move, await window.shows(`${key + 2}/`, window.type('j')));
  await window.shows('type to search', window.type('/'));
  for (let at = 0; at < KEYS; at += 1) {
    const words = promptOf((run * KEYS + at) * 3, QUESTION_CHARS)
      .replace(/\s+/g, ' ')
      .trim();
    const since = window.type(`\u001b[200~${words}\u001b[201~`);
    add(OWN.echo, await window.shows(words, since));
    add(OWN.answer, await window.shows('> ', since));
    window.type('\u0015');
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  window.close();
}

function openWindow({ env }: BenchHome, program: string): Window {
  const command = `${SIZE}; exec ${process.execPath} ${program}`;
  const child: ChildProcessWithoutNullStreams = spawn('script', ['-qefc', command, '/dev/null'], { env });
  let unseen = '';
  let look = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    unseen += part;
    look();
  });
  return {
    shows: (wanted, since) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${wanted} was not shown: ${unseen}`)), SHOW_MS);
        look = () => {
          const at = unseen.indexOf(wanted);
          if (at < 0) return;
          clearTimeout(timer);
          look = () => undefined;
          unseen = unseen.slice(at + wanted.length);
          resolve(performance.now() - since);
        };
        look();
      }),
    type(keys) {
      unseen = '';
      child.stdin.write(keys);
      return performance.now();
    },
    close: () => void child.kill('SIGKILL'),
  };
}

function toResult(taken: ReadonlyMap<string, readonly number[]>): BenchResult {
  const spreads = new Map([...taken].map(([title, ms]) => [title, spreadOf(ms)]));
  const bareOf = (title: string): number =>
    spreads.get(title === OWN.frame || title === OWN.list ? BARE.frame : BARE.key)?.median ?? Number.NaN;
  const titles = [BARE.frame, OWN.frame, OWN.list, BARE.key, OWN.move, OWN.echo, OWN.answer];
  return {
    title: 'The browser of the terminal',
    about: `\`cairn browse -a\` on a pseudo-terminal of 120 columns over ${ITEMS.toLocaleString('en')} generated memories, in turn with a bare node there; milliseconds from the start of the command, or from a key, until the terminal was given it. Questions of ${QUESTION_CHARS} characters are pasted, found by words. The worker runs. Load of the machine at the end: ${loadavg()
      .map((load) => round(load))
      .join(', ')}.`,
    columns: ['', 'min', 'median', 'max', 'over the bare node', 'times'],
    rows: titles.map((title) => {
      const { min = 0, median = 0, max = 0, count = 0 } = spreads.get(title) ?? {};
      const isBare = title === BARE.frame || title === BARE.key;
      return [title, round(min), round(median), round(max), isBare ? '' : round(median - bareOf(title)), count];
    }),
    bounds: Object.entries(MOST).map(([title, most]) => {
      const median = spreads.get(title)?.median ?? Number.NaN;
      return { name: `${title}, median, ms`, wanted: `≤ ${most}`, reached: String(round(median)), met: median <= most };
    }),
  };
}
