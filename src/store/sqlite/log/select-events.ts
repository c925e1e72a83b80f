import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import type { EventFilter, Log } from '../../contract/log.ts';
import { EVENT_CODES } from '../engine/codes.ts';
import type { FilterDeps, Sql } from '../items/filter.ts';
import type { RevisedEvent } from './event-rows.ts';
import { EVENT_READS, readEvents } from './event-rows.ts';
import { projectGroup } from './projects.ts';

/** Event rows scanned in one step when no index covers the filter; other work gets its turn between steps. */
const STEP = 20_000;

/** Selects the events of a filter after a sequence number, in sequence. */
export async function selectEvents(
  deps: FilterDeps,
  filter: EventFilter,
  { after, limit }: { after: number; limit: number },
): Promise<RevisedEvent[]> {
  const seqs: number[] = [];
  const { from, conditions } = conditionsOnEvents(deps, filter);
  for await (const { lower, upper } of stepsOf(deps, filter, after)) {
    const rows = deps.engine.db.all<{ seq: number }>(
      `SELECT e.seq FROM ${from} WHERE e.seq > ? AND e.seq <= ? AND ${conditions.sql} ORDER BY e.seq LIMIT ?`,
      lower,
      upper,
      ...conditions.values,
      limit - seqs.length,
    );
    seqs.push(...rows.map(({ seq }) => seq));
    if (seqs.length >= limit) break;
  }
  return deps.engine.read(() => readEvents(deps.engine, EVENT_READS.bySeqs, JSON.stringify(seqs)));
}

/** Counts the events of a filter and their sessions, with the times of the first and last event. */
export async function measureEvents(deps: FilterDeps, filter: EventFilter): ReturnType<Log['measure']> {
  const { from, conditions } = conditionsOnEvents(deps, filter);
  const sessions = new Set<number>();
  const total: Awaited<ReturnType<Log['measure']>> = { events: 0, sessions: 0 };
  for await (const { lower, upper } of stepsOf(deps, filter, 0)) {
    const rows = deps.engine.db.all<{ session: number; n: number; first: number; last: number }>(
      `SELECT e.session, count(*) AS n, min(e.at) AS first, max(e.at) AS last FROM ${from}
        WHERE e.seq > ? AND e.seq <= ? AND ${conditions.sql} GROUP BY e.session`,
      lower,
      upper,
      ...conditions.values,
    );
    for (const { session, n, first, last } of rows) {
      sessions.add(session);
      total.events += n;
      total.firstAt = Math.min(total.firstAt ?? first, first);
      total.lastAt = Math.max(total.lastAt ?? last, last);
    }
  }
  return { ...total, sessions: sessions.size };
}

/**
 * The table with the index that a filter uses, and its conditions..
 */
export function conditionsOnEvents(
  { engine, interned }: FilterDeps,
  filter: EventFilter,
): { from: string; conditions: Sql } {
  const found: Sql[] = [{ sql: 'true', values: [] }];
  const { session, project, agent, kinds, since, until } = filter;
  if (session !== undefined) found.push({ sql: 'e.session = ?', values: [interned.session(session) ?? -1] });
  if (project !== undefined) found.push({ sql: `e.project IN (${projectGroup(engine.db, project)})`, values: [] });
  if (agent !== undefined)
    found.push({ sql: 'e.session IN (SELECT seq FROM sessions WHERE agent = ?)', values: [agent] });
  if (kinds !== undefined) {
    const marks = kinds.map(() => '?').join(', ');
    found.push({ sql: `e.kind IN (${marks})`, values: kinds.map(EVENT_CODES.toCode) });
  }
  if (since !== undefined) found.push({ sql: 'e.at >= ?', values: [since] });
  if (until !== undefined) found.push({ sql: 'e.at <= ?', values: [until] });
  const conditions = {
    sql: found.map(({ sql }) => sql).join(' AND '),
    values: found.flatMap(({ values }) => values),
  };
  const index = session === undefined ? 'NOT INDEXED' : 'INDEXED BY events_by_session';
  return { from: `events AS e ${index}`, conditions };
}

/**
 * Ranges of sequence numbers: one when the session's index finds the rows, else ranges of `STEP` rows with turns for
 * other work in between.
 */
async function* stepsOf(
  { engine: { db } }: FilterDeps,
  filter: EventFilter,
  after: number,
): AsyncGenerator<{ lower: number; upper: number }> {
  const last = db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM events')?.seq ?? 0;
  const step = filter.session === undefined ? STEP : Number.MAX_SAFE_INTEGER;
  for (let lower = after; lower < last; lower += step) {
    yield { lower, upper: Math.min(last, lower + step) };
    await yieldToEventLoop();
  }
}
