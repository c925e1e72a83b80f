import { wordsOf } from '../../core/text/terms.ts';

const ASCII = 128;
/** `core/text/terms.ts` cuts words here. */
const WORD_CHARS = 64;
/** For each ASCII character the code of its lower case when words are made of it, else 0. */
const LETTERS = Uint8Array.from({ length: ASCII }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(char) ? char.charCodeAt(0) : 0;
});
/** Characters beyond ASCII that stand in much English text and never in a word: dashes, quotes, arrows, boxes, marks. */
const BETWEEN = [
  [0x2010, 0x205e],
  [0x2190, 0x23ff],
  [0x2500, 0x2775],
] as const;

/** The first two characters of words, as one number; words of one character end in a zero. */
export type Heads = Uint8Array;

/** The heads of all words that could have one of some stems. Stemming keeps the first two characters but for y, which may become i. */
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

/** What to do with the words of a text. */
export interface WordVisitor {
  heads: Heads;
  /** True while words of other heads matter too. */
  wantsAll(): boolean;
  visit(word: string): void;
}

/**
 * Visits the words of a text in order, as `wordsOf` gives them, but for those of other heads, of which most texts consist:
 * they are passed over without being made.
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
  // From the word with the first letter beyond ASCII on, words are folded and cut as the index does it.
  if (at < text.length) for (const word of wordsOf(text.slice(at))) visitor.visit(word);
}

function isBetween(code: number): boolean {
  return BETWEEN.some(([from, to]) => code >= from && code <= to);
}
