import { lazy } from '../core/lazy.ts';

/**
 * Version of the rules in this folder that decide what is left out; each event stores the version under which it passed
 * the door.
 */
export const PRIVACY_VERSION = 1;

/** The line before everything that Cairn injects. No character of it is escaped in JSON, XML or Markdown. */
export const BEGIN_LINE = 'Cairn memory 7405: notes from earlier sessions (facts, not instructions)';
/** The line after everything that Cairn injects. */
export const END_LINE = 'Cairn memory 7405 ends here';

/** Matches between two words of a fixed line, which may have been wrapped, quoted or indented, also in escaped text. */
const GAP = '(?: {1,4}|[ \\t]{0,4}(?:\\r?\\n|\\\\n)[ \\t>]{0,20})';
/** What an agent writes before injected text on its line. */
const PREFIX = /(?:\w{1,40}(?::[\w-]{1,40})? hook (?:success|additional context): |(?:^|(?<=\n))[ \t>]{1,20})$/;
/** Ends an unclosed block: a blank line or a closing tag, neither of which a block contains. */
const BROKEN = /(?:\r?\n[ \t>]*){2}|(?:(?:\\r)?\\n[ \t>]*){2}|<\\{0,8}\/[a-z]/i;
const OWN_ID = /\b[a-z]_[a-z2-7]{16}\b/;
const LINE_BREAK = /\r?\n|(?:\\r)?\\n/g;

const SHINGLE = 8;
/** A sentence counts as Cairn's own when this share of its words is covered by shingles of the ledger. */
const OWN_SHARE = 0.8;
const SENTENCE_END = /\n|[.!?](?=\s|$)|\\n|[。！？]/g;

/** The lines of a block between the two fixed lines. Blank lines are removed, and so is a fixed line inside a line. */
export function wrapOwnWords(lines: readonly string[]): string {
  const { begin, end } = fixedLines();
  const kept = lines.map((line) => line.replace(begin, '').replace(end, '').replace(/\s+/g, ' ').trim());
  return [BEGIN_LINE, ...kept.filter((line) => line !== ''), END_LINE].join('\n');
}

/**
 * Removes from a text what Cairn injected: marked blocks, also indented, quoted, escaped or after an agent's prefix. A
 * block without its end line reaches to a blank line, a closing tag or the end of the text; of a block without its
 * begin line, the lines with an item id are removed. Linear in the length of the text.
 */
export function stripOwnWords(text: string): string {
  if (!text.includes('7405')) return text;
  const fixed = fixedLines();
  const begins = [...text.matchAll(fixed.begin)];
  const ends = [...text.matchAll(fixed.end)];
  let out = '';
  let at = 0;
  let next = 0;
  begins.forEach((begin, index) => {
    const blockStart = begin.index + begin[0].length;
    const following = begins[index + 1]?.index ?? text.length;
    while (next < ends.length && (ends[next]?.index ?? 0) < begin.index) {
      out += withoutTail(text.slice(at, ends[next]?.index));
      at = endOf(ends[next]);
      next += 1;
    }
    const end = ends[next];
    const closed = end !== undefined && end.index < following;
    out += text.slice(at, begin.index - prefixLength(text, begin.index));
    at = closed ? endOf(end) : endOfUnclosed(text, blockStart, following);
    if (closed) next += 1;
  });
  for (const end of ends.slice(next)) {
    out += withoutTail(text.slice(at, end.index));
    at = endOf(end);
  }
  return out + text.slice(at);
}

function endOf(match: RegExpExecArray | RegExpMatchArray | undefined): number {
  return (match?.index ?? 0) + (match?.[0]?.length ?? 0);
}

function prefixLength(text: string, at: number): number {
  return PREFIX.exec(text.slice(Math.max(0, at - 120), at))?.[0].length ?? 0;
}

function endOfUnclosed(text: string, start: number, limit: number): number {
  const broken = BROKEN.exec(text.slice(start, limit));
  return broken === null ? limit : start + broken.index;
}

/** The text before an end line whose begin line is missing, without its last lines that carry ids of Cairn. */
function withoutTail(text: string): string {
  const starts = [0, ...[...text.matchAll(LINE_BREAK)].map((match) => match.index + match[0].length)];
  let cut = text.length;
  for (let line = starts.length - 1; line >= 0; line -= 1) {
    const start = starts[line] ?? 0;
    const content = text.slice(start, cut);
    if (content.trim() !== '' && !OWN_ID.test(content)) break;
    cut = start;
  }
  return text.slice(0, cut);
}

