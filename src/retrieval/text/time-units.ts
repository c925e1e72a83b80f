import { DAY_MS } from '../../core/text/calendar.ts';

/** A stretch of time in milliseconds since 1970, both ends inclusive. */
export interface Span {
  from: number;
  to: number;
}

/** Units of the calendar. */
export type TimeUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/**
 * The day, week (from Monday on), month, quarter or year that contains a time, shifted by `by` units; in this machine's
 * time zone.
 */
export function unitAt(at: number, unit: TimeUnit, by = 0): Span {
  const date = new Date(at);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  switch (unit) {
    case 'day':
      return between([year, month, day + by], [year, month, day + by + 1]);
    case 'week': {
      const monday = day - ((date.getDay() + 6) % 7) + 7 * by;
      return between([year, month, monday], [year, month, monday + 7]);
    }
    case 'month':
      return between([year, month + by, 1], [year, month + by + 1, 1]);
    case 'quarter': {
      const first = month - (month % 3) + 3 * by;
      return between([year, first, 1], [year, first + 3, 1]);
    }
    case 'year':
      return between([year + by, 0, 1], [year + by + 1, 0, 1]);
  }
}

/** From the beginning of one day to the beginning of another; a day is its year, month from 0, and day of the month. */
export function between(from: readonly [number, number, number], to: readonly [number, number, number]): Span {
  return { from: midnight(from), to: midnight(to) - 1 };
}

/** A day of the calendar; `undefined` for a day that does not exist, as 31 February. */
export function dayOf(year: number, month: number, day: number): Span | undefined {
  const date = new Date(midnight([year, month, day]));
  return date.getMonth() === month && date.getDate() === day
    ? between([year, month, day], [year, month, day + 1])
    : undefined;
}

/** The day, month or year `count` units before a time, or the week around that day. */
export function unitsAgo(now: number, unit: TimeUnit, count: number): Span {
  if (unit !== 'week') return unitAt(now, unit, -count);
  const day = unitAt(now, 'day', -7 * count);
  return { from: day.from - 3 * DAY_MS, to: day.to + 3 * DAY_MS };
}

function midnight([year, month, day]: readonly [number, number, number]): number {
  const date = new Date(2_000, 0, 1);
  date.setFullYear(year, month, day);
  return date.setHours(0, 0, 0, 0);
}
