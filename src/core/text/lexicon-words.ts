import { bigramsOf, wordsOf } from './terms.ts';

const CHARS = { least: 4, most: 40 } as const;
const DIGITS_MOST = 2;
const ASCII = 128;
/** For each ASCII character the code of its lower case when words are made of it, else 0. */
const LETTERS = Uint8Array.from({ length: ASCII }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(char) ? char.charCodeAt(0) : 0;
});
const NINE = 57;
/** Dashes, quotes, arrows and marks stand in much English text and never in a word. */
const BETWEEN = { from: 0x2010, to: 0x2775 } as const;
const HASH = { start: 0x811c9dc5, times: 0x01000193 } as const;

/**
 * True for a folded word of the shape of what people type by heart: of 4 to 40 characters, beginning with a letter, with at
 * most two digits, of a script with spaces. No number, hash or key.
 */
export function isLexiconWord(word: string): boolean {
  if (word.length < CHARS.least || word.length > CHARS.most || /^\p{N}|^\P{L}/u.test(word)) return false;
  return (word.match(/\p{N}/gu)?.length ?? 0) <= DIGITS_MOST && bigramsOf(word).length === 0;
}

/** The words of a text that are of the lexicon's shape, folded, each once. */
export function lexiconWordsOf(text: string): Set<string> {
  return new Set(wordsOf(text).filter(isLexiconWord));
}

/**
 * Adds those of `lexiconWordsOf` that may be new to `found`, by a hash of 32 bits (FNV-1a over code units): words with a hash
 * that `isKnown` are passed over without being made, which makes it cheap where most words are known.
 */
export function addNewWords(text: string, isKnown: (hash: number) => boolean, found: Map<number, string>): void {
  let at = 0;
  while (at < text.length) {
    const start = at;
    let hash: number = HASH.start;
    let digits = 0;
    let code = text.charCodeAt(at);
    for (;;) {
      const letter = code < ASCII ? (LETTERS[code] ?? 0) : 0;
      if (letter === 0) break;
      if (letter <= NINE) digits += 1;
      hash = Math.imul(hash ^ letter, HASH.times);
      at += 1;
      code = text.charCodeAt(at);
    }
    if (code >= ASCII && (code < BETWEEN.from || code > BETWEEN.to)) {
      addFolded(text.slice(start), isKnown, found);
      return;
    }
    const length = at - start;
    at += 1;
    if (length < CHARS.least || length > CHARS.most || digits > DIGITS_MOST || isKnown(hash)) continue;
    if (text.charCodeAt(start) > NINE) found.set(hash, text.slice(start, start + length).toLowerCase());
  }
}

/** From the first letter beyond ASCII on, words are folded and cut as the index does it. */
function addFolded(text: string, isKnown: (hash: number) => boolean, found: Map<number, string>): void {
  for (const word of lexiconWordsOf(text)) {
    let hash: number = HASH.start;
    for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), HASH.times);
    if (!isKnown(hash)) found.set(hash, word);
  }
}
