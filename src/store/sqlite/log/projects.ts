import type { ProjectId } from '../../../core/model/ids.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { type Nullable, withoutNulls } from '../../common/nullable.ts';
import { changedTops, type ProjectLinks } from '../../common/top-projects.ts';
import type { ProjectRow } from '../../contract/log.ts';
import type { Engine } from '../engine/engine.ts';
import { readColumn } from '../engine/rows.ts';

/**
 * Writes a project; a root or remote that is absent now stays as stored. A project without a remote is joined to the
 * one of the same root that has one, whichever came first.
 */
export function saveProject({ db, interned }: Engine, row: ProjectRow): void {
  const seq = interned.addProject(row.id);
  const { changes } = db.run(
    `UPDATE projects SET identity = ?1, name = ?2, root = coalesce(?3, root), remote = coalesce(?4, remote)
      WHERE seq = ?5 AND (identity, name, root, remote)
        IS NOT (?1, ?2, coalesce(?3, root), coalesce(?4, remote))`,
    row.identity,
    row.name,
    row.root ?? null,
    row.remote ?? null,
    seq,
  );
  if (changes === 0) return;
  db.run(JOIN, seq);
  settleTops(db);
}

const JOIN = `UPDATE projects AS p SET joined = o.seq FROM projects AS o
  WHERE p.root = o.root AND p.remote IS NULL AND o.remote IS NOT NULL AND ?1 IN (p.seq, o.seq)`;

/** Selects the row numbers of a project, by its id, and of those joined with it. */
export const PROJECT_GROUP = `SELECT g.seq FROM projects AS g
  WHERE coalesce(g.top, g.joined, g.seq) =
    (SELECT coalesce(o.top, o.joined, o.seq) FROM projects AS o WHERE o.id = ?)`;

/** The row numbers of a project and of those joined with it; -1, which no row has, when there is no such project. */
export function projectGroup(db: Database, id: ProjectId): number[] {
  const seqs = readColumn<number>(db, PROJECT_GROUP, id);
  return seqs.length === 0 ? [-1] : seqs;
}

/** Sets the display name that a person gave a project; without one its own name counts again. */
export function nameProject({ db, write }: Engine, id: ProjectId, name: string | undefined): void {
  const given = name === undefined || name === '' ? null : name;
  write(() => db.run('UPDATE projects SET given_name = ? WHERE id = ?', given, id), 'later');
}

/** Merges a project into another, as a person wants it; without one it stands for itself again. */
export function mergeProject({ db, interned, write }: Engine, id: ProjectId, into: ProjectId | undefined): void {
  write(() => {
    const merged = into === undefined ? null : (interned.project(into) ?? null);
    if (db.run('UPDATE projects SET merged = ?1 WHERE id = ?2 AND merged IS NOT ?1', merged, id).changes > 0) {
      settleTops(db);
    }
  }, 'later');
}

/** Writes where each project leads in the end, after one of them leads elsewhere. */
export function settleTops(db: Database): void {
  const links = db.all<ProjectLinks<number>>('SELECT seq AS key, merged, joined, top FROM projects');
  for (const { key, top } of changedTops(links)) db.run('UPDATE projects SET top = ? WHERE seq = ?', top, key);
}

/** All projects. */
export function readProjects({ db }: Engine): ProjectRow[] {
  const rows = db.all<Nullable<ProjectRow>>(
    `SELECT id, identity, coalesce(given_name, name) AS name, root, remote,
      (SELECT o.id FROM projects AS o WHERE o.seq = coalesce(p.top, p.joined)) AS joined,
      (SELECT o.id FROM projects AS o WHERE o.seq = p.merged) AS merged,
      (SELECT o.id FROM projects AS o WHERE o.seq = p.joined AND p.joined IS NOT coalesce(p.top, p.joined)) AS sameRoot
      FROM projects AS p ORDER BY seq`,
  );
  return rows.map(withoutNulls<ProjectRow>);
}
