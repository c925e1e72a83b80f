import type { QuestionVector } from '../../../src/core/model/question-vector.ts';
import { omitUndefined } from '../../../src/core/omit-undefined.ts';
import { wordsOf } from '../../../src/core/text/terms.ts';
import type { Ranked } from '../../../src/retrieval/ranking/rank.ts';
import { byScore, WEIGHTS } from '../../../src/retrieval/ranking/rank.ts';
import { rankSessions } from '../../../src/retrieval/ranking/rank-sessions.ts';
import { rankItems } from '../../../src/retrieval/search/search.ts';
import type { Candidate } from '../../../src/store/contract/candidates.ts';
import type { CorpusStore } from './corpus-store.ts';

/** What is given for a question: names of messages and of sessions, the best first. */
export interface Order {
  got: string[];
  sessions: string[];
}

/** A question, by its words and its vector. */
export interface Asking {
  query: string;
  vector: QuestionVector | undefined;
}

/** A way to answer a question from a group's store. */
export type Answering = (of: CorpusStore, question: Asking) => Promise<Order>;

const CANDIDATES = 300;
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

/** The parts of a score, each of which can be left out. */
export const PARTS: readonly string[] = Object.keys(WEIGHTS);

/** What the product gives, and what it would give without each part of the score (by the part's name). */
export async function productOrders(
  of: CorpusStore,
  { query, vector }: Asking,
): Promise<{ all: Order; without: Readonly<Record<string, Order>> }> {
  const { ranked } = await rankItems(of.store, { filter: {}, query, ...omitUndefined({ vector }) }, of.now);
  const orders = PARTS.map((part) => [part, orderOf(withoutPart(ranked, part), of)] as const);
  return { all: orderOf(ranked, of), without: Object.fromEntries(orders) };
}

function withoutPart(ranked: readonly Ranked[], part: string): Ranked[] {
  const less = ranked.map((one) => ({
    ...one,
    item: { ...one.item, score: one.item.score - (one.item.why[part] ?? 0) },
  }));
  return less.sort(byScore);
}

function orderOf(ranked: readonly Ranked[], { docOf, sessionOf }: CorpusStore): Order {
  const got = ranked.flatMap(({ item }) => docOf.get(item.id)?.id ?? []);
  const sessions = rankSessions(ranked).flatMap(({ sessionId }) => sessionOf.get(sessionId) ?? []);
  return { got: [...new Set(got)], sessions: [...new Set(sessions)] };
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
