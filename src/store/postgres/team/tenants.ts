// store/postgres/team: what a team is on a server: its tenant, people, tokens, what was done, and the records of sync.
// Who may do what is decided in `server/access`.

import type { PgPool } from '../../../platform/postgres/postgres.ts';
import type { Engine } from '../engine/engine.ts';
import { SCHEMA } from '../engine/migrate.ts';
import { sql } from '../engine/sql.ts';
import { tellAccess } from './access-notice.ts';

/** Upper bounds on what homes may hand a team's server; `undefined`: none. */
export interface TenantQuota {
  maxRecords?: number | undefined;
  maxBytes?: number | undefined;
}

/** A team. Times in milliseconds since 1970. */
export interface TenantRow extends TenantQuota {
  id: string;
  name: string;
  createdAt: number;
  disabledAt?: number | undefined;
  /** What its homes handed over so far. */
  records: number;
  bytes: number;
}

interface StoredTenant {
  name: string;
  createdAt: number;
  disabledAt: number | null;
  maxRecords: number | null;
  maxBytes: number | null;
  records: number | null;
  bytes: number | null;
}

/** Adds the tenant of an engine. `key`: 64 hexadecimal digits. */
export async function addTenant(
  engine: Engine,
  { name, key, at }: { name: string; key: string; at: number },
): Promise<void> {
  await engine.write((tx) =>
    tx.run(sql`INSERT INTO tenants (tenant_id, name, key, created_at) VALUES (${tx.tenant}, ${name}, ${key}, ${at})`),
  );
}

/** The tenant of an engine; `undefined` for one that was never added. */
export async function readTenant(engine: Engine): Promise<TenantRow | undefined> {
  const row = await engine.read((tx) =>
    tx.get<StoredTenant>(sql`SELECT t.name, t.created_at AS "createdAt", t.disabled_at AS "disabledAt",
        t.max_records AS "maxRecords", t.max_bytes AS "maxBytes", u.records, u.bytes
      FROM tenants AS t LEFT JOIN sync_usage AS u ON u.tenant_id = t.tenant_id WHERE t.tenant_id = ${tx.tenant}`),
  );
  if (row === undefined) return undefined;
  const { name, createdAt, disabledAt, maxRecords, maxBytes, records, bytes } = row;
  return {
    id: engine.tenant,
    name,
    createdAt,
    disabledAt: disabledAt ?? undefined,
    maxRecords: maxRecords ?? undefined,
    maxBytes: maxBytes ?? undefined,
    records: records ?? 0,
    bytes: bytes ?? 0,
  };
}

/** The key under which the door of a tenant hashes; `undefined` for an unknown tenant. */
export async function readTenantKey(engine: Engine): Promise<Uint8Array | undefined> {
  const row = await engine.read((tx) =>
    tx.get<{ key: string }>(sql`SELECT key FROM tenants WHERE tenant_id = ${tx.tenant}`),
  );
  return row && Buffer.from(row.key, 'hex');
}

/** Disables a tenant, so that none of its tokens is taken, or with `undefined` enables it again. False for an unknown one. */
export async function disableTenant(engine: Engine, at: number | undefined): Promise<boolean> {
  return engine.write(async (tx) => {
    const disabled = await tx.run(sql`UPDATE tenants SET disabled_at = ${at ?? null} WHERE tenant_id = ${tx.tenant}`);
    await tellAccess(tx);
    return disabled > 0;
  });
}

/** Sets the quota of a tenant. False for an unknown one. */
export async function setQuota(engine: Engine, { maxRecords, maxBytes }: TenantQuota): Promise<boolean> {
  return engine.write(
    async (tx) =>
      (await tx.run(sql`UPDATE tenants SET max_records = ${maxRecords ?? null}, max_bytes = ${maxBytes ?? null}
        WHERE tenant_id = ${tx.tenant}`)) > 0,
  );
}

/** The ids of all tenants that are not disabled, in order. */
export async function tenantIds(pool: PgPool): Promise<string[]> {
  const connection = await pool.connect();
  try {
    const { rows } = await connection.query<{ id: string }>(`SELECT ${SCHEMA}.tenant_ids() AS id`, []);
    return rows.map(({ id }) => id);
  } finally {
    connection.release();
  }
}

/** The ids of all tenants, also of disabled ones; as the owner of the tables alone, another role sees none. */
export async function allTenantIds(owner: PgPool): Promise<string[]> {
  const connection = await owner.connect();
  try {
    const { rows } = await connection.query<{ id: string }>(
      `SELECT tenant_id AS id FROM ${SCHEMA}.tenants ORDER BY tenant_id`,
      [],
    );
    return rows.map(({ id }) => id);
  } finally {
    connection.release();
  }
}
