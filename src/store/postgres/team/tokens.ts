import type { Engine } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';
import { tellAccess } from './access-notice.ts';
import type { TeamRole } from './people.ts';

/** A token as a list shows it: never the token itself. Times in milliseconds since 1970. */
export interface TokenRow {
  id: string;
  person: string;
  name: string;
  scopes: string;
  /** The id of the one project that it counts for. */
  project: string | null;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  usedAt: number | null;
}

/** A token to be kept. `hash`: SHA-256 of it, in hexadecimal digits. */
export interface NewToken {
  id: string;
  personId: string;
  name: string;
  hash: string;
  scopes: string;
  project?: string | undefined;
  createdAt: number;
  expiresAt: number | undefined;
}

/** Who shows a token that counts now. */
export interface TokenOwner {
  tokenId: string;
  personId: string;
  person: string;
  role: TeamRole;
  scopes: string;
  project: string | null;
  expiresAt: number | null;
}

/** Adds a token. */
export async function addToken(engine: Engine, token: NewToken): Promise<void> {
  const { id, personId, name, hash, scopes, project, createdAt, expiresAt } = token;
  await engine.write((tx) =>
    tx.run(sql`INSERT INTO tokens (tenant_id, id, person_id, name, hash, scopes, project_id, created_at, expires_at)
      VALUES (${tx.tenant}, ${id}, ${personId}, ${name}, ${hash}, ${scopes}, ${project ?? null}, ${createdAt}, ${expiresAt ?? null})`),
  );
}

/** The tokens of a team, the newest first. */
export function listTokens(engine: Engine): Promise<TokenRow[]> {
  return engine.read((tx) =>
    tx.all<TokenRow>(sql`SELECT t.id, p.name AS person, t.name, t.scopes, t.project_id AS project, t.created_at AS "createdAt",
        t.expires_at AS "expiresAt", t.revoked_at AS "revokedAt", t.used_at AS "usedAt"
      FROM tokens AS t JOIN people AS p ON p.tenant_id = t.tenant_id AND p.id = t.person_id
      WHERE t.tenant_id = ${tx.tenant} ORDER BY t.created_at DESC, t.id LIMIT 10000`),
  );
}

/** Revokes a token by its id; false when there is none that counts. */
export async function revokeToken(engine: Engine, id: string, at: number): Promise<boolean> {
  return engine.write(async (tx) => {
    const revoked = await tx.run(sql`UPDATE tokens SET revoked_at = ${at}
      WHERE tenant_id = ${tx.tenant} AND id = ${id} AND revoked_at IS NULL`);
    await tellAccess(tx);
    return revoked > 0;
  });
}

/** Who shows the token of a hash: `undefined` when it is unknown, revoked or expired, or its person or team is gone. */
export function findTokenOwner(engine: Engine, hash: string, now: number): Promise<TokenOwner | undefined> {
  return engine.read((tx) =>
    tx.get<TokenOwner>(sql`SELECT t.id AS "tokenId", p.id AS "personId", p.name AS person, p.role, t.scopes,
        t.project_id AS project, t.expires_at AS "expiresAt"
      FROM tokens AS t
      JOIN people AS p ON p.tenant_id = t.tenant_id AND p.id = t.person_id AND p.removed_at IS NULL
      JOIN tenants AS n ON n.tenant_id = t.tenant_id AND n.disabled_at IS NULL
      WHERE t.tenant_id = ${tx.tenant} AND t.hash = ${hash} AND t.revoked_at IS NULL
        AND (t.expires_at IS NULL OR t.expires_at > ${now})`),
  );
}

/** Drops tokens of a person that a login gave and that ended before a time. */
export async function dropLoginTokens(
  engine: Engine,
  { personId, name, before }: { personId: string; name: string; before: number },
): Promise<void> {
  await engine.write((tx) =>
    tx.run(sql`DELETE FROM tokens WHERE tenant_id = ${tx.tenant} AND person_id = ${personId} AND name = ${name}
      AND expires_at <= ${before}`),
  );
}

/** Those of some tokens, by their ids, that count. */
export async function countingTokens(engine: Engine, ids: readonly string[], now: number): Promise<Set<string>> {
  const rows = await engine.read((tx) =>
    tx.all<{ id: string }>(sql`SELECT t.id FROM tokens AS t
      JOIN people AS p ON p.tenant_id = t.tenant_id AND p.id = t.person_id AND p.removed_at IS NULL
      JOIN tenants AS n ON n.tenant_id = t.tenant_id AND n.disabled_at IS NULL
      WHERE t.tenant_id = ${tx.tenant} AND t.id = ANY(${ids}::text[]) AND t.revoked_at IS NULL
        AND (t.expires_at IS NULL OR t.expires_at > ${now})`),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Notes that a token was used. */
export async function touchToken(engine: Engine, id: string, at: number): Promise<void> {
  await engine.write((tx) =>
    tx.run(sql`UPDATE tokens SET used_at = ${at} WHERE tenant_id = ${tx.tenant} AND id = ${id}`),
  );
}
