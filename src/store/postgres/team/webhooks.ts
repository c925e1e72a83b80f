import type { Engine } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';

/** A service that calls: the secret that it signs with. */
export interface WebhookRow {
  source: string;
  secret: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Keeps the secret of a service, in place of a former one. */
export async function putWebhook(engine: Engine, { source, secret, createdAt }: WebhookRow): Promise<void> {
  await engine.write((tx) =>
    tx.run(sql`INSERT INTO webhooks (tenant_id, source, secret, created_at)
      VALUES (${tx.tenant}, ${source}, ${secret}, ${createdAt})
      ON CONFLICT (tenant_id, source) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at`),
  );
}

/** Drops the secret of a service, which is refused from then on; false when there is none. */
export async function dropWebhook(engine: Engine, source: string): Promise<boolean> {
  return engine.write(
    async (tx) => (await tx.run(sql`DELETE FROM webhooks WHERE tenant_id = ${tx.tenant} AND source = ${source}`)) > 0,
  );
}

/** The secret of a service; `undefined` where the team has none, is unknown or disabled. */
export async function webhookSecret(engine: Engine, source: string): Promise<string | undefined> {
  const row = await engine.read((tx) =>
    tx.get<{ secret: string }>(sql`SELECT w.secret FROM webhooks AS w
      JOIN tenants AS n ON n.tenant_id = w.tenant_id AND n.disabled_at IS NULL
      WHERE w.tenant_id = ${tx.tenant} AND w.source = ${source}`),
  );
  return row?.secret;
}
