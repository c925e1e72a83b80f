import type { Item } from '../../../core/model/item.ts';
import { DAY_MS } from '../../../core/text/calendar.ts';
import type { Candidate } from '../../../store/contract/candidates.ts';
import type { AskedTime } from '../../query/parse-query.ts';
import { placesOf } from './feature-table.ts';
import { cosineSpreadOf, measuresOf } from './measures.ts';

/** Number of candidates with vectors below which no cosine counts as an outlier. */
const MANY = 30;
/** Standard deviations above the mean from which a cosine is an outlier. */
const OUT = 2;

/**
 * The cosine of a candidate when it is an outlier among the candidates, 0 otherwise: models differ in which cosine
 * means near.
 */
export function nearnessOf(candidates: readonly Candidate[]): (candidate: Candidate | undefined) => number {
  const { count, mean, deviation } = cosineSpreadOf(candidates);
  const least = count < MANY ? 0 : mean + OUT * deviation;
  return (candidate) => {
    const cosine = candidate?.cosine ?? 0;
    return cosine >= least ? cosine : 0;
  };
}

/** Scores how late an item is among the candidates: near 1 for the latest, 0 for the first. */
export function latenessOf(candidates: readonly Candidate[]): (item: Item) => number {
  const measures = measuresOf(candidates);
  const count = measures.filter((one) => one).length;
  const places = placesOf(
    Float64Array.from(candidates, ({ item }) => item.at),
    measures,
  );
  const shares = new Map(candidates.map(({ item }, i) => [item.id, 1 - (places[i] ?? 0) / count]));
  return (item) => shares.get(item.id) ?? 0;
}

/**
 * 1 within a time, falling linearly to 0 over the same length (at least a day) after it: events are often reported
 * later.
 */
export function timeShare(at: number, { from, to }: AskedTime): number {
  if (at < from) return 0;
  const after = Math.max(at - to, 0);
  return Math.max(0, 1 - after / Math.max(to - from, DAY_MS));
}
