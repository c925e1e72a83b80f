import { quantileOf, round } from '../stats.ts';
import type { Question } from './corpus.ts';

/** What a memory gave for one question: names of messages and of sessions, the best first. */
export interface Answered {
  id: string;
  got: string[];
  sessions: string[];
  /** Milliseconds of one page of ten hits, the question's embedding among it. */
  ms: number;
  /** Tokens of that page. */
  tokens: number;
}

const RANKS = [1, 5, 10] as const;
type Rank = (typeof RANKS)[number];

/**
 * Shares from 0 to 1 over the questions that have an answer of the kind: a right one (`any`), all of them (`all`), their
 * mean share (`frac`) among the first k; and the mean reciprocal rank of the first right one.
 */
export type Found = Record<`any${Rank}` | `all${Rank}` | `frac${Rank}` | 'mrr', number> & { questions: number };

/** How well some questions were answered. Times in milliseconds. */
export interface Measured {
  questions: number;
  items: Found;
  sessions: Found;
  /** Share of forbidden messages among all that stood among the first five, and of questions that had one there. */
  forbidden?: { share: number; questions: number };
  tokens: number;
  p50: number;
  p95: number;
}

/** Measures the answers of some questions. */
export function measure(questions: readonly Question[], answers: ReadonlyMap<string, Answered>): Measured {
  const pairs = questions.flatMap((question) => {
    const answer = answers.get(keyOf(question));
    return answer === undefined ? [] : [{ question, answer }];
  });
  const ms = pairs.map(({ answer }) => answer.ms);
  const forbidden = forbiddenOf(pairs);
  return {
    questions: pairs.length,
    items: foundOf(pairs.map(({ question, answer }) => ({ got: answer.got, gold: question.gold }))),
    sessions: foundOf(pairs.map(({ question, answer }) => ({ got: answer.sessions, gold: question.gold_sessions }))),
    ...(forbidden === undefined ? {} : { forbidden }),
    tokens: round(meanOf(pairs.map(({ answer }) => answer.tokens)), 0),
    p50: round(quantileOf(ms, 0.5)),
    p95: round(quantileOf(ms, 0.95)),
  };
}

/** What a question goes by: ids of questions may repeat in other groups. */
export function keyOf({ group, id }: Pick<Question, 'group' | 'id'>): string {
  return `${group}\0${id}`;
}

/** How many of a list of right answers stand among those that were given. */
export function foundOf(pairs: readonly { got: readonly string[]; gold: readonly string[] }[]): Found {
  const asked = pairs.filter(({ gold }) => gold.length > 0);
  const places = asked.map(({ got, gold }) => [...new Set(gold)].map((ref) => got.indexOf(ref)));
  const among = (list: readonly number[], rank: Rank): number => list.filter((at) => at >= 0 && at < rank).length;
  const found: Partial<Found> = { questions: asked.length };
  for (const rank of RANKS) {
    found[`any${rank}`] = meanOf(places.map((list) => Math.min(among(list, rank), 1)));
    found[`all${rank}`] = meanOf(places.map((list) => (among(list, rank) === list.length ? 1 : 0)));
    found[`frac${rank}`] = meanOf(places.map((list) => among(list, rank) / list.length));
  }
  found.mrr = meanOf(places.map((list) => Math.max(0, ...list.map((at) => (at < 0 ? 0 : 1 / (at + 1))))));
  return found as Found;
}

function forbiddenOf(pairs: readonly { question: Question; answer: Answered }[]): Measured['forbidden'] {
  const asked = pairs.filter(({ question }) => (question.forbidden ?? []).length > 0);
  if (asked.length === 0) return undefined;
  const counts = asked.map(({ question, answer }) => {
    const first = answer.got.slice(0, 5);
    return { first: first.length, bad: first.filter((ref) => question.forbidden?.includes(ref)).length };
  });
  const sum = (key: 'first' | 'bad'): number => counts.reduce((total, one) => total + one[key], 0);
  return {
    share: sum('bad') / Math.max(sum('first'), 1),
    questions: meanOf(counts.map(({ bad }) => (bad > 0 ? 1 : 0))),
  };
}

function meanOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? Number.NaN : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
