import type { ProjectId } from '../core/ids.ts';
import type { Item, ItemKind } from '../core/item.ts';
import { wordsOf } from '../core/terms.ts';
import type { RankedItem } from '../memory/contract.ts';
import type { Candidate, CandidateAnswer } from '../store/contract.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { TextMatch, WeighedQuery } from './weigh-query.ts';
import { createMatcher, pairShareOf, shareOf, weighQuery } from './weigh-query.ts';

/**
 * How much each part of a score counts; each part lies between 0 and 1. Fixed on three development sets of different
 * kinds together (see bench/results/recall-words.md), the last four by hand.
 */
export const WEIGHTS = {
  /** BM25 as a share of the best candidate's. */
  words: 1,
  /** Share of the question's words, rare ones weighing more, that the item holds. */
  coverage: 0.3,
  /** Share of the question's neighbouring words that stand side by side. */
  together: 1,
  /** Share of the question's words in the title. */
  title: 0.2,
  /** What the item's session holds beside it: its five best items, each counting .7 of the one before. */
  session: 1.2,
  /** What kind of thing it is: see `KIND_SHARE`. */
  kind: 0.6,
  /** A quoted phrase, path or identifier stands in it as written. */
  exact: 0.3,
  /** It belongs to the project at hand. */
  project: 0.3,
  /** How young it is: half after 60 days. */
  recency: 0.05,
  /** It gave way to something newer. */
  superseded: -1,
} as const;

/** What is stated counts most, then what was asked; what tools printed least. */
const KIND_SHARE: Readonly<Record<ItemKind, number>> = {
  knowledge: 1,
  prompt: 0.7,
  commit: 0.5,
  summary: 0.25,
  pattern: 0.25,
  topic: 0.25,
  checkpoint: 0.1,
  snippet: 0.1,
  message: 0,
  observation: 0,
};
const HALF_LIFE_MS = 60 * 24 * 3_600_000;
const SESSION_BEST = 5;
const SESSION_DECAY = 0.7;

/** What is at hand when a question is asked. `now` in milliseconds since 1970. */
export interface RankContext {
  project?: ProjectId | undefined;
  now: number;
}

/** An item with its score and what of the question it holds. */
export interface Ranked {
  item: RankedItem;
  match: TextMatch;
  /** Share of the question's words, rare ones weighing more, that it holds: 0 to 1. */
  coverage: number;
}

/** The candidates in the order in which they answer, the best first; `why` holds the parts that the score is the sum of. */
export function rankCandidates(query: ParsedQuery, answer: CandidateAnswer, context: RankContext): Ranked[] {
  const weighed = weighQuery(query, answer);
  const matcher = createMatcher(weighed);
  const best = Math.max(...answer.candidates.map((candidate) => candidate.bm25), Number.MIN_VALUE);
  const sessions = sessionShares(answer.candidates, best);
  const ranked = answer.candidates.map(({ item, bm25 }): Ranked => {
    const match = matcher(`${item.title}\n${item.text}\n${item.terms}`);
    const coverage = shareOf(weighed, match.stems);
    const parts = {
      words: bm25 / best,
      coverage,
      together: pairShareOf(weighed, match.pairs),
      title: shareOf(weighed, matcher(item.title).stems),
      session: sessions(item, bm25 / best),
      ...fixedParts(item, { query, context, weighed }),
    };
    return { item: { ...item, ...scoreOf(parts) }, match, coverage };
  });
  return ranked.sort(
    (one, other) => other.item.score - one.item.score || other.item.at - one.item.at || byId(one, other),
  );
}

function fixedParts(
  item: Item,
  with_: { query: ParsedQuery; context: RankContext; weighed: WeighedQuery },
): Partial<Record<keyof typeof WEIGHTS, number>> {
  const { query, context } = with_;
  return {
    kind: KIND_SHARE[item.kind],
    exact: exactShare(item, query),
    project: context.project !== undefined && item.project === context.project ? 1 : 0,
    recency: 2 ** (-Math.max(context.now - item.at, 0) / HALF_LIFE_MS),
    superseded: item.detail.status === 'superseded' || item.detail.status === 'withdrawn' ? 1 : 0,
  };
}

function scoreOf(parts: Partial<Record<keyof typeof WEIGHTS, number>>): { score: number; why: Record<string, number> } {
  const why: Record<string, number> = {};
  let score = 0;
  for (const [name, part] of Object.entries(parts)) {
    const value = round(WEIGHTS[name as keyof typeof WEIGHTS] * part);
    if (value !== 0) why[name] = value;
    score += value;
  }
  return { score: round(score), why };
}

/** Share of the quoted phrases, paths and identifiers that stand in the item as written. */
function exactShare(item: Item, query: ParsedQuery): number {
  const count = query.phrases.length + query.identifiers.length;
  if (count === 0) return 0;
  const paths = [...(item.detail.filesChanged ?? []), ...(item.detail.filesRead ?? [])];
  const text = ` ${wordLine([item.title, item.text, ...paths].join('\n'))} `;
  const joined = query.identifiers.length === 0 ? '' : text.replaceAll(' ', '');
  const phrases = query.phrases.filter((words) => text.includes(` ${words.join(' ')} `));
  const identifiers = query.identifiers.filter((name) => joined.includes(name));
  return (phrases.length + identifiers.length) / count;
}

/** The words of a text with one space between them. */
function wordLine(text: string): string {
  return /[^\u0000-\u007f]/.test(text)
    ? wordsOf(text).join(' ')
    : text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim();
}

/** For an item what its session's best five candidates add up to, as a share of the best session's sum. */
function sessionShares(candidates: readonly Candidate[], best: number): (item: Item, own: number) => number {
  const bySession = new Map<string, number[]>();
  for (const { item, bm25 } of candidates) {
    if (item.session === undefined || isApart(item)) continue;
    const scores = bySession.get(item.session) ?? [];
    scores.push(bm25 / best);
    bySession.set(item.session, scores);
  }
  const sums = new Map([...bySession].map(([session, scores]) => [session, decayedSum(scores)] as const));
  const most = Math.max(...sums.values(), 1);
  return (item, own) => (isApart(item) ? own : (sums.get(item.session ?? '') ?? own)) / most;
}

/** Notes stand for themselves: those stated outside sessions share one in name only. */
function isApart(item: Item): boolean {
  return item.rule.startsWith('noted@');
}

function decayedSum(scores: number[]): number {
  const best = scores.sort((one, other) => other - one).slice(0, SESSION_BEST);
  return best.reduce((sum, score, i) => sum + score * SESSION_DECAY ** i, 0);
}

function byId(one: Ranked, other: Ranked): number {
  return one.item.id < other.item.id ? -1 : 1;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
