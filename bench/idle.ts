import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchHome, benchEnvironment, makeBenchHome } from './support/bench-home.ts';
import { variedText } from './support/generated/varied-text.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const RUNS = 2;
const REST_MS = 5_000;
const QUIET_MS = 35_000;
const WATCHED_MS = 60_000;
const MOST_TIMES = 1.8;
const EVENTS = 500;
const SEARCHES = 20;
const TOOLS = ['grep', 'cat', 'make', 'git'] as const;
/** A Node that waits for nothing. */
const BARE = ['-e', 'setInterval(() => undefined, 2 ** 31 - 1)'];

/** Bytes that a process holds: `rss` with all that it shares, `pss` with its share of that. */
interface Memory {
  rss: number;
  pss: number;
}

/** What a worker holds, and how often it ran in a minute in which nothing was asked. */
interface WorkerFigures {
  memory: Memory;
  wakeUps: number;
  threads: number;
}

/** A worker that nobody asks for anything: memory against a bare Node in the same run, and wake-ups. */
export async function run(): Promise<BenchResult> {
  const bare: Memory[] = [];
  const fresh: WorkerFigures[] = [];
  const worked: WorkerFigures[] = [];
  for (let i = 0; i < RUNS; i += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
    // A folder of its own for the socket: a worker that starts elsewhere knocks at those of a shared one.
    process.env.XDG_RUNTIME_DIR = mkdtempSync(join(folder, 'run-'));
    const home = makeBenchHome(join(folder, 'home'));
    const node = spawn(process.execPath, BARE, { stdio: 'ignore', env: benchEnvironment(), cwd: '/' });
    try {
      await home.startWorker();
      // Half a minute after the last request it gives memory back, once.
      await pause(QUIET_MS);
      fresh.push(await watchWorker(home.pid));
      await giveWork(home);
      // Long enough for the reader thread, which ends after a minute without a search.
      await pause(WATCHED_MS + 2 * REST_MS);
      worked.push(await watchWorker(home.pid));
      bare.push(memoryOf(node.pid ?? 0));
    } finally {
      await home.end('SIGTERM');
      await endNode(node);
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return toResult({ bare, fresh, worked });
}

async function endNode(node: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => node.once('exit', resolve));
  if (node.kill('SIGKILL')) await gone;
}

/** Events and searches, as in a session. */
async function giveWork(home: BenchHome): Promise<void> {
  const memory = home.memory();
  for (let i = 0; i < EVENTS; i += 1) {
    const tool = TOOLS[i % TOOLS.length] ?? 'make';
    const output = variedText(i, 1_000);
    const input = { command: `${tool} ${i}` };
    await memory.record([{ kind: 'tool.end', sessionId: 's1', number: `${i}`, tool: 'Bash', input, output }]);
  }
  await memory.settled();
  for (let i = 0; i < SEARCHES; i += 1) await memory.search(variedText(i, 40));
}

async function watchWorker(pid: number): Promise<WorkerFigures> {
  await pause(REST_MS);
  const before = timesRun(pid);
  await pause(WATCHED_MS);
  const after = timesRun(pid);
  return { wakeUps: after.runs - before.runs, threads: after.threads, memory: memoryOf(pid) };
}

function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1_024;
  return { rss: bytes('Rss'), pss: bytes('Pss') };
}

/** How often the scheduler has run any thread of a process (the third figure of `schedstat`). */
function timesRun(pid: number): { runs: number; threads: number } {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const runs = tasks.map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[2]));
  return { runs: runs.reduce((sum, count) => sum + count, 0), threads: tasks.length };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function toResult(parts: { bare: Memory[]; fresh: WorkerFigures[]; worked: WorkerFigures[] }): BenchResult {
  const rows = {
    'bare Node that waits': parts.bare,
    'worker, just started': parts.fresh.map(({ memory }) => memory),
    'worker, two minutes after work': parts.worked.map(({ memory }) => memory),
  };
  const median = (all: readonly Memory[], kind: keyof Memory): number => spreadOf(all.map((one) => one[kind])).median;
  const mb = (bytes: number): number => round(bytes / 2 ** 20);
  const times = (all: readonly Memory[], kind: keyof Memory): number => median(all, kind) / median(parts.bare, kind);
  const memoryBound = (name: string, kind: keyof Memory, all: readonly Memory[]): Bound => ({
    name,
    wanted: `≤ ${MOST_TIMES} × bare Node`,
    reached: `${round(times(all, kind), 2)} ×`,
    met: times(all, kind) <= MOST_TIMES,
  });
  const wakeBound = (name: string, workers: readonly WorkerFigures[]): Bound => {
    const most = Math.max(...workers.map(({ wakeUps }) => wakeUps));
    return { name, wanted: '0 in a minute', reached: `${most}`, met: most === 0 };
  };
  const started = rows['worker, just started'];
  return {
    title: 'An idle worker',
    about: `Memory of the worker's process and how often the scheduler ran any of its threads in ${WATCHED_MS / 1_000} s without a request: just started, and after ${EVENTS} events and ${SEARCHES} searches; beside it a Node that waits for nothing. Medians of ${RUNS} runs.`,
    columns: ['', 'RSS, MB', '× bare', 'PSS, MB', '× bare'],
    rows: Object.entries(rows).map(([name, all]) => [
      name,
      mb(median(all, 'rss')),
      round(times(all, 'rss'), 2),
      mb(median(all, 'pss')),
      round(times(all, 'pss'), 2),
    ]),
    bounds: [
      memoryBound('RSS, just started', 'rss', started),
      memoryBound('PSS, just started', 'pss', started),
      memoryBound('RSS, after work', 'rss', rows['worker, two minutes after work']),
      wakeBound('wake-ups, just started', parts.fresh),
      wakeBound('wake-ups, after work', parts.worked),
    ],
    notes: [
      `Threads of the process: ${Math.max(...parts.worked.map(({ threads }) => threads))}, all of Node's own.`,
      'PSS counts a page that several processes share in parts: with every other Node that runs at the time, all of them have less of Node itself.',
    ],
  };
}
