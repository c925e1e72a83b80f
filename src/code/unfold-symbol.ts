import type { CodeSymbolEntry, CodeUnfolded } from '../api/work-answers.ts';
import { CairnError } from '../core/errors.ts';
import { countTokens } from '../core/text/tokens.ts';
import type { CodeQuestions } from './code-protocol.ts';
import { firstLine } from './index/indexed-file.ts';
import type { CodeSymbol } from './parse/symbol.ts';
import { type CodeProject, type ReadFile, readFile, toEntry } from './project-code.ts';
import { searchProject } from './search-project.ts';

/** Upper bounds on the lines and characters of a text, and on other symbols of the name in an answer. */
const LINES = 400;
const CHARS = 24_000;
const OTHERS = 10;

/** The text of one symbol, with its comment. */
export async function unfoldSymbol(
  project: CodeProject,
  { symbol, path, cwd, root, line, from }: CodeQuestions['unfold'],
): Promise<CodeUnfolded> {
  if (symbol === undefined && (path === undefined || line === undefined)) {
    throw new CairnError('invalid_input', 'Which symbol?', { fix: 'Give its name, or its file and a line of it.' });
  }
  if (path !== undefined) {
    const read = await readFile(project, project.sources.place(path, cwd));
    const [first, ...others] = symbol === undefined ? atLine(read, line ?? 1) : named(read, symbol, line);
    if (first === undefined) throw unknown(read, symbol ?? `line ${line}`);
    return textOf(read, first, {
      from,
      others: symbol === undefined ? [] : others.map((other) => toEntry(read, other)),
    });
  }
  const found = await searchProject(project, { root, query: symbol ?? '', limit: OTHERS * 5 });
  const called = found.symbols.filter((hit) => isCalled(hit, symbol ?? ''));
  const own = apart(symbol ?? '').own;
  const [first, ...others] =
    called.length > 0 ? called : found.symbols.filter(({ name, holder }) => name === own && holder === undefined);
  if (first === undefined) {
    const near = found.symbols.slice(0, 3).map((hit) => `${hit.name} (${hit.path}:${hit.line})`);
    const [unread] = found.notes;
    throw new CairnError(
      'not_found',
      `No symbol of the project is called ${JSON.stringify(symbol)}.${unread === undefined ? '' : ` ${unread.message}`}`,
      {
        fix: near.length > 0 ? `Near it: ${near.join(', ')}.` : 'smartSearch finds symbols by a part of their name.',
      },
    );
  }
  const read = await readFile(project, first.path);
  const [current] = named(read, first.name, first.line);
  if (current === undefined) throw unknown(read, first.name);
  return textOf(read, current, { from, others: others.map(({ language: _, score: __, ...entry }) => entry) });
}

function unknown({ file, symbols }: ReadFile, what: string): CairnError {
  const names = symbols.filter(({ parent }) => parent === undefined).map(({ name }) => name);
  return new CairnError('not_found', `${JSON.stringify(file.path)} has no symbol ${JSON.stringify(what)}.`, {
    fix: `It has: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ' …' : ''}.`,
  });
}

/** The symbols that hold a line, the inmost first. */
function atLine({ symbols }: ReadFile, line: number): CodeSymbol[] {
  return symbols.filter((symbol) => firstLine(symbol) <= line && symbol.endLine >= line).reverse();
}

/** The symbols of a name, those with a text before those that are declared alone; with a line the one there first. */
function named({ symbols }: ReadFile, asked: string, line: number | undefined): CodeSymbol[] {
  const holderOf = ({ parent }: CodeSymbol): string | undefined =>
    parent === undefined ? undefined : symbols[parent]?.name;
  const called = symbols.filter((symbol) => isCalled({ name: symbol.name, holder: holderOf(symbol) }, asked));
  // A method may stand outside of what holds it, as in Go.
  if (called.length === 0)
    called.push(...symbols.filter(({ name, parent }) => name === apart(asked).own && parent === undefined));
  const distance = (symbol: CodeSymbol): number => (line === undefined ? 0 : Math.abs(symbol.line - line));
  return called.sort((one, other) => distance(one) - distance(other) || lengthOf(other) - lengthOf(one));
}

/** True for the name of a symbol, or `Holder.name` in the ways that languages write it. */
function isCalled({ name, holder }: { name: string; holder?: string | undefined }, asked: string): boolean {
  if (name === asked) return true;
  const { own, of } = apart(asked);
  return own !== undefined && name === own && withoutTypes(holder ?? '') === of;
}

function apart(asked: string): { own?: string | undefined; of?: string | undefined } {
  const [, of, own] = /^(.+?)(?:\.|#|::|->)([^.:>]+)$/.exec(asked) ?? [];
  return { own, of };
}

/** `Queue<T>` is asked for as `Queue`. */
function withoutTypes(name: string): string {
  return name.replace(/[<[].*$/, '');
}

function lengthOf({ line, endLine }: CodeSymbol): number {
  return endLine - line;
}

function textOf(
  read: ReadFile,
  symbol: CodeSymbol,
  { from, others }: { from: number | undefined; others: CodeSymbolEntry[] },
): CodeUnfolded {
  const first = Math.min(Math.max(from ?? firstLine(symbol), firstLine(symbol)), symbol.endLine);
  let last = Math.min(symbol.endLine, first + LINES - 1);
  let text = read.source.between(first, last);
  while (text.length > CHARS && last > first) {
    last = first + Math.floor((last - first) / 2);
    text = read.source.between(first, last);
  }
  const next = last < symbol.endLine ? last + 1 : undefined;
  return {
    ...toEntry(read, symbol),
    language: read.language.name,
    text: text.slice(0, CHARS),
    tokens: countTokens(text.slice(0, CHARS)),
    from: first,
    ...(next === undefined ? {} : { next }),
    others: others.slice(0, OTHERS),
    notes: read.isBroken ? [{ code: 'broken', message: 'Some of the file could not be parsed.' }] : [],
  };
}
