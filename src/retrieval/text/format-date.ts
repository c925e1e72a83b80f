import { DAY_MS } from '../../core/text/calendar.ts';

const MONTHS = 'January February March April May June July August September October November December';

/** The day of a time in words, as seen from `now` (both milliseconds since 1970): `today`, `yesterday`, `on 5 January`. */
export function formatWhen(at: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  const date = new Date(at);
  const day = `on ${date.getDate()} ${MONTHS.split(' ')[date.getMonth()]}`;
  return date.getFullYear() === new Date(now).getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

/** Midnight before a time in this machine's time zone, since a person's days are not UTC's. */
function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** How long ago a time was, as seen from `now` (both milliseconds since 1970): `of today`, `3 days old`, `5 months old`. */
export function formatAgo(at: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS);
  if (days <= 0) return 'of today';
  if (days === 1) return 'of yesterday';
  if (days < 60) return `${days} days old`;
  return days < 730 ? `${Math.round(days / 30.44)} months old` : `${Math.round(days / 365.25)} years old`;
}
