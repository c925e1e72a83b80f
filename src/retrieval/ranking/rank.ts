// retrieval/ranking: orders candidates by a linear model over `features`, folds duplicates and demotes aggregates.
// Scores are explained in `retrieval/search`.

import type { ItemId, ProjectId } from '../../core/model/ids.ts';
import { isAggregate } from '../../core/model/is-aggregate.ts';
import type { Item } from '../../core/model/item.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { wordsOf } from '../../core/text/terms.ts';
import type { Candidate, CandidateAnswer } from '../../store/contract/candidates.ts';
import type { Neighbours } from '../../store/contract/neighbours.ts';
import { asksForTimeAlone, type ParsedQuery } from '../query/parse-query.ts';
import type { TextMatch } from '../query/weigh-query.ts';
import { NO_MATCH, weighQuery, weightShareOf } from '../query/weigh-query.ts';
import { asksForHistory, asksForNewest, isQuestion } from '../text/history-words.ts';
import { isIntentOnly } from '../text/is-intent.ts';
import { supersededIn, type ValidityMarks } from '../validity/validity.ts';
import { FEATURES } from './features/feature-table.ts';
import { featuresOf } from './features/features-of.ts';
import { latenessOf, nearnessOf, timeShare } from './features/nearness-and-time.ts';
import { speakerOf } from './features/speaker.ts';
import { RANKER_WEIGHTS } from './ranker-weights.ts';

/** The weight of each part of a score: of features as trained, of the other parts (each between 0 and 1) set by hand. */
export const WEIGHTS = {
  ...RANKER_WEIGHTS,
  /** The item contains a quoted phrase, path or identifier as written. */
  exact: 0.3,
  /** The item belongs to the project at hand. */
  project: 0.3,
  /** Recency, with a half-life of 60 days. */
  recency: 0.05,
  /** How late the item is among the candidates, for a question that asks for the newest. */
  newest: 0.2,
  /** The item is of a time that the question names, or from soon after it. */
  time: 0.7,
  /** The item summarises a session, for a question about a time alone. */
  tells: 0.5,
  /** The item's speaker is the one whom the question is about. */
  speaker: 0.3,
  /** The item is a statement of intent and little else. */
  announces: -0.3,
  /** The item asks just what is asked now: it answers nothing, and stands below all that may. */
  asks: -10,
  /** The item is a call of a tool, for a question put in a sentence: what was said of it answers. */
  acts: -0.5,
  /** The item is an aggregate of a session whose own memories answer; large enough to rank it below them. */
  made: -1,
  /** The item is superseded or unreliable; outweighs all other parts together. */
  givesWay: -6,
  /** The file that the item shows was changed later. */
  stale: -1,
} as const;

/** A part of a score. */
export type ScorePart = keyof typeof WEIGHTS;

const PARTS = Object.keys(WEIGHTS) as ScorePart[];
const THOUSAND = 1_000;
const HALF_LIFE_MS = 60 * DAY_MS;

/** The context in which a question is asked. `now` in milliseconds since 1970. */
export interface RankContext {
  project?: ProjectId | undefined;
  now: number;
  /** Neighbours of the better candidates in their sessions. */
  neighbours?: ReadonlyMap<ItemId, Neighbours>;
  /** The question as written, to see whether it asks for the past or the newest. */
  question?: string;
}

/** An item with its score and, by name, the parts that add up to it. */
export type ScoredItem = Item & { score: number; why: Record<string, number> };

/** An item with its score and its match with the question. */
export interface Ranked {
  item: ScoredItem;
  match: TextMatch;
  /** Share of the question's weight that the item's words carry, 0 to 1. */
  coverage: number;
  /** The item's cosine when it is an outlier among the candidates, otherwise 0; on the scale of the model. */
  nearness: number;
  /** What counts against the item. */
  marks?: ValidityMarks;
}

