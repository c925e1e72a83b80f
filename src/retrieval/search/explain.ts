import type { Explanation, Reason } from '../../api/answers.ts';
import { hundredths } from '../../core/mean.ts';
import type { ItemId } from '../../core/model/ids.ts';
import { isOver } from '../../core/model/kinds.ts';
import { describeValidity } from '../../core/model/validity.ts';
import { stemOf } from '../../core/text/terms.ts';
import { type Ranked, type ScorePart, WEIGHTS } from '../ranking/rank.ts';
import { formatAgo } from '../text/format-date.ts';
import { kindWords } from '../text/kind-words.ts';
import type { StemWeights } from '../text/snippet.ts';
import { toValidity } from '../validity/validity.ts';

/** A part of a score under its name in answers; `id`: named by its id, `cosine`: searched by vectors alone. */
export type WhyPart = ScorePart | 'id' | 'cosine';

/** What each part of a score means, for a person who asks why something was found; docs/search.md shows this table. */
export const WHY_WORDS: Readonly<Record<WhyPart, string>> = {
  words: 'holds words of the question, rare ones counting more (BM25, as a share of the best)',
  wordRank: 'stands high among what holds words of the question',
  vector: 'is near the question in meaning (cosine, as a share of the nearest)',
  vectorRank: 'stands high among what is near in meaning',
  vectorSpread: 'lies nearer to the question in meaning than most that was found',
  coverage: 'share of the question’s words that it holds, rare ones counting more',
  together: 'words that stand side by side in the question stand so here',
  beside: 'what stands right before and after it answers, too',
  around: 'what stands around it holds words of the question together with it',
  session: 'the best of its session answer, too',
  sessionWords: 'its session as a whole holds words of the question',
  kind: 'what kind of memory it is: what was stated or asked counts more than what was printed',
  length: 'says more than others that were found',
  exact: 'holds a phrase, path or identifier as it is written in the question',
  project: 'belongs to the project at hand',
  recency: 'is young',
  newest: 'is among the latest, which the question asks for',
  time: 'is of the time that the question names',
  tells: 'describes a whole session, where the question asks for a time and nothing else',
  speaker: 'was said by whom the question is about',
  asks: 'asks just what is asked now',
  acts: 'is a call of a tool, where the question is put in a sentence',
  announces: 'says what its agent was about to do, and little else',
  made: 'is made of a whole session whose own memories answer, and stands behind the best of them',
  givesWay: 'something newer says otherwise, or it is not to be relied on',
  stale: 'what it shows was changed later, or is gone',
  id: 'the question names it by its id',
  cosine: 'how near it is to the question in meaning: the whole score where vectors alone are asked',
};

/** The inputs for explaining the hits of a question. */
export interface ExplainWith {
  /** The question's words. */
  words: readonly string[];
  /** The cosines of the items' vectors to the question's. */
  cosines: ReadonlyMap<ItemId, number>;
  /** Milliseconds since 1970. */
  now: number;
}

/** What several parts of a score mean together. */
type Aspect = keyof ReturnType<typeof sayer>;

const ASPECTS: Readonly<Record<WhyPart, Aspect>> = {
  words: 'words',
  wordRank: 'words',
  coverage: 'words',
  together: 'together',
  exact: 'exact',
  vector: 'meaning',
  vectorRank: 'meaning',
  vectorSpread: 'meaning',
  cosine: 'meaning',
  beside: 'beside',
  around: 'beside',
  session: 'session',
  sessionWords: 'session',
  kind: 'kind',
  speaker: 'kind',
  length: 'length',
  project: 'project',
  recency: 'age',
  newest: 'newest',
  time: 'time',
  tells: 'time',
  acts: 'kind',
  asks: 'against',
  announces: 'against',
  made: 'made',
  givesWay: 'against',
  stale: 'against',
  id: 'id',
};

/** Reasons of a smaller score are summed up in one. */
const SMALL = 0.05;
/**
 * Aspects that a sentence names besides kind, age and what counts against the item: at most `most`, from a score of
 * `least` on.
 */
const NAMED = { most: 3, least: 0.1 } as const;
const APART: ReadonlySet<Aspect> = new Set(['kind', 'length', 'age', 'against', 'made']);
const SHOWN_WORDS = 4;
/** Share of the largest possible session score from which a session counts as the best. */
const BEST_SESSION = 0.9;
/** Lower bounds of the words for a cosine. With a model whose cosines are all high, few items stand out (`nearness`). */
const COSINES = { notFar: 0.2, near: 0.35, same: 0.5 } as const;

