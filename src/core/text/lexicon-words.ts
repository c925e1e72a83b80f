import { ASCII_LETTERS, bigramsOf, FNV, wordsOf } from './terms.ts';

const CHARS = { least: 4, most: 40 } as const;
const DIGITS_MOST = 2;
const ASCII = 128;
const NINE = 57;
/** Dashes, quotes, arrows and symbols: common in English text, and never part of a word. */
const BETWEEN = { from: 0x2010, to: 0x2775 } as const;

/**
 * True for a folded word of the kind that people type from memory: 4 to 40 characters, beginning with a letter, at most
 * two digits, in a script with spaces. No number, hash or key.
 */
export function isLexiconWord(word: string): boolean {
  if (word.length < CHARS.least || word.length > CHARS.most || /^\p{N}|^\P{L}/u.test(word)) return false;
  return (word.match(/\p{N}/gu)?.length ?? 0) <= DIGITS_MOST && bigramsOf(word).length === 0;
}

/** The words of a text for which `isLexiconWord` is true, folded, each once. */
export function lexiconWordsOf(text: string): Set<string> {
  return new Set(wordsOf(text).filter(isLexiconWord));
}

/**
 * Adds those of `lexiconWordsOf` that may be new to `found`, by a 32-bit hash (FNV-1a over code units). Words whose
 * hash `isKnown` accepts are skipped without building the string, which is cheap when most words are known.
 */
export function addNewWords(text: string, isKnown: (hash: number) => boolean, found: Map<number, string>): void {
  let at = 0;
  while (at < text.length) {
    const start = at;
    let hash: number = FNV.start;
    let digits = 0;
    let code = text.charCodeAt(at);
    for (;;) {
      const letter = code < ASCII ? (ASCII_LETTERS[code] ?? 0) : 0;
      if (letter === 0) break;
      if (letter <= NINE) digits += 1;
      hash = Math.imul(hash ^ letter, FNV.prime);
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

/** Folds and splits the text as the index does, for texts with letters beyond ASCII. */
function addFolded(text: string, isKnown: (hash: number) => boolean, found: Map<number, string>): void {
  for (const word of lexiconWordsOf(text)) {
    let hash: number = FNV.start;
    for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), FNV.prime);
    if (!isKnown(hash)) found.set(hash, word);
  }
}
