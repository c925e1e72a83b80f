// retrieval/ranking/features: what speaks for a candidate, as numbers without units (shares, ranks, spreads), one column for each
// feature over all candidates of a question. `ranker-weights.ts` has the weight of each; nothing here weighs.

/** The features that the ranker weighs, each described in `WHY_WORDS` of `search/explain.ts`. */
export const FEATURES = [
  'words',
  'wordRank',
  'vector',
  'vectorRank',
  'vectorSpread',
  'coverage',
  'together',
  'beside',
  'around',
  'session',
  'sessionWords',
  'kind',
  'length',
] as const;

/** Name of a feature. */
export type FeatureName = (typeof FEATURES)[number];

/** One number per feature and candidate, in the order of the candidates. */
export type FeatureTable = Readonly<Record<FeatureName, Float64Array>>;

/** Scales numbers to shares of the largest that `measures` admits, at most 1; all 0 when none is above 0. */
export function sharesOf(numbers: Float64Array, measures?: readonly boolean[]): Float64Array {
  const most = numbers.reduce((one, other, i) => (measures?.[i] === false ? one : Math.max(one, other)), 0);
  return most <= 0 ? new Float64Array(numbers.length) : numbers.map((one) => Math.min(Math.max(one, 0) / most, 1));
}

/** Scores each number by its rank: 1 for the largest, 1/2 at rank six, towards 0 from there; equal numbers rank equal. */
export function rankSharesOf(numbers: Float64Array, measures?: readonly boolean[]): Float64Array {
  return Float64Array.from(placesOf(numbers, measures), (place) => 1 / (1 + place / HALF_PLACE));
}

const HALF_PLACE = 5;

/** The rank of each number, from 0: how many of the numbers that `measures` admits are larger. */
export function placesOf(numbers: Float64Array, measures?: readonly boolean[]): Uint32Array {
  const order = orderOf(numbers);
  const places = new Uint32Array(numbers.length);
  let place = 0;
  let count = 0;
  let before: number | undefined;
  for (const i of order) {
    if (numbers[i] !== before) place = count;
    before = numbers[i];
    places[i] = place;
    if (measures?.[i] !== false) count += 1;
  }
  return places;
}

/** The indices of numbers in falling order; equal numbers keep their order. */
export function orderOf(numbers: Float64Array): Uint32Array {
  return Uint32Array.from(numbers.keys()).sort((a, b) => (numbers[b] ?? 0) - (numbers[a] ?? 0) || a - b);
}
