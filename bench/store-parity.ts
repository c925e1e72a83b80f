import { fileURLToPath } from 'node:url';
import type { QuestionVector } from '../src/core/model/question-vector.ts';
import { omitUndefined } from '../src/core/omit-undefined.ts';
import type { Embedder } from '../src/embeddings/embedder/embedder.ts';
import { createReads } from '../src/memory/reads.ts';
import type { Store } from '../src/store/contract/store.ts';
import { openBenchEmbedder } from './support/bench-embedder.ts';
import { READ_SETTINGS } from './support/read-settings.ts';
import { openCorpus } from './support/recall/corpus-store.ts';
import { createProgress } from './support/recall/progress.ts';
import { type FoundSet, findSets } from './support/recall/recall-sets.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';
import { copyStore } from './support/team/copy-store.ts';
import { openTeamDatabase, type TeamDatabase } from './support/team/team-database.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));

const FIRST = 5;
/** Sets of more messages take hours to be embedded. */
const DOCS_MAX = 10_000;
const WANTED = 95;
const HOWS = ['by words', 'hybrid'] as const;

/** How many questions were asked, and of how many both stores gave the same first hits. */
interface Compared {
  questions: number;
  /** The same hits in the same order. */
  inOrder: number;
  /** The same hits in any order. */
  same: number;
  /** The same first hit. */
  first: number;
}

/** Asks the questions of the recall sets of both stores, and counts how often the first five hits are the same. */
export async function run(): Promise<BenchResult> {
  const result: BenchResult = {
    title: 'The same answers from both stores',
    about:
      'Each group of the development sets recorded into a fresh memory over SQLite and copied into PostgreSQL, one tenant a group; each question asked of both by `search`, by words alone and with its vector: in percent of the questions, how often the first five hits are the same memories in the same order, the same in any order, and the first one the same.',
    columns: ['set', 'asked', 'questions', 'same five in order', 'same five', 'same first'],
    rows: [],
    bounds: [],
  };
  const sets = (await findSets(DATA)).filter(({ corpus }) => corpus.docs.length <= DOCS_MAX);
  if (sets.length === 0) return { ...result, notes: ['The sets are not here: nothing was measured.'] };
  const embedder = remembering(openBenchEmbedder(process.env.CAIRN_BENCH_VECTORS));
  const database = await openTeamDatabase();
  try {
    for (const set of sets) await measureSet(set, { result, database, embedder });
  } finally {
    await database.close();
    await embedder.close();
  }
  return result;
}

interface Measuring {
  result: BenchResult;
  database: TeamDatabase;
  embedder: Embedder;
}

let tenants = 0;

async function measureSet({ corpus, about }: FoundSet, { result, database, embedder }: Measuring): Promise<void> {
  const compared = HOWS.map((): Compared => ({ questions: 0, inOrder: 0, same: 0, first: 0 }));
  const { report, end } = createProgress();
  for (const [group, questions] of Map.groupBy(corpus.questions, (question) => question.group)) {
    const docs = corpus.docs.filter((doc) => doc.group === group);
    const { store, now, close } = await openCorpus(docs, { embedder });
    tenants += 1;
    const team = database.stores.store(`group-${tenants}`);
    await copyStore(store, team, embedder);
    const [own, other] = [createReads(store, READ_SETTINGS), createReads(team as Store, READ_SETTINGS)];
    for (const [n, { query }] of questions.entries()) {
      report(`${group}: question ${n + 1} of ${questions.length}`);
      const [vector] = await embedder.embed([query], { purpose: 'question' });
      const asked: (QuestionVector | undefined)[] = [undefined, vector && { model: embedder.model, vector }];
      for (const [how, of] of asked.entries()) {
        const request = { query, limit: FIRST, ...omitUndefined({ vector: of }) };
        const [one, two] = [await own.search(request, now), await other.search(request, now)];
        const [here, there] = [one, two].map(({ hits }) => hits.map(({ id }) => id));
        count(compared[how], here ?? [], there ?? []);
      }
    }
    await close();
  }
  end();
  for (const [how, of] of compared.entries()) {
    const share = (n: number): number => round((100 * n) / Math.max(of.questions, 1));
    result.rows.push([about, HOWS[how] ?? '', of.questions, share(of.inOrder), share(of.same), share(of.first)]);
    result.bounds.push({
      name: `same first five hits in order: ${about}, ${HOWS[how]}`,
      wanted: `≥ ${WANTED} %`,
      reached: `${share(of.inOrder)} %`,
      met: share(of.inOrder) >= WANTED,
    });
  }
}

function count(compared: Compared | undefined, here: readonly string[], there: readonly string[]): void {
  if (compared === undefined) return;
  compared.questions += 1;
  if (here.join(' ') === there.join(' ')) compared.inOrder += 1;
  if (here.toSorted().join(' ') === there.toSorted().join(' ')) compared.same += 1;
  if (here[0] === there[0]) compared.first += 1;
}

/** The embedder, which computes no vector twice. */
function remembering(embedder: Embedder): Embedder {
  const known = new Map<string, Float32Array>();
  return {
    ...embedder,
    async embed(texts, options) {
      const keyOf = (text: string): string => `${options.purpose} ${text}`;
      const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text)));
      const found = missing.length === 0 ? [] : await embedder.embed(missing, options);
      for (const [n, vector] of found.entries()) known.set(keyOf(missing[n] ?? ''), vector);
      return texts.map((text) => known.get(keyOf(text)) ?? new Float32Array(embedder.dimensions));
    },
  };
}
