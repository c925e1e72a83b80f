import type { StatsResult, StatsTokens } from '../../../src/api/stats-answers.ts';
import { formatCount, formatDay } from '../../parts/format.ts';

const NAMES: Readonly<Record<string, string>> = {
  done: 'done',
  part: 'partly',
  blocked: 'blocked',
  abandoned: 'abandoned',
  unknown: 'not known',
};

/** How a session came out, in a word; the order is that of charts and tables. */
export const OUTCOMES = Object.entries(NAMES).map(([outcome, says]) => ({ outcome, says }));

/** The number of sessions that came out so. */
export function outcomeCount(outcomes: Readonly<Record<string, number>>, outcome: string): number {
  return outcomes[outcome] ?? 0;
}

/** A share as a percentage; `–` of nothing. */
export function formatShare(n: number, of: number): string {
  return of === 0 ? '–' : `${Math.round((n / of) * 100)} %`;
}

/** How much a figure differs, with its sign; empty where it does not. */
export function formatChange(by: number, digits = 0): string {
  const rounded = Number(by.toFixed(digits));
  if (rounded === 0) return '';
  return `${rounded > 0 ? '+' : '−'}${formatCount(Math.abs(rounded))}`;
}

/** A number in short: `41.6k`. */
export function formatShort(value: number): string {
  if (value < 10_000) return formatCount(value);
  return value < 1_000_000 ? `${(value / 1_000).toFixed(1)}k` : `${(value / 1_000_000).toFixed(1)}M`;
}

/** A span of days: `27 Aug – 25 Nov 2026`. */
export function formatSpan({ since, until }: Pick<StatsResult, 'since' | 'until'>): string {
  const last = new Date(until);
  return `${formatDay(new Date(since), last)} – ${formatDay(last, last)} ${last.getFullYear()}`;
}

/** A day of the calendar (`2026-11-25`) as the page shows it. */
export function nameOfDay(day: string): string {
  return formatDay(new Date(`${day}T12:00`));
}

/** The share of the memories told unasked that were used afterwards. */
export function usedShare({ lines }: StatsTokens): string {
  return formatShare(lines.n, lines.of);
}
