import type { Author } from '../../core/model/kinds.ts';
import type { ReadingLookup } from './readings.ts';
import { foldWord, SHINGLE_WORDS, scanWords } from './shingles.ts';

/** The sentences of a text that are not its speaker's own, as pairs of offsets. */
export interface Quotation {
  spans: [number, number][];
  /** The least trusted author of the words in them that were read; `undefined` where none were. */
  author: Author | undefined;
}

/** When a sentence of at least `words` words is quoted: a share (0 to 1) or a run of its words was read; a shorter one only whole. */
export interface Least {
  words: number;
  share: number;
  run: number;
}

/** Thresholds for sentences in general. See bench/results/quoted.md. */
export const QUOTED: Least = { words: 6, share: 0.5, run: 6 };
/** Threshold for a rule, which is injected unasked at every start: one shingle is enough. */
export const RULE: Least = { words: 0, share: 0.5, run: SHINGLE_WORDS };
/** Thresholds against injected text: nearly the whole sentence, since a reminded agent goes on about the same things. */
export const RESTATED: Least = { words: 6, share: 0.8, run: 12 };
/** Authors, the least trusted first. */
const LEAST_TRUSTED: readonly Author[] = ['web', 'repo', 'tool', 'agent', 'person'];
/** Words that are looked at on either side of a sentence. */
const MAX_AROUND = 12;
const SENTENCE_END = /\n|[.!?](?=["')\]*_]{0,3}(?:\s|$))|[。！？]/g;

/** The words of a text: where each starts and ends, its hash, and the least trusted author of a shingle that covers it. */
export interface WordRun {
  starts: number[];
  ends: number[];
  hashes: number[];
  authors: (Author | undefined)[];
}

/** A sentence of a text: its offsets, and the numbers of its first word and of the next one after it. */
export interface SentenceSpan {
  start: number;
  end: number;
  first: number;
  last: number;
}

/** Finds the sentences of a text that repeat what was read; `undefined` when none does. Linear. */
export function quotationIn(text: string, authorOf: ReadingLookup, least: Least = QUOTED): Quotation | undefined {
  const words = readWords(text, authorOf);
  if (words.authors.every((author) => author === undefined)) return undefined;
  return quotationOf(text, words, (sentence) => isQuoted(words, sentence, least));
}

/** The sentences of a text for which `isForeign` is true, and their least trusted author. */
export function quotationOf(
  text: string,
  words: WordRun,
  isForeign: (sentence: SentenceSpan) => boolean,
): Quotation | undefined {
  const spans: [number, number][] = [];
  const authors = new Set<Author>();
  let first = 0;
  for (const [start, end] of sentencesOf(text)) {
    let last = first;
    while (last < words.starts.length && (words.starts[last] ?? 0) < end) last += 1;
    const sentence = { start, end, first, last };
    first = last;
    if (!isForeign(sentence)) continue;
    const before = spans.at(-1);
    if (before?.[1] === start) before[1] = end;
    else spans.push([start, end]);
    for (const author of words.authors.slice(sentence.first, last)) if (author !== undefined) authors.add(author);
  }
  return spans.length === 0 ? undefined : { spans, author: LEAST_TRUSTED.find((one) => authors.has(one)) };
}

/** The words of a text, each with the least trusted author of a read shingle that covers it. */
export function readWords(text: string, authorOf: ReadingLookup): WordRun {
  const words: WordRun = { starts: [], ends: [], hashes: [], authors: [] };
  const { hashes, authors } = words;
  scanWords(text, (hash, start, end) => {
    words.starts.push(start);
    words.ends.push(end);
    authors.push(undefined);
    hashes.push(hash);
    const from = hashes.length - SHINGLE_WORDS;
    if (from < 0) return;
    let shingle = 0;
    for (let at = from; at < hashes.length; at += 1) shingle = foldWord(shingle, hashes[at] ?? 0);
    const author = authorOf(shingle);
    if (author === undefined) return;
    for (let at = from; at < hashes.length; at += 1) if (authors[at] !== 'web') authors[at] = author;
  });
  return words;
}

/** True when a sentence repeats what was read, by the thresholds of `least`. */
export function isQuoted({ authors }: WordRun, { first, last }: SentenceSpan, least: Least): boolean {
  const words = authors.slice(first, last);
  const read = words.filter((author) => author !== undefined).length;
  // A short line of a longer passage that was read.
  if (read > 0 && read === words.length && runAround(authors, first, last) >= least.run) return true;
  if (read < SHINGLE_WORDS - 1) return false;
  if (words.length < least.words) return read === words.length;
  return read / words.length >= least.share || longestRun(words) >= least.run;
}

/** Number of words in a row that were read, around some that all were. */
function runAround(authors: readonly (Author | undefined)[], first: number, last: number): number {
  let from = first;
  let until = last;
  while (from > 0 && first - from < MAX_AROUND && authors[from - 1] !== undefined) from -= 1;
  while (until < authors.length && until - last < MAX_AROUND && authors[until] !== undefined) until += 1;
  return until - from;
}

function longestRun(words: readonly (Author | undefined)[]): number {
  let longest = 0;
  let run = 0;
  for (const author of words) {
    run = author === undefined ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

function* sentencesOf(text: string): Generator<[number, number]> {
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    yield [start, end];
    start = end;
  }
  if (start < text.length) yield [start, text.length];
}
