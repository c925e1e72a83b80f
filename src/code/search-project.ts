import type { CodeHit, CodeSearchResult } from '../api/work-answers.ts';
import { matchesGlob, pathSegments } from '../core/glob.ts';
import { memoizeLast } from '../core/memoize-last.ts';
import { formatCount } from '../core/text/format-count.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import type { CodeQuestions } from './code-protocol.ts';
import type { ProjectSources } from './files/project-sources.ts';
import { firstLine, type IndexedFile } from './index/indexed-file.ts';
import { type SymbolHit, toQuestion } from './index/symbol-search.ts';
import { SIGNATURE_MAX } from './parse/find-symbols.ts';
import { DOC_LINES, type SourceText, toSourceText } from './parse/source-text.ts';
import { type CodeProject, readFile, toEntry } from './project-code.ts';

const LIMIT = 20;
/** Milliseconds for which an index is taken as it is. */
const FRESH_MS = 2_000;
/** Bytes that hold most comments with what they are about. */
const STRETCH_BYTES = 8 * 1024;

/** Symbols of a project that answer words. */
export async function searchProject(
  project: CodeProject,
  { query, kinds, path, limit = LIMIT }: CodeQuestions['search'],
): Promise<CodeSearchResult> {
  await freshen(project);
  const isBelow = path === undefined ? undefined : pathFilter(path);
  const found = project.index.find(toQuestion(query), {
    limit,
    isWanted: (file, symbol) =>
      (kinds === undefined || kinds.length === 0 || kinds.includes(symbol.kind)) && isBelow?.(file.path) !== false,
  });
  const symbols: CodeHit[] = [];
  const look = project.sources.look();
  const whole = memoizeLast((file: IndexedFile) =>
    toSourceText(project.sources.read(file.path) ?? '', { secrets: file.secrets }),
  );
  for (const hit of found) {
    const shown = await show(project, hit, { look, whole });
    if (shown !== undefined) symbols.push(shown);
  }
  const { files, symbols: count, isWhole, isFull } = project.index.state();
  return {
    root: project.sources.root,
    symbols,
    indexed: { files, symbols: count, isWhole },
    notes: [
      ...(isWhole
        ? []
        : [
            {
              code: 'indexing',
              message: `The project is still being read: ${formatCount(files)} files so far. Ask again in a moment.`,
            },
          ]),
      ...(isFull ? [{ code: 'too_large', message: 'The project has more symbols than an index holds.' }] : []),
    ],
  };
}

/** Waits a moment for the index, which goes on being brought up to date behind the answer. */
async function freshen({ index, refresh, deadlines }: CodeProject): Promise<void> {
  if (now() - index.refreshedAt() < FRESH_MS) return;
  const wait = Promise.withResolvers<void>();
  const timer = setTimeout(wait.resolve, index.state().files > 0 ? deadlines.codeChangesMs : deadlines.codeFirstMs);
  const refreshed = refresh().catch((error: unknown) => ignore(error, 'a project could not be indexed'));
  await Promise.race([refreshed, wait.promise]);
  clearTimeout(timer);
}

/** A folder, or a pattern. */
function pathFilter(path: string): (path: string) => boolean {
  const globs = pathSegments(path);
  const isPattern = /[*?]/.test(path);
  return (one) => {
    const segments = pathSegments(one);
    return isPattern
      ? matchesGlob(globs, segments) || matchesGlob(['**', ...globs], segments)
      : globs.every((segment, at) => segments[at] === segment);
  };
}

/** A hit as its file is now: one that changed since it was indexed is parsed again; `undefined`: the symbol is gone. */
async function show(
  project: CodeProject,
  hit: SymbolHit,
  { look, whole }: { look: ReturnType<ProjectSources['look']>; whole: (file: IndexedFile) => SourceText },
): Promise<CodeHit | undefined> {
  const { file, symbol, score } = hit;
  const told = { language: file.language, score: Math.round(score * 100) / 100 };
  const current = look(file.path);
  if (current?.modifiedAt === file.modifiedAt && current.sizeBytes === file.sizeBytes) {
    const source = stretchAbout(hit, project.sources) ?? whole(file);
    return { ...toEntry({ file, source, symbols: file.symbols }, symbol), ...told };
  }
  if (current === undefined) return undefined;
  const read = await readFile(project, file.path);
  const same = read.symbols.filter(({ name, kind }) => name === symbol.name && kind === symbol.kind);
  const [nearest] = same.sort((one, other) => Math.abs(one.line - symbol.line) - Math.abs(other.line - symbol.line));
  return nearest === undefined ? undefined : { ...toEntry(read, nearest), ...told };
}

/** The text about a symbol without the rest of its file; `undefined` where more of it is needed. */
function stretchAbout({ file, symbol }: SymbolHit, sources: ProjectSources): SourceText | undefined {
  const start = file.starts?.[file.symbols.indexOf(symbol)];
  if (start === undefined) return undefined;
  const text = sources.stretch(file.path, start, STRETCH_BYTES) ?? '';
  const source = toSourceText(text, { secrets: [], above: firstLine(symbol) - 1 });
  if (start + STRETCH_BYTES >= file.sizeBytes) return source;
  const last = source.startOf(Math.max(symbol.line, (symbol.docLine ?? 0) + DOC_LINES));
  return last !== undefined && last + symbol.column + SIGNATURE_MAX < text.length ? source : undefined;
}
