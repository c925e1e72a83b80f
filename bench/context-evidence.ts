import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BlockRequest } from '../src/context/lines/block-request.ts';
import { omitUndefined } from '../src/core/omit-undefined.ts';
import { countTokens } from '../src/core/text/tokens.ts';
import type { Embedder } from '../src/embeddings/embedder/embedder.ts';
import type { Store } from '../src/store/contract/store.ts';
import { openBenchEmbedder, questionVector } from './support/bench-embedder.ts';
import { openBenchMemory } from './support/bench-memory.ts';
import { BLOCK, PLAIN_WAYS, WAYS } from './support/distill/context-ways.ts';
import type { Evidence } from './support/distill/evidence.ts';
import {
  type ReplayedSession,
  type ReplaySource,
  replaySources,
  sessionsIn,
} from './support/distill/replayed-sessions.ts';
import type { BenchResult } from './support/result.ts';
import { quantileOf, round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const BUDGET = 2_000;
const SETTLED_MS = 3_600_000;
/** Prompts from which a bound is judged. */
const ENOUGH = 30;
const KINDS = ['file', 'command', 'identifier'] as const;

type Counts = Record<Evidence['kind'], number>;

/** What was measured of a way: for each prompt the share of its evidence, and what was found of each kind. */
interface Measured {
  shares: number[];
  tokens: number[];
  ms: number[];
  found: Counts;
}

/** Measurements by way, and how much evidence there is. */
interface Measuring {
  embedder: Embedder;
  measured: ReadonlyMap<string, Measured>;
  all: Counts;
}

/** How much of what the turn after a prompt really uses, and an earlier session had, stands in a block of 2,000 tokens. */
export async function run(): Promise<BenchResult> {
  const result: BenchResult = {
    title: 'Evidence in context',
    about: `Recorded sessions, one after the other: before each, the memory holds the earlier sessions of its project. Evidence of a prompt are the files, commands and identifiers that the turn after it works with, that an earlier session had, and that neither the prompt nor its session had named; prompts without any are left out. Each way chooses text of at most ${BUDGET} tokens; milliseconds without the embedding of the prompt.`,
    columns: [
      'sessions',
      'what is told',
      'prompts',
      'share of evidence',
      ...KINDS.map((kind) => `${kind}s`),
      'tokens',
      'ms, p50',
      'p95',
    ],
    rows: [],
    bounds: [],
    notes: [
      'Of the sessions of commits-dev only texts and paths are kept: a path stands for a file that was changed.',
      'Many prompts ("yes", "continue") say nothing by which a memory could be found; nothing is told for them.',
    ],
  };
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const embedder = openBenchEmbedder(process.env.CAIRN_BENCH_VECTORS);
  try {
    const sources = await replaySources(DATA, join(scratch, 'copies'));
    for (const [about, some] of Map.groupBy(sources, ({ about }) => about)) {
      const measuring = { embedder, measured: emptyMeasures(), all: { file: 0, command: 0, identifier: 0 } };
      for (const source of some) await measureSource(source, join(scratch, source.name), measuring);
      addResult(result, about, measuring);
    }
  } finally {
    await embedder.close();
    rmSync(scratch, { recursive: true, force: true });
  }
  return result;
}

async function measureSource(source: ReplaySource, scratch: string, measuring: Measuring): Promise<void> {
  const whole = openBenchMemory(join(scratch, 'whole'));
  await source.replayAll(whole.memory);
  await whole.memory.settled({ timeoutMs: SETTLED_MS });
  const told = await sessionsIn(whole.store);
  await whole.memory.close();
  const { memory, store } = openBenchMemory(join(scratch, 'growing'), { embedder: measuring.embedder });
  for (const session of told) {
    await measureSession(store, session, measuring);
    await source.replay(memory, session);
    await memory.settled({ timeoutMs: SETTLED_MS });
  }
  await memory.close();
}

async function measureSession(store: Store, { session, turns }: ReplayedSession, measuring: Measuring): Promise<void> {
  const { embedder, measured, all } = measuring;
  for (const { prompt, evidence } of turns) {
    if (evidence.length === 0) continue;
    const vector = await questionVector(embedder, prompt.text);
    const request: BlockRequest = {
      occasion: 'prompt',
      prompt: prompt.text,
      budget: BUDGET,
      now: prompt.at,
      session: session.id,
      ...omitUndefined({ project: session.project, vector }),
    };
    for (const { kind } of evidence) all[kind] += 1;
    for (const [name, one] of measured) {
      const began = performance.now();
      const text = (await WAYS[name]?.({ store, request, seed: prompt.at })) ?? '';
      one.ms.push(performance.now() - began);
      one.tokens.push(countTokens(text));
      const found = evidence.filter(({ word }) => text.includes(word));
      one.shares.push(found.length / evidence.length);
      for (const { kind } of found) one.found[kind] += 1;
    }
  }
}

function emptyMeasures(): ReadonlyMap<string, Measured> {
  const names = Object.keys(WAYS);
  return new Map(
    names.map((name) => [
      name,
      { shares: [], tokens: [], ms: [], found: { file: 0, command: 0, identifier: 0 } } satisfies Measured,
    ]),
  );
}

function addResult({ rows, bounds }: BenchResult, source: string, { measured, all }: Measuring): void {
  for (const [name, { shares, tokens, ms, found }] of measured) {
    const kinds = KINDS.map((kind) => `${found[kind]} of ${all[kind]}`);
    const times = [0.5, 0.95].map((share) => round(quantileOf(ms, share)));
    const cost = [round(meanOf(tokens), 0), ...times];
    rows.push([source, name, shares.length, `${round(100 * meanOf(shares))} %`, ...kinds, ...cost]);
  }
  const shareOf = (name: string): number => round(100 * meanOf(measured.get(name)?.shares ?? []));
  const floor = Math.max(...PLAIN_WAYS.map(shareOf));
  if ((measured.get(BLOCK)?.shares.length ?? 0) < ENOUGH) return;
  bounds.push({
    name: `${source}: share of evidence in the block of a prompt, against newest and random memories`,
    wanted: `> ${floor} %`,
    reached: `${shareOf(BLOCK)} %`,
    met: shareOf(BLOCK) > floor,
  });
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(numbers.length, 1);
}
