import type { StatsAgent, StatsResult, StatsWeek } from '../../api/stats-answers.ts';
import { meanOf } from '../../core/mean.ts';
import type { Outcome } from '../../core/model/kinds.ts';
import { sum } from '../../core/sum.ts';
import { localDay } from '../../core/text/calendar.ts';
import type { SessionActivity } from '../../store/contract/figures.ts';
import { countBy } from './count-by.ts';
import { type CountedSession, PART_MINUTES } from './count-sessions.ts';
import { linesOf, type TokenCounts } from './count-tokens.ts';

const TECHNOLOGIES = 12;

/** How sessions came out, as far as their summaries say. */
export function outcomesOf(sessions: readonly CountedSession[]): Partial<Record<Outcome, number>> {
  return countBy(sessions.flatMap(({ summary }) => (summary === undefined ? [] : [[summary.outcome, 1]])));
}

/** The technologies that summaries name, by number of sessions. */
export function technologiesOf(sessions: readonly CountedSession[]): StatsResult['technologies'] {
  const named = countBy(sessions.flatMap(({ summary }) => (summary?.technologies ?? []).map((name) => [name, 1])));
  return Object.entries(named)
    .slice(0, TECHNOLOGIES)
    .map(([name, n = 0]) => ({ name, sessions: n }));
}

/** Figures by agent, those with most sessions first. */
export function byAgentOf(sessions: readonly CountedSession[], { told }: TokenCounts): StatsAgent[] {
  const agentOf = new Map<string, string>(sessions.map(({ session }) => [session.id, session.agent]));
  const toldTo = Map.groupBy(told, ({ session }) => agentOf.get(session));
  return [...Map.groupBy(sessions, ({ session }) => session.agent)]
    .map(([agent, group]) => {
      const own = toldTo.get(agent) ?? [];
      return {
        agent,
        sessions: group.length,
        outcomes: outcomesOf(group),
        failures: meanOf(group.map(({ failures }) => failures)),
        told: sum(own.map(({ tokens }) => tokens)),
        used: linesOf(own),
      };
    })
    .sort((one, other) => other.sessions - one.sessions || (one.agent < other.agent ? -1 : 1));
}

/** Figures by week, oldest first; weeks in which nothing was counted are left out. */
export function weeksOf(sessions: readonly CountedSession[], { told, uses }: TokenCounts): StatsWeek[] {
  const sessionsIn = Map.groupBy(sessions, ({ session }) => mondayOf(session.lastAt));
  const toldIn = Map.groupBy(told, ({ at }) => mondayOf(at));
  const spentIn = Map.groupBy(uses, ({ day }) => mondayOf(new Date(`${day}T12:00`).getTime()));
  const weeks = [...new Set([...sessionsIn.keys(), ...toldIn.keys(), ...spentIn.keys()])].sort();
  return weeks.map((week) => {
    const group = sessionsIn.get(week) ?? [];
    const own = toldIn.get(week) ?? [];
    return {
      week,
      sessions: group.length,
      failures: sum(group.map(({ failures }) => failures)),
      outcomes: outcomesOf(group),
      told: sum(own.map(({ tokens }) => tokens)),
      used: sum(own.map(({ usedTokens }) => usedTokens)),
      spent: sum((spentIn.get(week) ?? []).map(({ inputTokens, outputTokens }) => inputTokens + outputTokens)),
    };
  });
}

/** The beginning of the Monday `months` months before a time, as a time. */
export function calendarSince(until: number, months: number): number {
  const date = new Date(until);
  date.setHours(0, 0, 0, 0);
  date.setMonth(date.getMonth() - months);
  date.setDate(date.getDate() - ((date.getDay() + 6) % 7));
  return date.getTime();
}

/** Days with activity, oldest first. */
export function calendarOf(activity: readonly SessionActivity[]): NonNullable<StatsResult['calendar']>['days'] {
  return [...Map.groupBy(activity, ({ at }) => localDay(at))]
    .map(([day, group]) => ({
      day,
      sessions: new Set(group.map(({ session }) => session)).size,
      minutes: sum(group.map(({ parts }) => parts)) * PART_MINUTES,
    }))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** The Monday of the week of a time, on this machine's calendar. */
function mondayOf(at: number): string {
  const date = new Date(at);
  date.setDate(date.getDate() - ((date.getDay() + 6) % 7));
  return localDay(date.getTime());
}
