import type { StatsWeek } from '../../../src/api/stats-answers.ts';

/** The days from one to the day of a moment, each `2026-11-25`, as the clock here has them. */
export function daysBetween(since: string, until: Date): string[] {
  const days: string[] = [];
  const date = new Date(`${since}T12:00`);
  const last = dayOf(until);
  for (let day = since; day <= last; date.setDate(date.getDate() + 1), day = dayOf(date)) days.push(day);
  return days;
}

/** The day of a moment. */
export function dayOf(date: Date): string {
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

const NOTHING = { sessions: 0, failures: 0, outcomes: {}, told: 0, used: 0, spent: 0 } as const;

/** Every week of a span, those in which nothing was counted too: time goes on in them. */
export function everyWeek(weeks: readonly StatsWeek[], since: string, until: string): StatsWeek[] {
  const known = new Map(weeks.map((week) => [week.week, week]));
  const first = new Date(since);
  first.setDate(first.getDate() - ((first.getDay() + 6) % 7));
  return daysBetween(dayOf(first), new Date(until))
    .filter((_, at) => at % 7 === 0)
    .map((week) => known.get(week) ?? { week, ...NOTHING });
}
