import { MCP_SESSION, NO_SESSION } from '../../../core/model/own-sessions.ts';
import { fromCursor, type Position, toPage } from '../../common/cursor.ts';
import { type Nullable, withoutNulls } from '../../common/nullable.ts';
import type { SessionFilter, SessionRow } from '../../contract/log.ts';
import type { Page, PageOptions } from '../../contract/page.ts';
import type { Tx } from '../engine/engine.ts';
import { allOf, raw, type Sql, sql } from '../engine/sql.ts';
import { projectGroup } from './projects.ts';

/** A session, and its position in the list. */
type ListedSession = Nullable<SessionRow> & Position;

/** Reads the sessions of a filter, most recently active first. */
export async function readSessions(tx: Tx, filter: SessionFilter & { limit: number }): Promise<SessionRow[]> {
  return (await selectSessions(tx, filter, { limit: filter.limit })).map(toSessionRow);
}

/** Reads one page of the sessions of a filter, most recently active first unless `oldestFirst`. */
export async function pageSessions(
  tx: Tx,
  filter: SessionFilter,
  { limit, cursor, oldestFirst = false }: PageOptions,
): Promise<Page<SessionRow>> {
  const after = cursor === undefined ? {} : { after: fromCursor('sessions', cursor) };
  const found = await selectSessions(tx, filter, { limit: limit + 1, oldestFirst, ...after });
  const { rows, ...next } = toPage('sessions', found, limit);
  return { rows: rows.map(toSessionRow), ...next };
}

async function selectSessions(
  tx: Tx,
  filter: SessionFilter,
  { limit, oldestFirst, after }: { limit: number; oldestFirst?: boolean; after?: Position },
): Promise<ListedSession[]> {
  const [direction, beyond] = oldestFirst === true ? [raw('ASC'), raw('>')] : [raw('DESC'), raw('<')];
  const conditions = [sql`s.tenant_id = ${tx.tenant}`, ...(await conditionsOn(tx, filter))];
  if (after !== undefined) conditions.push(sql`(s.last_at, s.seq) ${beyond} (${after.at}, ${after.seq})`);
  return tx.all(sql`SELECT s.seq, s.last_at AS at, s.id, s.agent, s.agent_session AS "agentSession",
    nullif(s.project_id, '') AS project, s.cwd, s.branch, s.started_at AS "startedAt", s.last_at AS "lastAt",
    s.ended_at AS "endedAt", s.exposed_at AS "exposedAt"
    FROM sessions AS s WHERE ${allOf(conditions)}
    ORDER BY s.last_at ${direction}, s.seq ${direction} LIMIT ${limit}`);
}

async function conditionsOn(
  tx: Tx,
  { ids, named, project, branch, agent, since, until, work }: SessionFilter,
): Promise<Sql[]> {
  const found: Sql[] = [];
  if (ids !== undefined) found.push(sql`s.id = ANY(${ids}::text[])`);
  if (named !== undefined) found.push(sql`s.agent_session = ${named}`);
  if (project !== undefined) found.push(sql`s.project_id = ANY(${await projectGroup(tx, project)}::text[])`);
  if (branch !== undefined) found.push(sql`s.branch = ${branch}`);
  if (agent !== undefined) found.push(sql`s.agent = ${agent}`);
  if (work === true) found.push(ofWork());
  if (since !== undefined) found.push(sql`s.last_at >= ${since}`);
  if (until !== undefined) found.push(sql`s.last_at <= ${until}`);
  return found;
}

/** The condition on `sessions AS s` that leaves out the sessions of Cairn's own surfaces. */
export function ofWork(): Sql {
  return sql`s.agent_session <> ${NO_SESSION} AND NOT (s.agent = 'mcp' AND starts_with(s.agent_session, ${MCP_SESSION}))`;
}

function toSessionRow({ seq: _, at: __, ...row }: ListedSession): SessionRow {
  return withoutNulls<SessionRow>(row);
}
