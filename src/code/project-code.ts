import { join } from 'node:path';
import type { CodeSymbolEntry } from '../api/work-answers.ts';
import { dropOldest } from '../core/drop-oldest.ts';
import { CairnError } from '../core/errors.ts';
import type { CodeDeadlines } from './code-protocol.ts';
import type { ProjectSources, SourceFile } from './files/project-sources.ts';
import type { CodeIndex } from './index/code-index.ts';
import type { Language } from './languages/language.ts';
import { LANGUAGES, languageOf } from './languages/languages.ts';
import type { SymbolParser } from './parse/open-parser.ts';
import { type SourceText, toSourceText } from './parse/source-text.ts';
import type { CodeSymbol, FileSymbols } from './parse/symbol.ts';

/** Files that are held parsed. */
const TEXTS = 64;

/** A file as it is now: read, parsed, its secrets found. */
export interface ReadFile extends FileSymbols {
  file: SourceFile;
  language: Language;
  text: string;
  source: SourceText;
}

/** A project whose code is asked about. */
export interface CodeProject {
  sources: ProjectSources;
  index: CodeIndex;
  parser: () => Promise<SymbolParser>;
  /** Files as they were read last, by their paths. */
  texts: Map<string, ReadFile>;
  deadlines: CodeDeadlines;
  /** Brings the index to what the files are now. */
  refresh(): Promise<void>;
}

/** Reads and parses a file of a project. Throws `not_found`, or `unsupported` for one without a grammar. */
export async function readFile(project: CodeProject, path: string): Promise<ReadFile> {
  const { sources, texts, parser } = project;
  const file = sources.look()(path);
  const known = texts.get(path);
  if (file !== undefined && known?.file.modifiedAt === file.modifiedAt && known.file.sizeBytes === file.sizeBytes)
    return known;
  const text = file === undefined ? undefined : sources.read(path);
  if (file === undefined || text === undefined) {
    throw new CairnError(
      'not_found',
      `${JSON.stringify(path)} cannot be read: it is gone, longer than 2 MB, or no text.`,
      {
        fix: 'Name a source file of the project.',
      },
    );
  }
  const language = languageOf(path, text);
  if (language === undefined) {
    throw new CairnError('invalid_input', `There is no grammar for ${JSON.stringify(path)}.`, {
      fix: `Languages: ${LANGUAGES.map(({ name }) => name).join(', ')}.`,
    });
  }
  const read =
    known?.text === text
      ? { ...known, file }
      : {
          ...{ file, language, text, source: toSourceText(text) },
          ...(await (await parser()).parse(language, text, join(sources.root, path))),
        };
  texts.delete(path);
  texts.set(path, read);
  dropOldest(texts, TEXTS);
  return read;
}

/** A symbol as an answer has it. */
export function toEntry(
  { file, source, symbols }: Pick<ReadFile, 'file' | 'source'> & { symbols: readonly CodeSymbol[] },
  symbol: CodeSymbol,
): CodeSymbolEntry {
  const { name, kind, line, endLine, parent } = symbol;
  const doc = source.docOf(symbol);
  const holder = parent === undefined ? undefined : symbols[parent]?.name;
  return {
    name,
    kind,
    path: file.path,
    line,
    endLine,
    signature: source.signatureOf(symbol),
    ...(doc === undefined ? {} : { doc }),
    ...(holder === undefined ? {} : { holder }),
  };
}
