import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBenchEmbedder } from './support/bench-embedder.ts';
import { figuresOf } from './support/next-session/block-figures.ts';
import { type MeasuredPoint, toResult } from './support/next-session/page.ts';
import { actsOf, type Point, pointsOf, recordedSessions } from './support/next-session/recorded-sessions.ts';
import { takeBlocks } from './support/next-session/take-blocks.ts';
import type { BenchResult } from './support/result.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));

/** Which points are measured, and how. */
export interface NextSessionOptions {
  data: string;
  scratch: string;
  /** Prompts of Claude Code count as typed. */
  typed: boolean;
  /** Vectors for what is said, from the bundled model. */
  embed: boolean;
  /** Only the points that this takes. */
  isWanted?: (point: Point) => boolean;
  onPoint?: (measured: MeasuredPoint) => void;
}

/** Measures the blocks of the wanted points of all developers. */
export async function measureNextSessions(options: NextSessionOptions): Promise<MeasuredPoint[]> {
  const { data, scratch, typed, isWanted = () => true } = options;
  mkdirSync(scratch, { recursive: true });
  const points = pointsOf(recordedSessions(data, scratch), data).filter(isWanted);
  const embedder = options.embed ? openBenchEmbedder(process.env.CAIRN_BENCH_VECTORS) : undefined;
  const measured: MeasuredPoint[] = [];
  try {
    for (const ofOne of Map.groupBy(points, ({ next }) => `${next.set} ${next.developer}`).values()) {
      for await (const { point, blocks } of takeBlocks(ofOne, { data, scratch, typed, embedder })) {
        const one = { point, ...figuresOf(blocks, actsOf(point.next), point.next.prompt), ...blocks };
        measured.push(one);
        options.onPoint?.(one);
      }
    }
  } finally {
    await embedder?.close();
  }
  return measured;
}

/** Measures what Cairn tells the next session, at every point of the two sets, with vectors of the bundled model as at home. */
export async function run(): Promise<BenchResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    return toResult(await measureNextSessions({ data: DATA, scratch, typed: true, embed: true }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Writes both blocks of each point, as hooks of one session give them, and the lines of the plain ways, to read and to judge. */
export function writeBlocks(folder: string, { point, hooks: { start, prompt }, ways }: MeasuredPoint): void {
  const of = join(folder, point.name);
  mkdirSync(of, { recursive: true });
  writeFileSync(join(of, 'start.txt'), start);
  writeFileSync(join(of, 'prompt.txt'), prompt);
  writeFileSync(join(of, 'plain.json'), JSON.stringify(ways));
}
