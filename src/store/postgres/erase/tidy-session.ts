import type { ProjectId, SessionId } from '../../../core/model/ids.ts';
import type { Tx } from '../engine/engine.ts';
import { lockFor } from '../engine/numbers.ts';
import { NONE } from '../engine/rows.ts';
import { raw, sql } from '../engine/sql.ts';
import { forgetPlaces } from '../log/offsets.ts';
import { addPending } from '../log/pending.ts';
import { dropSessions } from '../marks/distill-marks.ts';

/** Why a session lost events, and the key under which the paths of forgotten transcripts are hashed. */
interface TidyHow {
  isPruning: boolean;
  pathKey: Uint8Array;
}

/**
 * Removes a session without events and a project that nothing belongs to; another session is derived again, because the
 * meaning and authorship of its events can depend on what was erased. When pruning, the session's times are kept as they
 * are.
 */
export async function tidySession(tx: Tx, session: SessionId, how: TidyHow): Promise<void> {
  await lockFor(tx, 'log');
  const own = sql`e.tenant_id = ${tx.tenant} AND e.session_id = ${session}`;
  const left = await tx.all<{ seq: number }>(sql`SELECT e.seq FROM events AS e WHERE ${own}`);
  if (left.length === 0) return dropSession(tx, session, how);
  const times = sql`, (started_at, last_at, ended_at) = (SELECT min(e.at), max(e.at),
    max(e.at) FILTER (WHERE e.kind = 'session.end') FROM events AS e WHERE ${own})`;
  await tx.run(sql`UPDATE sessions AS s SET
    cwd = (SELECT e.cwd FROM events AS e WHERE ${own} AND e.cwd IS NOT NULL ORDER BY e.seq LIMIT 1),
    (branch, branch_at) = (SELECT e.branch, e.at FROM events AS e
      WHERE ${own} AND e.branch IS NOT NULL AND e.subagent IS NULL ORDER BY e.at DESC, e.branch DESC LIMIT 1)
    ${how.isPruning ? raw('') : times}
    WHERE s.tenant_id = ${tx.tenant} AND s.id = ${session}`);
  await addPending(tx, left);
}

interface DroppedSession {
  agent: string;
  name: string;
  project: ProjectId | '';
}

/** Removes a session without events, its project when nothing else belongs to it, and the paths of both. */
async function dropSession(tx: Tx, session: SessionId, { pathKey }: TidyHow): Promise<void> {
  const row = await tx.get<DroppedSession>(sql`DELETE FROM sessions WHERE tenant_id = ${tx.tenant} AND id = ${session}
    RETURNING agent, agent_session AS name, project_id AS project`);
  if (row === undefined) return;
  await dropSessions(tx, [session]);
  await forgetPlaces(tx, { agent: row.agent, session: row.name }, pathKey);
  if (row.project === NONE) return;
  const gone = await dropProject(tx, row.project);
  if (gone?.root != null) await forgetPlaces(tx, { root: gone.root }, pathKey);
}

/** Tables with rows of a project. */
const USERS = ['sessions', 'events', 'items', 'patterns'];

/** Removes a project that no session, event, item or pattern belongs to any more; returns its root. */
async function dropProject(tx: Tx, project: ProjectId): Promise<{ root: string | null } | undefined> {
  const isUsed = USERS.map(
    (table) => `NOT EXISTS (SELECT 1 FROM ${table} AS t WHERE t.tenant_id = p.tenant_id AND t.project_id = p.id)`,
  );
  const gone = await tx.get<{ root: string | null }>(sql`DELETE FROM projects AS p
    WHERE p.tenant_id = ${tx.tenant} AND p.id = ${project} AND ${raw(isUsed.join(' AND '))} RETURNING p.root`);
  if (gone !== undefined) {
    for (const column of ['joined', 'merged', 'top']) {
      await tx.run(sql`UPDATE projects SET ${raw(column)} = NULL
        WHERE tenant_id = ${tx.tenant} AND ${raw(column)} = ${project}`);
    }
  }
  return gone;
}
