// The word list of docs/style.md as a rule: phrases that a native speaker would not write, each with what to say instead.
import { lineAt, type SourceFile, type TextFile, type Violation, visit } from './source.ts';

/** The page that lists the phrases. */
export const WORD_LIST = 'docs/style.md';

/** Phrases that the list refuses, and what it says instead. */
export interface Refused {
  pattern: RegExp;
  say: string;
}

/** Reads the table "Say this, not that" of the page; a cell holds several phrases apart by commas. */
export function readWordList(page: string): Refused[] {
  const [, table = ''] = page.split('## Say this, not that\n');
  const rows = table.split('\n').filter((line) => /^\| (?!not \||---)/.test(line));
  return rows.map((row) => {
    const [, not = '', say = ''] = row.split('|').map((cell) => cell.trim());
    const phrases = not
      .split(', ')
      .map((phrase) => phrase.replace(/[.*+?^${}()[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'));
    return { pattern: new RegExp(`(?<![\\w-]|\\bthere )(?:${phrases.join('|')})(?![\\w-])`, 'gi'), say };
  });
}

/** Refused phrases in pages that a person wrote, outside of code. Pages made from the sources are the sources' words. */
export function unplainPages(files: readonly TextFile[]): Violation[] {
  const list = readWordList(files.find(({ path }) => path === WORD_LIST)?.text ?? '');
  const pages = files.filter(
    ({ path, text }) =>
      /^(?:README|docs\/.*)\.md$/.test(path) && path !== WORD_LIST && !text.includes('<!-- Made by scripts/'),
  );
  return pages.flatMap(({ path, text }) => findRefused(withoutCode(text), list).map((found) => ({ ...found, path })));
}

/** A text that a person may read has more words than this. */
const LEAST_WORDS = 2;
/** What is derived is kept in the memory, and migrations are never changed: their words stay. */
const KEPT = /^src\/(?:derive|store\/[a-z]+\/migrations)\//;

/** Refused phrases in the texts of the program. */
export function unplainTexts(files: readonly TextFile[], sources: readonly SourceFile[]): Violation[] {
  const list = readWordList(files.find(({ path }) => path === WORD_LIST)?.text ?? '');
  return sources
    .filter(({ path }) => path.startsWith('src/') && !KEPT.test(path))
    .flatMap((source) =>
      textsOf(source).flatMap(({ text, start }) =>
        findRefused(text, list).map((found) => ({ ...found, path: source.path, line: lineAt(source, start) })),
      ),
    );
}

function textsOf(source: SourceFile): { text: string; start: number }[] {
  const texts: { text: string; start: number }[] = [];
  const add = (text: string, start: number): void => {
    if (text.split(' ').length > LEAST_WORDS) texts.push({ text, start });
  };
  visit(source, {
    Literal({ value, start }) {
      if (typeof value === 'string') add(value, start);
    },
    TemplateElement({ value, start }) {
      add(value.raw, start);
    },
  });
  return texts;
}

/** Where a text holds refused phrases, by line from 1. */
export function findRefused(text: string, list: readonly Refused[]): Omit<Violation, 'path'>[] {
  return list.flatMap(({ pattern, say }) =>
    [...text.matchAll(pattern)].map(({ 0: phrase, index }) => ({
      rule: 'plain-english',
      line: text.slice(0, index).split('\n').length,
      message: `"${phrase.replace(/\s+/g, ' ')}": ${say}`,
    })),
  );
}

// The same text with code, names of tests and passages of the sources blanked out, so that lines keep their numbers.
function withoutCode(page: string): string {
  const blank = (code: string): string => code.replace(/[^\n]/g, ' ');
  return page
    .replace(/^<!-- From the sources -->.*?^<!-- End -->/gms, blank)
    .replace(/^```.*?^```/gms, blank)
    .replace(/`test\/[^`]+`: [^|\n]*/g, blank)
    .replace(/`[^`\n]*`/g, blank);
}
