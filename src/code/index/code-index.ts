// code/index: the symbols of a project, kept by the content of its files. A table in memory answers questions, a file in the
// home keeps what was parsed. Nothing here parses a file whose content it knows.

import { join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { hashBase32 } from '../../core/hash.ts';
import { ignore } from '../../platform/ignored.ts';
import { createYielder } from '../../platform/yield-to-event-loop.ts';
import type { ProjectSources, SourceFile } from '../files/project-sources.ts';
import type { SymbolParser } from '../parse/open-parser.ts';
import { contentHash, type IndexedFile, indexFile, withWords } from './indexed-file.ts';
import { keepIndex, readKeptIndex } from './kept-index.ts';
import {
  buildTable,
  type FindOptions,
  type SymbolHit,
  type SymbolQuestion,
  type SymbolTable,
} from './symbol-search.ts';

/** Milliseconds of one step, after which questions are answered; those of work after which the file is written. */
const STEP_MS = 10;
const SAVE_MS = 30_000;
/** Milliseconds after which a question sees what was read since; while a project is read for the first time. */
const SHOW_MS = 1_000;
/** Upper bound on the symbols of a project. */
const SYMBOLS = 1_000_000;
/** Files that may end the parser. */
const FAILED = 20;
/** Share of the symbols that may lie beside the table until it is built again. */
const BESIDE = 0.25;

/** How far an index is. */
export interface IndexState {
  files: number;
  symbols: number;
  /** True once every file was looked at. */
  isWhole: boolean;
  /** More symbols than an index holds. */
  isFull: boolean;
}

/** The symbols of one project. */
export interface CodeIndex {
  state(): IndexState;
  /** Brings it to what the files are now; a second call joins the first. Writes its file when something changed. */
  refresh(): Promise<void>;
  /** Milliseconds since 1970 of the start of the last refresh that came to its end; 0: none. */
  refreshedAt(): number;
  /** Symbols that answer a question, best first. */
  find(question: SymbolQuestion, options: FindOptions): SymbolHit[];
}

/** What an index needs; `folder` is where its file lies. */
export interface CodeIndexOptions {
  sources: ProjectSources;
  parser: () => Promise<SymbolParser>;
  folder: string;
  now: () => number;
}

/** Opens the index of a project as it was kept. */
export function openCodeIndex(options: CodeIndexOptions): CodeIndex {
  return new ProjectIndex(options);
}

class ProjectIndex implements CodeIndex {
  readonly #options: CodeIndexOptions;
  readonly #path: string;
  readonly #files = new Map<string, IndexedFile>();
  #table: SymbolTable;
  /** What changed since the table was built lies in a second, smaller one. */
  #beside: SymbolTable | undefined;
  #besideFiles = new Set<string>();
  /** Files changed that no table has yet, and when one was built last. */
  #isBehind = false;
  #shownAt = 0;
  #isWhole = false;
  #refreshedAt = 0;
  #failed = 0;
  #running: Promise<void> | undefined;

  constructor(options: CodeIndexOptions) {
    const { root } = options.sources;
    this.#options = options;
    this.#path = join(options.folder, `${hashBase32([root])}.index`);
    for (const file of readKeptIndex(this.#path, root)) this.#files.set(file.path, file);
    this.#table = buildTable(this.#files.values());
  }

  state(): IndexState {
    const symbols = this.#table.symbols + (this.#beside?.symbols ?? 0);
    return { files: this.#files.size, symbols, isWhole: this.#isWhole, isFull: symbols > SYMBOLS };
  }

  refresh(): Promise<void> {
    this.#running ??= this.#refresh().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  refreshedAt(): number {
    return this.#refreshedAt;
  }

  find(question: SymbolQuestion, { limit, isWanted }: FindOptions): SymbolHit[] {
    if (this.#isBehind && performance.now() - this.#shownAt > SHOW_MS) this.#show();
    const options: FindOptions = {
      limit,
      isWanted: (file, symbol) => this.#files.get(file.path) === file && isWanted(file, symbol),
    };
    const tables = [this.#table, ...(this.#beside === undefined ? [] : [this.#beside])];
    return tables
      .flatMap((table) => table.find(question, options))
      .sort(byScore)
      .slice(0, limit);
  }

  async #refresh(): Promise<void> {
    const { sources, now } = this.#options;
    const startedAt = now();
    const breathe = createYielder(STEP_MS);
    const seen = new Set<string>();
    let symbols = 0;
    let changes = 0;
    let savedAt = performance.now();
    for (const file of sources.list()) {
      await breathe();
      seen.add(file.path);
      const before = this.#files.get(file.path);
      const after = symbols > SYMBOLS ? undefined : await this.#tryToLook(file, before);
      symbols += after?.symbols.length ?? 0;
      if (after === undefined || after === before) continue;
      if (after.hash !== before?.hash) changes += 1;
      this.#take(after);
      if (performance.now() - savedAt < SAVE_MS) continue;
      this.#save();
      savedAt = performance.now();
    }
    changes += this.#dropUnseen(seen);
    if (this.#isBehind) this.#show();
    if (changes > 0) this.#save();
    this.#isWhole = true;
    this.#refreshedAt = startedAt;
  }

  /** One file that ends the parser leaves the others; many say that it is the parser. */
  async #tryToLook(file: SourceFile, before: IndexedFile | undefined): Promise<IndexedFile | undefined> {
    try {
      return await this.#look(file, before);
    } catch (error) {
      this.#failed += 1;
      if (error instanceof CairnError || this.#failed > FAILED) throw error;
      ignore(error, 'a source could not be parsed');
      return undefined;
    }
  }

  /** The file as it is now; the same object where it did not change, `undefined` where it cannot be read. */
  async #look(file: SourceFile, before: IndexedFile | undefined): Promise<IndexedFile | undefined> {
    const { sources, parser } = this.#options;
    const isSame = before?.sizeBytes === file.sizeBytes && before.modifiedAt === file.modifiedAt;
    if (isSame && before.words !== undefined) return before;
    const text = sources.read(file.path);
    if (text === undefined) return undefined;
    if (before !== undefined && before.hash === contentHash(text)) return { ...withWords(before, text), ...file };
    return indexFile(await parser(), file, text);
  }

  #take(file: IndexedFile): void {
    this.#files.set(file.path, file);
    this.#besideFiles.add(file.path);
    this.#isBehind = true;
  }

  #dropUnseen(seen: ReadonlySet<string>): number {
    const gone = [...this.#files.keys()].filter((path) => !seen.has(path));
    for (const path of gone) {
      this.#files.delete(path);
      this.#besideFiles.delete(path);
    }
    return gone.length;
  }

  #show(): void {
    this.#isBehind = false;
    const changed = [...this.#besideFiles].flatMap((path) => this.#files.get(path) ?? []);
    const count = changed.reduce((sum, { symbols }) => sum + symbols.length, 0);
    if (count > this.#table.symbols * BESIDE) {
      this.#table = buildTable(this.#files.values());
      this.#beside = undefined;
      this.#besideFiles = new Set();
    } else {
      this.#beside = buildTable(changed);
    }
    this.#shownAt = performance.now();
  }

  #save(): void {
    keepIndex(this.#path, this.#options.sources.root, this.#files.values());
  }
}

function byScore(one: SymbolHit, other: SymbolHit): number {
  if (one.score !== other.score) return other.score - one.score;
  return one.file.path < other.file.path
    ? -1
    : one.file.path > other.file.path
      ? 1
      : one.symbol.line - other.symbol.line;
}
