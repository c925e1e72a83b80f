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
      push(names, nameKey(symbol.name), id);
      for (const [word, field] of fieldsOf(file, at, ofPath)) push(growing, word, (id << FIELD_BITS) | field);
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

/** Numbers by symbol that are zero between two questions, and which of them are not within one. */
interface Tally {
  values: Float32Array;
  touched: number[];
}

function createFinder({ owners, symbols, postings, names, vocabulary }: TableParts): SymbolTable['find'] {
  const weights = Float32Array.from(symbols, (symbol, id) => weightOf(owners[id]?.path ?? '', symbol));
  const counts = new Uint8Array(symbols.length);
  const all: Tally = { values: new Float32Array(symbols.length), touched: [] };
  const one: Tally = { values: new Float32Array(symbols.length), touched: [] };
  const countOf = (word: string): number => postings.get(word)?.length ?? 0;
  const rarity = (word: string): number => Math.log(1 + symbols.length / (1 + countOf(word)));

  const take = (word: string, weight: number, isCommon: boolean): void => {
    const base = weight * rarity(word);
    for (const posting of postings.get(word) ?? []) {
      const id = posting >>> FIELD_BITS;
      if (isCommon && all.values[id] === 0) continue;
      const score = base * (FIELD_WEIGHTS[posting & 3] ?? 0);
      const known = one.values[id] ?? 0;
      if (known === 0) one.touched.push(id);
      if (score > known) one.values[id] = score;
    }
  };
  /** Adds what each symbol scores for one word of the question: for the nearest of its words. */
  const addWord = (word: string, isCommon: boolean): void => {
    take(word, 1, isCommon);
    for (const longer of startingWith(word, vocabulary))
      take(longer, (PREFIX.weight * word.length) / longer.length, isCommon);
    for (const id of one.touched) {
      add(id, one.values[id] ?? 0);
      counts[id] = (counts[id] ?? 0) + 1;
      one.values[id] = 0;
    }
    one.touched = [];
  };
  const add = (id: number, score: number): void => {
    if (all.values[id] === 0) all.touched.push(id);
    all.values[id] = (all.values[id] ?? 0) + score;
  };
  return ({ words, name }, { limit, isWanted }) => {
    for (const word of words.toSorted((one, other) => countOf(one) - countOf(other))) {
      const isCommon = words.length >= COMMON.from && countOf(word) > symbols.length * COMMON.share;
      addWord(word, isCommon && all.touched.length >= limit);
    }
    for (const id of names.get(name) ?? []) {
      add(id, (all.values[id] ?? 0) * (EXACT_NAME - 1) + FIELD_WEIGHTS[FIELD.name]);
      counts[id] = words.length;
    }
    const best: SymbolHit[] = [];
    const most = Math.max(1, words.length);
    let least = -1;
    for (const id of all.touched) {
      const coverage = (counts[id] ?? 0) / most;
      const score = (all.values[id] ?? 0) * coverage * coverage * (weights[id] ?? 0);
      all.values[id] = 0;
      counts[id] = 0;
      if (score <= least) continue;
      const [file, symbol] = [owners[id], symbols[id]];
      if (file !== undefined && symbol !== undefined && isWanted(file, symbol))
        insert(best, { file, symbol, score }, limit);
      if (best.length >= limit) least = best.at(-1)?.score ?? 0;
    }
    all.touched = [];
    return best;
  };
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
    length * (KIND_WEIGHTS[kind] ?? 1) * (OF_TESTS.test(path) ? TEST_WEIGHT : 1) * (docLine === undefined ? 1 : 1.05)
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

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
