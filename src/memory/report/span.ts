import { DAY_MS } from '../../core/text/calendar.ts';
import type { ReportSpan } from './render-report.ts';

const DAYS = { week: 7, month: 30 } as const;
/** Days back to the working day before, by day of the week from Sunday on. */
const BACK = [2, 3, 1, 1, 1, 1, 1] as const;

/** When a report that ends at `until` begins; milliseconds since 1970, a day's and a stand-up's in this machine's time zone. */
export function sinceOf(span: ReportSpan, until: number): number {
  if (span === 'week' || span === 'month') return until - DAYS[span] * DAY_MS;
  const day = new Date(until - 1);
  day.setHours(0, 0, 0, 0);
  if (span === 'day') return day.getTime();
  day.setDate(day.getDate() - (BACK[day.getDay()] ?? 1));
  return day.getTime();
}
