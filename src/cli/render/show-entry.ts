import type { Entry } from '../../api/answers.ts';
import { describeValidity } from '../../core/model/validity.ts';
import { authorName } from '../../core/text/author-name.ts';
import type { Output, Shown } from '../terminal/output.ts';
import { joined, plain, wrap } from './show.ts';

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
  const lines = [`${number}. ${shown(title, out.colors.bold)}`, `${margin}${entryFacts(entry, out)}`];
  if (snippet !== '' && snippet !== title) lines.push(`${margin}${shown(snippet, String)}`);
  return lines.join('\n');
}

/** A text in lines that fit a terminal beside a margin; elsewhere one line. */
export function fitted(text: string, margin: number, { columns }: Pick<Shown, 'columns'>): string[] {
  return columns === undefined ? [text] : wrap(text, Math.max(columns - margin, 20));
}

/** The facts of an entry on one line: id, kind, date and author. */
export function entryFacts(entry: Omit<Entry, 'snippet'>, { colors, when }: Pick<Shown, 'colors' | 'when'>): string {
  const { id, kind, at, agent, status } = entry;
  const by = authorName(entry) ?? agent;
  const facts = [colors.cyan(id), kind, when(at), by && `by ${plain(by)}`, status !== 'stated' && status];
  return joined([...facts, ...describeValidity(entry)], colors.dim(' · '));
}

/** Prints how to get the next page, when there is one. */
export function showMore(nextCursor: string | undefined, out: Output): void {
  if (nextCursor !== undefined) out.say(`more: the same command with --cursor ${nextCursor}`);
}
