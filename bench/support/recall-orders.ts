import type { QuestionVector } from '../../src/core/question-vector.ts';
import { wordsOf } from '../../src/core/terms.ts';
import { searchItems } from '../../src/recall/search.ts';
import type { Candidate } from '../../src/store/contract.ts';
import type { CorpusStore } from './corpus-store.ts';

/** What is given for a question: names of messages and of sessions, the best first. */
export interface Order {
  got: string[];
  sessions: string[];
}

/** A way to answer a question from a group's store. */
export type Answering = (
  of: CorpusStore,
  question: { query: string; vector: QuestionVector | undefined },
) => Promise<Order>;

const CANDIDATES = 300;
const HITS = 100;
const SESSION_BEST = 5;
const SESSION_DECAY = 0.7;
const VECTOR_WEIGHT = 0.5;

/** The floors: BM25 over any of the words as the index gives it, the cosine alone, and a plain sum of both. */
export const FLOORS: Readonly<Record<'BM25' | 'cosine' | 'plain sum', Answering>> = {
  BM25: plainly((candidates) => {
    const best = Math.max(...candidates.map(({ bm25 }) => bm25), Number.MIN_VALUE);
    return ({ bm25 }) => bm25 / best;
  }),
  cosine: plainly(zScores),
  'plain sum': plainly((candidates) => {
    const best = Math.max(...candidates.map(({ bm25 }) => bm25), Number.MIN_VALUE);
    const z = zScores(candidates);
    return (candidate) => candidate.bm25 / best + VECTOR_WEIGHT * z(candidate);
  }),
};

/** What the product gives: with the question's vector, or by words alone. */
export function asProduct(options: { words?: true } = {}): Answering {
  return async ({ store, docOf, sessionOf, now }, { query, vector }) => {
    const { hits, sessions = [] } = await searchItems(
      store,
      {
        query,
        limit: HITS,
        sessions: true,
        ...(vector === undefined || options.words ? {} : { vector }),
      },
      now,
    );
    const got = hits.flatMap((hit) => docOf.get(hit.id)?.id ?? []);
    const of = sessions.flatMap(({ sessionId }) => sessionOf.get(sessionId) ?? []);
    return { got: [...new Set(got)], sessions: [...new Set(of)] };
  };
}

/** An order by one score of the candidates; a session has the decayed sum of its best five. */
function plainly(scorer: (candidates: readonly Candidate[]) => (candidate: Candidate) => number): Answering {
  return async ({ store, docOf }, { query, vector }) => {
    const words = [...new Set(wordsOf(query))];
    const found = await store.candidates.query({
      words,
      phrases: [],
      filter: {},
      limit: CANDIDATES,
      ...(vector === undefined ? {} : { vector }),
    });
    const score = scorer(found.candidates);
    const scored = found.candidates
      .flatMap((candidate) => {
        const doc = docOf.get(candidate.item.id);
        const value = score(candidate);
        return doc === undefined || value <= 0 ? [] : [{ doc, value }];
      })
      .sort((one, other) => other.value - one.value);
    const sums = new Map<string, number[]>();
    for (const { doc, value } of scored) {
      const values = sums.get(doc.session) ?? [];
      if (values.length < SESSION_BEST) values.push(value);
      sums.set(doc.session, values);
    }
    const total = (values: readonly number[]): number =>
      values.reduce((sum, value, place) => sum + value * SESSION_DECAY ** place, 0);
    const sessions = [...sums].toSorted(([, one], [, other]) => total(other) - total(one));
    return { got: [...new Set(scored.map(({ doc }) => doc.id))], sessions: sessions.map(([session]) => session) };
  };
}

/** How many standard deviations a candidate's cosine lies above the mean, 0 below it. */
function zScores(candidates: readonly Candidate[]): (candidate: Candidate) => number {
  const cosines = candidates.flatMap(({ cosine }) => cosine ?? []);
  const mean = cosines.reduce((sum, one) => sum + one, 0) / Math.max(cosines.length, 1);
  const variance = cosines.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(cosines.length, 1);
  return ({ cosine }) => (cosine === undefined ? 0 : Math.max((cosine - mean) / (Math.sqrt(variance) || 1), 0));
}
