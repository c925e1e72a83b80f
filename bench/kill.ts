import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toCairnError } from '../src/core/errors.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import { type BenchHome, makeBenchHome, runBeside } from './support/bench-home.ts';
import { countMarks, type MarkCounts, markerWord } from './support/generated/marker-words.ts';
import type { BenchResult } from './support/result.ts';

const KILLS = 300;
/** Milliseconds at which a worker is killed, at random below this: after the start of its process, or after it answers. */
const LATEST_MS = 600;
const HOOK_WRITERS = 3;
const RECORD_WRITERS = 2;
const PAUSE_MS = 5;
const SETTLED_MS = 120_000;

/** The worker killed with SIGKILL at random moments, from its start on, while hooks and callers of the SDK write. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const home = makeBenchHome(join(folder, 'home'));
  try {
    const { acknowledged, attempted } = await killWhileWriting(home);
    await home.startWorker();
    await home.memory().settled({ timeoutMs: SETTLED_MS });
    await home.end('SIGTERM');
    const counts = await countMarks(home.paths.db, [...acknowledged.hook, ...acknowledged.record]);
    const { doubled } = await countMarks(home.paths.db, attempted);
    return toResult({ acknowledged, attempted, counts, doubled, faults: await faultsOf(home) });
  } finally {
    await home.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Written {
  acknowledged: { hook: Set<string>; record: Set<string> };
  attempted: Set<string>;
}

async function killWhileWriting(home: BenchHome): Promise<Written> {
  const written: Written = { acknowledged: { hook: new Set(), record: new Set() }, attempted: new Set() };
  let isOver = false;
  const write = async (writer: number, kind: 'hook' | 'record'): Promise<void> => {
    for (let number = 0; !isOver; number += 1) {
      const mark = markerWord(writer, number);
      written.attempted.add(mark);
      const isTaken = kind === 'hook' ? await sendHook(home, mark) : await record(home, mark);
      if (isTaken) written.acknowledged[kind].add(mark);
      else await pause(PAUSE_MS);
    }
  };
  const writers = Array.from({ length: HOOK_WRITERS + RECORD_WRITERS }, (_, i) =>
    write(i, i < HOOK_WRITERS ? 'hook' : 'record'),
  );
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      if (kill % 2 === 0) home.spawnWorker();
      else await home.startWorker();
      await pause(Math.random() * LATEST_MS);
      await home.end('SIGKILL');
    }
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  return written;
}

/** A hook is acknowledged when it has ended: by the worker, or by the journal. */
async function sendHook(home: BenchHome, mark: string): Promise<boolean> {
  const payload = { session_id: 'bench', cwd: '/', hook_event_name: 'Stop', last_assistant_message: `Did ${mark}.` };
  const ended = await runBeside(home.hook, ['claude-code', 'Stop'], { env: home.env, input: JSON.stringify(payload) });
  return ended.status === 0;
}

async function record(home: BenchHome, mark: string): Promise<boolean> {
  try {
    const { accepted } = await home.memory().record([{ kind: 'prompt', sessionId: 'bench', text: `What of ${mark}?` }]);
    return accepted === 1;
  } catch (error) {
    const { code } = toCairnError(error);
    if (code === 'not_running' || code === 'timeout') return false;
    throw error;
  }
}

async function faultsOf(home: BenchHome): Promise<string[]> {
  const store = openSqliteStore({ path: home.paths.db });
  try {
    return await store.check();
  } finally {
    await store.close();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function toResult(parts: Written & { counts: MarkCounts; doubled: number; faults: string[] }): BenchResult {
  const { acknowledged, attempted, counts, doubled, faults } = parts;
  const all = acknowledged.hook.size + acknowledged.record.size;
  return {
    title: 'Kills',
    about: `A worker killed with SIGKILL ${KILLS} times, at a random moment in the first ${LATEST_MS} ms of its process, or, every other time, in the first ${LATEST_MS} ms in which it answers, while ${HOOK_WRITERS} agents run hooks and ${RECORD_WRITERS} callers record without a pause. A hook is acknowledged when it has ended, a record when it is answered. The log is read for all marks at the end.`,
    columns: ['kills', 'attempted', 'hooks acknowledged', 'records acknowledged', 'in the log once', 'lost', 'doubled'],
    rows: [
      [KILLS, attempted.size, acknowledged.hook.size, acknowledged.record.size, counts.kept, counts.lost, doubled],
    ],
    bounds: [
      { name: 'acknowledged and lost', wanted: `0 of ${all}`, reached: `${counts.lost}`, met: counts.lost === 0 },
      { name: 'doubled', wanted: `0 of ${attempted.size}`, reached: `${doubled}`, met: doubled === 0 },
      {
        name: "SQLite's integrity check, the check of the index, hashes of contents",
        wanted: 'no fault',
        reached: faults.length === 0 ? 'no fault' : faults.slice(0, 3).join(' '),
        met: faults.length === 0,
      },
    ],
  };
}
