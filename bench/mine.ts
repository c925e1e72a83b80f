import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RepeatsResult } from '../src/api/impact-answers.ts';
import { sha256Hex } from '../src/core/hash.ts';
import { importRecorded, openBenchMemory } from './support/bench-memory.ts';
import { type RecordedSession, recordedSessions } from './support/next-session/recorded-sessions.ts';
import type { BenchResult } from './support/result.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const LABELS = new URL('./mine-labels/wrong.json', import.meta.url);
const LEAST_SESSIONS = 10;
const LIMIT_MS = 120_000;

interface Measured {
  name: string;
  sessions: number;
  result: RepeatsResult;
  ms: number;
  pairs: string[];
}

/** What `cairn bench --mine` finds in recorded sessions, how long it takes, and how many of its pairs say the same. */
export async function run(): Promise<BenchResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-mine-'));
  try {
    const groups = Map.groupBy(recordedSessions(DATA, scratch), ({ set, developer }) => `${set}, ${developer}`);
    const measured: Measured[] = [];
    for (const [name, sessions] of groups) {
      if (sessions.length >= LEAST_SESSIONS)
        measured.push(await measure(name, sessions, join(scratch, `home ${name}`)));
    }
    return toResult(measured);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function measure(name: string, sessions: readonly RecordedSession[], home: string): Promise<Measured> {
  const { memory } = openBenchMemory(home);
  for (const { agent, path } of sessions) await importRecorded(memory, { agent, paths: [path] });
  await memory.settled({ timeoutMs: 900_000 });
  const began = performance.now();
  const result = await memory.repeats();
  const ms = performance.now() - began;
  await memory.close();
  const pairs = result.repeats.flatMap(({ says }) =>
    says.flatMap((one, i) => says.slice(i + 1).map((other) => `${one.text}\n${other.text}`)),
  );
  if (process.env.CAIRN_BENCH_SHOW !== undefined) process.stderr.write(`${pairs.map(shown).join('\n')}\n`);
  return { name, sessions: sessions.length, result, ms, pairs };
}

function shown(pair: string): string {
  return `${hashOf(pair)} ${pair.replace('\n', ' | ')}`;
}

function hashOf(pair: string): string {
  return sha256Hex(pair).slice(0, 16);
}

function toResult(measured: readonly Measured[]): BenchResult {
  const wrong = new Set((JSON.parse(readFileSync(LABELS, 'utf8')) as { wrong: string[] }).wrong);
  const pairs = measured.flatMap((one) => one.pairs);
  const right = pairs.filter((pair) => !wrong.has(hashOf(pair))).length;
  const longest = Math.max(0, ...measured.map(({ ms }) => ms));
  return {
    title: 'What was said twice',
    about:
      'What `cairn bench --mine` finds in the recorded sessions of each developer with ten or more. A pair is two sayings that it takes for the same; all were read, and those that do not ask for the same are named by their hashes in `mine-labels`.',
    columns: [
      'developer',
      'sessions',
      'prompts typed',
      'repetitions',
      'would be told',
      'proposed',
      'nobody tells',
      'wrong',
      'pairs',
      'ms',
    ],
    rows: measured.map(({ name, sessions, result, ms, pairs: own }) => [
      name,
      sessions,
      result.prompts,
      result.repetitions,
      result.counts.wouldTell,
      result.counts.proposed,
      result.counts.nobody,
      result.wrong.length,
      own.length,
      Math.round(ms),
    ]),
    bounds: [
      {
        name: 'pairs that ask for the same',
        wanted: '≥ 90 % of 200',
        reached: `${right} of ${pairs.length}`,
        met: pairs.length >= 200 && right / pairs.length >= 0.9,
      },
      { name: 'longest', wanted: '≤ 120,000 ms', reached: `${Math.round(longest)} ms`, met: longest <= LIMIT_MS },
    ],
    notes: [
      'The recorded sessions hold no 200 pairs. The rules were made with these pairs in sight: none was held back.',
      'Mostly these are requests that come again with any work, as for tests or to push; whole sentences hardly come twice.',
      'The checkouts, and so their files of instructions, are not there: what a file holds is not measured.',
    ],
  };
}
