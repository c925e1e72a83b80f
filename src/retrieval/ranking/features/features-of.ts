import type { ItemId } from '../../../core/model/ids.ts';
import { isAggregate } from '../../../core/model/is-aggregate.ts';
import type { Item } from '../../../core/model/item.ts';
import type { ItemKind } from '../../../core/model/kinds.ts';
import type { Candidate } from '../../../store/contract/candidates.ts';
import type { Neighbours } from '../../../store/contract/neighbours.ts';
import type { TextMatch, WeighedQuery } from '../../query/weigh-query.ts';
import { createMatcher, pairShareOf, weightShareOf } from '../../query/weigh-query.ts';
import { type FeatureTable, orderOf, placesOf } from './feature-table.ts';
import { fuse, sumOf } from './fused.ts';
import { measuresOf } from './measures.ts';
import { contextEvidenceOf } from './place-evidence.ts';
import { stretchesOf } from './stretches.ts';

/** The features of a question's candidates, and the match of each candidate's text with the question. */
export interface Features {
  table: FeatureTable;
  /** `undefined` for candidates below the `READ` best. */
  matches: readonly (TextMatch | undefined)[];
}

/** Upper bound on candidates, best first by the plain sum, whose text is matched with the question. */
const READ = 100;

/** Damping of the length feature: with fewer candidates than this, the length of a text counts little. */
const FEW = 20;

/** What is stated counts most, then what was asked; messages of an agent and output of tools least. */
const KIND_SHARE: Readonly<Record<ItemKind, number>> = {
  knowledge: 1,
  prompt: 0.8,
  commit: 0.6,
  summary: 0.4,
  topic: 0.3,
  pattern: 0.3,
  checkpoint: 0.1,
  snippet: 0.1,
  message: 0,
  observation: 0,
};

/** Computes the features of candidates; `neighbours` has the items next to the best ones in their sessions. */
export function featuresOf(
  query: WeighedQuery,
  candidates: readonly Candidate[],
  neighbours: ReadonlyMap<ItemId, Neighbours>,
): Features {
  const { sum, ...fused } = fuse(candidates);
  const measures = measuresOf(candidates);
  const own = orderOf(sum).filter((i) => measures[i] === true);
  const read = new Set([...own.subarray(0, READ), ...candidates.keys().filter((i) => measures[i] !== true)]);
  const matcher = createMatcher(query);
  const matches = candidates.map(({ item }, i) => (read.has(i) ? matcher(textOf(item)) : undefined));
  const share = (of: (match: TextMatch) => number): Float64Array =>
    Float64Array.from(matches, (match) => (match === undefined ? 0 : of(match)));
  const table = {
    ...fused,
    coverage: share((match) => weightShareOf(query, match.stems.keys())),
    together: share((match) => pairShareOf(query, match.pairs)),
    ...contextEvidenceOf(query, { candidates, sum, matches, stretches: stretchesOf(neighbours) }),
    kind: Float64Array.from(candidates, ({ item }) => KIND_SHARE[item.kind]),
    length: lengthShares(candidates),
  };
  return { table, matches };
}

/** The `most` best candidates by the plain sum, best first, aggregates excluded. */
export function bestOf(candidates: readonly Candidate[], most: number): Candidate[] {
  const own = candidates.filter(({ item }) => !isAggregate(item));
  return [...orderOf(sumOf(own).sum).subarray(0, most)].flatMap((i) => own[i] ?? []);
}

function textOf(item: Item): string {
  return `${item.title}\n${item.text}\n${item.terms}`;
}

/** Scores each text by the rank of its length: near 1 for the longest, lower the fewer candidates there are. */
function lengthShares(candidates: readonly Candidate[]): Float64Array {
  const lengths = Float64Array.from(candidates, ({ item }) => item.text.length);
  const measures = measuresOf(candidates);
  const count = measures.filter((one) => one).length;
  return Float64Array.from(placesOf(lengths, measures), (place) => (count - 1 - place) / (count + FEW));
}
