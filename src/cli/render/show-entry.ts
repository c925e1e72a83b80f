import type { Entry } from '../../api/answers.ts';
import { describeValidity } from '../../core/model/validity.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import type { Colors, Output } from '../terminal/output.ts';
import { plain } from './show.ts';

/** Prints entries one below the other, separated by empty lines and numbered from `first`. */
export function showEntries(entries: readonly Entry[], out: Output, first = 1): void {
  if (entries.length > 0)
    out.print(entries.map((entry, index) => numbered(entry, first + index, out.colors)).join('\n\n'));
}

/** Title, then id, kind, date and author, then the snippet, below a number. */
export function numbered(entry: Entry, number: number, colors: Colors): string {
  const margin = ' '.repeat(String(number).length + 2);
  const title = plain(entry.title);
  const snippet = plain(entry.snippet);
  const lines = [`${number}. ${colors.bold(title)}`, `${margin}${entryFacts(entry, colors)}`];
  if (snippet !== '' && snippet !== title) lines.push(`${margin}${snippet}`);
  return lines.join('\n');
}

/** The facts of an entry on one line: id, kind, date and author. */
export function entryFacts(entry: Omit<Entry, 'snippet'>, colors: Colors): string {
  const by = entry.author ?? entry.agent;
  return [
    colors.cyan(entry.id),
    entry.kind,
    formatMinute(entry.at),
    ...(by === undefined ? [] : [`by ${plain(by)}`]),
    ...(entry.status === undefined || entry.status === 'stated' ? [] : [entry.status]),
    ...describeValidity(entry),
  ].join(colors.dim(' · '));
}

/** Prints how to get the next page, when there is one. */
export function showMore(nextCursor: string | undefined, out: Output): void {
  if (nextCursor !== undefined) out.say(`more: the same command with --cursor ${nextCursor}`);
}

/** A session or project on two lines: id and title, then its other facts. */
export function placeLines({ id, at, agent, title, snippet }: Entry, colors: Colors): string {
  const facts = [formatMinute(at), agent ?? '', snippet].filter((part) => part !== '').map(plain);
  return `${colors.cyan(id)}  ${colors.bold(plain(title))}\n${' '.repeat(id.length)}  ${colors.dim(facts.join(' · '))}`;
}
