import { type Found, foundOf } from '../../bench/support/recall/recall-metrics.ts';
import { decayedSum } from '../../src/retrieval/ranking/features/place-evidence.ts';
import { EVIDENCE } from '../../src/retrieval/ranking/rank-sessions.ts';
import { scoreOf, type Weights } from './fit-weights.ts';
import type { Asked, TrainingSet } from './training-set.ts';

/** How well weights order the candidates of a set: messages and sessions. */
export function judge({ asked }: TrainingSet, weights: Weights): { items: Found; sessions: Found } {
  const orders = asked.map((one) => ({ question: one.question, ...orderOf(one, weights) }));
  return {
    items: foundOf(orders.map(({ docs, question }) => ({ got: docs, gold: question.gold }))),
    sessions: foundOf(orders.map(({ sessions, question }) => ({ got: sessions, gold: question.gold_sessions }))),
  };
}

function orderOf({ rows }: Asked, weights: Weights): { docs: string[]; sessions: string[] } {
  const scored = rows.map((row) => ({ ...row, score: scoreOf(row.features, weights) }));
  const sorted = scored.toSorted((one, other) => other.score - one.score);
  const own = new Map<string, number[]>();
  for (const { session, score, readOut } of sorted) {
    if (session !== undefined && !readOut) own.set(session, [...(own.get(session) ?? []), score]);
  }
  const sessions = [...own].map(([name, scores]) => ({ name, score: decayedSum(scores, EVIDENCE) }));
  return {
    docs: [...new Set(sorted.flatMap(({ doc }) => doc ?? []))],
    sessions: sessions.toSorted((one, other) => other.score - one.score).map(({ name }) => name),
  };
}
