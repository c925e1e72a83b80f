import { SYMBOL_KINDS } from '../../core/model/symbol-kinds.ts';
import { ignore } from '../../platform/ignored.ts';
import { zlib } from '../../platform/zlib.ts';
import type { CodeSymbol } from '../parse/symbol.ts';
import type { IndexedFile } from './indexed-file.ts';

/** Format of the file: another one is not read, and the project is indexed again. */
const FORMAT = 1;
const LEVEL = 19;
const MOST_BYTES = 512 * 1024 * 1024;

/** Numbers of a symbol, a column each: small ones, and alike in symbols that follow each other. */
const SYMBOL_COLUMNS = ['kind', 'line', 'span', 'doc', 'up', 'column', 'chars'] as const;
const FILE_COLUMNS = ['size', 'time', 'broken', 'symbols'] as const;

type Columns<Name extends string> = Record<Name, number[]>;

interface StoredIndex {
  format: number;
  root: string;
  paths: string[];
  hashes: string[];
  languages: string[];
  names: string[];
  files: Columns<(typeof FILE_COLUMNS)[number]>;
  symbols: Columns<(typeof SYMBOL_COLUMNS)[number]>;
}

/** The files of a project's index as bytes: columns, compressed. */
export function packIndex(root: string, files: Iterable<IndexedFile>): Uint8Array {
  const stored: StoredIndex = {
    format: FORMAT,
    root,
    paths: [],
    hashes: [],
    languages: [],
    names: [],
    files: emptyColumns(FILE_COLUMNS),
    symbols: emptyColumns(SYMBOL_COLUMNS),
  };
  for (const file of files) {
    stored.paths.push(file.path);
    stored.hashes.push(file.hash);
    stored.languages.push(file.language);
    stored.files.size.push(file.sizeBytes);
    stored.files.time.push(file.modifiedAt);
    stored.files.broken.push(file.isBroken ? 1 : 0);
    stored.files.symbols.push(file.symbols.length);
    addSymbols(file.symbols, stored);
  }
  const { constants, zstdCompressSync } = zlib();
  return zstdCompressSync(JSON.stringify(stored), { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}

/** The files of a project's index, without their words; `undefined` for bytes of another format or root, or damaged ones. */
export function unpackIndex(root: string, bytes: Uint8Array): IndexedFile[] | undefined {
  try {
    const text = zlib().zstdDecompressSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8');
    const stored = JSON.parse(text) as StoredIndex;
    return stored.format === FORMAT && stored.root === root ? filesOf(stored) : undefined;
  } catch (error) {
    ignore(error, 'the index of a project was damaged and is made again');
    return undefined;
  }
}

function emptyColumns<Name extends string>(names: readonly Name[]): Columns<Name> {
  return Object.fromEntries(names.map((name) => [name, [] as number[]])) as Columns<Name>;
}

function addSymbols(symbols: readonly CodeSymbol[], { names, symbols: columns }: StoredIndex): void {
  let above = 0;
  for (const [at, { name, kind, line, endLine, docLine, parent, column, chars }] of symbols.entries()) {
    names.push(name);
    columns.kind.push(SYMBOL_KINDS.indexOf(kind));
    columns.line.push(line - above);
    columns.span.push(endLine - line);
    columns.doc.push(docLine === undefined ? 0 : line - docLine);
    columns.up.push(parent === undefined ? 0 : at - parent);
    columns.column.push(column);
    columns.chars.push(chars);
    above = line;
  }
}

function filesOf(stored: StoredIndex): IndexedFile[] {
  let next = 0;
  return stored.paths.map((path, at) => {
    const number = (column: keyof StoredIndex['files']): number => stored.files[column][at] ?? 0;
    const from = next;
    next += number('symbols');
    return {
      path,
      sizeBytes: number('size'),
      modifiedAt: number('time'),
      hash: stored.hashes[at] ?? '',
      language: stored.languages[at] ?? '',
      isBroken: number('broken') === 1,
      symbols: symbolsOf(stored, from, next),
    };
  });
}

function symbolsOf({ names, symbols }: StoredIndex, from: number, to: number): CodeSymbol[] {
  const found: CodeSymbol[] = [];
  let above = 0;
  for (let at = from; at < to; at += 1) {
    const number = (column: keyof StoredIndex['symbols']): number => symbols[column][at] ?? 0;
    const line = above + number('line');
    const [doc, up] = [number('doc'), number('up')];
    found.push({
      name: names[at] ?? '',
      kind: SYMBOL_KINDS[number('kind')] ?? 'function',
      line,
      endLine: line + number('span'),
      ...(doc !== 0 && { docLine: line - doc }),
      ...(up !== 0 && { parent: at - from - up }),
      column: number('column'),
      chars: number('chars'),
    });
    above = line;
  }
  return found;
}
