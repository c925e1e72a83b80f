// store/postgres/marks: which sessions and patterns wait to be distilled again, and what is forgotten of them.
// How they are distilled is not known here, so that items and erasing may mark them.

import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import type { Tx } from '../engine/engine.ts';
import { type Sql, sql } from '../engine/sql.ts';

/** What identifies a pattern in its tables. */
export interface PatternRow {
  project_id: string;
  kind: string;
  hash: string;
}

/** Marks sessions as changed since they were distilled. To be called within a transaction. */
export async function markSessions(tx: Tx, sessions: Iterable<SessionId>): Promise<void> {
  const ids = [...new Set(sessions)].sort();
  if (ids.length > 0) await mark(tx, sql`SELECT n.id FROM unnest(${ids}::text[]) AS n (id)`);
}

async function mark(tx: Tx, sessions: Sql): Promise<void> {
  await tx.run(sql`INSERT INTO undistilled AS u (tenant_id, session_id, mark) SELECT ${tx.tenant}, s.id, 1
    FROM (${sessions}) AS s ON CONFLICT (tenant_id, session_id) DO UPDATE SET mark = u.mark + 1`);
}

/** Marks every pattern, or every session as well. To be called within a transaction. */
export async function markAll(tx: Tx, what: 'sessions' | 'patterns'): Promise<void> {
  if (what === 'sessions') await mark(tx, sql`SELECT o.id FROM sessions AS o WHERE o.tenant_id = ${tx.tenant}`);
  await tx.run(sql`UPDATE patterns SET waits = true, mark = mark + 1 WHERE tenant_id = ${tx.tenant}`);
}

/** The patterns of a list: a table that a statement can join. */
export function listedPatterns(patterns: readonly PatternRow[]): Sql {
  return sql`unnest(${patterns.map((one) => one.project_id)}::text[], ${patterns.map((one) => one.kind)}::text[],
    ${patterns.map((one) => one.hash)}::text[]) AS n (project_id, kind, hash)`;
}

/** Marks patterns as changed since they were made. To be called within a transaction. */
export async function markPatterns(tx: Tx, patterns: readonly PatternRow[]): Promise<void> {
  if (patterns.length === 0) return;
  await tx.run(sql`UPDATE patterns AS p SET waits = true, mark = p.mark + 1 FROM ${listedPatterns(patterns)}
    WHERE p.tenant_id = ${tx.tenant} AND (p.project_id, p.kind, p.hash) = (n.project_id, n.kind, n.hash)`);
}

/** Removes those of the patterns that have no findings. To be called within a transaction. */
export async function dropUnfound(tx: Tx, patterns: readonly PatternRow[]): Promise<void> {
  if (patterns.length === 0) return;
  await tx.run(sql`DELETE FROM patterns AS p USING ${listedPatterns(patterns)}
    WHERE p.tenant_id = ${tx.tenant} AND (p.project_id, p.kind, p.hash) = (n.project_id, n.kind, n.hash)
      AND NOT EXISTS (SELECT 1 FROM findings AS f WHERE f.tenant_id = ${tx.tenant}
        AND (f.project_id, f.kind, f.hash) = (p.project_id, p.kind, p.hash))`);
}

/**
 * Removes the findings of a session of which an event was erased; batches being distilled at that moment are refused
 * later. Returns the ids of the items of its patterns, which are to be removed. To be called within a transaction.
 */
export async function forgetDistilled(tx: Tx, session: SessionId): Promise<ItemId[]> {
  await markSessions(tx, [session]);
  await tx.run(sql`UPDATE undistilled SET least = mark WHERE tenant_id = ${tx.tenant} AND session_id = ${session}`);
  const patterns = await tx.all<
    PatternRow & { item_id: ItemId | '' }
  >(sql`SELECT p.project_id, p.kind, p.hash, p.item_id
    FROM findings AS f JOIN patterns AS p ON p.tenant_id = ${tx.tenant}
      AND (p.project_id, p.kind, p.hash) = (f.project_id, f.kind, f.hash)
    WHERE f.tenant_id = ${tx.tenant} AND f.session_id = ${session}`);
  await tx.run(sql`DELETE FROM findings WHERE tenant_id = ${tx.tenant} AND session_id = ${session}`);
  await markPatterns(tx, patterns);
  await dropUnfound(tx, patterns);
  return patterns.flatMap(({ item_id }) => (item_id === '' ? [] : item_id));
}

/** Removes what waits of sessions that are gone. To be called within a transaction, after `forgetDistilled`. */
export async function dropSessions(tx: Tx, sessions: readonly SessionId[]): Promise<void> {
  await tx.run(sql`DELETE FROM undistilled WHERE tenant_id = ${tx.tenant} AND session_id = ANY(${sessions}::text[])`);
}

/** Drops everything distilled except the items, and marks nothing: the rebuild marks what it derives. */
export async function resetDistilled(tx: Tx): Promise<void> {
  await tx.run(sql`DELETE FROM findings WHERE tenant_id = ${tx.tenant}`);
  await tx.run(sql`DELETE FROM patterns WHERE tenant_id = ${tx.tenant}`);
}