/** Ranks candidates, best first; the parts in `why` add up to the score. */
export function rankCandidates(query: ParsedQuery, answer: CandidateAnswer, context: RankContext): Ranked[] {
  const { candidates } = answer;
  const weighed = weighQuery(query, answer);
  const { table, matches } = featuresOf(weighed, candidates, context.neighbours ?? new Map());
  // When no word and no vector matched, only the parts set by hand count, above all recency.
  const found = candidates.some(({ bm25, cosine }) => bm25 > 0 || cosine !== undefined) ? FEATURES : [];
  const nearness = nearnessOf(candidates);
  const fixed = fixedParts(query, candidates, context);
  const ranked = candidates.map(({ item }, i): Ranked => {
    const parts = fixed(item, matches[i] !== undefined);
    for (const name of found) parts[name] = table[name][i] ?? 0;
    const match = matches[i] ?? NO_MATCH;
    return {
      item: withScore(item, scoreOf(parts)),
      match,
      coverage: weightShareOf(weighed, match.stems.keys()),
      nearness: nearness(candidates[i]),
    };
  });
  return ranked.sort(byScore);
}

/** An item with its score; `why` is computed at first access. */
function withScore(item: Item, scored: ReturnType<typeof scoreOf>): ScoredItem {
  return {
    ...item,
    score: scored.score,
    get why() {
      return scored.why;
    },
  };
}

/** Best first, newest first among equals, then by id. */
export function byScore({ item: one }: Ranked, { item: other }: Ranked): number {
  return other.score - one.score || other.at - one.at || (one.id < other.id ? -1 : 1);
}

type ScoreParts = Partial<Record<ScorePart, number>>;

/** The ranked item with further parts of its score. */
export function withParts(one: Ranked, parts: ScoreParts): Ranked {
  const { score, why } = scoreOf(parts);
  // A sum that rounds to -0 is 0.
  const sum = Math.round((one.item.score + score) * THOUSAND) / THOUSAND + 0;
  return { ...one, item: { ...one.item, score: sum, why: { ...one.item.why, ...why } } };
}

/** The parts whose weights are set by hand. */
function fixedParts(
  query: ParsedQuery,
  candidates: readonly Candidate[],
  { project, now, question = '' }: RankContext,
): (item: Item, isRead: boolean) => ScoreParts {
  const history = asksForHistory(question);
  const ofTime = asksForTimeAlone(query);
  const speaker = speakerOf(question);
  const isAsked = isQuestion(question);
  const lateness = asksForNewest(question) ? latenessOf(candidates) : () => 0;
  return (item, isRead) => ({
    exact: isRead ? exactShare(item, query) : 0,
    project: project !== undefined && item.project === project ? 1 : 0,
    recency: 2 ** (-Math.max(now - item.at, 0) / HALF_LIFE_MS),
    newest: lateness(item),
    time: Math.max(0, ...query.times.map((time) => timeShare(item.at, time))),
    tells: ofTime && item.kind === 'summary' && isAggregate(item) ? 1 : 0,
    speaker: speaker(item),
    announces: isIntentOnly(item) ? 1 : 0,
    acts: isAsked && (item.kind === 'observation' || item.kind === 'snippet') ? 1 : 0,
    givesWay: history ? 0 : supersededIn(item, undefined),
  });
}

/** A score and its weighed parts without those that are 0; the parts are listed at first access. */
export function scoreOf(deps: ScoreParts): { score: number; why: Record<string, number> } {
  let score = 0;
  for (const name of PARTS) score += thousandthsOf(name, deps[name]);
  let why: Record<string, number> | undefined;
  return {
    score: score / THOUSAND,
    get why() {
      why ??= weighedParts(deps);
      return why;
    },
  };
}

function weighedParts(deps: ScoreParts): Record<string, number> {
  const why: Record<string, number> = {};
  for (const name of PARTS) {
    const thousandths = thousandthsOf(name, deps[name]);
    if (thousandths !== 0) why[name] = thousandths / THOUSAND;
  }
  return why;
}

function thousandthsOf(name: ScorePart, part = 0): number {
  return part === 0 ? 0 : Math.round(WEIGHTS[name] * part * THOUSAND);
}

/** Share of the quoted phrases, paths and identifiers that the item contains as written. */
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
