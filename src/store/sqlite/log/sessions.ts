import type { CleanEvent } from '../../../core/model/event.ts';
import { fromCursor, type Position, toPage } from '../../common/cursor.ts';
import { type Nullable, withoutNulls } from '../../common/nullable.ts';
import { type SessionChange, widenSession } from '../../common/session-change.ts';
import type { SessionFilter, SessionRow } from '../../contract/log.ts';
import type { Page, PageOptions } from '../../contract/page.ts';
import type { Engine } from '../engine/engine.ts';
import { insertInto } from '../engine/rows.ts';
import { allOf, type Sql, toSql } from '../items/filter.ts';
import { ofWork } from '../items/of-work.ts';
import { PROJECT_GROUP } from './projects.ts';

const addSessionRow = insertInto('sessions');

/** The session fields that the events of one append change, written once a session. */
export interface SessionRowChanges {
  /** The row number of an event's session, which is inserted when it is new. */
  touch(event: CleanEvent): number;
  save(): void;
}

/** Builds the collector of an append's changes of sessions. */
export function createSessionRowChanges(engine: Engine): SessionRowChanges {
  const changes = new Map<number, SessionChange>();
  return {
    touch(event) {
      const seq = engine.interned.session(event.session) ?? addSession(engine, event);
      const change = changes.get(seq) ?? { from: event.at, to: event.at };
      widenSession(change, event);
      changes.set(seq, change);
      return seq;
    },
    save() {
      for (const [seq, change] of changes) saveChange(engine, { seq, ...change });
      changes.clear();
    },
  };
}

function addSession({ db }: Engine, event: CleanEvent): number {
  const { session: id, agent, agentSession, at } = event;
  return addSessionRow(db, { id, agent, agent_session: agentSession, started_at: at, last_at: at });
}

function saveChange({ db, interned }: Engine, change: SessionChange & { seq: number }): void {
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
  if (change.branch === undefined) return;
  const { name, at } = change.branch;
  const isNew = 'branch_at IS NULL OR (branch_at, branch) < (?2, ?1)';
  db.run(`UPDATE sessions SET branch = ?1, branch_at = ?2 WHERE seq = ?3 AND (${isNew})`, name, at, change.seq);
}

/** A session, and its position in the list. */
type ListedSession = Nullable<SessionRow> & Position;

const SELECT = `SELECT s.seq, s.last_at AS at, s.id, s.agent, s.agent_session AS agentSession, p.id AS project, s.cwd, s.branch,
  s.started_at AS startedAt, s.last_at AS lastAt, s.ended_at AS endedAt, s.exposed_at AS exposedAt
  FROM sessions AS s LEFT JOIN projects AS p ON p.seq = s.project`;

/** Reads the sessions of a filter, most recently active first. */
export function readSessions({ db }: Engine, filter: SessionFilter & { limit: number }): SessionRow[] {
  const { sql, values } = selectSessions(filter, { limit: filter.limit });
  return db.all<ListedSession>(sql, ...values).map(toSessionRow);
}

/** Reads one page of the sessions of a filter, most recently active first unless `oldestFirst`. */
export function pageSessions(
  { db }: Engine,
  filter: SessionFilter,
  { limit, cursor, oldestFirst = false }: PageOptions,
): Page<SessionRow> {
  const after = cursor === undefined ? {} : { after: fromCursor('sessions', cursor) };
  const { sql, values } = selectSessions(filter, { limit: limit + 1, oldestFirst, ...after });
  const { rows, ...next } = toPage('sessions', db.all<ListedSession>(sql, ...values), limit);
  return { rows: rows.map(toSessionRow), ...next };
}

/** Builds the statement that selects sessions of a filter with their positions. */
function selectSessions(
  { ids, named, project, branch, agent, since, until, work }: SessionFilter,
  { limit, oldestFirst, after }: { limit: number; oldestFirst?: boolean; after?: Position },
): Sql {
  const [direction, beyond] = oldestFirst === true ? ['ASC', '>'] : ['DESC', '<'];
  const found = [toSql('true')];
  if (ids !== undefined) found.push(toSql('s.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)));
  if (named !== undefined) found.push(toSql('s.agent_session = ?', named));
  if (project !== undefined) found.push(toSql(`s.project IN (${PROJECT_GROUP})`, project));
  if (branch !== undefined) found.push(toSql('s.branch = ?', branch));
  if (agent !== undefined) found.push(toSql('s.agent = ?', agent));
  if (work === true) found.push(ofWork());
  if (since !== undefined) found.push(toSql('s.last_at >= ?', since));
  if (until !== undefined) found.push(toSql('s.last_at <= ?', until));
  if (after !== undefined) found.push(toSql(`(s.last_at, s.seq) ${beyond} (?, ?)`, after.at, after.seq));
  const { sql, values } = allOf(found);
  const order = `ORDER BY s.last_at ${direction}, s.seq ${direction} LIMIT ?`;
  return toSql(`${SELECT} WHERE ${sql} ${order}`, ...values, limit);
}

function toSessionRow({ seq: _, at: __, ...row }: ListedSession): SessionRow {
  return withoutNulls<SessionRow>(row);
}
