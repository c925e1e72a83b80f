import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contextReads } from '../src/context/context-reads.ts';
import { openBenchMemory } from './support/bench-memory.ts';
import { changedFiles } from './support/next-session/changed-files.ts';
import { layOutCheckout, layOutTranscripts } from './support/next-session/lay-out.ts';
import { type Point, pointsOf, recordedSessions } from './support/next-session/recorded-sessions.ts';
import type { BenchResult } from './support/result.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const LABELS = fileURLToPath(new URL('./next-session-labels/file-lines.json', import.meta.url));
const SETTLED_MS = 3_600_000;
const LATER_MS = 120_000;
/** Files of each next session, and each how many points one is taken. */
const FILES = 4;
const EVERY = 2;
const LINE = /^\[\w+\] (.*)$/gm;

/** The block for one file that the next session changes. */
export interface FileBlock {
  point: string;
  file: string;
  text: string;
  tokens: number;
}

/** The judgement of a line by hand: useful, weak or noise, by the hash of its words. */
type Labels = Readonly<Record<string, 'useful' | 'weak' | 'noise'>>;

/** The file blocks of the first files that the next session changes, at every second point of the two sets. */
export async function fileBlocks(scratch: string): Promise<FileBlock[]> {
  mkdirSync(scratch, { recursive: true });
  const points = pointsOf(recordedSessions(DATA, scratch), DATA).filter((_, place) => place % EVERY === 0);
  const blocks: FileBlock[] = [];
  for (const ofOne of Map.groupBy(points, ({ next }) => `${next.set} ${next.developer}`).values()) {
    blocks.push(...(await blocksOfOne(ofOne, scratch)));
  }
  return blocks;
}

async function blocksOfOne(points: readonly Point[], scratch: string): Promise<FileBlock[]> {
  const { set = '', developer = '' } = points[0]?.next ?? {};
  const home = join(scratch, `${set}-${developer}`);
  const project = join(home, 'work', set === 'entire' ? 'cli' : 'agentv');
  mkdirSync(home, { recursive: true });
  const { memory, store, settings } = openBenchMemory(join(home, '.cairn'), { userHome: home });
  const reads = contextReads(store, { ...settings, userHome: home });
  const blocks: FileBlock[] = [];
  try {
    for (const point of points) {
      const files = changedFiles(point.next).slice(0, FILES);
      if (files.length === 0) continue;
      layOutCheckout(point, { home, project }, { data: DATA, typed: true });
      layOutTranscripts(point, { home, project }, { data: DATA, typed: true });
      for await (const _progress of memory.import({}));
      await memory.settled({ timeoutMs: SETTLED_MS });
      for (const file of files) {
        const at = point.next.firstAt + LATER_MS;
        const { text, tokens } = await reads.context({ cwd: project, file: join(project, file) }, at);
        blocks.push({ point: point.name, file, text, tokens });
      }
    }
  } finally {
    await memory.close();
  }
  return blocks;
}

/** The lines of a block without their ids. */
export function linesOf(text: string): string[] {
  return [...text.matchAll(LINE)].map(([, line]) => line ?? '');
}

/** The key of a line among the labels: its words are people's and are not committed. */
export function keyOf(line: string): string {
  return createHash('sha256').update(line).digest('hex').slice(0, 16);
}

/** Measures the blocks for files that the next session changes. */
export async function run(): Promise<BenchResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    return toResult(await fileBlocks(scratch), JSON.parse(readFileSync(LABELS, 'utf8')) as Labels);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function toResult(blocks: readonly FileBlock[], labels: Labels): BenchResult {
  const lines = blocks.flatMap(({ text }) => linesOf(text));
  const judged = [...new Set(lines)].flatMap((line) => labels[keyOf(line)] ?? []);
  const count = (label: string): number => judged.filter((one) => one === label).length;
  const share = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(whole, 1))} %`;
  const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0) / blocks.length;
  const silent = blocks.filter(({ text }) => text === '').length;
  const words = lines.filter((line) => /"|: \w+ \w+ \w+/.test(line)).length;
  return {
    title: 'What is told of a file before it is changed',
    about: `The first ${FILES} files that the next session changes, at every second point of ../shared/data/next-session: ${blocks.length} blocks, each from the memory of what lay on the disk by then. Lines by hand: useful (says why, or what else must change), weak (true and about the file), noise.`,
    columns: ['', 'silent', 'tokens, mean', 'lines', 'with words', 'judged', 'useful', 'weak', 'noise'],
    rows: [
      [
        'before: failures that name it, last changes with their prompts',
        '57 %',
        '29',
        97,
        '59 %',
        52,
        '21 %',
        '21 %',
        '58 %',
      ],
      [
        'now: decisions, broken tests, requests with accounts, commits',
        share(silent, blocks.length),
        tokens.toFixed(0),
        lines.length,
        share(words, lines.length),
        judged.length,
        ...['useful', 'weak', 'noise'].map((label) => share(count(label), judged.length)),
      ],
    ],
    bounds: [
      {
        name: 'tokens of a block',
        wanted: '≤ 150',
        reached: `${Math.max(...blocks.map((one) => one.tokens))}`,
        met: blocks.every((one) => one.tokens <= 150),
      },
      {
        name: 'lines "Change of X" or "failed" without more',
        wanted: '0',
        reached: `${lines.filter((line) => /^Change of|^Names this file/.test(line)).length}`,
        met: !lines.some((line) => /^Change of|^Names this file/.test(line)),
      },
    ],
    notes: [
      'The row before is that of the sources at 0a0984c, by the same points; its 52 lines are those of 30 blocks drawn by lot, judged by the same hand.',
      "The labels are one hand's, not blind, and keyed by the hash of a line: a line whose words change counts as not judged.",
    ],
  };
}
