import { openBenchEmbedder } from '../../bench/support/bench-embedder.ts';
import type { Question } from '../../bench/support/recall/corpus.ts';
import { type CorpusStore, openCorpus } from '../../bench/support/recall/corpus-store.ts';
import { type FoundSet, findSets } from '../../bench/support/recall/recall-sets.ts';
import { weighQuery } from '../../src/retrieval/query/weigh-query.ts';
import { FEATURES, type FeatureTable } from '../../src/retrieval/ranking/features/feature-table.ts';
import { featuresOf } from '../../src/retrieval/ranking/features/features-of.ts';
import { isReadOut } from '../../src/retrieval/ranking/features/place-evidence.ts';
import { gatherCandidates } from '../../src/retrieval/search/gather-candidates.ts';

/** One candidate of a question: the message and the session that it is of, under the corpus's own names. */
export interface Row {
  features: number[];
  doc: string | undefined;
  session: string | undefined;
  /** It was read out of a message, which is a candidate itself. */
  readOut: boolean;
  isRight: boolean;
}

/** A question with its candidates. */
export interface Asked {
  question: Question;
  rows: Row[];
}

/** The questions of one set. */
export interface TrainingSet {
  name: string;
  asked: Asked[];
}

/** What weights may be fitted on: its licence allows it. All other sets only choose. */
export const FITTED = ['commits-dev', 'devmembench'] as const;
/** What weights are chosen by, as one would choose a threshold. */
export const CHOSEN_BY = ['locomo-dev', 'long-chat-dev', 'automemorybench'] as const;

/** Reads the sets of a data folder and asks each question of a memory that holds its group, as the product does. */
export async function readTrainingSets(data: string, vectors: string | undefined): Promise<TrainingSet[]> {
  const embedder = openBenchEmbedder(vectors);
  const wanted: readonly string[] = [...FITTED, ...CHOSEN_BY];
  const found = (await findSets(data)).filter(({ corpus }) => wanted.includes(corpus.name));
  const sets: TrainingSet[] = [];
  for (const { corpus } of found) sets.push({ name: corpus.name, asked: await askAll(corpus, embedder) });
  await embedder.close();
  return sets;
}

async function askAll(
  { docs, questions }: FoundSet['corpus'],
  embedder: ReturnType<typeof openBenchEmbedder>,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const [group, some] of Map.groupBy(questions, (question) => question.group)) {
    const inGroup = docs.filter((doc) => doc.group === group);
    const of = await openCorpus(inGroup, { embedder });
    for (const question of some) {
      const [vector] = await embedder.embed([question.query], { purpose: 'question' });
      asked.push({ question, rows: await rowsOf(of, question, vector && { model: embedder.model, vector }) });
    }
    await of.close();
  }
  return asked;
}

async function rowsOf(
  { store, docOf, sessionOf, now }: CorpusStore,
  question: Question,
  vector: { model: string; vector: Float32Array } | undefined,
): Promise<Row[]> {
  const { query, gold, gold_sessions: sessions } = question;
  const { parsed, answer, neighbours } = await gatherCandidates(
    store,
    { filter: {}, query, ...(vector && { vector }) },
    now,
  );
  const { table } = featuresOf(weighQuery(parsed, answer), answer.candidates, neighbours);
  return answer.candidates.map(({ item }, i) => {
    const doc = docOf.get(item.id)?.id;
    const session = item.session === undefined ? undefined : sessionOf.get(item.session);
    const isRight =
      gold.length > 0 ? doc !== undefined && gold.includes(doc) : session !== undefined && sessions.includes(session);
    return { features: featuresAt(table, i), doc, session, readOut: isReadOut(item), isRight };
  });
}

function featuresAt(table: FeatureTable, i: number): number[] {
  return FEATURES.map((name) => table[name][i] ?? 0);
}
