import type { Entry, ListResult } from '../../api/answers.ts';
import { describeValidity } from '../../core/model/validity.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import type { Colors, Output } from '../terminal/output.ts';
import { joined, plain } from './show.ts';

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
  const { id, kind, at, author, agent, status } = entry;
  const by = author ?? agent;
  const facts = [colors.cyan(id), kind, formatMinute(at), by && `by ${plain(by)}`, status !== 'stated' && status];
  return joined([...facts, ...describeValidity(entry)], colors.dim(' · '));
}

/** Prints how to get the next page, when there is one. */
export function showMore(nextCursor: string | undefined, out: Output): void {
  if (nextCursor !== undefined) out.say(`more: the same command with --cursor ${nextCursor}`);
}

/** Prints a page of sessions or projects, each on two lines; `otherwise` when there are none. */
export function showPlaces({ entries, nextCursor }: ListResult, otherwise: string, out: Output): void {
  if (entries.length === 0) out.say(otherwise);
  else out.print(entries.map((entry) => placeLines(entry, out.colors)).join('\n'));
  showMore(nextCursor, out);
}

/** A session or project: id and title, then its other facts. */
function placeLines({ id, at, agent, title, snippet }: Entry, colors: Colors): string {
  const facts = joined([formatMinute(at), plain(agent ?? ''), plain(snippet)], ' · ');
  return `${colors.cyan(id)}  ${colors.bold(plain(title))}\n${' '.repeat(id.length)}  ${colors.dim(facts)}`;
}
