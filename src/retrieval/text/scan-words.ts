import { wordsOf } from '../../core/text/terms.ts';

const ASCII = 128;
/** Longest word in characters; `core/text/terms.ts` cuts words here, too. */
const WORD_CHARS = 64;
/** For each ASCII character that words consist of, the code of its lower case; 0 for the others. */
const LETTERS = Uint8Array.from({ length: ASCII }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(char) ? char.charCodeAt(0) : 0;
});
/**
 * Non-ASCII characters that are frequent in English text and never part of a word: dashes, quotes, arrows, boxes,
 * marks.
 */
const BETWEEN = [
  [0x2010, 0x205e],
  [0x2190, 0x23ff],
  [0x2500, 0x2775],
] as const;

/** A set of word beginnings: the first two characters as one number; a word of one character ends in a zero. */
export type Heads = Uint8Array;

/**
 * The heads of all words that can have one of the given stems. Stemming keeps the first two characters, except that y
 * may become i.
 */
export function headsOf(stems: Iterable<string>): Heads {
  const heads = new Uint8Array(ASCII * ASCII);
  for (const stem of stems) {
    const [first = 0, second = 0] = [stem.charCodeAt(0), stem.charCodeAt(1)].map((code) => (code < ASCII ? code : 0));
    if (stem.length < 2) heads.fill(1, first * ASCII, (first + 1) * ASCII);
    heads[first * ASCII + second] = 1;
    if (stem.charAt(1) === 'i') heads[first * ASCII + 'y'.charCodeAt(0)] = 1;
  }
  return heads;
}

/** Callbacks of `scanText`. */
export interface WordVisitor {
  heads: Heads;
  /** True while words with other heads are wanted, too. */
  wantsAll(): boolean;
  visit(word: string): void;
}

/**
 * Visits the words of a text in order, as `wordsOf` cuts them. Skips words with other heads, most of any text, without
 * allocating them.
 */
export function scanText(text: string, visitor: WordVisitor): void {
  const { heads } = visitor;
  let at = 0;
  while (at < text.length) {
    let code = text.charCodeAt(at);
    const first = code < ASCII ? (LETTERS[code] ?? 0) : 0;
    if (first === 0) {
      if (code >= ASCII && !isBetween(code)) break;
      at += 1;
      continue;
    }
    const start = at;
    const second = LETTERS[text.charCodeAt(at + 1)] ?? 0;
    do {
      at += 1;
      code = text.charCodeAt(at);
    } while (code < ASCII && LETTERS[code] !== 0);
    if (code >= ASCII && !isBetween(code)) {
      at = start;
      break;
    }
    if (heads[first * ASCII + second] === 1 || visitor.wantsAll()) {
      visitor.visit(text.slice(start, Math.min(at, start + WORD_CHARS)).toLowerCase());
    }
  }
  // From the word with the first non-ASCII letter on, `wordsOf` folds and cuts the words, as the index does.
  if (at < text.length) for (const word of wordsOf(text.slice(at))) visitor.visit(word);
}

function isBetween(code: number): boolean {
  return BETWEEN.some(([from, to]) => code >= from && code <= to);
}
