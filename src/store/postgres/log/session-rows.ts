import type { CleanEvent } from '../../../core/model/event.ts';
import type { SessionId } from '../../../core/model/ids.ts';
import { isLaterBranch, type SessionChange, widenSession } from '../../common/session-change.ts';
import type { Tx } from '../engine/engine.ts';
import { takeNumbers } from '../engine/numbers.ts';
import { insertRows, NONE, rowsOf } from '../engine/rows.ts';
import { raw, sql } from '../engine/sql.ts';

/** The sessions that the events of one append change, each written once. */
export interface SessionRowChanges {
  touch(event: CleanEvent): void;
  save(tx: Tx): Promise<void>;
}

/** Builds the collector of an append's changes of sessions. */
export function createSessionRowChanges(): SessionRowChanges {
  const changes = new Map<SessionId, { event: CleanEvent; change: SessionChange }>();
  return {
    touch(event) {
      const known = changes.get(event.session) ?? { event, change: { from: event.at, to: event.at } };
      widenSession(known.change, event);
      changes.set(event.session, known);
    },
    async save(tx) {
      const stored = await readRows(tx, [...changes.keys()]);
      const rows = Array.from(changes.values(), ({ event, change }) =>
        changed(stored.get(event.session) ?? newRow(event, change), change),
      );
      await insertNew(
        tx,
        rows.filter(({ id }) => !stored.has(id as SessionId)),
      );
      await update(
        tx,
        rows.filter(({ id }) => stored.has(id as SessionId)),
      );
      changes.clear();
    },
  };
}

const COLUMNS = {
  project_id: 'text',
  id: 'text',
  agent: 'text',
  agent_session: 'text',
  cwd: 'text',
  branch: 'text',
  branch_at: 'bigint',
  started_at: 'bigint',
  last_at: 'bigint',
  ended_at: 'bigint',
  context_lost_at: 'bigint',
} as const;

/** What an append reads and writes of a session. */
interface SessionRowValues {
  project_id: string;
  id: string;
  agent: string;
  agent_session: string;
  cwd: string | null;
  branch: string | null;
  branch_at: number | null;
  started_at: number;
  last_at: number;
  ended_at: number | null;
  context_lost_at: number | null;
}

async function readRows(tx: Tx, ids: readonly SessionId[]): Promise<Map<SessionId, SessionRowValues>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<SessionRowValues>(sql`SELECT ${raw(Object.keys(COLUMNS).join(', '))} FROM sessions
    WHERE tenant_id = ${tx.tenant} AND id = ANY(${ids}::text[])`);
  return new Map(rows.map((row) => [row.id as SessionId, row]));
}

function newRow({ session, agent, agentSession }: CleanEvent, { from, to }: SessionChange): SessionRowValues {
  return {
    project_id: NONE,
    id: session,
    agent,
    agent_session: agentSession,
    cwd: null,
    branch: null,
    branch_at: null,
    started_at: from,
    last_at: to,
    ended_at: null,
    context_lost_at: null,
  };
}

function changed(row: SessionRowValues, change: SessionChange): SessionRowValues {
  const stored = row.branch === null || row.branch_at === null ? undefined : { name: row.branch, at: row.branch_at };
  const isNamed = change.branch !== undefined && isLaterBranch(change.branch, stored);
  return {
    ...row,
    project_id: row.project_id === NONE ? (change.project ?? NONE) : row.project_id,
    cwd: row.cwd ?? change.cwd ?? null,
    started_at: Math.min(row.started_at, change.from),
    last_at: Math.max(row.last_at, change.to),
    ended_at: later(row.ended_at, change.ended),
    context_lost_at: later(row.context_lost_at, change.lost),
    ...(isNamed ? { branch: change.branch?.name ?? null, branch_at: change.branch?.at ?? null } : {}),
  };
}

function later(stored: number | null, at: number | undefined): number | null {
  return Math.max(stored ?? 0, at ?? 0) || null;
}

async function insertNew(tx: Tx, rows: readonly SessionRowValues[]): Promise<void> {
  if (rows.length === 0) return;
  const first = await takeNumbers(tx, 'sessions', rows.length);
  const columns = { ...COLUMNS, seq: 'bigint' } as const;
  await insertRows(
    tx,
    { table: 'sessions', columns },
    rows.map((row, i) => ({ ...row, seq: first + i })),
  );
}

async function update(tx: Tx, rows: readonly SessionRowValues[]): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(COLUMNS);
  const set = names.filter((name) => name !== 'id').map((name) => `${name} = n.${name}`);
  await tx.run(sql`UPDATE sessions AS s SET ${raw(set.join(', '))}
    FROM ${rowsOf(
      COLUMNS,
      rows.map((row) => ({ ...row })),
    )} AS n (${raw(names.join(', '))})
    WHERE s.tenant_id = ${tx.tenant} AND s.id = n.id`);
}
