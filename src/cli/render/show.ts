// cli/render: answers of the memory as text for a terminal. Nothing here calls the memory, except the inbox of `cairn
// review` and the question before items are retired.

import type { PauseEntry } from '../../api/home-answers.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCount } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { oneLine } from '../../core/text/text.ts';
import type { Colors, Shown } from '../terminal/output.ts';

/** Stored text on one line, without control characters that a terminal would interpret. */
export function plain(text: string): string {
  return oneLine(safeText(text));
}

/** Seconds as `0:07`, `12:30`, `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const pad = (part: number): string => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

/** Columns that a value gets however narrow the terminal is. */
const LEAST_COLUMNS = 20;

/** A part of a text; one that is empty, absent or false is left out. */
export type Part = string | false | undefined;

/** The parts that there are, with `between` between them. */
export function joined(parts: readonly Part[], between = ', '): string {
  return parts.filter((part) => part).join(between);
}

/**
 * Rows of a name and a value, the names padded to one width; a row without a value is left out. Values are wrapped to fit
 * `columns`.
 */
export function rows(pairs: readonly (readonly [string, Part])[], colors: Colors, columns?: number): string {
  const shown = pairs.filter(([, value]) => value);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  const room = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(columns - width - 2, LEAST_COLUMNS);
  const below = `\n${' '.repeat(width + 2)}`;
  const fitted = (value: Part): string => wrap(`${value}`, room).join(below);
  return shown.map(([name, value]) => `${colors.dim(name.padEnd(width))}  ${fitted(value)}`).join('\n');
}

/** Lines below a title, indented; empty when there are none. */
export function titled(title: string, lines: string, colors: Colors): string {
  return lines === '' ? '' : `${colors.bold(title)}\n${indented(lines)}`;
}

/** Counts by name, the largest first. */
export function sortedCounts(counts: Readonly<Record<string, number>>): string[] {
  const sorted = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  return sorted.map(([name, n]) => `${plain(name)} ${formatCount(n)}`);
}

/**
 * A span between two ISO 8601 instants, as `when` shows one: `2026-10-06 14:30 to 14:34`; a single time when both are in the
 * same minute.
 */
export function timeSpan(firstAt: string, lastAt: string, when = formatMinute): string {
  const [from, to] = [when(firstAt), when(lastAt)];
  if (from === to) return from;
  const [day, time] = [to.slice(0, -5), to.slice(-5)];
  return `${from} to ${time.includes(':') && from.startsWith(day) ? time : to}`;
}

/** The span of a plan as the end of a sentence; empty where the plan names none. */
export function spanOf({ firstAt, lastAt }: { firstAt?: string; lastAt?: string }): string {
  return firstAt === undefined || lastAt === undefined ? '' : `, ${timeSpan(firstAt, lastAt)}`;
}

/** Width of a page of text, in characters, for a terminal with this many columns; 100 when there is no terminal. */
export function pageWidth(columns: number | undefined): number {
  return Math.min(Math.max(columns || 100, 40), 110);
}

/** Every line indented by two spaces. */
export function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** A text behind a dash, in lines of at most `room` characters; those after the first stand below its first word. */
export function bullet(text: string, room: number): string[] {
  return wrap(text, room - 2).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`);
}

/** Breaks a text at spaces into lines of at most `room` characters; a longer word stays whole. */
export function wrap(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** What a pause means, and what ends it. */
export function pauseLine({ until, folder }: Omit<PauseEntry, 'from'>, { when }: Pick<Shown, 'when'>): string {
  const [where, ends] =
    folder === undefined ? ['', 'cairn unpause'] : [` in ${plain(folder)}`, `cairn on ${plain(folder)}`];
  const end = until === undefined ? '' : ` until ${when(until)}`;
  return `Paused${end}: nothing is recorded that agents do${where}. To go on: ${ends}`;
}
