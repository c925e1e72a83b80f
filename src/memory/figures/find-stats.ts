// memory/figures: how much there is and was done: status, statistics, impact, jobs, reports. It reads and counts; the
// only work it starts is a rebuild.

import type { Note } from '../../api/answers.ts';
import type { StatsDay, StatsResult, StatsTotals } from '../../api/stats-answers.ts';
import * as LIMITS from '../../core/limits.ts';
import { meanOf } from '../../core/mean.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { sum } from '../../core/sum.ts';
import { isoTime, localDay } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { isIssueName } from '../../core/text/issue-names.ts';
import { type FilterEnvironment, resolveFilter } from '../../retrieval/query/resolve-filter.ts';
import type { QuarterHour, SessionActivity } from '../../store/contract/figures.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import { renderReport } from '../report/render-report.ts';
import { readReportedWork } from '../report/reported-work.ts';
import { sinceOf } from '../report/span.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';
import { countBy } from './count-by.ts';
import { type CountedSession, countSessions, findAnomalies, SESSIONS_MAX } from './count-sessions.ts';
import { readTokens, type TokenCounts, toTokens } from './count-tokens.ts';
import { byAgentOf, calendarOf, calendarSince, outcomesOf, technologiesOf, weeksOf } from './group-figures.ts';

const CONCEPTS = 12;
const FILES = 12;

type SpanFilter = ItemFilter & { since: number; until: number };

/** All that is counted of a span; everything else is made of it. */
interface SpanFigures {
  quarters: QuarterHour[];
  activity: SessionActivity[];
  sessions: CountedSession[];
  tokens: TokenCounts;
}

/** Figures on the work in a span of time, with anomalies; days and hours in this machine's time zone. */
export async function findStats(
  store: Store,
  input: ReadInput<'stats'>,
  place: FilterEnvironment,
): Promise<StatsResult> {
  const { report, format = 'text', agent, calendar, compare } = input;
  const asked = omitUndefined({ project: input.project ?? input.cwd, agent, since: input.since, until: input.until });
  const { project, since: from, until = place.now } = await resolveFilter(store, asked, place);
  const since = from ?? Math.max(sinceOf(report ?? 'month', until), LIMITS.times.least);
  const filter = { ...omitUndefined({ project, agent }), since, until };
  const span = await readSpan(store, filter);
  const { quarters, activity, sessions, tokens } = span;
  const stats: StatsResult = {
    since: isoTime(since),
    until: isoTime(until),
    ...omitUndefined({ project, agent }),
    totals: totalsOf(span),
    days: daysOf(quarters, activity),
    weeks: weeksOf(sessions, tokens),
    kinds: countBy(quarters.map(({ kind, memories }) => [kind, memories])) as Record<string, number>,
    observations: countBy(
      quarters.flatMap(({ observation, memories }) => (observation === undefined ? [] : [[observation, memories]])),
    ) as Record<string, number>,
    agents: countBy(sessions.map(({ session }) => [session.agent, 1])) as Record<string, number>,
    byAgent: byAgentOf(sessions, tokens),
    outcomes: outcomesOf(sessions),
    perSession: {
      minutes: meanOf(sessions.map(({ minutes }) => minutes)),
      prompts: meanOf(sessions.map(({ prompts }) => prompts)),
      failures: meanOf(sessions.map(({ failures }) => failures)),
      edits: meanOf(sessions.map(({ edits }) => edits)),
    },
    heat: heatOf(quarters),
    ...(calendar !== undefined && { calendar: await readCalendar(store, filter, calendar) }),
    concepts: await conceptsOf(store, filter),
    technologies: technologiesOf(sessions),
    files: await store.figures.files(filter, FILES),
    tokens: toTokens(tokens, sourcesOf(quarters)),
    ...(compare === true && { before: await readBefore(store, filter) }),
    anomalies: await findAnomalies(store, sessions),
    notes: notesOn(sessions),
  };
  if (report === undefined) return stats;
  const rows = sessions.map(({ session }) => session);
  const told = { ...stats, work: await readReportedWork(store, rows, filter) };
  return { ...told, report: renderReport(told, { span: report, format }) };
}

