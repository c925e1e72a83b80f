import { omitUndefined } from '../../../src/core/omit-undefined.ts';
import type { Embedder } from '../../../src/embeddings/embedder/embedder.ts';
import { readQuestion } from '../../../src/retrieval/query/read-question.ts';
import type { Ranked } from '../../../src/retrieval/ranking/rank.ts';
import { rankItems } from '../../../src/retrieval/search/search.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { questionVector } from '../bench-embedder.ts';
import { type AskedQuestion, holdsAnswer } from './ask-questions.ts';

/** The floors that are compared: shares of the question's weight, and cosines of outliers. */
export const FLOORS = [0, 0.1, 0.15, 0.2, 0.25, 0.3] as const;
export const NEARNESSES = [0.35, 0.4, 0.45] as const;
const HITS = 10;

/** Questions on which the recorded sessions hold nothing. */
const UNANSWERED = [
  'kubernetes ingress controller timeouts',
  'payment provider sandbox credentials',
  'how do we rotate the TLS certificate of the mail server?',
  'invoice rounding',
  'which font did we choose for the landing page?',
  'graphql subscriptions over websockets',
  'how large is the vocabulary of the tokenizer?',
  'where do we keep the recordings of the customer calls?',
] as const;

interface JudgeWith {
  embedder: Embedder | undefined;
  place: (set: string) => { now: number; userHome: string };
}

/** For each pair of floors the shares, in percent, of hits above it: of those that answer, of all, of unanswered questions. */
export async function judgeFloors(
  store: Store,
  questions: readonly AskedQuestion[],
  { embedder, place }: JudgeWith,
): Promise<(string | number)[][]> {
  const rank = async (text: string, set: string): Promise<Ranked[]> => {
    const vector = await questionVector(embedder, text);
    const { question } = await readQuestion(store, { query: text }, place(set));
    const { ranked } = await rankItems(store, { ...question, ...omitUndefined({ vector }) }, place(set).now);
    return ranked.slice(0, HITS);
  };
  const [right, all, wrong]: [Ranked[], Ranked[], Ranked[]] = [[], [], []];
  for (const { question, set, must } of questions) {
    const hits = await rank(question, set);
    all.push(...hits);
    right.push(...hits.filter(({ item }) => holdsAnswer(`${item.title} ${item.text}`, must)));
  }
  for (const text of UNANSWERED) wrong.push(...(await rank(text, 'entire')));
  return NEARNESSES.flatMap((near) =>
    FLOORS.map((share) => {
      const above = (hits: readonly Ranked[]): number =>
        Math.round(
          (100 * hits.filter((one) => (one.coverage > 0 && one.coverage >= share) || one.nearness >= near).length) /
            Math.max(hits.length, 1),
        );
      return [share, near, above(right), above(all), above(wrong)];
    }),
  );
}
