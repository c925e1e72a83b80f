import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Corpus, readCorpus } from './corpus.ts';
import { readAutoMemoryBench, readDevMemBench } from './corpus-adapters.ts';
import type { Found, Measured } from './recall-metrics.ts';
import { readTranscriptCommits } from './transcript-commits.ts';

/** What a set shall reach: a figure in percent, or the mean reciprocal rank times 100. */
export interface Goal {
  answer: 'items' | 'sessions';
  key: Exclude<keyof Found, 'questions'> | 'forbidden';
  least: number;
  /** Only questions of this category. */
  cat?: string;
}

/** A set of questions: how it is read, and what it shall reach (`data`: where it lies under `CAIRN_DATA`). */
interface RecallSet {
  data: string;
  about: string;
  read(path: string): Corpus | Promise<Corpus>;
  goals: readonly Goal[];
}

const item = (key: Goal['key'], least: number): Goal => ({ answer: 'items', key, least });
const session = (key: Goal['key'], least: number, cat?: string): Goal => ({
  answer: 'sessions',
  key,
  least,
  ...(cat === undefined ? {} : { cat }),
});

/** The sets that are measured where they are there. The goals are the issue's, for other data of the same kinds. */
const SETS: readonly RecallSet[] = [
  {
    data: 'bench/corpora/commits-dev',
    about: 'real coding sessions by commit subject',
    read: readCorpus,
    goals: [session('any1', 64), session('any5', 82), session('mrr', 72)],
  },
  {
    data: 'bench/devmembench',
    about: 'DevMemBench',
    read: readDevMemBench,
    goals: [session('any1', 90), session('all5', 92)],
  },
  {
    data: 'bench/automemorybench',
    about: 'AutoMemoryBench',
    read: readAutoMemoryBench,
    goals: [item('forbidden', 2), item('any5', 90)],
  },
  {
    data: 'bench/corpora/long-chat-dev',
    about: 'long chats about code, one message',
    read: readCorpus,
    goals: [item('frac10', 58), item('mrr', 56)],
  },
  {
    data: 'bench/corpora/locomo-dev',
    about: 'LoCoMo',
    read: readCorpus,
    goals: [
      item('any10', 82),
      item('frac10', 76),
      item('mrr', 55),
      session('all5', 85),
      session('mrr', 83),
      session('all5', 42, '1'),
    ],
  },
  {
    data: 'transcripts',
    about: 'other real sessions by their commits’ subjects',
    read: readTranscriptCommits,
    goals: [],
  },
];

/** A set that is there. */
export interface FoundSet {
  about: string;
  corpus: Corpus;
  goals: readonly Goal[];
}

/** The sets of a data folder, and other corpora that lie in its `bench/corpora`. */
export async function findSets(data: string): Promise<FoundSet[]> {
  const sets: FoundSet[] = [];
  for (const { data: place, about, read, goals } of SETS) {
    if (existsSync(join(data, place))) sets.push({ about, goals, corpus: await read(join(data, place)) });
  }
  const corpora = join(data, 'bench', 'corpora');
  const known = new Set(SETS.map(({ data: place }) => place));
  for (const name of existsSync(corpora) ? readdirSync(corpora) : []) {
    if (known.has(`bench/corpora/${name}`)) continue;
    sets.push({ about: name, goals: [], corpus: await readCorpus(join(corpora, name)) });
  }
  return sets;
}

/** The figure that a goal is about, in percent. */
export function reachedOf({ answer, key }: Goal, measured: Measured): number {
  if (key === 'forbidden') return 100 * (measured.forbidden?.share ?? Number.NaN);
  return 100 * measured[answer][key];
}
