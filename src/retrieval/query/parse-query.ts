// retrieval/query: what a question asks for: words, phrases, filters, times, ids, the project at hand.
// Nothing a person types is an error, and nothing is searched here.

import { lazy } from '../../core/lazy.ts';
import { isPublicId } from '../../core/model/ids.ts';
import {
  bigramsOf,
  foldText,
  identifierParts,
  isAscii,
  narrowText,
  plainFormsOf,
  stemOf,
  wordsOf,
} from '../../core/text/terms.ts';
import type { NearWords } from '../../store/contract/candidates.ts';
import { isTalk, STOP_WORDS } from '../text/stop-words.ts';
import type { NamedTime } from './time-words.ts';

/** A question as ranking uses it: words folded, each once, those that carry the most meaning first. */
export interface ParsedQuery {
  /** Words to look for: of the text, whole identifiers and their parts, parts of paths, bigrams of scripts without spaces. */
  words: string[];
  /** Stems of the words that the asker wrote as words: what a good answer covers. */
  stems: string[];
  /** Quoted phrases, and the words of paths, that should occur next to each other. */
  phrases: string[][];
  /** Words that were written like `fooBar`, `foo_bar` or `FooBar`, folded and whole. */
  identifiers: string[];
  /** Paths and file names as written. */
  paths: string[];
  /** Public ids in the text. */
  ids: string[];
  /** Neighbouring words of the text in order, as stems; an answer that has them next to each other scores higher. */
  pairs: (readonly [string, string])[];
  /** The times that the question names. */
  times: AskedTime[];
}

/**
 * A time that a question names. `hard`: the question asks for that time and nothing else, so it filters; otherwise
 * items of that time only rank higher.
 */
export interface AskedTime extends NamedTime {
  hard: boolean;
}

const MAX_CHARS = 8_000;
const MAX_WORDS = 48;
const MAX_PHRASES = 8;
const MAX_PAIRS = 40;
const QUOTED = /"([^"\n]{2,200})"|“([^”\n]{2,200})”|`([^`\n]{2,200})`/g;
const PATH = /(?:[\w@.~-]{1,80}\/){1,20}[\w@.-]{1,80}|\b[\w-]{1,80}\.(?:[a-z]{1,4}|[a-z]{1,4}\d)\b/gi;
/** Identifiers in ASCII text, without Unicode classes because most questions are ASCII. */
const ASCII_IDENTIFIER =
  /(?<![A-Za-z0-9_])(?![0-9])(?:[A-Za-z0-9]{1,80}(?:_[A-Za-z0-9]{1,80}){1,20}|[A-Za-z0-9]{0,80}?[a-z0-9][A-Z][A-Za-z0-9]{0,80})(?![A-Za-z0-9_])/g;
/**
 * The same for all scripts with capitals and digits; other scripts have no identifiers, and no word borders to cut them
 * at.
 */
const IDENTIFIER = lazy(
  () =>
    /(?<![\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}_])(?!\p{N})(?:[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}]{1,80}(?:_[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}]{1,80}){1,20}|[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}]{0,80}?[\p{Ll}\p{N}]\p{Lu}[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}]{0,80})(?![\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}_])/gu,
);

/**
 * Parses a question in plain words; `times` are those that the question names. Never throws: the first 8,000 characters
 * and at most 48 words are used. Stop words are dropped while other words remain. A question about a time alone ("what
 * did we do yesterday") has no words.
 */
export function parseQuery(text: string, times: readonly NamedTime[] = []): ParsedQuery {
  const asked = narrowText(text.slice(0, MAX_CHARS)).replaceAll('\0', ' ');
  const ids = (asked.match(/\b[a-z]_[a-z2-7]{16}\b/g) ?? []).filter(isPublicId);
  const plain = ids.reduce((rest, id) => rest.replaceAll(id, ' '), asked);
  const paths = [...new Set(plain.match(PATH) ?? [])].slice(0, MAX_PHRASES);
  const written = [...new Set(plain.match(isAscii(plain) ? ASCII_IDENTIFIER : IDENTIFIER()) ?? [])];
  const quoted = [...plain.matchAll(QUOTED)].map((match) => wordsOf(match[1] ?? match[2] ?? match[3] ?? ''));
  const phrases = [...quoted, ...paths.map(wordsOf)].filter((words) => words.length > 1).slice(0, MAX_PHRASES);
  const inOrder = wordsOf(plain);
  const meaningful = inOrder.filter((word) => !STOP_WORDS.has(word));
  const own = meaningful.length > 0 ? meaningful : inOrder;
  const identifiers = written.map((name) => wordsOf(name).join('')).filter((name) => name.length > 2);
  const parts = written.flatMap(identifierParts).filter((part) => part.length > 1 && !STOP_WORDS.has(part));
  const words = [
    ...new Set([...written.flatMap(wordsOf), ...own, ...parts, ...plainFormsOf(plain), ...bigramsOf(plain)]),
  ].slice(0, MAX_WORDS);
  const hard = ids.length === 0 && asksForTime(plain, times);
  return {
    words: hard ? [] : words,
    stems: hard ? [] : [...new Set(own.filter((word) => words.includes(word)).map(stemOf))],
    phrases: hard ? [] : phrases,
    identifiers: [...new Set(identifiers)],
    paths,
    ids,
    pairs: hard ? [] : pairsOf(inOrder),
    times: times.map((time) => ({ ...time, hard })),
  };
}

/**
 * The question with each word that the index does not have replaced by its likeliest correction, as the store looked it
 * up.
 */
export function withNearWords(query: ParsedQuery, near: readonly NearWords[]): ParsedQuery {
  if (near.length === 0) return query;
  const stems = new Map(near.map(({ of, words }) => [stemOf(of), stemOf(words[0] ?? of)]));
  const nearest = (stem: string): string => stems.get(stem) ?? stem;
  return {
    ...query,
    words: [...new Set([...query.words, ...near.flatMap(({ words }) => words)])],
    stems: [...new Set(query.stems.map(nearest))],
    pairs: query.pairs.map(([first, second]) => [nearest(first), nearest(second)] as const),
  };
}

/** True for a question that asks for a time and nothing else. */
export function asksForTimeAlone({ times }: Pick<ParsedQuery, 'times'>): boolean {
  return times.some(({ hard }) => hard);
}

/** True for "what did we do last week": stop words and talk around a time, and no subject. */
function asksForTime(text: string, times: readonly NamedTime[]): boolean {
  if (times.length === 0) return false;
  const rest = times.reduce((left, time) => left.replace(foldText(time.text), ' '), foldText(text));
  return wordsOf(rest).every((word) => STOP_WORDS.has(word) || isTalk(stemOf(word)));
}

/** Pairs of neighbouring words; stop words between two words do not part them. */
function pairsOf(inOrder: readonly string[]): (readonly [string, string])[] {
  const meaningful = inOrder.filter((word) => !STOP_WORDS.has(word)).map(stemOf);
  const pairs = meaningful.slice(1).map((stem, i) => [meaningful[i] ?? '', stem] as const);
  return pairs.filter(([first, second]) => first !== second).slice(0, MAX_PAIRS);
}
