import type { Item } from '../../core/model/item.ts';
import { withDetail } from '../../core/model/item.ts';
import type { Author } from '../../core/model/kinds.ts';
import { oneLine } from '../../core/text/text.ts';
import { foldWord, SHINGLE_WORDS, scanWords } from './shingles.ts';

/** Looks up a shingle in what a session had read before an event: its author, or `undefined` when it was not read. */
export type Readings = (shingle: number) => Author | undefined;

/** The sentences of a text that repeat what its session had read, as pairs of offsets, and their least trusted author. */
export interface Quotation {
  spans: [number, number][];
  author: Author;
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
const SENTENCE_END = /\n|[.!?](?=["')\]*_]{0,3}(?:\s|$))|[。！？]/g;
const LEFT_OUT = ' … ';

interface WordRun {
  starts: number[];
  authors: (Author | undefined)[];
}

/** Finds the sentences of a text that repeat what was read; `undefined` when none does. Linear. */
export function quotationIn(text: string, readings: Readings, least: Least = QUOTED): Quotation | undefined {
  const words = readWords(text, readings);
  if (words === undefined) return undefined;
  const spans: [number, number][] = [];
  const authors = new Set<Author>();
  let first = 0;
  for (const [start, end] of sentencesOf(text)) {
    let last = first;
    while (last < words.starts.length && (words.starts[last] ?? 0) < end) last += 1;
    const sentence = words.authors.slice(first, last);
    first = last;
    if (!isQuoted(sentence, least)) continue;
    const before = spans.at(-1);
    if (before?.[1] === start) before[1] = end;
    else spans.push([start, end]);
    for (const author of sentence) if (author !== undefined) authors.add(author);
  }
  const author = LEAST_TRUSTED.find((one) => authors.has(one));
  return author === undefined ? undefined : { spans, author };
}

/** Marks what an agent's item quotes: a rule gets the author of the quoted words, other items get `quoted` spans. */
export function withQuotation(item: Item, readings: Readings | undefined): Item {
  if (readings === undefined || item.author !== 'agent') return item;
  if (item.kind === 'knowledge') {
    const quotation = quotationIn(item.text, readings, RULE);
    return quotation === undefined ? item : { ...item, author: quotation.author };
  }
  const quotation = quotationIn(item.text, readings);
  return quotation === undefined ? item : withQuoted(item, quotation.spans);
}

/** True for a prompt that nobody typed: a notification or a subagent's task. Its words are never shown as a statement. */
export function isTask({ kind, detail }: Pick<Item, 'kind' | 'detail'>): boolean {
  return kind === 'prompt' && (detail.subagent !== undefined || detail.metadata?.origin === 'system');
}

/** The item with more of its text marked as quoted. */
export function withQuoted(item: Item, spans: readonly [number, number][]): Item {
  const ordered = [...(item.detail.quoted ?? []), ...spans].sort((one, other) => one[0] - other[0]);
  const joined: [number, number][] = [];
  for (const [start, end] of ordered) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return withDetail(item, { quoted: joined });
}

/** An item's text without its quoted spans: the only words of it that may be shown as its own. */
export function unquotedText({ text, detail }: Pick<Item, 'text' | 'detail'>): string {
  if (detail.quoted === undefined) return text;
  const kept: string[] = [];
  let at = 0;
  for (const [start, end] of detail.quoted) {
    kept.push(text.slice(at, start));
    at = end;
  }
  kept.push(text.slice(at));
  return oneLine(kept.join('')) === '' ? '' : kept.join(LEFT_OUT).trim();
}

/** Start of each word, and the author of a read shingle that covers it; `undefined` when no shingle of the text was read. */
function readWords(text: string, readings: Readings): WordRun | undefined {
  const words: WordRun = { starts: [], authors: [] };
  const hashes: number[] = [];
  let any = false;
  scanWords(text, (hash, start) => {
    words.starts.push(start);
    words.authors.push(undefined);
    hashes.push(hash);
    const from = hashes.length - SHINGLE_WORDS;
    if (from < 0) return;
    let shingle = 0;
    for (let at = from; at < hashes.length; at += 1) shingle = foldWord(shingle, hashes[at] ?? 0);
    const author = readings(shingle);
    if (author === undefined) return;
    any = true;
    words.authors.fill(author, from);
  });
  return any ? words : undefined;
}

function isQuoted(words: readonly (Author | undefined)[], least: Least): boolean {
  const read = words.filter((author) => author !== undefined).length;
  if (read < SHINGLE_WORDS - 1) return false;
  if (words.length < least.words) return read === words.length;
  return read / words.length >= least.share || longestRun(words) >= least.run;
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
