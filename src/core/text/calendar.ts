/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000;

/** The days of the week in short, Monday first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The day of a time (milliseconds since 1970) on this machine's calendar: `2026-11-22`. */
export function localDay(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-');
}

/** A time (milliseconds since 1970) in ISO 8601, in UTC: `2026-11-22T09:12:00.000Z`. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** The day of a time (milliseconds since 1970) in UTC: `2026-11-22`. */
export function isoDay(at: number): string {
  return isoTime(at).slice(0, 10);
}

/** An instant in ISO 8601 as `2026-10-05 09:12`, in UTC. */
export function formatMinute(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}

/** The day of an instant in ISO 8601, in UTC: `2026-10-05`. */
export function day(at: string): string {
  return at.slice(0, 10);
}
