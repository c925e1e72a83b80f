import { stripVTControlCharacters } from 'node:util';
import type { Entry } from '../../api/answers.ts';
import { describeValidity } from '../../core/model/validity.ts';
import { authorName } from '../../core/text/author-name.ts';
import type { Output, Shown } from '../terminal/output.ts';
import { joined, plain, wrap } from './show.ts';

const BETWEEN = ' · ';

/** Prints entries one below the other, separated by empty lines and numbered from `first`. */
export function showEntries(entries: readonly Entry[], out: Output, first = 1): void {
  if (entries.length === 0) return;
  out.print(entries.map((entry, index) => numbered(entry, first + index, out)).join('\n\n'));
  out.number(
    entries.map(({ id }) => id),
    first,
  );
}

/** Title, then id, kind, date and author, then the snippet, below a number; words that `mark` changes are marked. */
export function numbered(
  entry: Entry,
  number: number,
  { mark = (text) => text, ...out }: Shown & { mark?: (text: string) => string },
): string {
  const margin = ' '.repeat(String(number).length + 2);
  const title = plain(entry.title);
  const snippet = plain(entry.snippet);
  const shown = (text: string, style: (line: string) => string): string =>
    fitted(text, margin.length, out)
      .map((line) => mark(style(line)))
      .join(`\n${margin}`);
  const facts = folded(factsOf(entry, out), margin.length, out).join(`\n${margin}`);
  const lines = [`${number}. ${shown(title, out.colors.bold)}`, `${margin}${facts}`];
  if (snippet !== '' && snippet !== title) lines.push(`${margin}${shown(snippet, String)}`);
  return lines.join('\n');
}

/** A text in lines that fit a terminal beside a margin; elsewhere one line. */
export function fitted(text: string, margin: number, { columns }: Pick<Shown, 'columns'>): string[] {
  return columns === undefined ? [text] : wrap(text, Math.max(columns - margin, 20));
}

/** The facts of an entry on one line: id, kind, date and author. */
export function entryFacts(entry: Omit<Entry, 'snippet'>, { colors, when }: Pick<Shown, 'colors' | 'when'>): string {
  return joined(factsOf(entry, { colors, when }), colors.dim(BETWEEN));
}

function factsOf(
  entry: Omit<Entry, 'snippet'>,
  { colors, when, link = (_page, text) => text }: Pick<Shown, 'colors' | 'when'> & Partial<Pick<Shown, 'link'>>,
): string[] {
  const { id, kind, at, agent, status } = entry;
  const by = authorName(entry) ?? agent;
  const facts = [
    link(`id/${id}`, colors.cyan(id)),
    kind,
    when(at),
    by && `by ${plain(by)}`,
    status !== 'stated' && status,
  ];
  return [...facts, ...describeValidity(entry)].filter((fact) => typeof fact === 'string' && fact !== '') as string[];
}

/** Facts in lines that fit a terminal beside a margin, none of them cut; elsewhere in one line. */
function folded(facts: readonly string[], margin: number, { colors, columns }: Shown): string[] {
  const width = columns === undefined ? Number.POSITIVE_INFINITY : columns - margin;
  const lines: string[][] = [];
  let used = 0;
  for (const fact of facts) {
    const { length } = stripVTControlCharacters(fact);
    const line = lines.at(-1);
    if (line === undefined || used + BETWEEN.length + length > width) {
      lines.push([fact]);
      used = length;
    } else {
      line.push(fact);
      used += BETWEEN.length + length;
    }
  }
  return lines.map((line) => joined(line, colors.dim(BETWEEN)));
}

/** Prints how to get the next page, when there is one. */
export function showMore(nextCursor: string | undefined, out: Output): void {
  if (nextCursor !== undefined)
    out.say(`more: the same command with --page 2 and so on, or with --cursor ${nextCursor}`);
}
