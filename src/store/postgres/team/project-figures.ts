import type { Engine, Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';

/** Kinds of items that are counted of a project. */
export const COUNTED_KINDS = ['knowledge', 'summary', 'pattern', 'observation', 'topic', 'commit'] as const;

/** A project of a team, with what its members shared of it. Times in milliseconds since 1970. */
export interface ProjectFigures {
  id: string;
  name: string;
  identity: string;
  /** Memories by kind, each counted up to a bound. */
  counts: Record<string, number>;
  /** When the newest of its memories was made; `null` without any. */
  lastAt: number | null;
  /** Who shared of its newest records, who shared last first. */
  people: { personId: string; records: number; lastAt: number }[];
}

/** Bounds of what is read of each project. */
export interface FigureBounds {
  /** Memories of one kind that are counted. */
  counted: number;
  /** Newest records that say who works on it. */
  records: number;
}

/** Projects of which something is shared, after an id, by id. */
export function listProjectFigures(
  engine: Engine,
  { after, limit, ...bounds }: { after: string; limit: number } & FigureBounds,
): Promise<ProjectFigures[]> {
  return engine.read(async (tx) => {
    const projects = await tx.all<Pick<ProjectFigures, 'id' | 'name' | 'identity'>>(
      sql`SELECT id, coalesce(given_name, name) AS name, identity FROM projects
        WHERE tenant_id = ${tx.tenant} AND id > ${after} ORDER BY id LIMIT ${limit}`,
    );
    const ids = projects.map(({ id }) => id);
    const [kinds, people] = [await countKinds(tx, ids, bounds), await countPeople(tx, ids, bounds)];
    return projects.map((project) => {
      const own = kinds.filter(({ id }) => id === project.id);
      const times = own.flatMap(({ lastAt }) => (lastAt === null ? [] : [lastAt]));
      return {
        ...project,
        counts: Object.fromEntries(own.filter(({ n }) => n > 0).map(({ kind, n }) => [kind, n])),
        lastAt: times.length === 0 ? null : Math.max(...times),
        people: people
          .filter(({ id }) => id === project.id)
          .map(({ personId, records, lastAt }) => ({ personId, records, lastAt })),
      };
    });
  });
}

interface KindRow {
  id: string;
  kind: string;
  n: number;
  lastAt: number | null;
}

function countKinds(tx: Tx, ids: readonly string[], { counted }: FigureBounds): Promise<KindRow[]> {
  // In the order of the index: without one, the planner reads a whole table for a kind of which there is little.
  return tx.all<KindRow>(sql`SELECT p.id, k.kind, n.n, n."lastAt"
    FROM unnest(${ids}::text[]) AS p (id) CROSS JOIN unnest(${COUNTED_KINDS}::text[]) AS k (kind)
    CROSS JOIN LATERAL (SELECT count(*) AS n, max(c.at) AS "lastAt" FROM (SELECT i.at FROM items AS i
      WHERE i.tenant_id = ${tx.tenant} AND i.project_id = p.id AND i.kind = k.kind
      ORDER BY i.at DESC, i.seq DESC LIMIT ${counted}) AS c) AS n`);
}

interface ShareRow {
  id: string;
  personId: string;
  records: number;
  lastAt: number;
}

function countPeople(tx: Tx, ids: readonly string[], { records }: FigureBounds): Promise<ShareRow[]> {
  return tx.all<ShareRow>(sql`SELECT p.id, r.person_id AS "personId", count(*) AS records, max(r.at) AS "lastAt"
    FROM unnest(${ids}::text[]) AS p (id)
    CROSS JOIN LATERAL (SELECT s.person_id, s.at FROM sync_records AS s
      WHERE s.tenant_id = ${tx.tenant} AND s.project_id = p.id AND s.kind = 'event' AND s.record IS NOT NULL
      ORDER BY s.seq DESC LIMIT ${records}) AS r
    GROUP BY p.id, r.person_id ORDER BY max(r.at) DESC, r.person_id`);
}
