import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { CUT_LINE } from './sentences/statement-patterns.ts';

/** A line of code in an item, without its `+` or `-`; `quoted` when the session had read it before. */
export interface CodeLine {
  text: string;
  quoted: boolean;
}

/** Code in an item: the lines that a change added and removed, or a block in an answer. */
export interface Code {
  language: string;
  file?: string;
  /** True for a file written as a whole, from its first line on. */
  whole: boolean;
  added: CodeLine[];
  removed: string[];
}

/** The endings of files by language. */
const ENDINGS = {
  c: 'c h',
  'c#': 'cs',
  'c++': 'cc cpp hpp',
  css: 'css scss',
  dart: 'dart',
  elixir: 'ex exs heex',
  erlang: 'erl',
  go: 'go',
  haskell: 'hs',
  html: 'html',
  java: 'java',
  javascript: 'js jsx cjs mjs',
  kotlin: 'kt',
  lua: 'lua',
  php: 'php',
  prisma: 'prisma',
  protobuf: 'proto',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  scala: 'scala',
  shell: 'bash sh',
  sql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  terraform: 'tf',
  typescript: 'ts tsx cts mts',
  vue: 'vue',
  zig: 'zig',
};
const LANGUAGES = new Map(
  Object.entries(ENDINGS).flatMap(([language, endings]) => [...wordSet(endings)].map((ending) => [ending, language])),
);
const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,20})/;

/** The language of a file, by its name; `undefined` for a file that is not code. */
function languageOf(file: string): string | undefined {
  if (/(?:^|\/)Dockerfile[\w.-]*$/.test(file)) return 'dockerfile';
  if (/(?:^|\/)Makefile$/.test(file)) return 'make';
  const ending = /\.([a-z0-9]{1,10})$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  return LANGUAGES.get(ending);
}

/** The code of an item that changed exactly one file; `undefined` for any other item. */
export function changedCode(item: Item): Code | undefined {
  const { observation, filesChanged } = detailOfKind(item, 'observation');
  const [file] = filesChanged ?? [];
  if (observation !== 'file-write' || file === undefined || filesChanged?.length !== 1) return undefined;
  const language = languageOf(file);
  if (language === undefined) return undefined;
  const lines = linesOf(item).slice(1);
  const whole = item.title.startsWith('Write ');
  if (whole) return { language, file, whole, added: untilCut(lines), removed: [] };
  const marked = (mark: string): CodeLine[] =>
    lines.filter(({ text }) => text.startsWith(mark)).map(({ text, quoted }) => ({ text: text.slice(1), quoted }));
  const cut = lines.findIndex(({ text }) => CUT_LINE.test(text));
  const added =
    cut < 0 ? marked('+') : marked('+').slice(0, lines.slice(0, cut).filter(({ text }) => text.startsWith('+')).length);
  return { language, file, whole, added, removed: marked('-').map(({ text }) => text) };
}

/** The fenced blocks of code in an answer whose language is named. */
export function fencedCode(item: Item): Code[] {
  if (!item.text.includes('```') && !item.text.includes('~~~')) return [];
  const found: Code[] = [];
  let open: { fence: string; language: string; lines: CodeLine[] } | undefined;
  for (const line of linesOf(item)) {
    const fence = FENCE.exec(line.text);
    if (open === undefined) {
      if (fence !== null) open = { fence: fence[1] ?? '', language: fencedLanguage(fence[2] ?? ''), lines: [] };
    } else if (CUT_LINE.test(line.text)) {
      open = undefined;
    } else if (fence !== null && fence[2] === '' && (fence[1]?.length ?? 0) >= open.fence.length) {
      if (open.language !== '') found.push({ language: open.language, whole: false, added: open.lines, removed: [] });
      open = undefined;
    } else open.lines.push(line);
  }
  return found;
}

function fencedLanguage(name: string): string {
  const lower = name.toLowerCase();
  return LANGUAGES.get(lower) ?? (Object.hasOwn(ENDINGS, lower) ? lower : '');
}

function untilCut(lines: CodeLine[]): CodeLine[] {
  const cut = lines.findIndex(({ text }) => CUT_LINE.test(text));
  // The line before the cut is most likely cut as well.
  return cut < 0 ? lines : lines.slice(0, Math.max(cut - 1, 0));
}

function linesOf({ text, detail }: Pick<Item, 'text' | 'detail'>): CodeLine[] {
  const { quoted } = detail;
  if (quoted === undefined) return text.split('\n').map((line) => ({ text: line, quoted: false }));
  let start = 0;
  return text.split('\n').map((line) => {
    const end = start + line.length;
    const isQuoted = quoted.some(([from, to]) => from < end && to > start);
    start = end + 1;
    return { text: line, quoted: isQuoted };
  });
}
