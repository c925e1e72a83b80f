import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBenchHome } from './support/bench-home.ts';
import { BIG_TRANSCRIPTS, type BigTranscript } from './support/generated/big-transcripts.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

const BYTES = 200_000_000;
const MOST_MB = 150;
/** What it may never exceed, whatever is imported. */
const EVER_MB = 300;
/** A Node that waits for nothing. */
const BARE = ['-e', 'setInterval(() => undefined, 2 ** 31 - 1)'];
const SETTLE_MS = 500;

/** What the worker did with one transcript. Peaks in bytes. */
interface Imported {
  events: number;
  /** Before anything was asked of it. */
  atRest: number;
  peak: number;
  seconds: number;
}

/** The most memory that the process held which imports a transcript of 200 MB, for each form of transcripts. */
export async function run(): Promise<BenchResult> {
  const bare = await bareNode();
  const rows: (string | number)[][] = [];
  const most = { peak: 0, added: 0 };
  for (const transcript of BIG_TRANSCRIPTS) {
    const { events, atRest, peak, seconds } = await importOne(transcript);
    most.peak = Math.max(most.peak, peak);
    most.added = Math.max(most.added, peak - atRest);
    rows.push([
      `${transcript.agent}, ${transcript.form}`,
      events,
      mb(atRest),
      mb(peak),
      mb(peak - bare),
      mb(peak - atRest),
      round(seconds, 0),
    ]);
  }
  return {
    title: 'Memory of an import',
    about: `A session of ${BYTES / 1e6} MB (before packing) for each form in which agents keep sessions, imported by a worker of its own from the built program until all is derived and indexed. Peaks are the most resident memory (VmHWM) that the operating system saw; a bare Node has ${mb(bare)} MB.`,
    columns: [
      'transcript',
      'events',
      'worker at rest, MB',
      'peak, MB',
      'above a bare Node, MB',
      'above the worker at rest, MB',
      'seconds',
    ],
    rows,
    bounds: [
      {
        name: 'peak, whatever is imported',
        wanted: `≤ ${EVER_MB} MB`,
        reached: `${mb(most.peak)} MB`,
        met: most.peak <= EVER_MB * 1e6,
      },
      { name: 'peak', wanted: `≤ ${MOST_MB} MB`, reached: `${mb(most.peak)} MB`, met: most.peak <= MOST_MB * 1e6 },
      {
        name: 'most above the worker at rest',
        wanted: `≤ ${MOST_MB} MB`,
        reached: `${mb(most.added)} MB`,
        met: most.added <= MOST_MB * 1e6,
      },
    ],
    notes: [
      'Of the peak about 50 MB are the pages of Node itself, which all processes of the machine share; the rest is V8’s heap, SQLite’s cache of 16 MB, and what the rules remember of the session.',
    ],
  };
}

async function importOne(transcript: BigTranscript): Promise<Imported> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const home = makeBenchHome(join(folder, 'home'));
  try {
    const path = await transcript.write(join(folder, 'sessions'), BYTES);
    await home.startWorker();
    const atRest = peakOf(home.pid);
    const memory = home.memory();
    const began = performance.now();
    let events = 0;
    for await (const { added } of memory.import({ paths: [path], agent: transcript.agent })) events = added;
    const seconds = (performance.now() - began) / 1_000;
    const peak = peakOf(home.pid);
    await memory.close();
    return { events, atRest, peak, seconds };
  } finally {
    await home.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bareNode(): Promise<number> {
  const child = spawn(process.execPath, BARE, { stdio: 'ignore' });
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    return peakOf(child.pid ?? 0);
  } finally {
    child.kill();
  }
}

/** The most resident memory that a process ever had, in bytes. */
function peakOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

function mb(bytes: number): number {
  return round(bytes / 1e6, 0);
}
