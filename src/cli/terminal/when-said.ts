import { DAY_MS, localDay, WEEKDAYS } from '../../core/text/calendar.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const WEEK = 7;

/**
 * A moment (ISO 8601) as a person says it at `now` (milliseconds since 1970), in local time: `14:30`, `yesterday 15:05`,
 * `Mon 09:12` within a week, `5 Oct 09:12` within a year, else `2025-10-05`.
 */
export function whenSaid(at: string, now: number): string {
  const date = new Date(at);
  const days = daysBetween(date.getTime(), now);
  const time = [date.getHours(), date.getMinutes()].map((part) => `${part}`.padStart(2, '0')).join(':');
  if (days === 0) return time;
  if (days === 1) return `yesterday ${time}`;
  if (days > 1 && days < WEEK) return `${WEEKDAYS[(date.getDay() + WEEK - 1) % WEEK]} ${time}`;
  const isNear = days > 0 && days < 365;
  return isNear ? `${date.getDate()} ${MONTHS[date.getMonth()]} ${time}` : localDay(date.getTime());
}

/** Days of this machine's calendar from one time to another; negative for a time to come. */
function daysBetween(at: number, now: number): number {
  return Math.round((noonOf(now) - noonOf(at)) / DAY_MS);
}

function noonOf(at: number): number {
  return new Date(at).setHours(12, 0, 0, 0);
}
