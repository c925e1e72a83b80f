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
import type { BenchResult, Bound } from './support/result.ts';
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
    const sums = HOWS.map(nothing);
    for (const set of sets) {
      const compared = await measureSet(set, { database, embedder });
      addRows(result, set.about, compared);
      for (const [how, of] of compared.entries()) addTo(sums[how], of);
    }
    addRows(result, 'all', sums);
    for (const [how, of] of sums.entries()) result.bounds.push(boundOf(HOWS[how] ?? '', of));
  } finally {
    await database.close();
    await embedder.close();
  }
  return result;
}

interface Measuring {
  database: TeamDatabase;
  embedder: Embedder;
}

let tenants = 0;

async function measureSet({ corpus }: FoundSet, { database, embedder }: Measuring): Promise<Compared[]> {
  const compared = HOWS.map(nothing);
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
  return compared;
}

function nothing(): Compared {
  return { questions: 0, inOrder: 0, same: 0, first: 0 };
}

function addTo(sum: Compared | undefined, of: Compared): void {
  if (sum === undefined) return;
  for (const key of Object.keys(of) as (keyof Compared)[]) sum[key] += of[key];
}

function shareOf(n: number, { questions }: Compared): number {
  return round((100 * n) / Math.max(questions, 1));
}

function addRows(result: BenchResult, about: string, compared: readonly Compared[]): void {
  for (const [how, of] of compared.entries()) {
    const shares = [of.inOrder, of.same, of.first].map((n) => shareOf(n, of));
    result.rows.push([about, HOWS[how] ?? '', of.questions, ...shares]);
  }
}

function boundOf(how: string, of: Compared): Bound {
  const reached = shareOf(of.inOrder, of);
  const met = reached >= WANTED;
  return { name: `same first five hits in order, ${how}`, wanted: `≥ ${WANTED} %`, reached: `${reached} %`, met };
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
