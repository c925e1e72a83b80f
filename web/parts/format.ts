const COUNT = new Intl.NumberFormat('en');
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const MINUTE = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const YEAR_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const ZONE = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });

const KILO = 1_000;
/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;
const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A number with its thousands apart: `1,284`. */
export function formatCount(value: number): string {
  return COUNT.format(value);
}

/** A number with its noun: `1 session`, `3 sessions`; `many` where an s is not enough. */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** Bytes in steps of a thousand: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= KILO && unit < BYTE_UNITS.length - 1) [value, unit] = [value / KILO, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

/** How long something took, of milliseconds: `47 ms`, `6.1 s`, `2:05`, `1 h 12`. */
export function formatDuration(ms: number): string {
  if (ms < KILO) return `${Math.round(ms)} ms`;
  const seconds = ms / KILO;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

/** How long ago, in one unit: for "last seen" alone, since it goes out of date. */
export function formatAgo(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 1_440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`;
}

/** Time of the day with seconds, as the clock here has it: `14:06:12`. */
export function formatClock(at: Date): string {
  return CLOCK.format(at);
}

/** Time of the day without seconds. */
export function formatMinute(at: Date): string {
  return MINUTE.format(at);
}

/** A day: `5 Oct`, with its year where that is another one. */
export function formatDay(at: Date, now = new Date()): string {
  return (at.getFullYear() === now.getFullYear() ? DAY : YEAR_DAY).format(at);
}

/** A day as a heading: `Today, Fri 9 Oct`, `Yesterday, Thu 8 Oct`, `Mon 5 Oct`. */
export function nameDay(at: Date, now = new Date()): string {
  const day = `${WEEKDAY.format(at)} ${formatDay(at, now)}`;
  const apart = Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS);
  if (apart === 0) return `Today, ${day}`;
  return apart === 1 ? `Yesterday, ${day}` : day;
}

/** A moment in short: the clock for today, else the day. */
export function formatMoment(at: Date, now = new Date()): string {
  return startOfDay(at) === startOfDay(now) ? MINUTE.format(at) : formatDay(at, now);
}

/** A moment whole, for tooltips and facts: `Fri 9 Oct 2026, 14:06:12 CEST`. */
export function formatWhole(at: Date): string {
  const zone = ZONE.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${WEEKDAY.format(at)} ${YEAR_DAY.format(at)}, ${CLOCK.format(at)} ${zone}`.trimEnd();
}

/** The first millisecond of a day, as the clock here has it. */
export function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
