import type { Engine } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';
import type { TeamRole } from './people.ts';

/** A person of a team as the dashboard shows them. Times in milliseconds since 1970. */
export interface MemberRow {
  id: string;
  name: string;
  role: TeamRole;
  createdAt: number;
  /** When one of their tokens was used last; `null`: never, or all of them are gone. */
  usedAt: number | null;
}

/** A home of a person, and the time of its newest record. */
export interface HomeRow {
  home: string;
  personId: string;
  firstAt: number;
  lastAt: number | null;
}

/** People after a name, by name. */
export function listMembers(engine: Engine, { after, limit }: { after: string; limit: number }): Promise<MemberRow[]> {
  return engine.read((tx) =>
    tx.all<MemberRow>(sql`SELECT p.id, p.name, p.role, p.created_at AS "createdAt",
        (SELECT max(t.used_at) FROM tokens AS t WHERE t.tenant_id = ${tx.tenant} AND t.person_id = p.id) AS "usedAt"
      FROM people AS p WHERE p.tenant_id = ${tx.tenant} AND p.removed_at IS NULL AND p.name > ${after}
      ORDER BY p.name LIMIT ${limit}`),
  );
}

/** The homes of people, at most `most` together, the oldest first. */
export function homesOf(engine: Engine, people: readonly string[], most: number): Promise<HomeRow[]> {
  return engine.read((tx) =>
    tx.all<HomeRow>(sql`SELECT h.home, h.person_id AS "personId", h.first_at AS "firstAt",
        (SELECT r.at FROM sync_records AS r WHERE r.tenant_id = ${tx.tenant} AND r.home = h.home
          ORDER BY r.seq DESC LIMIT 1) AS "lastAt"
      FROM (SELECT home, person_id, first_at FROM sync_homes
        WHERE tenant_id = ${tx.tenant} AND person_id = ANY(${people}::text[])
        ORDER BY first_at, home LIMIT ${most}) AS h
      ORDER BY h.first_at, h.home`),
  );
}

/** Names of people by their ids, of those who left as well. */
export async function namesOf(engine: Engine, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await engine.read((tx) =>
    tx.all<{ id: string; name: string }>(
      sql`SELECT id, name FROM people WHERE tenant_id = ${tx.tenant} AND id = ANY(${ids}::text[])`,
    ),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
