import { fileURLToPath } from 'node:url';
import type { Embedder } from '../src/embeddings/embedder/embedder.ts';
import { openBenchEmbedder } from './support/bench-embedder.ts';
import { askCorpus, type ReportProgress } from './support/recall/ask-corpus.ts';
import type { Question } from './support/recall/corpus.ts';
import { openCorpus } from './support/recall/corpus-store.ts';
import { createProgress } from './support/recall/progress.ts';
import { type Answered, keyOf, type Measured, measure } from './support/recall/recall-metrics.ts';
import { FLOORS, type Order, PARTS, productOrders } from './support/recall/recall-orders.ts';
import { type FoundSet, findSets, type Goal, reachedOf } from './support/recall/recall-sets.ts';
import { FIGURES, figuresOf, partsOf } from './support/recall/recall-table.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));

const WORDS_ALONE = 'Cairn, words alone';
const CAIRN = 'Cairn';
const THROUGH_SDK = 'Cairn, through the SDK';
const WITHOUT = 'without ';

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
      {
        title: 'Without each part of the score',
        about: 'The figures of Cairn with one part of the score left out; the first row leaves out none.',
        columns: ['without'],
        rows: [],
      },
    ],
  };
  const sets = await findSets(DATA);
  if (sets.length === 0) return { ...result, notes: ['The sets are not here: nothing was measured.'] };
  const embedder = openBenchEmbedder(process.env.CAIRN_BENCH_VECTORS);
  const { report, end } = createProgress();
  for (const set of sets) await measureSet(set, { result, embedder, report });
  end();
  await embedder.close();
  return result;
}

interface Measuring {
  result: BenchResult;
  embedder: Embedder;
  report: ReportProgress;
}

async function measureSet(set: FoundSet, { result, embedder, report }: Measuring): Promise<void> {
  const { corpus, about } = set;
  const orders = await answerInOrders(set, embedder);
  if (process.env.CAIRN_BENCH_QUICK === undefined) orders.set(THROUGH_SDK, await askCorpus(corpus, report));
  const cairn = orders.get(THROUGH_SDK) ?? orders.get(CAIRN) ?? new Map();
  for (const [order, answers] of orders) {
    const measured = measure(corpus.questions, answers);
    if (order === CAIRN) addWithout(result, set, { part: '(none)', measured });
    if (order.startsWith(WITHOUT)) addWithout(result, set, { part: order.slice(WITHOUT.length), measured });
    else addRows(result.rows, { set: about, order, measured });
  }
  addCategories(result, set, cairn);
  result.bounds.push(...set.goals.map((goal) => boundOf(set, goal, cairn)));
}

/** Answers of a set in each order, from stores that are filled once for all of them. */
async function answerInOrders({ corpus }: FoundSet, embedder: Embedder): Promise<Map<string, Answers>> {
  const answers = new Map<string, Map<string, Answered>>();
  const keep = (name: string, question: Question, order: Order): void => {
    const of = answers.get(name) ?? new Map<string, Answered>();
    answers.set(name, of.set(keyOf(question), { id: question.id, ...order, ms: Number.NaN, tokens: Number.NaN }));
  };
  for (const [group, questions] of Map.groupBy(corpus.questions, (question) => question.group)) {
    const docs = corpus.docs.filter((doc) => doc.group === group);
    const of = await openCorpus(docs, { embedder });
    for (const question of questions) {
      const { query } = question;
      const [vector] = await embedder.embed([query], { purpose: 'question' });
      const asked = { query, vector: vector && { model: embedder.model, vector } };
      for (const [name, answering] of Object.entries(FLOORS)) keep(name, question, await answering(of, asked));
      keep(WORDS_ALONE, question, (await productOrders(of, { query, vector: undefined })).all);
      const { all, without } = await productOrders(of, asked);
      keep(CAIRN, question, all);
      for (const part of PARTS) keep(`${WITHOUT}${part}`, question, without[part] ?? all);
    }
    await of.close();
  }
  return answers;
}

/** What a set loses without a part of the score: a column for each of its goals' figures. */
function addWithout(
  result: BenchResult,
  { about, goals }: FoundSet,
  { part, measured }: { part: string; measured: Measured },
): void {
  const table = result.details?.[1];
  const own = goals.filter(({ cat }) => cat === undefined);
  if (table === undefined || own.length === 0) return;
  const row = table.rows.find(([name]) => name === part) ?? [part];
  if (!table.rows.includes(row)) table.rows.push(row);
  for (const goal of own) {
    const column = `${about}: ${goal.answer} ${keyName(goal)}`;
    if (!table.columns.includes(column)) table.columns.push(column);
    row[table.columns.indexOf(column)] = round(reachedOf(goal, measured));
  }
}

function keyName({ key }: Goal): string {
  return key === 'mrr' ? '100 × MRR' : key === 'forbidden' ? 'forbidden@5' : key.replace(/\d+/, '@$&');
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
    name: `${about}${cat === undefined ? '' : `, category ${cat}`}, ${answer}, ${keyName(goal)}`,
    wanted: `${isForbidden ? '≤' : '≥'} ${least}`,
    reached: String(reached),
    met: isForbidden ? reached <= least : reached >= least,
  };
}
