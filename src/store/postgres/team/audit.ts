import type { Engine } from '../engine/engine.ts';
import { takeNumbers } from '../engine/numbers.ts';
import { sql } from '../engine/sql.ts';

/** One thing that was done to a team: who did what to whom. `at` in milliseconds since 1970. */
export interface AuditEntry {
  at: number;
  /** A person's name and the id of the token, or who ran a command on the server. */
  actor: string;
  /** Such as `token.revoke`. */
  action: string;
  target: string;
  detail: string;
}

/** Writes down what was done. Nothing changes or removes it afterwards. */
export async function addAudit(engine: Engine, { at, actor, action, target, detail }: AuditEntry): Promise<void> {
  await engine.write(async (tx) => {
    const seq = await takeNumbers(tx, 'audit', 1);
    await tx.run(sql`INSERT INTO audit (tenant_id, seq, at, actor, action, target, detail)
      VALUES (${tx.tenant}, ${seq}, ${at}, ${actor}, ${action}, ${target}, ${detail})`);
  });
}

/** What was done, the latest first. */
export function listAudit(engine: Engine, limit: number): Promise<AuditEntry[]> {
  return engine.read((tx) =>
    tx.all<AuditEntry>(sql`SELECT at, actor, action, target, detail FROM audit
      WHERE tenant_id = ${tx.tenant} ORDER BY seq DESC LIMIT ${limit}`),
  );
}

/** A part of what was done, the latest first, before a number; `seq` is that of an entry. */
export function pageAudit(
  engine: Engine,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<(AuditEntry & { seq: number })[]> {
  return engine.read((tx) =>
    tx.all(sql`SELECT seq, at, actor, action, target, detail FROM audit
      WHERE tenant_id = ${tx.tenant} AND seq < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY seq DESC LIMIT ${limit}`),
  );
}
