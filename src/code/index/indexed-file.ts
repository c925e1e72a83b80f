import { sha256Hex } from '../../core/hash.ts';
import { identifierParts, wordsOf } from '../../core/text/terms.ts';
import { wordSet } from '../../core/text/word-set.ts';
import type { Secret } from '../../privacy/kinds/secret.ts';
import type { SourceFile } from '../files/project-sources.ts';
import { languageOf } from '../languages/languages.ts';
import type { SymbolParser } from '../parse/open-parser.ts';
import { type SourceText, toSourceText } from '../parse/source-text.ts';
import type { CodeSymbol } from '../parse/symbol.ts';

/** A file as the index has it. */
export interface IndexedFile extends SourceFile {
  /** The first 32 bits of its SHA-256, in hex: it is compared with the same path's alone. */
  hash: string;
  /** Name of its language; empty: it has none. */
  language: string;
  isBroken: boolean;
  symbols: readonly CodeSymbol[];
  /**
   * The distinct words of each symbol's signature and comment, lower case, none of its name, apart by spaces. They are not
   * in the index's file, being three fifths of it, and are read from the sources again, which takes a seventh of
   * parsing them.
   */
  words?: readonly string[];
  /** The secrets of its text, found with the words; not in the index's file either. */
  secrets?: readonly Secret[];
  /** The byte at which each symbol or its comment begins, of a file of valid UTF-8 without secrets. */
  starts?: Uint32Array;
}

const HASH_CHARS = 8;
/** Upper bounds on the symbols of a file that are kept, and on the words of one. */
const SYMBOLS = 5_000;
const WORDS = 12;
const WORD_CHARS = { least: 3, most: 24 } as const;
/** Words of programming languages and of prose that tell nothing apart. */
const COMMON = wordSet(
  'abstract and any are array async auto await bool boolean but byte char class const constexpr def default defined double each enum explicit export extends extern false final float for from func function given has have href http https implements import inline int integer interface internal its let list long mut namespace native new nil none not null number object override package param private protected pub public readonly ref returns return sealed self short should signed size static std str string struct super template than that the them then there these this those throws trait true type typedef typename undefined union unknown unsigned use used using value var virtual void volatile was when where which while who will with you your',
);

/** The hash by which a file's content is known. */
export function contentHash(text: string): string {
  return sha256Hex(text).slice(0, HASH_CHARS);
}

/** Parses a file's text for the index. */
export async function indexFile(parser: SymbolParser, file: SourceFile, text: string): Promise<IndexedFile> {
  const language = languageOf(file.path, text);
  const known = { ...file, hash: contentHash(text), language: language?.name ?? '' };
  if (language === undefined) return { ...known, isBroken: false, symbols: [], words: [] };
  const { symbols, isBroken } = await parser.parse(language, text);
  return withWords({ ...known, isBroken, symbols: symbols.slice(0, SYMBOLS) }, text);
}

/** A file with the words of its symbols and its secrets, out of its text, which has not changed since it was parsed. */
export function withWords(file: IndexedFile, text: string): IndexedFile {
  const source = toSourceText(text);
  const words = file.symbols.map((symbol) => wordsAbout(symbol, source));
  const { secrets } = source;
  const isPlain = secrets.length === 0 && Buffer.byteLength(text) === file.sizeBytes;
  return { ...file, words, secrets, ...(isPlain && { starts: startsOf(file.symbols, text, source) }) };
}

function startsOf(symbols: readonly CodeSymbol[], text: string, source: SourceText): Uint32Array {
  const chars = symbols.map((symbol) => source.startOf(firstLine(symbol)) ?? 0);
  const starts = new Uint32Array(chars.length);
  let [at, bytes] = [0, 0];
  for (const index of [...chars.keys()].sort((one, other) => (chars[one] ?? 0) - (chars[other] ?? 0))) {
    const next = chars[index] ?? 0;
    bytes += Buffer.byteLength(text.slice(at, next));
    at = next;
    starts[index] = bytes;
  }
  return starts;
}

/** The line on which a symbol or its comment begins. */
export function firstLine({ line, docLine }: Pick<CodeSymbol, 'line' | 'docLine'>): number {
  return Math.min(line, docLine ?? line);
}

function wordsAbout(symbol: CodeSymbol, source: SourceText): string {
  const own = new Set(identifierParts(symbol.name));
  const said = `${source.docOf(symbol) ?? ''} ${source.signatureOf(symbol)}`;
  const words = new Set<string>();
  for (const run of said.match(/[\p{L}\p{N}_$-]+/gu) ?? []) {
    for (const part of identifierParts(run).flatMap(wordsOf)) {
      const isTelling = part.length >= WORD_CHARS.least && part.length <= WORD_CHARS.most && !/^\d/.test(part);
      if (isTelling && !COMMON.has(part) && !own.has(part)) words.add(part);
      if (words.size >= WORDS) return [...words].join(' ');
    }
  }
  return [...words].join(' ');
}
