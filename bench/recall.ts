import { fileURLToPath } from 'node:url';
import type { Embedder } from '../src/embed/contract.ts';
import { askCorpus, type Tell } from './support/ask-corpus.ts';
import { openBenchEmbedder } from './support/bench-embedder.ts';
import { openCorpus } from './support/corpus-store.ts';
import { type Answered, keyOf, type Measured, measure } from './support/recall-metrics.ts';
import { type Answering, asProduct, FLOORS } from './support/recall-orders.ts';
import { type FoundSet, findSets, type Goal, reachedOf } from './support/recall-sets.ts';
import { FIGURES, figuresOf, partsOf } from './support/recall-table.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round } from './support/stats.ts';
import { createTeller } from './support/teller.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));

/** Orders that are compared with what the product gives through its SDK. */
const ORDERS: Readonly<Record<string, Answering>> = { ...FLOORS, 'Cairn, words alone': asProduct({ words: true }) };
const CAIRN = 'Cairn';

type Answers = ReadonlyMap<string, Answered>;

/** What recall finds on every set that is there, and what each part of it is worth. */
export async function run(): Promise<BenchResult> {
  const result: BenchResult = {
    title: 'Recall',
    about:
      'Questions with known answers over development sets, each group recorded into a fresh memory through the SDK and asked as of its last message. `any@k`: a right answer among the first k; `all@k`: all of them; `frac@k`: the mean share of them. In percent; `MRR` is the mean reciprocal rank of the first right one. "BM25" is the order of the index for any word of the question, "cosine" that of the vectors alone, "plain sum" BM25 as a share of the best plus half the positive z-score of the cosine; a session has there the decayed sum of its best five messages.',
    columns: ['set', 'answer', 'count', 'order', ...FIGURES, 'forbidden@5', 'tokens', 'ms, p50', 'p95'],
    rows: [],
    bounds: [],
    notes: [
      'The bounds are those for other data of the same kinds, which is kept back; the sets here are for development.',
      'forbidden@5 is the share of messages that are superseded, deleted or of another scope among all that stand among the first five.',
    ],
    details: [
      {
        title: 'By category',
        about: 'What Cairn gives, by the categories of the sets.',
        columns: ['set', 'category', 'answer', 'count', ...FIGURES],
        rows: [],
      },
    ],
  };
  const sets = await findSets(DATA);
  if (sets.length === 0) return { ...result, notes: ['The sets are not here: nothing was measured.'] };
  const embedder = openBenchEmbedder(process.env.CAIRN_BENCH_VECTORS);
  const { tell, end } = createTeller();
  for (const set of sets) await measureSet(set, { result, embedder, tell });
  end();
  await embedder.close();
  return result;
}

interface Measuring {
  result: BenchResult;
  embedder: Embedder;
  tell: Tell;
}

async function measureSet(set: FoundSet, { result, embedder, tell }: Measuring): Promise<void> {
  const { corpus, about } = set;
  const orders = await answerInOrders(set, embedder);
  const cairn = await askCorpus(corpus, tell);
  for (const [order, answers] of [...orders, [CAIRN, cairn] as const]) {
    addRows(result.rows, { set: about, order, measured: measure(corpus.questions, answers) });
  }
  addCategories(result, set, cairn);
  result.bounds.push(...set.goals.map((goal) => boundOf(set, goal, cairn)));
}

/** Answers of a set in each order, from stores that are filled once for all of them. */
async function answerInOrders({ corpus }: FoundSet, embedder: Embedder): Promise<[string, Answers][]> {
  const answers = new Map(Object.keys(ORDERS).map((name) => [name, new Map<string, Answered>()]));
  for (const [group, questions] of Map.groupBy(corpus.questions, (question) => question.group)) {
    const of = await openCorpus(
      corpus.docs.filter((doc) => doc.group === group),
      { embedder },
    );
    for (const question of questions) {
      const { id, query } = question;
      const [vector] = await embedder.embed([query], { purpose: 'question' });
      const asked = { query, vector: vector && { model: embedder.model, vector } };
      for (const [name, answering] of Object.entries(ORDERS)) {
        answers
          .get(name)
          ?.set(keyOf(question), { id, ...(await answering(of, asked)), ms: Number.NaN, tokens: Number.NaN });
      }
    }
    await of.close();
  }
  return [...answers];
}

function addRows(
  rows: BenchResult['rows'],
  { set, order, measured }: { set: string; order: string; measured: Measured },
): void {
  for (const answer of ['items', 'sessions'] as const) {
    const found = measured[answer];
    if (found.questions === 0) continue;
    const isTold = measured.forbidden !== undefined && answer === 'items';
    const forbidden = isTold ? round(100 * (measured.forbidden?.share ?? 0)) : '';
    const cost = [measured.tokens, measured.p50, measured.p95].map((value) => (Number.isNaN(value) ? '' : value));
    rows.push([set, answer, found.questions, order, ...figuresOf(found), forbidden, ...cost]);
  }
}

function addCategories({ details }: BenchResult, { about, corpus }: FoundSet, answers: Answers): void {
  for (const { name, questions } of partsOf(corpus.questions).slice(1)) {
    const measured = measure(questions, answers);
    for (const answer of ['items', 'sessions'] as const) {
      const found = measured[answer];
      if (found.questions > 0) details?.[0]?.rows.push([about, name, answer, found.questions, ...figuresOf(found)]);
    }
  }
}

function boundOf({ about, corpus }: FoundSet, goal: Goal, answers: Answers): Bound {
  const { key, least, cat, answer } = goal;
  const questions = cat === undefined ? corpus.questions : corpus.questions.filter((question) => question.cat === cat);
  const reached = round(reachedOf(goal, measure(questions, answers)));
  const isForbidden = key === 'forbidden';
  return {
    name: `${about}${cat === undefined ? '' : `, category ${cat}`}, ${answer}, ${key.replace(/\d+/, '@$&')}`,
    wanted: `${isForbidden ? '≤' : '≥'} ${least}`,
    reached: String(reached),
    met: isForbidden ? reached <= least : reached >= least,
  };
}
