import type { ProjectId } from '../../../core/model/ids.ts';
import { type Nullable, withoutNulls } from '../../common/nullable.ts';
import { changedTops, type ProjectLinks } from '../../common/top-projects.ts';
import type { ProjectRow } from '../../contract/log.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { takeNumbers } from '../engine/numbers.ts';
import { insertRows } from '../engine/rows.ts';
import { raw, sql } from '../engine/sql.ts';

const COLUMNS = { id: 'text', seq: 'bigint', identity: 'text', name: 'text' } as const;

/** Those of the projects that have a row. */
export async function knownProjects(tx: Tx, ids: readonly ProjectId[]): Promise<Set<ProjectId>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.all<{ id: ProjectId }>(
    sql`SELECT id FROM projects WHERE tenant_id = ${tx.tenant} AND id = ANY(${ids}::text[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Gives each of the projects a row, nameless when nothing else is known of it. */
export async function ensureProjects(tx: Tx, ids: Iterable<ProjectId | undefined>): Promise<void> {
  const asked = [...new Set(ids)].filter((id) => id !== undefined);
  const known = await knownProjects(tx, asked);
  const missing = asked.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const first = await takeNumbers(tx, 'projects', missing.length);
  const rows = missing.map((id, i) => ({ id, seq: first + i, identity: '', name: '' }));
  await insertRows(tx, { table: 'projects', columns: COLUMNS, rest: raw('ON CONFLICT DO NOTHING') }, rows);
}

/**
 * Writes projects; a root or remote that is absent now stays as stored. A project without a remote is joined to the one
 * of the same root that has one, whichever came first.
 */
export async function saveProjects(tx: Tx, rows: readonly ProjectRow[]): Promise<void> {
  await ensureProjects(
    tx,
    rows.map(({ id }) => id),
  );
  for (const { id, identity, name, root = null, remote = null } of rows) {
    const changed = await tx.run(sql`UPDATE projects AS p SET identity = n.identity, name = n.name, root = n.root,
      remote = n.remote
      FROM (SELECT ${identity}::text AS identity, ${name}::text AS name, coalesce(${root}, o.root) AS root,
        coalesce(${remote}, o.remote) AS remote
        FROM projects AS o WHERE o.tenant_id = ${tx.tenant} AND o.id = ${id}) AS n
      WHERE p.tenant_id = ${tx.tenant} AND p.id = ${id}
        AND (p.identity, p.name, p.root, p.remote) IS DISTINCT FROM (n.identity, n.name, n.root, n.remote)`);
    if (changed === 0) continue;
    await tx.run(sql`UPDATE projects AS p SET joined = o.id FROM projects AS o
      WHERE p.tenant_id = ${tx.tenant} AND o.tenant_id = ${tx.tenant} AND p.root = o.root AND p.remote IS NULL
        AND o.remote IS NOT NULL AND ${id} IN (p.id, o.id)`);
    await settleTops(tx);
  }
}

/** A project and those joined with it; none when there is no such project. */
export async function projectGroup(tx: Tx, id: ProjectId): Promise<ProjectId[]> {
  const rows = await tx.all<{ id: ProjectId }>(sql`SELECT g.id FROM projects AS g
    WHERE g.tenant_id = ${tx.tenant} AND coalesce(g.top, g.joined, g.id) = (
      SELECT coalesce(o.top, o.joined, o.id) FROM projects AS o WHERE o.tenant_id = ${tx.tenant} AND o.id = ${id})`);
  return rows.map((row) => row.id);
}

/** Sets the display name that a person gave a project; without one its own name counts again. */
export async function nameProject({ write }: Engine, id: ProjectId, name: string | undefined): Promise<void> {
  const given = name === undefined || name === '' ? null : name;
  await write((tx) =>
    tx.run(sql`UPDATE projects SET given_name = ${given} WHERE tenant_id = ${tx.tenant} AND id = ${id}`),
  );
}

/** Merges a project into another, as a person wants it; without one it stands for itself again. */
export async function mergeProject({ write }: Engine, id: ProjectId, into: ProjectId | undefined): Promise<void> {
  await write(async (tx) => {
    const [merged = null] = into === undefined ? [] : await knownProjects(tx, [into]);
    const changed = await tx.run(sql`UPDATE projects SET merged = ${merged}
      WHERE tenant_id = ${tx.tenant} AND id = ${id} AND merged IS DISTINCT FROM ${merged}`);
    if (changed > 0) await settleTops(tx);
  });
}

/** Writes where each project leads in the end, after one of them leads elsewhere. */
export async function settleTops(tx: Tx): Promise<void> {
  const links = await tx.all<ProjectLinks<ProjectId>>(
    sql`SELECT id AS key, merged, joined, top FROM projects WHERE tenant_id = ${tx.tenant} ORDER BY seq`,
  );
  for (const { key, top } of changedTops(links)) {
    await tx.run(sql`UPDATE projects SET top = ${top} WHERE tenant_id = ${tx.tenant} AND id = ${key}`);
  }
}

/** All projects, in order of arrival. */
export async function readProjects(tx: Tx): Promise<ProjectRow[]> {
  const rows = await tx.all<
    Nullable<ProjectRow>
  >(sql`SELECT id, identity, coalesce(given_name, name) AS name, root, remote,
    coalesce(top, joined) AS joined, merged,
    CASE WHEN joined IS DISTINCT FROM coalesce(top, joined) THEN joined END AS "sameRoot" FROM projects WHERE tenant_id = ${tx.tenant} ORDER BY seq`);
  return rows.map(withoutNulls<ProjectRow>);
}
