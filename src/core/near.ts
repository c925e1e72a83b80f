import { wordsOf } from './terms.ts';

/** Words of one shingle: a run of words that stand together. */
const SHINGLE_WORDS = 3;
/** Texts of fewer words are not compared: they are alike by chance. */
const WORDS_MIN = 8;
/** Share of the shingles of two texts that both have, from which they are nearly the same (`bench/results/near.md`). */
const NEAR = 0.8;
/** Smallest hashes that make a band, and bands at most: with two, 87 of 100 texts that are just `NEAR` share one. */
const ROWS = 2;
const BANDS = 2;

/** The multipliers of the hash functions, odd and without a pattern. */
const MULTIPLIERS = Array.from({ length: ROWS * BANDS }, (_, i) => mix(i + 1) | 1);

/** The hashes (32 bits, signed) of a text's shingles, each once; empty when the text has too few words to be compared. */
export function shinglesOf(text: string): Set<number> {
  const words = wordsOf(text);
  const shingles = new Set<number>();
  if (words.length < WORDS_MIN) return shingles;
  const hashes = words.map(hashOf);
  for (let i = SHINGLE_WORDS - 1; i < hashes.length; i += 1) {
    const [a = 0, b = 0, c = 0] = [hashes[i - 2], hashes[i - 1], hashes[i]];
    shingles.add(mix(Math.imul(Math.imul(a, 31) + b, 31) + c));
  }
  return shingles;
}

/**
 * The bands of a set of shingles (32 bits each, signed): two texts that are nearly the same very likely share one (MinHash
 * with banding: Broder 1997; Leskovec, Rajaraman, Ullman: Mining of Massive Datasets, §3.4). None for no shingles. Fewer
 * bands are the first of more.
 */
export function bandsOf(shingles: ReadonlySet<number>, bands: 1 | 2 = BANDS): number[] {
  if (shingles.size === 0) return [];
  const least = new Int32Array(bands * ROWS).fill(0x7fffffff);
  for (const shingle of shingles) {
    for (let i = 0; i < least.length; i += 1) {
      const hash = Math.imul(shingle, MULTIPLIERS[i] ?? 1);
      if (hash < (least[i] ?? 0)) least[i] = hash;
    }
  }
  return Array.from({ length: bands }, (_, band) => {
    let hash = band + 1;
    for (let row = 0; row < ROWS; row += 1) hash = mix(Math.imul(hash, 31) + (least[band * ROWS + row] ?? 0));
    return hash;
  });
}

/** True when two sets of shingles have most in common: a share of `NEAR` of all that either has (Jaccard). */
export function areNear(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  if (few.size === 0 || few.size < NEAR * many.size) return false;
  let shared = 0;
  for (const shingle of few) if (many.has(shingle)) shared += 1;
  return shared >= NEAR * (a.size + b.size - shared);
}

/** FNV-1a (RFC 9923 draft) of a word's code units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}

/** Spreads 32 bits over 32 bits (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
