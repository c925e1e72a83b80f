// memory/figures: how much there is and was done: status, statistics, impact, jobs, reports. It reads and counts; the
// only work it starts is a rebuild.

import type { Note } from '../../api/answers.ts';
import type { StatsAnomaly, StatsDay, StatsResult } from '../../api/stats-answers.ts';
import { LIMITS } from '../../core/limits.ts';
import { deviationOf, meanOf } from '../../core/mean.ts';
import { detailOfKind, type Outcome, type SummaryDetail } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { lookUp } from '../../core/parts-of.ts';
import { sum } from '../../core/sum.ts';
import { DAY_MS, isoTime, localDay } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import { type FilterEnvironment, resolveFilter } from '../../retrieval/query/resolve-filter.ts';
import type { QuarterHour, SessionActivity } from '../../store/contract/figures.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { SessionFilter, SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';
import { renderReport } from './render-report.ts';

const DAYS = { week: 7, month: 30 } as const;
const SESSIONS = 2_000;
const BLOCKS_MAX = 20_000;
const PART_MINUTES = 5;
const CONCEPTS = 12;
/**
 * A session is compared with the `before` sessions preceding it, when there are at least `least`; from `z` standard
 * deviations on it is an anomaly, of which `listed` are shown.
 */
const ANOMALY = { before: 20, least: 8, z: 3, listed: 5 } as const;

/** A session with the counts of its summary. */
interface CountedSession {
  session: SessionRow;
  summary?: SummaryDetail;
  minutes: number;
  prompts: number;
  failures: number;
  edits: number;
}

/** Figures on the work in a span of time, with anomalies; days and hours in this machine's time zone. */
export async function findStats(
  store: Store,
  input: ReadInput<'stats'>,
  place: FilterEnvironment,
): Promise<StatsResult> {
  const { report, format = 'text' } = input;
  const asked = omitUndefined({ project: input.project ?? input.cwd, since: input.since, until: input.until });
  const { project, since: from, until = place.now } = await resolveFilter(store, asked, place);
  const since = from ?? Math.max(until - DAYS[report ?? 'month'] * DAY_MS, LIMITS.times.least);
  const filter = { ...omitUndefined({ project }), since, until } satisfies ItemFilter;
  const quarters = await store.figures.byTime(filter);
  const activity = await store.figures.activity(filter);
  const sessions = await countedSessions(store, { filter, activity });
  const told = (await store.meter.outcomes({ since, until }, BLOCKS_MAX)).filter(
    ({ occasion }) => occasion !== 'control',
  );
  const ours = new Set(sessions.map(({ session }) => session.id));
  const ofUs = project === undefined ? told : told.filter((telling) => ours.has(telling.session));
  const stats: StatsResult = {
    since: isoTime(since),
    until: isoTime(until),
    ...omitUndefined({ project }),
    totals: totalsOf(quarters, sessions),
    days: daysOf(quarters, activity),
    kinds: countBy(quarters.map(({ kind, memories }) => [kind, memories])),
    agents: countBy(sessions.map(({ session }) => [session.agent, 1])),
    outcomes: countBy(
      sessions.flatMap(({ summary }) => (summary === undefined ? [] : [[summary.outcome ?? 'unknown', 1]])),
    ) as Partial<Record<Outcome, number>>,
    perSession: {
      minutes: meanOf(sessions.map(({ minutes }) => minutes)),
      prompts: meanOf(sessions.map(({ prompts }) => prompts)),
      failures: meanOf(sessions.map(({ failures }) => failures)),
      edits: meanOf(sessions.map(({ edits }) => edits)),
    },
    heat: heatOf(quarters),
    concepts: await store.figures.concepts(filter, CONCEPTS),
    tokens: {
      sources: sum(quarters.map(({ tokens }) => tokens)),
      told: sum(ofUs.map(({ tokens }) => tokens)),
      blocks: ofUs.length,
    },
    anomalies: anomaliesOf(sessions),
    notes: notesOn(sessions),
  };
  return report === undefined ? stats : { ...stats, report: renderReport(stats, { span: report, format }) };
}

/** Sessions that were active in the span, oldest first, with their counts. */
async function countedSessions(
  store: Store,
  { filter: { project, since, until }, activity }: { filter: SessionFilter; activity: readonly SessionActivity[] },
): Promise<CountedSession[]> {
  const parts = new Map<string, number>();
  for (const { session, parts: n } of activity) parts.set(session, (parts.get(session) ?? 0) + n);
  const rows = await store.log.sessions({ ...omitUndefined({ project, since, until }), limit: SESSIONS });
  const summaries = new Map<string, SummaryDetail>();
  for (const item of await lookUp(
    rows.map(({ id }) => summaryId(id)),
    store.items.get,
  )) {
    const { summary } = detailOfKind(item, 'summary');
    if (item.session !== undefined && summary !== undefined) summaries.set(item.session, summary);
  }
  return rows.toReversed().map((session) => {
    const summary = summaries.get(session.id);
    const { prompts = 0, failures = 0, edits = 0 } = summary?.counts ?? {};
    const minutes = (parts.get(session.id) ?? 0) * PART_MINUTES;
    return { session, ...omitUndefined({ summary }), minutes, prompts, failures, edits };
  });
}

function totalsOf(quarters: readonly QuarterHour[], sessions: readonly CountedSession[]): StatsResult['totals'] {
  const ofKind = (kind: QuarterHour['kind']) =>
    sum(quarters.filter((one) => one.kind === kind).map((one) => one.memories));
  return {
    sessions: sessions.length,
    memories: sum(quarters.map(({ memories }) => memories)),
    prompts: ofKind('prompt'),
    commands: sum(quarters.map(({ commands }) => commands)),
    failures: sum(quarters.map(({ failures }) => failures)),
    edits: sum(quarters.map(({ edits }) => edits)),
    commits: ofKind('commit'),
  };
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

/** Anomalous sessions, the largest deviation first. */
function anomaliesOf(sessions: readonly CountedSession[]): StatsAnomaly[] {
  const found: StatsAnomaly[] = [];
  const known = sessions.filter(({ summary }) => summary !== undefined);
  for (const [place, one] of known.entries()) {
    const before = known.slice(Math.max(0, place - ANOMALY.before), place);
    if (before.length < ANOMALY.least) continue;
    for (const what of ['failures', 'minutes', 'edits'] as const) {
      const values = before.map((other) => other[what]);
      const { mean } = meanOf(values);
      // Among nearly equal sessions any other would be an anomaly: the deviation counts as at least 1, or a tenth of
      // the mean.
      const z = (one[what] - mean) / Math.max(deviationOf(values), 1, mean / 10);
      if (z < ANOMALY.z) continue;
      const { id, agent, lastAt } = one.session;
      const deviation = { mean, z: Math.round(z * 10) / 10 };
      found.push({ sessionId: id, at: isoTime(lastAt), agent, what, value: one[what], ...deviation });
    }
  }
  return found.sort((one, other) => other.z - one.z).slice(0, ANOMALY.listed);
}

function notesOn(sessions: readonly CountedSession[]): Note[] {
  const unread = sessions.filter(({ summary }) => summary === undefined).length;
  return [
    ...(sessions.length === SESSIONS
      ? [{ code: 'newest_only', message: `Only the newest ${SESSIONS} sessions are counted one by one.` }]
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

/** The sum of the amounts of each name, the largest first. */
function countBy(amounts: readonly (readonly [name: string, amount: number])[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const [name, amount] of amounts) counts.set(name, (counts.get(name) ?? 0) + amount);
  return Object.fromEntries([...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}
