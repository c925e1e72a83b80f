import { ASCII_LETTERS, FNV, foldText, isAscii, WORD_CHARS } from './terms.ts';

/** Words of one shingle, a run of consecutive words. */
const SHINGLE_WORDS = 3;
/** Minimum words of a compared text: shorter ones are similar by chance. */
const WORDS_MIN = 8;
/** Jaccard similarity of the shingles from which two texts are nearly the same (`bench/results/near.md`). */
const NEAR = 0.8;
/**
 * Minimum hashes in one band, and bands at most: with two bands, 87 of 100 pairs of texts with a similarity of exactly
 * `NEAR` share one.
 */
const ROWS = 2;
const BANDS = 2;

/** What separates words, beyond ASCII. */
const NO_WORD = /[^\p{L}\p{N}\p{Co}\u0000-\u007f]+/gu;

/** The multipliers of the hash functions, odd and without a pattern. */
const MULTIPLIERS = Array.from({ length: ROWS * BANDS }, (_, i) => mix(i + 1) | 1);

/** The hashes (32 bits, signed) of a text's shingles in order; none when the text is too short to be compared. */
export function shinglesOf(text: string): Int32Array {
  const words = hashesOf(text);
  if (words.length < WORDS_MIN) return new Int32Array(0);
  const shingles = new Int32Array(words.length - SHINGLE_WORDS + 1);
  for (let i = 0; i < shingles.length; i += 1) {
    const first = Math.imul(words[i] ?? 0, 31) + (words[i + 1] ?? 0);
    shingles[i] = mix(Math.imul(first, 31) + (words[i + 2] ?? 0));
  }
  return shingles;
}

/**
 * The LSH bands of a set of shingles (32 bits each, signed): two texts that are nearly the same very likely share one
 * (MinHash with banding: Broder 1997; Leskovec, Rajaraman, Ullman: Mining of Massive Datasets, §3.4). No bands for no
 * shingles. Fewer bands are a prefix of more.
 */
export function bandsOf(shingles: Int32Array, bands: 1 | 2 = BANDS): number[] {
  if (shingles.length === 0) return [];
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

/** True when the Jaccard similarity of two shingle sets is at least `NEAR`. */
export function areNearDuplicates(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  if (few.size === 0 || few.size < NEAR * many.size) return false;
  let shared = 0;
  for (const shingle of few) if (many.has(shingle)) shared += 1;
  return shared >= NEAR * (a.size + b.size - shared);
}

/** FNV-1a of the code units of each word, split as `wordsOf` does, without building the words. */
function hashesOf(text: string): Int32Array {
  const words = isAscii(text) ? text : foldText(text).replace(NO_WORD, ' ');
  const hashes = new Int32Array(Math.ceil(words.length / 2));
  let count = 0;
  let hash: number = FNV.start;
  let chars = 0;
  for (let i = 0; i < words.length; i += 1) {
    const code = words.charCodeAt(i);
    const folded = code < 128 ? (ASCII_LETTERS[code] ?? 0) : code;
    if (folded !== 0) {
      chars += 1;
      if (chars <= WORD_CHARS) hash = Math.imul(hash ^ folded, FNV.prime);
      continue;
    }
    if (chars > 0) hashes[count++] = hash;
    hash = FNV.start;
    chars = 0;
  }
  if (chars > 0) hashes[count++] = hash;
  return hashes.subarray(0, count);
}

/** Spreads 32 bits over 32 bits (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
