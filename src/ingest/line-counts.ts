import type { Skipped } from '../core/model/event.ts';

/** What a reading gave: lines with an event, lines without one by type, lines that name their format by its version. */
export interface LineCounts {
  read: number;
  skipped: Skipped;
  formats?: Skipped | undefined;
}

/** One count: lines of an agent in a week. `type`: skipped as that; `format`: of that version; neither: read. */
export interface LineCount {
  agent: string;
  week: number;
  type?: string;
  format?: string;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const SKIPPED = 'skipped:';
const FORMAT = 'format:';

/** The number of the week of a time in milliseconds since 1970, counted from there. */
export function weekOf(at: number): number {
  return Math.floor(at / WEEK_MS);
}

/** Adds the counts of a reading to `sums`, each under `AGENT WEEK WHAT`. */
export function addLines(
  sums: Record<string, number>,
  { agent, week }: { agent: string; week: number },
  { read, skipped, formats = {} }: LineCounts,
): void {
  const add = (what: string, n: number): void => {
    const name = `${agent} ${week} ${what}`;
    if (n > 0) sums[name] = (sums[name] ?? 0) + n;
  };
  add('read', read);
  for (const [type, n] of Object.entries(skipped)) add(`${SKIPPED}${type}`, n);
  for (const [version, n] of Object.entries(formats)) add(`${FORMAT}${version}`, n);
}

/** Reads a name that `addLines` gave. */
export function parseLineCount(name: string): LineCount {
  const [agent = '', week = '', what = ''] = name.split(' ');
  const place = { agent, week: Number(week) };
  if (what.startsWith(SKIPPED)) return { ...place, type: what.slice(SKIPPED.length) };
  return what.startsWith(FORMAT) ? { ...place, format: what.slice(FORMAT.length) } : place;
}
