import { dirname } from 'node:path';
import type { SourceFile, TextFile, Violation } from './source.ts';

const WINDOW_LINES = 8;
const MAX_DUPLICATE_SHARE = 0.01;
// Spelled in parts, so that this file does not break its own rule.
const FOREIGN = [
  { what: "a path of a developer's machine", pattern: new RegExp(`(?<![\\w./~])/(?:${['wo', 'ro'].join('rk|')}ot)/`) },
  { what: 'a registry host', pattern: new RegExp(`\\b${'regis'}try\\.[a-z0-9-]+\\.[a-z]{2,}`) },
];

/** Texts that name the machine they were written on, or where its packages came from. */
export function foreignTexts(files: readonly TextFile[]): Violation[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((content, index) => {
      const found = FOREIGN.filter(({ pattern }) => pattern.test(content));
      return found.map(({ what }) => ({ rule: 'foreign-text', path, line: index + 1, message: what }));
    }),
  );
}

/** A lockfile that says where packages were fetched from, but those of the repository itself. */
export function lockfileHosts(files: readonly TextFile[]): Violation[] {
  return files.flatMap(({ path, text }) => {
    if (!/(?:^|\/)package-lock\.json$/.test(path)) return [];
    const line = text.split('\n').findIndex((content) => /"resolved"(?!: "packages\/)/.test(content));
    return line < 0 ? [] : [{ rule: 'lockfile-host', path, line: line + 1, message: 'says where a package came from' }];
  });
}

/** Folders of `src` without a file that opens with at least two lines on what lives there and what must not. */
export function foldersWithoutOpening(files: readonly TextFile[]): Violation[] {
  const sources = files.filter((file) => /^src\/.*\.ts$/.test(file.path));
  const folders = new Set(sources.map((file) => dirname(file.path)));
  for (const file of sources) if (/^(#!.*\n)?\/\/ .*\n\/\/ /.test(file.text)) folders.delete(dirname(file.path));
  return [...folders].map((path) => ({
    rule: 'folder-opening',
    path,
    line: 1,
    message: 'no file opens with two comment lines: what lives here, what must not',
  }));
}

/** Repeated passages, when they make up more than the allowed share of the lines of `src` and `web`. */
export function duplicates(files: readonly SourceFile[]): Violation[] {
  const passages = files.filter((file) => /^(?:src|web)\//.test(file.path)).flatMap(passagesOf);
  const first = new Map<string, Passage>();
  const repeated: Violation[] = [];
  const repeatedLines = new Set<string>();
  for (const passage of passages) {
    const earlier = first.get(passage.text);
    if (earlier === undefined) {
      first.set(passage.text, passage);
      continue;
    }
    for (const line of passage.lines) repeatedLines.add(`${passage.path}:${line}`);
    const { path, lines } = passage;
    const message = `${WINDOW_LINES} lines as in ${earlier.path}:${earlier.lines[0]}`;
    repeated.push({ rule: 'duplicate', path, line: lines[0] ?? 1, message });
  }
  return repeatedLines.size > passages.length * MAX_DUPLICATE_SHARE ? repeated : [];
}

interface Passage {
  path: string;
  text: string;
  lines: number[];
}

// Every run of eight lines that say something: without imports, comments and lone brackets.
function passagesOf({ path, text }: SourceFile): Passage[] {
  const lines = text.split('\n').map((content, index) => ({ content: content.trim(), number: index + 1 }));
  const telling = lines.filter(({ content }) => !/^(import\b.*|\/[/*].*|\*.*|[^\w]*)$/.test(content));
  return telling.slice(WINDOW_LINES - 1).map((_, index) => {
    const window = telling.slice(index, index + WINDOW_LINES);
    return { path, text: window.map(({ content }) => content).join('\n'), lines: window.map(({ number }) => number) };
  });
}
