import type { ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Candidate } from '../../../store/contract/candidates.ts';
import type { TextMatch, WeighedQuery } from '../../query/weigh-query.ts';
import { type FeatureTable, sharesOf } from './feature-table.ts';
import { measuresOf } from './measures.ts';
import type { Stretch } from './stretches.ts';

/** Evidence for each candidate from its context: from direct neighbours, items around it, and its session. */
export type ContextEvidence = Pick<FeatureTable, 'beside' | 'around' | 'session' | 'sessionWords'>;

/** The candidates with what is known of each. */
export interface EvidenceRow {
  candidates: readonly Candidate[];
  /** The plain sum of words and vectors. */
  sum: Float64Array;
  /** Match of its text with the question; `undefined` for candidates that were not read. */
  matches: readonly (TextMatch | undefined)[];
  stretches: ReadonlyMap<ItemId, Stretch>;
}

/** Saturation of a word that several items contain, as k1 of BM25. */
const K1 = 1.2;
const SESSION_BEST = 5;
const SESSION_DECAY = 0.7;
const NOWHERE: Stretch = new Map();

/**
 * Scores the context of each candidate: its neighbours, the items around it and its session, as far as those are
 * candidates.
 */
export function contextEvidenceOf(query: WeighedQuery, evidence: EvidenceRow): ContextEvidence {
  const { candidates, sum } = evidence;
  const measures = measuresOf(candidates);
  const places = new Map(candidates.map(({ item }, i) => [item.id, i]));
  const beside = new Float64Array(candidates.length);
  const around = new Float64Array(candidates.length);
  for (const [i, { item }] of candidates.entries()) {
    const near = [i];
    for (const [steps, id] of evidence.stretches.get(item.id) ?? NOWHERE) {
      const place = places.get(id);
      if (place === undefined) continue;
      near.push(place);
      if (Math.abs(steps) === 1) beside[i] = (beside[i] ?? 0) + (sum[place] ?? 0);
    }
    const matches = near.map((place) => evidence.matches[place]);
    around[i] = heldWeight(query, matches);
  }
  return { beside, around: sharesOf(around, measures), ...sessionEvidence(query, evidence, measures) };
}

/** The weight of the question's words that the texts contain; a word in several texts counts more, up to saturation. */
function heldWeight(query: WeighedQuery, matches: readonly (TextMatch | undefined)[]): number {
  const counts = new Map<string, number>();
  for (const match of matches) {
    for (const stem of match?.stems.keys() ?? []) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  let held = 0;
  for (const [stem, count] of counts) held += ((query.weights.get(stem) ?? 0) * count * (K1 + 1)) / (count + K1);
  return held;
}

/**
 * Scores each candidate's session: by its best candidates together, and by the question's words that all its candidates
 * contain.
 */
function sessionEvidence(
  query: WeighedQuery,
  { candidates, sum, matches }: EvidenceRow,
  measures: readonly boolean[],
): Pick<ContextEvidence, 'session' | 'sessionWords'> {
  const members = Map.groupBy(candidates.keys(), (i) => sessionOf(candidates[i]?.item));
  const best = new Float64Array(candidates.length);
  const words = new Float64Array(candidates.length);
  for (const [session, places] of members) {
    if (session === undefined) {
      for (const i of places) {
        best[i] = sum[i] ?? 0;
        words[i] = heldWeight(query, [matches[i]]);
      }
      continue;
    }
    const own = places.filter((i) => measures[i]);
    const steps = own.filter((i) => !isReadOut(candidates[i]?.item));
    const total = decayedSum((steps.length > 0 ? steps : places).map((i) => sum[i] ?? 0));
    const held = heldWeight(
      query,
      (own.length > 0 ? own : places).map((i) => matches[i]),
    );
    for (const i of places) {
      best[i] = total;
      words[i] = held;
    }
  }
  return { session: sharesOf(best, measures), sessionWords: sharesOf(words, measures) };
}

/**
 * The session whose evidence counts for an item. Notes stated outside sessions have none: the session they share is
 * only a name.
 */
export function sessionOf(item: Item | undefined): string | undefined {
  return item === undefined || item.rule.startsWith('noted@') ? undefined : item.session;
}

/** True for knowledge derived from a prompt or message, whose words would count twice. */
export function isReadOut({ kind, event }: Item = {} as Item): boolean {
  return kind === 'knowledge' && event !== undefined;
}

/** Sum of the `best` largest numbers, each weighed `decay` times the one before. */
export function decayedSum(numbers: readonly number[], { best = SESSION_BEST, decay = SESSION_DECAY } = {}): number {
  const sorted = numbers.toSorted((one, other) => other - one).slice(0, best);
  return sorted.reduce((sum, one, i) => sum + one * decay ** i, 0);
}
