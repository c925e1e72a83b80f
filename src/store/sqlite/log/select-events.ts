import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import type { EventFilter, Log } from '../../contract/log.ts';
import { EVENT_CODES } from '../engine/codes.ts';
import type { Engine } from '../engine/engine.ts';
import { readColumn, readNumber } from '../engine/rows.ts';
import { allOf, oneOf, type Sql, toSql } from '../items/filter.ts';
import { EVENT_READS, type RevisedEvent, readEvents } from './event-rows.ts';
import { projectGroup } from './projects.ts';

/** Event rows scanned in one step when no index covers the filter; other work gets its turn between steps. */
const STEP = 20_000;

/** Selects the events of a filter after a sequence number, in sequence. */
export async function selectEvents(
  engine: Engine,
  filter: EventFilter,
  { after, limit }: { after: number; limit: number },
): Promise<RevisedEvent[]> {
  const seqs: number[] = [];
  const { from, conditions } = conditionsOnEvents(engine, filter);
  for await (const { lower, upper } of stepsOf(engine, filter, after)) {
    const sql = `SELECT e.seq FROM ${from} WHERE e.seq > ? AND e.seq <= ? AND ${conditions.sql} ORDER BY e.seq LIMIT ?`;
    seqs.push(...readColumn<number>(engine.db, sql, lower, upper, ...conditions.values, limit - seqs.length));
    if (seqs.length >= limit) break;
  }
  return engine.read(() => readEvents(engine, EVENT_READS.bySeqs, JSON.stringify(seqs)));
}

type MeasureRow = Record<'session' | 'n' | 'first' | 'last', number>;

/** Counts the events of a filter and their sessions, with the times of the first and last event. */
export async function measureEvents(engine: Engine, filter: EventFilter): ReturnType<Log['measure']> {
  const { from, conditions } = conditionsOnEvents(engine, filter);
  const sessions = new Set<number>();
  const total: Awaited<ReturnType<Log['measure']>> = { events: 0, sessions: 0 };
  for await (const { lower, upper } of stepsOf(engine, filter, 0)) {
    const sql = `SELECT e.session, count(*) AS n, min(e.at) AS first, max(e.at) AS last FROM ${from}
      WHERE e.seq > ? AND e.seq <= ? AND ${conditions.sql} GROUP BY e.session`;
    const rows = engine.db.all<MeasureRow>(sql, lower, upper, ...conditions.values);
    for (const { session, n, first, last } of rows) {
      sessions.add(session);
      total.events += n;
      total.firstAt = Math.min(total.firstAt ?? first, first);
      total.lastAt = Math.max(total.lastAt ?? last, last);
    }
  }
  return { ...total, sessions: sessions.size };
}

/** The table with the index that a filter uses, and its conditions. */
export function conditionsOnEvents({ db, interned }: Engine, filter: EventFilter): { from: string; conditions: Sql } {
  const found = [toSql('true')];
  const { session, project, agent, kinds, since, until } = filter;
  if (session !== undefined) found.push(toSql('e.session = ?', interned.session(session) ?? -1));
  if (project !== undefined) found.push(toSql(`e.project IN (${projectGroup(db, project)})`));
  if (agent !== undefined) found.push(toSql('e.session IN (SELECT seq FROM sessions WHERE agent = ?)', agent));
  if (kinds !== undefined) found.push(oneOf('e.kind', kinds.map(EVENT_CODES.toCode)));
  if (since !== undefined) found.push(toSql('e.at >= ?', since));
  if (until !== undefined) found.push(toSql('e.at <= ?', until));
  const index = session === undefined ? 'NOT INDEXED' : 'INDEXED BY events_by_session';
  return { from: `events AS e ${index}`, conditions: allOf(found) };
}

/**
 * Ranges of sequence numbers: one when the session's index finds the rows, else ranges of `STEP` rows with turns for
 * other work in between.
 */
async function* stepsOf(
  { db }: Engine,
  filter: EventFilter,
  after: number,
): AsyncGenerator<{ lower: number; upper: number }> {
  const last = readNumber(db, 'SELECT max(seq) FROM events');
  const step = filter.session === undefined ? STEP : Number.MAX_SAFE_INTEGER;
  for (let lower = after; lower < last; lower += step) {
    yield { lower, upper: Math.min(last, lower + step) };
    await yieldToEventLoop();
  }
}
