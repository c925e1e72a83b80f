import { stemmer } from 'stemmer';
import { lazy } from '../lazy.ts';

// Regular expressions over all letters are compiled on first use: ASCII texts do not need them.
const WORD = lazy(() => /[\p{L}\p{N}\p{Co}]+/gu);
const ASCII_WORD = /[a-z0-9]+/g;
/** The scripts that are written without spaces, as part of a character class. */
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const NO_SPACES = lazy(() => new RegExp(`[${SPACELESS}]`, 'u'));
const NO_SPACES_RUN = lazy(() => new RegExp(`[${SPACELESS}\\p{M}]+`, 'gu'));
const RUN = lazy(() => /[\p{L}\p{N}_]{3,64}/gu);
const HUMP = lazy(() => /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u);
const ASCII_RUN = /\w{3,64}/g;
const ASCII_HUMP = /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/;
const NOT_ASCII = /[^\u0000-\u007f]/;
const ACCENTED_LATIN = /[\u00c0-\u024f\u1e00-\u1eff]/g;
const ACCENT = /[\u0300-\u0331]/g;
/** Characters of a word that are compared; the rest is cut. */
export const WORD_CHARS = 64;
const MAX_TERMS = 200;
/** Upper bound on the words whose stems are kept; and on their characters: a longer one would keep the text it is cut from. */
const STEMS_KEPT = 10_000;
const STEM_KEPT_CHARS = 12;
const stems = new Map<string, string>();
/** For each ASCII character its lower case code if it belongs to words, else 0. */
export const ASCII_LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(char) ? char.charCodeAt(0) : 0;
});
/** Offset basis and prime of FNV-1a with 32 bits (RFC 9923 draft). */
export const FNV = { start: 0x811c9dc5, prime: 0x01000193 } as const;

/** True for a text of ASCII alone. */
export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}

/**
 * Folds a text to lower case, Latin letters without accents, as FTS5's `unicode61` does: it keeps the letters of other
 * scripts whole (й, ά, が, 한), so words folded further would not be found.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower.replace(ACCENTED_LATIN, (letter) => letter.normalize('NFD')).replace(ACCENT, '');
}

/**
 * The words of a text in order, folded and split as FTS5's `unicode61` does: runs of letters and digits, cut to 64
 * characters.
 */
export function wordsOf(text: string): string[] {
  const folded = foldText(text);
  return (folded.match(isAscii(folded) ? ASCII_WORD : WORD()) ?? []).map((word) => word.slice(0, WORD_CHARS));
}

/** The stem under which FTS5's `porter` finds a folded word; a word without Latin letters is its own stem. */
export function stemOf(word: string): string {
  if (word.length < 3 || !/[a-z]/.test(word)) return word;
  if (word.length > STEM_KEPT_CHARS) return stemmer(word);
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= STEMS_KEPT) stems.clear();
  const stem = stemmer(word);
  stems.set(word, stem);
  return stem;
}

/** The parts of an identifier: `AuthOrderService2` and `auth_order-service2` give auth, order, service2. */
export function identifierParts(word: string): string[] {
  if (isAscii(word)) {
    const apart = word.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
    return apart.toLowerCase().match(ASCII_WORD) ?? [];
  }
  return word
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map(foldText);
}

/** Pairs of neighbouring characters of each run of a script without spaces: 会议室 gives 会议, 议室. */
export function bigramsOf(text: string): string[] {
  if (isAscii(text) || !NO_SPACES().test(text)) return [];
  const pairs: string[] = [];
  for (const run of text.match(NO_SPACES_RUN()) ?? []) {
    const chars = [...run];
    if (chars.length === 1) pairs.push(run);
    for (let i = 0; i + 1 < chars.length; i += 1) pairs.push(`${chars[i]}${chars[i + 1]}`);
  }
  return pairs;
}

const FULL_WIDTH = /[\uff01-\uff5e]+/g;
const MARKED_RUN = lazy(() => /[\p{L}\p{N}\p{M}]{1,400}/gu);
const SPACED_RUN = lazy(() => new RegExp(`[^\\P{L}${SPACELESS}][\\p{N}a-z]*`, 'gu'));

/** Replaces full-width letters and signs by those of ASCII. */
export function narrowText(text: string): string {
  return text.replace(FULL_WIDTH, (run) => run.normalize('NFKC'));
}

/**
 * Forms of a text's words as people type them in a query: without the accents that the index keeps (й, ά), in usual
 * width, and taken out of a script without spaces: 使用Redis缓存 gives redis.
 */
export function plainFormsOf(text: string): string[] {
  if (isAscii(text)) return [];
  const forms: string[] = [];
  for (const run of narrowText(text).match(MARKED_RUN()) ?? []) {
    if (isAscii(run)) continue;
    const word = foldText(run);
    if (NO_SPACES().test(run)) forms.push(...(word.match(SPACED_RUN()) ?? []).filter((part) => part.length > 1));
    const bare = word.normalize('NFD').replace(ACCENT, '').normalize('NFC');
    if (bare !== word) forms.push(...wordsOf(bare));
  }
  for (const run of text.match(FULL_WIDTH) ?? []) forms.push(...wordsOf(run.normalize('NFKC')));
  return forms;
}

/** Version of `termsOf`; another one derives all items again. */
export const TERMS_VERSION = 'terms@2';

/**
 * The `terms` column of an item: search terms that its text does not contain as words of their own — parts of
 * identifiers, bigrams of scripts without spaces, plain forms. Space-separated, each once, at most 200.
 */
export function termsOf(text: string): string {
  const terms = new Set<string>();
  // Both pairs find the same in ASCII text; the ASCII one is much faster.
  const [words, hump] = isAscii(text) ? [ASCII_RUN, ASCII_HUMP] : [RUN(), HUMP()];
  for (const word of text.match(words) ?? []) {
    if (!hump.test(word)) continue;
    const parts = identifierParts(word);
    if (parts.length > 1) for (const part of parts) if (part.length > 1) terms.add(part);
    if (terms.size >= MAX_TERMS) break;
  }
  for (const term of [...plainFormsOf(text), ...bigramsOf(text)]) {
    if (terms.size >= MAX_TERMS) break;
    terms.add(term);
  }
  return [...terms].join(' ');
}
