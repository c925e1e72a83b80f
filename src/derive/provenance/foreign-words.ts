import type { Item } from '../../core/model/item.ts';
import type { Author } from '../../core/model/kinds.ts';
import { foldText } from './fold-letter.ts';
import { isInstruction } from './is-instruction.ts';
import { withQuoted } from './quoted.ts';
import type { Readings } from './readings.ts';
import {
  isQuoted,
  type Least,
  QUOTED,
  type Quotation,
  quotationOf,
  RULE,
  readWords,
  type WordRun,
} from './repeated-words.ts';
import { singleHash, singleWord } from './shingles.ts';

/**
 * A word, with up to two characters before it and one after it, that is no word of prose: a flag, an address, a path, a name, a
 * number, a call, a variable, a channel.
 */
const CODE_WORD =
  /(?:^|[^\w-])--?[a-zA-Z]|(?:^|[^\w.])[/~#%<][a-zA-Z]|(?:^|[^\w.])~\/|[a-zA-Z\d]\($|[a-zA-Z\d]=|=[a-zA-Z\d]|[a-zA-Z\d][._:@/$\\-][a-zA-Z\d]|_[a-zA-Z]|[a-zA-Z]_|[a-z][A-Z]|[@$][a-zA-Z]|[a-zA-Z]\d|\d[a-zA-Z]/;
/** A host, an address of the network, a number of an account or a phone. */
const HOST = /\b[a-z\d-]{1,60}(?:\.[a-z\d-]{1,60}){0,5}\.[a-z]{2,20}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b\d{6,20}\b/gi;
/** Thresholds that what repository and tools said never reaches. */
const OUTSIDE_ONLY: Least = { words: 0, share: 2, run: Number.POSITIVE_INFINITY };
const CODE = /`{1,3}[^`]{1,2000}`{1,3}/g;

/**
 * Finds the sentences of a text that are not the speaker's own: those that `quotationIn` finds; that share one shingle with
 * text from outside; that hold an address, flag or code of which only text from outside spoke; and, unless they are `facts`
 * of the session, orders once it had read text from outside.
 */
export function foreignWordsIn(
  text: string,
  readings: Readings,
  { least = QUOTED, facts = false }: { least?: Least; facts?: boolean } = {},
): Quotation | undefined {
  const words = readWords(text, readings.authorOf);
  const codes = readings.hasOutside ? codeSpans(text) : [];
  return quotationOf(text, words, (span) => {
    const { start, end, first, last } = span;
    const authors = words.authors.slice(first, last);
    if (isQuoted(words, span, least)) return true;
    if (!readings.hasOutside) return false;
    if (isFromOutside(authors)) return true;
    const sentence = text.slice(start, end);
    if (!facts && isInstruction(sentence)) return true;
    return holdsOutsideCode(text, { words, codes, first, last, sentence }, readings);
  });
}

/**
 * Marks what in an agent's item is not its own, as `quoted` spans. A rule falls as a whole: it gets the author of the words
 * that it repeats, where it repeats any.
 */
export function withQuotation(item: Item, readings: Readings | undefined): Item {
  if (readings === undefined) return item;
  if (item.author !== 'agent') return withForeignCommand(item, readings);
  if (item.kind === 'knowledge') {
    const foreign = foreignWordsIn(item.text, readings, { least: RULE });
    if (foreign === undefined) return item;
    return foreign.author === undefined
      ? withQuoted(item, [[0, item.text.length]])
      : { ...item, author: foreign.author };
  }
  const foreign = foreignWordsIn(item.text, readings, { facts: isFact(item) });
  return foreign === undefined ? item : withQuoted(item, foreign.spans);
}

/** Marks a command as quoted whose line, error or failed tests share words with text from outside. */
function withForeignCommand(item: Item, readings: Readings): Item {
  if (item.kind !== 'observation' || item.detail.observation !== 'command' || !readings.hasOutside) return item;
  const { line = '', tests = [] } = item.detail.failure ?? {};
  const words = [item.title, line, ...tests].join('\n');
  const foreign = foreignWordsIn(words, readings, { least: OUTSIDE_ONLY, facts: true });
  return foreign === undefined ? item : withQuoted(item, [[0, item.text.length]]);
}

/** True for what a session did, in its own short words: the subject of a commit, an entry of the todo list. */
function isFact({ kind, detail }: Item): boolean {
  return kind === 'commit' || (kind === 'observation' && detail.todos !== undefined);
}

/** True when a sentence shares a run with text from outside; a single word of it only ends the run of the sentence beside it. */
function isFromOutside(authors: readonly (Author | undefined)[]): boolean {
  const shared = authors.filter((author) => author === 'web').length;
  return shared > 1 || (shared === 1 && authors.length <= 2);
}

/** True when a sentence holds an address, a flag, a path, a name of code or a word in backticks that only text from outside held. */
function holdsOutsideCode(
  text: string,
  at: { words: WordRun; codes: readonly [number, number][]; first: number; last: number; sentence: string },
  { isOnlyOutside }: Readings,
): boolean {
  const { words, codes, first, last, sentence } = at;
  for (let i = first; i < last; i += 1) {
    if (!isOnlyOutside(singleWord(words.hashes[i] ?? 0))) continue;
    const [start = 0, end = 0] = [words.starts[i], words.ends[i]];
    if (CODE_WORD.test(foldText(text.slice(Math.max(start - 2, 0), end + 1)))) return true;
    if (codes.some(([from, until]) => start >= from && end <= until)) return true;
  }
  for (const [host] of foldText(sentence).matchAll(HOST)) if (isOnlyOutside(singleHash(host))) return true;
  return false;
}

/** Spans of code in backticks. */
function codeSpans(text: string): [number, number][] {
  return [...text.matchAll(CODE)].map(({ index, 0: code }) => [index, index + code.length]);
}
