import type { StatsAnomaly } from '../../api/stats-answers.ts';
import { deviationOf, meanOf } from '../../core/mean.ts';
import type { SessionId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { lookUp } from '../../core/parts-of.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import { sessionTitles } from '../../retrieval/entries/session-titles.ts';
import type { SessionActivity, SummaryFigures } from '../../store/contract/figures.ts';
import type { SessionFilter, SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';

/** The newest sessions of a time that are counted one by one. */
export const SESSIONS_MAX = 2_000;
/** Minutes of one part of `SessionActivity`. */
export const PART_MINUTES = 5;
/**
 * A session is compared with the `before` sessions preceding it, when there are at least `least`; from `z` standard
 * deviations on it is an anomaly, of which `listed` are shown.
 */
const ANOMALY = { before: 20, least: 8, z: 3, listed: 5 } as const;

/** A session with the counts of its summary. */
export interface CountedSession {
  session: SessionRow;
  summary?: SummaryFigures;
  minutes: number;
  prompts: number;
  failures: number;
  edits: number;
}

/** Sessions whose last event is in the span, oldest first, with their counts. */
export async function countSessions(
  { log, figures }: Store,
  filter: SessionFilter,
  activity: readonly SessionActivity[],
): Promise<CountedSession[]> {
  const parts = new Map<string, number>();
  for (const { session, parts: n } of activity) parts.set(session, (parts.get(session) ?? 0) + n);
  const rows = await log.sessions({ ...filter, work: true, limit: SESSIONS_MAX });
  const found = await lookUp(
    rows.map(({ id }) => summaryId(id)),
    figures.summaries,
  );
  const summaries = new Map<SessionId, SummaryFigures>(found.map((summary) => [summary.session, summary]));
  return rows.toReversed().map((session) => {
    const summary = summaries.get(session.id);
    const { prompts = 0, failures = 0, edits = 0 } = summary?.counts ?? {};
    const minutes = (parts.get(session.id) ?? 0) * PART_MINUTES;
    return { session, ...omitUndefined({ summary }), minutes, prompts, failures, edits };
  });
}

/** Anomalous sessions with their titles, the largest deviation first. */
export async function findAnomalies(store: Store, sessions: readonly CountedSession[]): Promise<StatsAnomaly[]> {
  const found = anomaliesIn(sessions);
  const titles = await sessionTitles(
    store,
    found.map(({ sessionId }) => sessionId as SessionId),
  );
  return found.map((one) => ({ ...one, ...omitUndefined({ title: titles.get(one.sessionId as SessionId) }) }));
}

function anomaliesIn(sessions: readonly CountedSession[]): StatsAnomaly[] {
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
