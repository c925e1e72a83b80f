/** Words in one shingle. Fixed on real sessions: see bench/results/quoted.md. */
export const SHINGLE_WORDS = 4;

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MIX = 0x9e3779b1;
/** Scripts that put no space between words: each of their letters counts as a word. */
const NO_SPACES_FROM = 0x2e80;
const BACKSLASH = 92;
const SKIP = 0;
const BREAK = 1;
const LETTER = 2;
const DIGIT = 3;

/** Class of each ASCII character: it ends a word, belongs to it, or is skipped within it. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-zA-Z]/.test(char)) return LETTER;
  if (/[0-9]/.test(char)) return DIGIT;
  return /[\s"`<>|()[\]{},;=]/.test(char) || code < 32 ? BREAK : SKIP;
});

/**
 * Calls `use` with the hash (a 32-bit integer) and the start (in code units) of each word of a text. A word is a run between
 * spaces, quotes and brackets, reduced to its letters and digits, so that neither case nor marks of a list, of emphasis or of
 * a comment matter. Numbers are skipped, since tools print them before the lines of a file. An escaped line end (`\n`) ends
 * a word. Linear.
 */
export function scanWords(text: string, use: (hash: number, start: number) => void): void {
  let hash = FNV_START;
  let start = -1;
  let lettered = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    const kind = code < 128 ? (ASCII[code] ?? SKIP) : kindOf(code);
    const isEnd = code === BACKSLASH && isLineEscape(text.charCodeAt(at + 1));
    if (kind === LETTER || kind === DIGIT) {
      if (start < 0) start = at;
      lettered ||= kind === LETTER;
      hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code | 32 : code), FNV_PRIME);
      if (code < NO_SPACES_FROM) continue;
    } else if (kind === SKIP && !isEnd) continue;
    if (lettered) use(hash, start);
    if (isEnd) at += 1;
    hash = FNV_START;
    start = -1;
    lettered = false;
  }
}

/** Folds a word into the hash of a shingle. */
export function foldWord(shingle: number, word: number): number {
  return (Math.imul(shingle, MIX) + word) | 0;
}

/** Factor of the oldest word in a shingle's hash after one more word was folded in. */
const OLDEST = Array.from({ length: SHINGLE_WORDS }).reduce<number>((power) => Math.imul(power, MIX), 1);

/** The hashes of the shingles of a text in their order, at most `max` of them (a rolling hash: Karp and Rabin 1987). */
export function shinglesOf(text: string, max: number): Int32Array {
  const hashes = new Int32Array(Math.min(max, text.length));
  const last = new Int32Array(SHINGLE_WORDS);
  let shingle = 0;
  let words = 0;
  let count = 0;
  scanWords(text, (word) => {
    const oldest = words % SHINGLE_WORDS;
    shingle = (foldWord(shingle, word) - Math.imul(last[oldest] ?? 0, OLDEST)) | 0;
    last[oldest] = word;
    words += 1;
    if (words < SHINGLE_WORDS || count >= max) return;
    hashes[count] = shingle;
    count += 1;
  });
  return hashes.slice(0, count);
}

/** Letters of other scripts belong to words; general punctuation, arrows, boxes and wide spaces end them. */
function kindOf(code: number): number {
  if (code === 0xa0 || code === 0xab || code === 0xbb || (code >= 0x2000 && code <= 0x2bff)) return BREAK;
  if (code >= 0x3000 && code <= 0x303f) return BREAK;
  return code >= 0xff00 && code <= 0xff0f ? BREAK : LETTER;
}

/** True for the letter of `\n`, `\r` and `\t`. */
function isLineEscape(code: number): boolean {
  return code === 110 || code === 114 || code === 116;
}
