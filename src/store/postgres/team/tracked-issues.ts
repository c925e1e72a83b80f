import type { Engine, Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';

/** An issue or a pull request, and how it stands. Nothing of its words is kept. */
export interface TrackedIssue {
  number: number;
  kind: 'issue' | 'pull';
  state: 'open' | 'closed' | 'merged' | 'gone';
  /** Milliseconds since 1970, as the service says. */
  updatedAt: number;
}

/** A call of a service: by which id, with which body (its SHA-256), and when it came. */
export interface ServiceCall {
  id: string;
  hash: string;
  at: number;
}

/** Milliseconds for which a delivery is remembered, and how many older ones go with each new one. */
const REMEMBERED_MS = 30 * 86_400_000;
const DROPPED = 100;
/** Memories of a project that are read for what they mention, the newest first. */
const READ = 5_000;

/** Takes a delivery, with the issue that it tells of; false when it came before. An older state does not undo a newer one. */
export function takeDelivery(
  engine: Engine,
  { id, hash, at }: ServiceCall,
  told: { project: string; issue: TrackedIssue } | undefined,
): Promise<boolean> {
  return engine.write(async (tx) => {
    const isNew = await tx.run(sql`INSERT INTO webhook_deliveries (tenant_id, id, hash, at)
      VALUES (${tx.tenant}, ${id}, ${hash}, ${at}) ON CONFLICT DO NOTHING`);
    if (isNew === 0) return false;
    await tx.run(sql`DELETE FROM webhook_deliveries WHERE tenant_id = ${tx.tenant} AND id IN (
      SELECT id FROM webhook_deliveries WHERE tenant_id = ${tx.tenant} AND at < ${at - REMEMBERED_MS}
      ORDER BY at LIMIT ${DROPPED})`);
    if (told !== undefined) await putIssue(tx, told.project, told.issue);
    return true;
  });
}

async function putIssue(tx: Tx, project: string, { number, kind, state, updatedAt }: TrackedIssue): Promise<void> {
  await tx.run(sql`INSERT INTO tracked_issues AS t (tenant_id, project_id, number, kind, state, updated_at)
    VALUES (${tx.tenant}, ${project}, ${number}, ${kind}, ${state}, ${updatedAt})
    ON CONFLICT (tenant_id, project_id, number) DO UPDATE
      SET kind = excluded.kind, state = excluded.state, updated_at = excluded.updated_at
      WHERE t.updated_at <= excluded.updated_at`);
}

/** Issues of a project by their numbers. */
export function findIssues(engine: Engine, project: string, numbers: readonly number[]): Promise<TrackedIssue[]> {
  return engine.read((tx) =>
    tx.all<TrackedIssue>(sql`SELECT number, kind, state, updated_at AS "updatedAt" FROM tracked_issues
      WHERE tenant_id = ${tx.tenant} AND project_id = ${project} AND number = ANY(${numbers}::bigint[])
      ORDER BY updated_at DESC, number`),
  );
}

/** Records of a project's memories that may mention an issue, as JSON, the newest first. */
export function mentioningRecords(engine: Engine, project: string): Promise<{ target: string; json: string }[]> {
  return engine.read((tx) =>
    tx.all<{ target: string; json: string }>(sql`SELECT target, record AS json FROM sync_records
      WHERE tenant_id = ${tx.tenant} AND project_id = ${project} AND kind = 'event' AND record IS NOT NULL
        AND record ~* '(#|/issues/|/pulls?/|gh-|(issue|pr|request|ticket)s?( no[.]?| number)?:? #?)[1-9]'
      ORDER BY seq DESC LIMIT ${READ}`),
  );
}