/** The concepts named most; issues are none of them. */
async function conceptsOf(store: Store, filter: SpanFilter): Promise<StatsResult['concepts']> {
  const concepts = await store.figures.concepts(filter, CONCEPTS * 10);
  return concepts.filter(({ name }) => !isIssueName(name)).slice(0, CONCEPTS);
}

async function readSpan(store: Store, filter: SpanFilter): Promise<SpanFigures> {
  const { project, agent, since, until } = filter;
  const quarters = await store.figures.byTime(filter);
  const activity = await store.figures.activity(filter);
  const sessions = await countSessions(store, { ...omitUndefined({ project, agent }), since, until }, activity);
  const ours = new Set<string>(activity.map(({ session }) => session));
  const isOurs = project === undefined && agent === undefined ? () => true : ours.has.bind(ours);
  const tokens = await readTokens(store, { since, until }, ({ session }) => isOurs(session));
  return { quarters, activity, sessions, tokens };
}

async function readBefore(store: Store, filter: SpanFilter): Promise<NonNullable<StatsResult['before']>> {
  const since = Math.min(Math.max(2 * filter.since - filter.until, LIMITS.times.least), filter.since);
  const span = await readSpan(store, { ...filter, since, until: filter.since - 1 });
  return {
    since: isoTime(since),
    totals: totalsOf(span),
    outcomes: outcomesOf(span.sessions),
    failures: meanOf(span.sessions.map(({ failures }) => failures)),
    tokens: toTokens(span.tokens, sourcesOf(span.quarters)),
  };
}

async function readCalendar(
  store: Store,
  filter: SpanFilter,
  months: number,
): Promise<NonNullable<StatsResult['calendar']>> {
  const since = calendarSince(filter.until, months);
  return { since: localDay(since), days: calendarOf(await store.figures.activity({ ...filter, since })) };
}

function totalsOf({ quarters, sessions }: SpanFigures): StatsTotals {
  const ofKind = (kind: ItemKind): number =>
    sum(quarters.filter((one) => one.kind === kind).map((one) => one.memories));
  const observed = (what: QuarterHour['observation']): number =>
    sum(quarters.filter((one) => one.observation === what).map((one) => one.memories));
  return {
    sessions: sessions.length,
    memories: sum(quarters.map(({ memories }) => memories)),
    prompts: ofKind('prompt'),
    commands: observed('command'),
    failures: sum(quarters.map(({ failures }) => failures)),
    edits: observed('file-write'),
    commits: ofKind('commit'),
  };
}

function sourcesOf(quarters: readonly QuarterHour[]): number {
  return sum(quarters.map(({ tokens }) => tokens));
}

function daysOf(quarters: readonly QuarterHour[], activity: readonly SessionActivity[]): StatsDay[] {
  const days = new Map<string, StatsDay>();
  const at = (time: number): StatsDay => {
    const day = localDay(time);
    const known = days.get(day) ?? { day, sessions: 0, memories: 0, prompts: 0, failures: 0 };
    days.set(day, known);
    return known;
  };
  for (const { at: time, kind, memories, failures } of quarters) {
    const day = at(time);
    day.memories += memories;
    day.failures += failures;
    if (kind === 'prompt') day.prompts += memories;
  }
  const active = new Set(activity.map(({ session, at: time }) => `${localDay(time)} ${session}`));
  for (const one of active) {
    const day = days.get(one.slice(0, 10));
    if (day !== undefined) day.sessions += 1;
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** Seven days of 24 hours, Monday first. */
function heatOf(quarters: readonly QuarterHour[]): number[][] {
  const heat = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const { at, memories } of quarters) {
    const date = new Date(at);
    const day = heat[(date.getDay() + 6) % 7];
    if (day !== undefined) day[date.getHours()] = (day[date.getHours()] ?? 0) + memories;
  }
  return heat;
}

function notesOn(sessions: readonly CountedSession[]): Note[] {
  const unread = sessions.filter(({ summary }) => summary === undefined).length;
  return [
    ...(sessions.length === SESSIONS_MAX
      ? [{ code: 'newest_only', message: `Only the newest ${SESSIONS_MAX} sessions are counted one by one.` }]
      : []),
    ...(unread > 0
      ? [
          {
            code: 'not_distilled',
            message: `Without a summary, and so counted without failures and edits: ${formatCounted(unread, 'session')}.`,
          },
        ]
      : []),
  ];
}