/**
 * Explains why an item was found: the parts of its score, and the same in words. `weights`: those of the question's
 * stems.
 */
export function explain(one: Ranked, weights: StemWeights, about: ExplainWith): Explanation {
  const says = sayer(one, weights, about);
  const scores = new Map<Aspect, number>();
  for (const [part, value] of Object.entries(one.item.why)) {
    const aspect = ASPECTS[part as WhyPart];
    scores.set(aspect, (scores.get(aspect) ?? 0) + value);
  }
  const sorted = [...scores].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  const speaking = sorted.filter(([aspect]) => !APART.has(aspect));
  const strong = speaking.filter(([, score], i) => i === 0 || score >= NAMED.least);
  const against = one.marks === undefined && !scores.has('against') ? [] : (['against'] as const);
  const named = new Set<Aspect>([...strong.slice(0, NAMED.most).map(([aspect]) => aspect), 'kind', ...against, 'age']);
  return {
    why: one.item.why,
    whyText: sentenceOf(
      (Object.keys(says) as Aspect[]).filter((aspect) => named.has(aspect)).map((aspect) => says[aspect]()),
    ),
    reasons: withRest(
      sorted.map(([aspect, score]) => ({ score, says: says[aspect]() })),
      one.item.score,
    ),
  };
}

/** Explains why a session or project was found whose id the question contains. */
export function explainNamed(score: number): Explanation {
  const says = 'the question names it by its id';
  return { why: { id: score }, whyText: sentenceOf([says]), reasons: [{ score, says }] };
}

/** The words for each aspect, in the order of a sentence. */
function sayer(one: Ranked, weights: StemWeights, { words, cosines, now }: ExplainWith) {
  return {
    id: () => 'the question names it by its id',
    words: () => heldWords(one, words, weights),
    exact: () => 'holds a phrase, path or name as written',
    together: () => 'has words of the question side by side',
    meaning: () => nearWords(one, cosines.get(one.item.id)),
    newest: () => 'among the latest, which are asked for',
    time: () => 'of the time asked for',
    project: () => 'of this project',
    beside: () => 'its neighbours answer the question too',
    session: () => sessionWords(one),
    length: () => 'says more than others',
    kind: () => kindWords(one.item),
    made: () => 'stands behind what it is made of',
    against: () => againstWords(one),
    age: () => formatAgo(one.item.at, now),
  };
}

/** The words of the question that the item contains, rarest first. */
function heldWords({ match }: Ranked, words: readonly string[], weights: StemWeights): string {
  const written = new Map(words.toReversed().map((word) => [stemOf(word), word]));
  const held = [...match.stems.keys()].sort((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0));
  if (held.length === 0) return 'holds words like those of the question';
  const shown = held.slice(0, SHOWN_WORDS).map((stem) => `"${written.get(stem) ?? stem}"`);
  const more = held.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  return `holds ${shown.length === 0 ? '' : `${shown.join(', ')} and `}${last}`;
}

function nearWords({ nearness }: Ranked, cosine = 0): string {
  const measured = `(cosine ${hundredths(cosine).toFixed(2)})`;
  if (cosine < COSINES.notFar) return `is far in meaning ${measured}`;
  if (nearness === 0 || cosine < COSINES.near) return `is not far in meaning ${measured}`;
  return cosine < COSINES.same ? `is near in meaning ${measured}` : `means nearly the same ${measured}`;
}

/** The session's score is relative to the best session that was found. */
function sessionWords({ item: { why } }: Ranked): string {
  const share = ((why.session ?? 0) + (why.sessionWords ?? 0)) / (WEIGHTS.session + WEIGHTS.sessionWords);
  return share >= BEST_SESSION ? 'no session answers better' : 'its session answers, too';
}

function againstWords({ item, marks }: Ranked): string {
  const words = describeValidity(toValidity(marks));
  const { status } = item.detail;
  if (words.length === 0 && isOver(status)) words.push(status);
  if (words.length === 0) words.push('says little by itself');
  return words.join(', ');
}

/** Reasons rounded to hundredths that add up to the score; the small ones are summed up in the last. */
function withRest(reasons: readonly Reason[], score: number): Reason[] {
  const shown = reasons
    .filter((one) => Math.abs(one.score) >= SMALL)
    .map((one) => ({ ...one, score: hundredths(one.score) }));
  const rest = hundredths(shown.reduce((left, one) => left - one.score, hundredths(score)));
  return rest === 0 ? shown : [...shown, { score: rest, says: 'smaller things together' }];
}

function sentenceOf(parts: readonly string[]): string {
  const text = parts.join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
