import { foldLetter } from './fold-letter.ts';

/** Words in one shingle. Fixed on real sessions: see bench/results/quoted.md. */
export const SHINGLE_WORDS = 4;

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MIX = 0x9e3779b1;
/** Keeps the hash of a single word apart from those of shingles. */
const SINGLE = 0x5bd1e995;
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

/** Takes a word: its hash (a 32-bit integer), and its first and the next character after it, in code units. */
export type TakeWord = (hash: number, start: number, end: number) => void;

/**
 * Calls `use` with each word of a text. A word is a run between spaces, quotes and brackets, reduced to its letters and
 * digits, so that neither case nor marks of a list, of emphasis or of a comment matter, nor characters that are not drawn,
 * nor letters that only look like those of ASCII. Numbers are skipped, since tools print them before the lines of a file.
 * An escaped line end (`\n`) ends a word. Linear.
 */
export function scanWords(text: string, use: TakeWord): void {
  let hash = FNV_START;
  let start = -1;
  let lettered = false;
  const endWord = (end: number): void => {
    if (lettered) use(hash, start, end);
    hash = FNV_START;
    start = -1;
    lettered = false;
  };
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    if (code >= 128) {
      const point = text.codePointAt(at) ?? code;
      const kind = kindOf(point);
      if (kind === BREAK) endWord(at);
      const plain = kind === LETTER ? foldLetter(point) : '';
      if (plain !== '') {
        if (start < 0) start = at;
        lettered = true;
        for (let i = 0; i < plain.length; i += 1) hash = Math.imul(hash ^ plain.charCodeAt(i), FNV_PRIME);
      }
      if (point > 0xffff) at += 1;
      if (plain !== '' && standsAlone(point)) endWord(at + 1);
      continue;
    }
    const kind = ASCII[code] ?? SKIP;
    if (kind === LETTER || kind === DIGIT) {
      if (start < 0) start = at;
      lettered ||= kind === LETTER;
      hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code | 32 : code), FNV_PRIME);
      continue;
    }
    const isEscape = code === BACKSLASH && isLineEscape(text.charCodeAt(at + 1));
    if (kind === SKIP && !isEscape) continue;
    endWord(at);
    if (isEscape) at += 1;
  }
}

/** Folds a word into the hash of a shingle. */
export function foldWord(shingle: number, word: number): number {
  return (Math.imul(shingle, MIX) + word) | 0;
}

/** The hash by which a single word is looked up among the hashes of a text. */
export function singleWord(word: number): number {
  return (word ^ SINGLE) | 0;
}

/** The hash of a text as one single word, whatever spaces it holds. */
export function singleHash(text: string): number {
  let hash = FNV_START;
  for (const char of text.toLowerCase()) {
    if (/[\p{L}\p{N}]/u.test(char)) for (const one of foldLetter(char.codePointAt(0) ?? 0)) hash = mixed(hash, one);
  }
  return singleWord(hash);
}

function mixed(hash: number, char: string): number {
  return Math.imul(hash ^ char.charCodeAt(0), FNV_PRIME);
}

/** Factor of the oldest word in a shingle's hash after one more word was folded in. */
const OLDEST = Array.from({ length: SHINGLE_WORDS }).reduce<number>((power) => Math.imul(power, MIX), 1);
/** The host of an address, an address of the network, or a number of an account or a phone. */
const ADDRESS = /\bhttps?:\/\/(?:[^@/\s]{0,100}@)?([\w.-]{1,100})|\b(\d{1,3}(?:\.\d{1,3}){3}|\d{6,20})\b/gi;

/** The hashes of the shingles of a text in their order, at most `max` of them (a rolling hash: Karp and Rabin 1987). */
export function shinglesOf(text: string, max: number): Int32Array {
  const hashes = new Int32Array(Math.min(max, text.length));
  const count = scanShingles(text, (shingle, at) => {
    if (at < max) hashes[at] = shingle;
  });
  return hashes.slice(0, Math.min(count, max));
}

/** The hashes of what was read: its shingles, at most `max`, its single words and the hosts of its addresses, each once. */
export function hashesOf(text: string, max: number): Int32Array {
  const hashes = new Set<number>();
  scanShingles(
    text,
    (shingle, at) => {
      if (at < max) hashes.add(shingle);
    },
    (word) => hashes.add(singleWord(word)),
  );
  for (const [, host, number] of text.matchAll(ADDRESS)) hashes.add(singleHash(host ?? number ?? ''));
  return Int32Array.from(hashes);
}

/** Calls `use` with each shingle and its number; returns how many there are. */
function scanShingles(
  text: string,
  use: (shingle: number, at: number) => void,
  useWord?: (word: number) => void,
): number {
  const last = new Int32Array(SHINGLE_WORDS);
  let shingle = 0;
  let words = 0;
  scanWords(text, (word) => {
    useWord?.(word);
    const oldest = words % SHINGLE_WORDS;
    shingle = (foldWord(shingle, word) - Math.imul(last[oldest] ?? 0, OLDEST)) | 0;
    last[oldest] = word;
    words += 1;
    if (words >= SHINGLE_WORDS) use(shingle, words - SHINGLE_WORDS);
  });
  return Math.max(words - SHINGLE_WORDS + 1, 0);
}

/** Letters of other scripts belong to words; general punctuation, arrows, boxes, pictures and wide spaces end them. */
function kindOf(point: number): number {
  if (isInvisible(point)) return SKIP;
  if (point === 0xa0 || point === 0xab || point === 0xbb || (point >= 0x2000 && point <= 0x2bff)) {
    return isLetterlike(point) ? LETTER : BREAK;
  }
  if ((point >= 0x3000 && point <= 0x303f) || (point >= 0x1f000 && point <= 0x1faff)) return BREAK;
  return point >= 0xff00 && point <= 0xff0f ? BREAK : LETTER;
}

/** Characters that are not drawn; a word goes on after them. */
function isInvisible(point: number): boolean {
  if (point === 0xad || point === 0x34f || point === 0x61c || point === 0x180e || point === 0xfeff) return true;
  if (point >= 0x200b && point <= 0x200f) return true;
  if ((point >= 0x202a && point <= 0x202e) || (point >= 0x2060 && point <= 0x206f)) return true;
  return (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0000 && point <= 0xe0fff);
}

/** Letterlike symbols, Roman numerals and letters in circles. */
function isLetterlike(point: number): boolean {
  return (point >= 0x2100 && point <= 0x2188) || (point >= 0x24b6 && point <= 0x24e9);
}

/** True for a letter that is a word by itself; wide and styled forms of ASCII letters are not. */
function standsAlone(point: number): boolean {
  if (point < NO_SPACES_FROM || (point >= 0xff10 && point <= 0xff5a)) return false;
  return (
    !(point >= 0x1d400 && point <= 0x1d7ff) &&
    !(point >= 0xa4d0 && point <= 0xa7ff) &&
    !(point >= 0xab30 && point <= 0xabbf)
  );
}

/** True for the letter of `\n`, `\r` and `\t`. */
function isLineEscape(code: number): boolean {
  return code === 110 || code === 114 || code === 116;
}
