import { CairnError } from '../../core/errors.ts';
import * as LIMITS from '../../core/limits.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import type { Span } from '../text/time-units.ts';
import { timeOf } from './time-words.ts';

const UNITS_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
};
const DURATION = /^(\d{1,6})\s?(m|min|h|d|w)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Milliseconds since 1970 from a number, its digits or ISO 8601 text; throws `invalid_input` that names the field. */
export function parseTime(value: number | string, field: string): number {
  const time = timeIn(value);
  if (time >= LIMITS.times.least && time <= LIMITS.times.most) return Math.trunc(time);
  throw new CairnError('invalid_input', `${field}: "${value}" is not a time.`, {
    fix: 'Give milliseconds since 1970 or ISO 8601, as 2026-03-01 or 2026-03-01T12:00:00Z.',
  });
}

function timeIn(value: number | string): number {
  if (typeof value === 'number') return value;
  if (/^\d{10,16}$/.test(value)) return Number(value);
  // JavaScript makes a date without a year one of 2001.
  return /\d{4}/.test(value) ? Date.parse(value) : Number.NaN;
}

/** As `parseTime`, of a time to come; also a duration from `now` on (`30m`, `2h`, `7d`, `2w`). */
export function parseFuture(value: string, field: string, now: number): number {
  const [, count, unit = ''] = DURATION.exec(value.trim()) ?? [];
  const time = count === undefined ? timeIn(value) : now + Number(count) * (UNITS_MS[unit] ?? 0);
  if (time > now && time <= LIMITS.times.most) return time;
  throw new CairnError('invalid_input', `${field}: "${value}" is ${time <= now ? 'over already' : 'not a time'}.`, {
    fix: 'Give how long from now (30m, 2h, 7d) or a time to come (2026-03-01T12:00:00Z).',
  });
}

/** As `parseTime`; also a duration back from `now` (`30m`, `12h`, `7d`, `2w`), or words: `last week` is its beginning. */
export function parsePast(value: number | string, field: string, now: number): number {
  const [, count, unit = ''] = (typeof value === 'string' ? DURATION.exec(value.trim()) : null) ?? [];
  if (count !== undefined) return now - Number(count) * (UNITS_MS[unit] ?? 0);
  const named = namedTime(value, now);
  if (named !== undefined) return named.from;
  try {
    return parseTime(value, field);
  } catch (error) {
    throw new CairnError('invalid_input', `${field}: "${value}" is not a time.`, {
      fix: 'Give a duration back from now (30m, 12h, 7d, 2w), words (yesterday, last week, march), ISO 8601 (2026-03-01T12:00:00Z) or milliseconds since 1970.',
      cause: error,
    });
  }
}

/** As `parsePast`, but a day without a time means the end of that day, and `last week` its end. */
export function parseEnd(value: number | string, field: string, now: number): number {
  const named = namedTime(value, now);
  if (named !== undefined) return named.to;
  const time = parsePast(value, field, now);
  return typeof value === 'string' && DAY.test(value.trim()) ? time + DAY_MS - 1 : time;
}

/** The span of a time in words; dates in ISO 8601 and numbers are none. */
function namedTime(value: number | string, now: number): Span | undefined {
  return typeof value === 'string' && /\p{L}{2}|q\d/iu.test(value) ? timeOf(value, now) : undefined;
}
