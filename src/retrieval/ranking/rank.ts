// retrieval/ranking: candidates in order, by a linear model over `features`, duplicates folded and aggregates demoted.
// Scores are explained in `retrieval/search`.

import type { RankedItem } from '../../api/contract.ts';
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
import { asksForHistory, asksForNewest } from '../text/history-words.ts';
import { isIntentOnly } from '../text/is-intent.ts';
import { supersededIn, type ValidityMarks } from '../validity/validity.ts';
import { FEATURES } from './features/feature-table.ts';
import { featuresOf } from './features/features-of.ts';
import { speakerOf } from './features/speaker.ts';
import { latenessOf, nearnessOf, timeShare } from './features/standing-out.ts';
import { RANKER_WEIGHTS } from './ranker-weights.ts';

/** How much each part of a score counts: the features by weights that are learned, the others, fixed by hand, between 0 and 1. */
export const WEIGHTS = {
  ...RANKER_WEIGHTS,
  /** A quoted phrase, path or identifier stands in it as written. */
  exact: 0.3,
  /** It belongs to the project at hand. */
  project: 0.3,
  /** How young it is: half after 60 days. */
  recency: 0.05,
  /** How late it stands among what was found, where the newest is asked for. */
  newest: 0.2,
  /** It is of a time that the question names, or of soon after. */
  time: 0.7,
  /** It tells of a whole session, where a time is asked for and nothing else. */
  tells: 0.5,
  /** It was said by whom the question is about. */
  speaker: 0.3,
  /** It says what an agent is about to do, and little else. */
  announces: -0.3,
  /** It is made of a whole session whose own memories answer: so much that it stands behind them. */
  made: -1,
  /** It gave way to something newer, or is not to be relied on: more than all that speaks for it. */
  givesWay: -6,
  /** What it shows was changed later. */
  stale: -1,
} as const;

/** A part of a score. */
export type ScorePart = keyof typeof WEIGHTS;

const PARTS = Object.keys(WEIGHTS) as ScorePart[];
const THOUSAND = 1_000;
const HALF_LIFE_MS = 60 * DAY_MS;

/** What is at hand when a question is asked. `now` in milliseconds since 1970. */
export interface RankContext {
  project?: ProjectId | undefined;
  now: number;
  /** What stands next to the better candidates in their sessions. */
  neighbours?: ReadonlyMap<ItemId, Neighbours>;
  /** As it was asked: whether for the past, or for what is newest. */
  question?: string;
}

/** An item with its score and what of the question it holds. */
export interface Ranked {
  item: RankedItem;
  match: TextMatch;
  /** Share of the question's words, rare ones weighing more, that it holds: 0 to 1. */
  coverage: number;
  /** The cosine of its vector to the question's, 0 where it has none or does not stand out: a model's own scale. */
  nearness: number;
  /** What is known against it. */
  marks?: ValidityMarks;
}

/** The candidates in the order in which they answer, the best first; `why` holds the parts that the score is the sum of. */
export function rankCandidates(query: ParsedQuery, answer: CandidateAnswer, context: RankContext): Ranked[] {
  const { candidates } = answer;
  const weighed = weighQuery(query, answer);
  const { table, matches } = featuresOf(weighed, candidates, context.neighbours ?? new Map());
  // Without anything that was looked for, all that tells is how young they are.
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

/** An item with its score, the parts of which are listed once they are asked for. */
function withScore(item: Item, scored: ReturnType<typeof scoreOf>): RankedItem {
  return {
    ...item,
    score: scored.score,
    get why() {
      return scored.why;
    },
  };
}

/** The best first, of equals the newest; in the end by id. */
export function byScore({ item: one }: Ranked, { item: other }: Ranked): number {
  return other.score - one.score || other.at - one.at || (one.id < other.id ? -1 : 1);
}

type ScoreParts = Partial<Record<ScorePart, number>>;

/** The parts whose weights are fixed by hand. */
function fixedParts(
  query: ParsedQuery,
  candidates: readonly Candidate[],
  { project, now, question = '' }: RankContext,
): (item: Item, isRead: boolean) => ScoreParts {
  const history = asksForHistory(question);
  const ofTime = asksForTimeAlone(query);
  const speaker = speakerOf(question);
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
    givesWay: history ? 0 : supersededIn(item, undefined),
  });
}

/** A score and its parts, weighed; parts that add nothing are left out. They are listed once they are asked for. */
export function scoreOf(deps: ScoreParts): { score: number; why: Record<string, number> } {
  let score = 0;
  for (const name of PARTS) score += thousandthsOf(name, deps[name]);
  return {
    score: score / THOUSAND,
    get why() {
      const all = PARTS.map((name) => [name, thousandthsOf(name, deps[name]) / THOUSAND] as const);
      return Object.fromEntries(all.filter(([, value]) => value !== 0));
    },
  };
}

function thousandthsOf(name: ScorePart, part = 0): number {
  return part === 0 ? 0 : Math.round(WEIGHTS[name] * part * THOUSAND);
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
