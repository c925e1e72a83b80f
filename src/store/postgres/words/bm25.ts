/** The weight of a word by the two bits of its position's weight (C, B, A): terms, text, title. As in SQLite's index. */
const WEIGHTS = [0, 2, 1, 0.5] as const;
/** The constants of BM25 (Robertson and Zaragoza 2009), as SQLite's FTS5 has them. */
const K1 = 1.2;
const B = 0.75;
/** The least weight of a term that most items contain, as in FTS5. */
const LEAST = 1e-6;

/** A word or phrase that is scored: its stems in order, and how many items contain it. */
export interface ScoredTerm {
  stems: readonly string[];
  items: number;
}

/** The index that the scored rows are of: its number of items, and the sum of their lengths in words. */
export interface IndexTotals {
  items: number;
  words: number;
}

/** A row of the index: `words` in PostgreSQL's binary form of a `tsvector`, `length` in words. */
export interface IndexRow {
  words: Uint8Array;
  length: number;
}

/**
 * Builds the BM25 of rows for some terms; higher is better, 0 for a row without any of them. Words whose lexeme does not
 * begin with `prefix` do not count.
 */
export function createBm25(
  terms: readonly ScoredTerm[],
  totals: IndexTotals,
  prefix: string,
): (row: IndexRow) => number {
  const stems = [...new Set(terms.flatMap((term) => term.stems))];
  const find = createFinder(stems.map((stem) => prefix + stem));
  const places = new Map(stems.map((stem, place) => [stem, place]));
  const scored = terms.map((term) => ({
    places: term.stems.map((stem) => places.get(stem) ?? 0),
    weight: weightOf(term.items, totals.items),
  }));
  const average = totals.words / Math.max(totals.items, 1);
  return ({ words, length }) => {
    const found = find(words);
    const norm = K1 * (1 - B + (B * length) / Math.max(average, Number.MIN_VALUE));
    let score = 0;
    for (const term of scored) {
      const frequency = frequencyOf(term.places, found);
      if (frequency > 0) score += (term.weight * frequency * (K1 + 1)) / (frequency + norm);
    }
    return score;
  };
}

/** The weight of a term that `items` of `total` rows contain. */
function weightOf(items: number, total: number): number {
  const weight = Math.log((total - items + 0.5) / (items + 0.5));
  return weight > 0 ? weight : LEAST;
}

type Positions = readonly number[];

/** How often the stems stand in a row one after the other, each time by the weight of its field. */
function frequencyOf(places: readonly number[], found: readonly (Positions | undefined)[]): number {
  const [first, ...rest] = places.map((place) => found[place]);
  if (first === undefined) return 0;
  let frequency = 0;
  for (const position of first) {
    if (rest.every((next, i) => next?.includes(position + i + 1) === true)) frequency += WEIGHTS[position >> 14] ?? 0;
  }
  return frequency;
}

/**
 * Builds what finds lexemes in a `tsvector` in its binary form: a count of 32 bits, then for each lexeme, in the order of
 * bytes, its UTF-8 text, a zero, a count of 16 bits, and as many positions of 16 bits, the upper two of which are the
 * weight. Returns the positions of each lexeme asked for.
 */
function createFinder(lexemes: readonly string[]): (words: Uint8Array) => (Positions | undefined)[] {
  const sorted = lexemes
    .map((lexeme, place) => ({ place, bytes: Buffer.from(lexeme, 'utf8') }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  return (words) => {
    const found: (Positions | undefined)[] = new Array(lexemes.length).fill(undefined);
    const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
    let next = 0;
    let at = 4;
    while (at < words.length && next < sorted.length) {
      const end = words.indexOf(0, at);
      const count = view.getUint16(end + 1);
      let order = 1;
      while (next < sorted.length && order > 0) {
        order = compareBytes(words, { at, end }, sorted[next]?.bytes ?? words);
        if (order > 0) next += 1;
      }
      const wanted = sorted[next];
      if (order === 0 && wanted !== undefined) found[wanted.place] = positionsAt(view, end + 3, count);
      at = end + 3 + 2 * count;
    }
    return found;
  };
}

function positionsAt(view: DataView, start: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => view.getUint16(start + 2 * i));
}

/** Compares a part of some bytes with others: below 0 when it comes first, 0 when they are equal. */
function compareBytes(bytes: Uint8Array, { at, end }: { at: number; end: number }, other: Uint8Array): number {
  const length = Math.min(end - at, other.length);
  for (let i = 0; i < length; i += 1) {
    const difference = (bytes[at + i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return end - at - other.length;
}
