import type { CleanEvent } from '../../../core/model/event.ts';
import { losesContext } from '../../../core/model/event.ts';
import type { ProjectId, SessionId } from '../../../core/model/ids.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { SessionFilter, SessionRow } from '../../contract/log.ts';
import type { Page, PageOptions } from '../../contract/page.ts';
import type { Position } from '../engine/cursor.ts';
import { fromCursor, toPage } from '../engine/cursor.ts';
import type { Engine } from '../engine/engine.ts';
import type { Interned } from '../engine/interned.ts';
import type { Sql } from '../items/filter.ts';
import { PROJECT_GROUP } from './projects.ts';

/** The session fields that the events of one append change, written once a session. */
export interface SessionRowChanges {
  /** The row number of an event's session, which is inserted when it is new. */
  touch(event: CleanEvent): number;
  save(): void;
}

interface SessionRowChange {
  project?: ProjectId;
  cwd?: string;
  from: number;
  to: number;
  ended?: number;
  lost?: number;
}

/** Builds the collector of an append's changes of sessions. */
export function createSessionRowChanges(db: Database, interned: Interned): SessionRowChanges {
  const changes = new Map<number, SessionRowChange>();
  return {
    touch(event) {
      const seq = interned.session(event.session) ?? addSession(db, event);
      const change = changes.get(seq) ?? { from: event.at, to: event.at };
      widen(change, event);
      changes.set(seq, change);
      return seq;
    },
    save() {
      for (const [seq, change] of changes) saveChange(db, interned, { seq, ...change });
      changes.clear();
    },
  };
}

function widen(change: SessionRowChange, event: CleanEvent): void {
  change.from = Math.min(change.from, event.at);
  change.to = Math.max(change.to, event.at);
  if (change.project === undefined && event.project !== undefined) change.project = event.project;
  if (change.cwd === undefined && event.cwd !== undefined) change.cwd = event.cwd;
  if (event.body.kind === 'session.end') change.ended = Math.max(change.ended ?? 0, event.at);
  if (isContextLost(event)) change.lost = Math.max(change.lost ?? 0, event.at);
}

/**
 * True for an event that removes earlier injections from the agent's context. The hook at the end of a compaction may
 * arrive after the block that answers the compaction, so the begin counts, or the end as the transcript dates it.
 */
function isContextLost({ body, source }: CleanEvent): boolean {
  if (body.kind === 'compact.start') return true;
  if (body.kind === 'compact.end') return source !== 'hook';
  return body.kind === 'session.start' && losesContext(body.trigger);
}

function addSession(db: Database, event: CleanEvent): number {
  return db.run(
    'INSERT INTO sessions (id, agent, agent_session, started_at, last_at) VALUES (?, ?, ?, ?4, ?4)',
    event.session,
    event.agent,
    event.agentSession,
    event.at,
  ).rowid;
}

function saveChange(db: Database, interned: Interned, change: SessionRowChange & { seq: number }): void {
  db.run(
    `UPDATE sessions SET
      project = coalesce(project, ?), cwd = coalesce(cwd, ?),
      started_at = min(started_at, ?), last_at = max(last_at, ?),
      ended_at = nullif(max(ifnull(ended_at, 0), ?), 0), context_lost_at = nullif(max(ifnull(context_lost_at, 0), ?), 0)
    WHERE seq = ?`,
    change.project === undefined ? null : interned.addProject(change.project),
    change.cwd ?? null,
    change.from,
    change.to,
    change.ended ?? 0,
    change.lost ?? 0,
    change.seq,
  );
}

interface StoredSession {
  id: SessionId;
  agent: string;
  agent_session: string;
  project_id: ProjectId | null;
  cwd: string | null;
  started_at: number;
  last_at: number;
  ended_at: number | null;
  exposed_at: number | null;
}

const SELECT = `SELECT s.seq, s.last_at AS at, s.id, s.agent, s.agent_session, p.id AS project_id, s.cwd, s.started_at, s.last_at, s.ended_at,
  s.exposed_at FROM sessions AS s LEFT JOIN projects AS p ON p.seq = s.project`;

/** Reads the sessions of a filter, most recently active first. */
export function readSessions({ db }: Engine, filter: SessionFilter & { limit: number }): SessionRow[] {
  const { sql, values } = selectSessions(filter, { limit: filter.limit });
  return db.all<StoredSession>(sql, ...values).map(toSessionRow);
}

/** Reads one page of the sessions of a filter, most recently active first unless `oldestFirst`. */
export function pageSessions(
  { db }: Engine,
  filter: SessionFilter,
  { limit, cursor, oldestFirst = false }: PageOptions,
): Page<SessionRow> {
  const after = cursor === undefined ? {} : { after: fromCursor('sessions', cursor) };
  const { sql, values } = selectSessions(filter, { limit: limit + 1, oldestFirst, ...after });
  const { rows, ...next } = toPage('sessions', db.all<StoredSession & Position>(sql, ...values), limit);
  return { rows: rows.map(toSessionRow), ...next };
}

/**
 * Builds the statement that selects sessions of a filter with their positions.
 */
function selectSessions(
  { ids, named, project, agent, since, until }: SessionFilter,
  { limit, oldestFirst, after }: { limit: number; oldestFirst?: boolean; after?: Position },
): Sql {
  const [direction, beyond] = oldestFirst === true ? ['ASC', '>'] : ['DESC', '<'];
  const found: Sql[] = [{ sql: 'true', values: [] }];
  const add = (sql: string, ...values: Sql['values']): void => void found.push({ sql, values });
  if (ids !== undefined) add('s.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
  if (named !== undefined) add('s.agent_session = ?', named);
  if (project !== undefined) add(`s.project IN (${PROJECT_GROUP})`, project);
  if (agent !== undefined) add('s.agent = ?', agent);
  if (since !== undefined) add('s.last_at >= ?', since);
  if (until !== undefined) add('s.last_at <= ?', until);
  if (after !== undefined) add(`(s.last_at, s.seq) ${beyond} (?, ?)`, after.at, after.seq);
  return {
    sql: `${SELECT} WHERE ${found.map(({ sql }) => sql).join(' AND ')}
      ORDER BY s.last_at ${direction}, s.seq ${direction} LIMIT ?`,
    values: [...found.flatMap(({ values }) => values), limit],
  };
}

function toSessionRow(row: StoredSession): SessionRow {
  return {
    id: row.id,
    agent: row.agent,
    agentSession: row.agent_session,
    ...(row.project_id === null ? {} : { project: row.project_id }),
    ...(row.cwd === null ? {} : { cwd: row.cwd }),
    startedAt: row.started_at,
    lastAt: row.last_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    ...(row.exposed_at === null ? {} : { exposedAt: row.exposed_at }),
  };
}
