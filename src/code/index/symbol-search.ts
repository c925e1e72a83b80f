import { addToList } from '../../core/add-to-list.ts';
import type { SymbolKind } from '../../core/model/symbol-kinds.ts';
import { identifierParts, stemOf, wordsOf } from '../../core/text/terms.ts';
import { wordSet } from '../../core/text/word-set.ts';
import type { CodeSymbol } from '../parse/symbol.ts';
import type { IndexedFile } from './indexed-file.ts';

/** A symbol that answers a question. */
export interface SymbolHit {
  file: IndexedFile;
  symbol: CodeSymbol;
  score: number;
}

/** A question: the stems of its words, and the name that it may be as a whole. */
export interface SymbolQuestion {
  words: readonly string[];
  name: string;
}

/** The weight of a word by the field in which it stands: the name, the holder's name, what signature and comment say, the path. */
const FIELD_WEIGHTS = [4, 1, 1.6, 1.2] as const;
const FIELD = { name: 0, holder: 1, said: 2, path: 3 } as const;
const FIELD_BITS = 2;
/** The weight of a word that only begins as one of the question does, and the most such words. */
const PREFIX = { weight: 0.5, least: 3, most: 64 } as const;
/**
 * In a question of at least `from` words, a word that more than a `share` of the symbols have counts only for symbols that a
 * rarer word found.
 */
const COMMON = { from: 4, share: 0.01 } as const;
const EXACT_NAME = 3;
const KIND_WEIGHTS: Partial<Record<SymbolKind, number>> = { field: 0.6, constant: 0.8, module: 0.8 };
const OF_TESTS =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|examples?|vendor|third_party)\/|[._-](?:test|spec)\.\w+$/;
const TEST_WEIGHT = 0.7;
const DOC_WEIGHT = 1.05;
/** The most that `weightOf` gives. */
const WEIGHT_MAX = DOC_WEIGHT;
/** Symbols that are scored at once: so many that the numbers about them stay in the processor's cache. */
const BLOCK = 16_384;
const LEAST_FLOAT = 2 ** -149;
const NO_WORDS = wordSet(
  'a an and are as at be by do does for from how in is it of on or that the this to we what when where which with',
);

/** Words of a question that count; a symbol counts its own in a byte. */
const WORDS = 64;

/** What narrows a search. */
export interface FindOptions {
  limit: number;
  isWanted: (file: IndexedFile, symbol: CodeSymbol) => boolean;
}

/** Symbols of some files, by the words that find them. It is never changed: what is changed gets another. */
export interface SymbolTable {
  symbols: number;
  /** The best answers to a question, best first. */
  find(question: SymbolQuestion, options: FindOptions): SymbolHit[];
}

