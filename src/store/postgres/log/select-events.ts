import type { EventFilter, Log } from '../../contract/log.ts';
import type { Tx } from '../engine/engine.ts';
import { allOf, type Sql, sql } from '../engine/sql.ts';
import { type RevisedEvent, readEvents } from './event-rows.ts';
import { projectGroup } from './projects.ts';

/** Selects the events of a filter after a sequence number, in sequence. */
export async function selectEvents(
  tx: Tx,
  filter: EventFilter,
  { after, limit }: { after: number; limit: number },
): Promise<RevisedEvent[]> {
  const conditions = await conditionsOnEvents(tx, filter);
  return readEvents(tx, sql`e.seq > ${after} AND ${conditions} ORDER BY e.seq LIMIT ${limit}`);
}

interface MeasureRow {
  events: number;
  sessions: number;
  first: number | null;
  last: number | null;
}

/** Counts the events of a filter and their sessions, with the times of the first and last event. */
export async function measureEvents(tx: Tx, filter: EventFilter): ReturnType<Log['measure']> {
  const row = await tx.get<MeasureRow>(sql`SELECT count(*) AS events, count(DISTINCT e.session_id) AS sessions,
    min(e.at) AS first, max(e.at) AS last FROM events AS e
    WHERE e.tenant_id = ${tx.tenant} AND ${await conditionsOnEvents(tx, filter)}`);
  if (row === undefined || row.first === null || row.last === null) return { events: 0, sessions: 0 };
  return { events: row.events, sessions: row.sessions, firstAt: row.first, lastAt: row.last };
}

/** The conditions of a filter on `events AS e`. */
export async function conditionsOnEvents(
  tx: Tx,
  { session, project, agent, kinds, since, until }: EventFilter,
): Promise<Sql> {
  const found: Sql[] = [];
  if (session !== undefined) found.push(sql`e.session_id = ${session}`);
  if (project !== undefined) found.push(sql`e.project_id = ANY(${await projectGroup(tx, project)}::text[])`);
  if (agent !== undefined) found.push(sql`e.agent = ${agent}`);
  if (kinds !== undefined) found.push(sql`e.kind = ANY(${kinds}::text[])`);
  if (since !== undefined) found.push(sql`e.at >= ${since}`);
  if (until !== undefined) found.push(sql`e.at <= ${until}`);
  return allOf(found);
}