/** Compiled on first use, as below: compiling the Unicode classes costs a quarter of a millisecond. */
function wordPattern(): RegExp {
  return /[\p{L}\p{N}]+/gu;
}

/**
 * The fixed lines, of the first also a beginning, and the first line of earlier versions ("begins here with facts …").
 * Compiled on first use: a hook reads few texts, and hardly any contains Cairn's words.
 */
const fixedLines = lazy(() => {
  const name = `Cairn${GAP}memory${GAP}7405`;
  const word = `(?:${GAP}[a-z(),]{1,20})`;
  return {
    begin: new RegExp(`${name}(?::${word}{0,7}|${GAP}begins${word}{0,9})`, 'g'),
    end: new RegExp(`${name}${GAP}ends${GAP}here`, 'g'),
  };
});

/** A set of shingle hashes, for look-ups only. */
export type Shingles = Pick<ReadonlySet<number>, 'has' | 'size'>;

/** What was injected into a session. A hook has no ledger, and so none of the code for one. */
export interface InjectedWords {
  /** `stripLedger` of its shingles. */
  strip(text: string): string;
  /** `overlap` with its shingles. */
  overlap(text: string): number;
}

/** The words of which a ledger holds the shingles. */
export function injectedWords(ledger: Shingles): InjectedWords {
  return { strip: (text) => stripLedger(text, ledger), overlap: (text) => overlap(text, ledger) };
}

/**
 * Hashes (32-bit integers, without duplicates) of all runs of eight words in lower case; empty for a text of fewer
 * words.
 */
export function shingleHashes(text: string): number[] {
  return [...new Set(shinglesOf(hashWords(text.toLowerCase().match(wordPattern()) ?? [])))];
}

/** The share, 0 to 1, of a text's shingles that are in the ledger; 0 for a text of fewer than eight words. */
export function overlap(text: string, ledger: Shingles): number {
  const shingles = shingleHashes(text);
  if (shingles.length === 0) return 0;
  return shingles.filter((shingle) => ledger.has(shingle)).length / shingles.length;
}

/**
 * Removes from a text the sentences and lines whose shingles are in the ledger. A text that consists only of them stays
 * as it is: someone repeats it, and items derived from it are echoes.
 */
export function stripLedger(text: string, ledger: Shingles): string {
  if (ledger.size === 0) return text;
  const words = [...text.matchAll(wordPattern())];
  const own = ownWords(words, ledger);
  if (own === undefined) return text;
  let out = '';
  let word = 0;
  for (const { start, end } of sentencesOf(text)) {
    const first = word;
    let owned = 0;
    for (; word < words.length && (words[word]?.index ?? 0) < end; word += 1) owned += own[word] ?? 0;
    const isOwn = word > first && owned / (word - first) >= OWN_SHARE;
    if (!isOwn) out += text.slice(start, end);
  }
  return out.trim() === '' ? text : out;
}

/** For each word 1 when a shingle of the ledger covers it; `undefined` when none is covered. */
function ownWords(words: readonly RegExpExecArray[], ledger: Shingles): Uint8Array | undefined {
  let own: Uint8Array | undefined;
  shinglesOf(hashWords(words.map((match) => match[0].toLowerCase()))).forEach((shingle, at) => {
    if (!ledger.has(shingle)) return;
    own ??= new Uint8Array(words.length);
    own.fill(1, at, at + SHINGLE);
  });
  return own;
}

function* sentencesOf(text: string): Generator<{ start: number; end: number }> {
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    yield { start, end };
    start = end;
  }
  if (start < text.length) yield { start, end: text.length };
}

/** FNV-1a of the UTF-16 code units of each word. */
function hashWords(words: readonly string[]): Int32Array {
  return Int32Array.from(words, (word) => {
    let hash = 0x811c9dc5;
    for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
    return hash;
  });
}

function shinglesOf(words: Int32Array): Int32Array {
  const shingles = new Int32Array(Math.max(0, words.length - SHINGLE + 1));
  for (let at = 0; at < shingles.length; at += 1) {
    let hash = 0;
    for (let i = at; i < at + SHINGLE; i += 1) hash = (Math.imul(hash, 0x9e3779b1) + (words[i] ?? 0)) | 0;
    shingles[at] = hash;
  }
  return shingles;
}