/** Reads a question: as words, and as the name that it would be. */
export function toQuestion(text: string): SymbolQuestion {
  const parts = [...new Set((text.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap(identifierParts))];
  const telling = parts.filter((part) => !NO_WORDS.has(part));
  return { words: (telling.length > 0 ? telling : parts).slice(0, WORDS).map(stemOf), name: nameKey(text) };
}

/** Builds the table of files. */
export function buildTable(files: Iterable<IndexedFile>): SymbolTable {
  const owners: IndexedFile[] = [];
  const symbols: CodeSymbol[] = [];
  const growing = new Map<string, number[]>();
  const names = new Map<string, number[]>();
  for (const file of files) {
    const ofPath = pathWords(file.path);
    for (const [at, symbol] of file.symbols.entries()) {
      const id = symbols.length;
      owners.push(file);
      symbols.push(symbol);
      addToList(names, nameKey(symbol.name), id);
      for (const [word, field] of fieldsOf(file, at, ofPath)) addToList(growing, word, (id << FIELD_BITS) | field);
    }
  }
  const postings = new Map<string, Uint32Array>();
  for (const [word, list] of growing) postings.set(word, Uint32Array.from(list));
  growing.clear();
  const vocabulary = [...postings.keys()].sort();
  return { symbols: symbols.length, find: createFinder({ owners, symbols, postings, names, vocabulary }) };
}

interface TableParts {
  owners: readonly IndexedFile[];
  symbols: readonly CodeSymbol[];
  postings: ReadonlyMap<string, Uint32Array>;
  names: ReadonlyMap<string, readonly number[]>;
  /** Every word, in order. */
  vocabulary: readonly string[];
}

/** Numbers by symbol of a block that are zero between two blocks, and the `size` of them that are not within one. */
interface Tally {
  values: Float32Array;
  touched: Uint16Array;
  size: number;
}

/** The symbols that have a word, `at`: up to which one they were looked through; what the word weighs. */
interface Take {
  list: Uint32Array;
  base: number;
  at: number;
}

/** A word of a question with those that begin as it does. */
interface Term {
  takes: readonly Take[];
  /** Symbols that have the word itself. */
  count: number;
  /** The most that a symbol scores for it. */
  most: number;
}

/** A term as it counts: `isWithin`: for symbols alone that an earlier one found; `mostFrom`: the most that it and later ones give. */
interface PlacedTerm extends Term {
  isWithin: boolean;
  mostFrom: number;
}

function createFinder({ owners, symbols, postings, names, vocabulary }: TableParts): SymbolTable['find'] {
  const weights = Float32Array.from(symbols, (symbol, id) => weightOf(owners[id]?.path ?? '', symbol));
  const counts = new Uint8Array(BLOCK);
  const [all, one] = [createTally(), createTally()];

  const termOf = (word: string): Term => {
    const longer = startingWith(word, vocabulary).map((other) => [other, (PREFIX.weight * word.length) / other.length]);
    const takes = ([[word, 1], ...longer] as [string, number][]).flatMap(([name, weight]) => {
      const list = postings.get(name);
      if (list === undefined) return [];
      return [{ list, base: weight * Math.log(1 + symbols.length / (1 + list.length)), at: 0 }];
    });
    return {
      takes,
      count: postings.get(word)?.length ?? 0,
      most: Math.max(0, ...takes.map(({ base }) => base)) * FIELD_WEIGHTS[FIELD.name],
    };
  };
  const tally = (term: Term, from: number, within: boolean): void => {
    tallyTerm(term, one, { from, within: within ? all.values : undefined });
    for (let place = 0; place < one.size; place += 1) {
      const at = one.touched[place] as number;
      addTo(all, at, one.values[at] as number);
      counts[at] = (counts[at] as number) + 1;
      one.values[at] = 0;
    }
    one.size = 0;
  };
  /** Puts the symbols of a block that are among the best into them, and ends the block. */
  const takeBest = (best: SymbolHit[], from: number, { limit, isWanted, words }: FindOptions & { words: number }) => {
    let least = leastOf(best, limit);
    for (let place = 0; place < all.size; place += 1) {
      const at = all.touched[place] as number;
      const coverage = (counts[at] as number) / words;
      const score = (all.values[at] as number) * coverage * coverage * (weights[from + at] as number);
      all.values[at] = 0;
      counts[at] = 0;
      if (score <= least) continue;
      const [file, symbol] = [owners[from + at], symbols[from + at]];
      if (file === undefined || symbol === undefined || !isWanted(file, symbol)) continue;
      insert(best, { file, symbol, score }, limit);
      least = leastOf(best, limit);
    }
    all.size = 0;
  };
  return ({ words, name }, options) => {
    const named = names.get(name) ?? [];
    const terms = placeTerms(words.map(termOf), named, { limit: options.limit, symbols: symbols.length });
    const best: SymbolHit[] = [];
    for (let from = 0; from < symbols.length; from += BLOCK) {
      const here = named.filter((id) => id >= from && id < from + BLOCK).map((id) => id - from);
      // What has the name is never left out; the least number there is changes no sum.
      for (const at of here) addTo(all, at, LEAST_FLOAT);
      const least = leastOf(best, options.limit);
      for (const term of terms) tally(term, from, term.isWithin || term.mostFrom < least);
      for (const at of here) {
        addTo(all, at, (all.values[at] ?? 0) * (EXACT_NAME - 1) + FIELD_WEIGHTS[FIELD.name]);
        counts[at] = words.length;
      }
      takeBest(best, from, { ...options, words: Math.max(1, words.length) });
    }
    return best;
  };
}

/** What a hit must score more than to come among the best; less than any where there are fewer than wanted. */
function leastOf(best: readonly SymbolHit[], limit: number): number {
  return best.length < limit ? -1 : (best.at(-1)?.score ?? -1);
}

/** The terms of a question in their order, the rarest word first. */
function placeTerms(
  terms: readonly Term[],
  named: readonly number[],
  { limit, symbols }: { limit: number; symbols: number },
): PlacedTerm[] {
  const ordered = terms.toSorted((first, second) => first.count - second.count);
  const found = new Set(named);
  return ordered.map((term, at) => {
    const isCommon = terms.length >= COMMON.from && term.count > symbols * COMMON.share;
    const isWithin = isCommon && found.size >= limit;
    addFound(found, term, limit);
    const left = ordered.slice(at);
    const coverage = left.length / ordered.length;
    const mostFrom = left.reduce((sum, { most }) => sum + most, 0) * coverage * coverage * WEIGHT_MAX;
    return { ...term, isWithin, mostFrom };
  });
}

/** Adds symbols that a term finds until there are as many as wanted. */
function addFound(found: Set<number>, { takes }: Term, limit: number): void {
  for (const { list } of takes) {
    for (let at = 0; at < list.length && found.size < limit; at += 1) found.add((list[at] as number) >>> FIELD_BITS);
  }
}

function createTally(): Tally {
  return { values: new Float32Array(BLOCK), touched: new Uint16Array(BLOCK), size: 0 };
}

function addTo(tally: Tally, at: number, score: number): void {
  const known = tally.values[at] as number;
  if (known === 0) {
    tally.touched[tally.size] = at;
    tally.size += 1;
  }
  tally.values[at] = known + score;
}

/**
 * What each symbol of the block from a symbol on scores for one word of the question, for the nearest of its own; with
 * `within` only those that have a value in it.
 */
function tallyTerm(
  { takes }: Term,
  one: Tally,
  { from, within }: { from: number; within: Float32Array | undefined },
): void {
  const { values, touched } = one;
  const end = (from + BLOCK) << FIELD_BITS;
  let { size } = one;
  for (const take of takes) {
    const { list, base } = take;
    const scores = FIELD_WEIGHTS.map((weight) => base * weight);
    let next = take.at;
    for (; next < list.length; next += 1) {
      const posting = list[next] as number;
      if (posting >= end) break;
      const at = (posting >>> FIELD_BITS) - from;
      if (within !== undefined && within[at] === 0) continue;
      const score = scores[posting & 3] as number;
      const known = values[at] as number;
      if (known === 0) {
        touched[size] = at;
        size += 1;
      }
      if (score > known) values[at] = score;
    }
    take.at = next;
  }
  one.size = size;
}

/** Puts a hit in its place among the best, of which there are at most `limit`. */
function insert(best: SymbolHit[], hit: SymbolHit, limit: number): void {
  let at = best.length;
  while (at > 0 && (best[at - 1]?.score ?? 0) < hit.score) at -= 1;
  best.splice(at, 0, hit);
  if (best.length > limit) best.pop();
}

/** A word tells more of a shorter name; who searches mostly wants what is declared outside of tests. */
function weightOf(path: string, { name, kind, docLine }: CodeSymbol): number {
  const length = 1 / (1 + 0.06 * Math.max(0, identifierParts(name).length - 1));
  return (
    length *
    (KIND_WEIGHTS[kind] ?? 1) *
    (OF_TESTS.test(path) ? TEST_WEIGHT : 1) *
    (docLine === undefined ? 1 : DOC_WEIGHT)
  );
}

function startingWith(word: string, vocabulary: readonly string[]): string[] {
  if (word.length < PREFIX.least) return [];
  let [low, high] = [0, vocabulary.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((vocabulary[middle] ?? '') <= word) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (let at = low; found.length < PREFIX.most && vocabulary[at]?.startsWith(word); at += 1)
    found.push(vocabulary[at] ?? '');
  return found;
}

function* fieldsOf(file: IndexedFile, at: number, ofPath: readonly string[]): Generator<[string, number]> {
  const symbol = file.symbols[at];
  if (symbol === undefined) return;
  const seen = new Set<string>();
  const fresh = (words: readonly string[], field: number): [string, number][] =>
    words
      .map(stemOf)
      .filter((word) => !seen.has(word) && seen.add(word))
      .map((word) => [word, field]);
  yield* fresh(identifierParts(symbol.name), FIELD.name);
  const said = file.words?.[at] ?? '';
  if (said !== '') yield* fresh(said.split(' '), FIELD.said);
  const holder = symbol.parent === undefined ? undefined : file.symbols[symbol.parent];
  if (holder !== undefined) yield* fresh(identifierParts(holder.name), FIELD.holder);
  yield* fresh(ofPath, FIELD.path);
}

/** The words of a file's name and of its folder's. */
function pathWords(path: string): string[] {
  const parts = path
    .split('/')
    .slice(-2)
    .join(' ')
    .replace(/\.\w+$/, '');
  return wordsOf(parts).flatMap(identifierParts);
}

/** A name without what separates its words, to be compared whatever way it is written. */
function nameKey(name: string): string {
  return name.replace(/[\s_$#@:.-]+/g, '').toLowerCase();
}
