import type { ProjectId } from '../../core/ids.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { ProjectRow } from '../contract.ts';
import type { Engine } from './engine.ts';
import type { Interned } from './interned.ts';

/** Writes what is known of a project; a root or remote that is unknown now stays as it was. */
export function saveProject(db: Database, interned: Interned, row: ProjectRow): void {
  db.run(
    'UPDATE projects SET identity = ?, name = ?, root = coalesce(?, root), remote = coalesce(?, remote) WHERE seq = ?',
    row.identity,
    row.name,
    row.root ?? null,
    row.remote ?? null,
    interned.addProject(row.id),
  );
}

/** Calls a project by a name that a person gave; without one by its own again. */
export function nameProject({ db, write }: Engine, id: ProjectId, name: string | undefined): void {
  const given = name === undefined || name === '' ? null : name;
  write(() => db.run('UPDATE projects SET given_name = ? WHERE id = ?', given, id), 'later');
}

interface StoredProject {
  id: ProjectId;
  identity: string;
  name: string;
  root: string | null;
  remote: string | null;
}

/** All projects. */
export function readProjects({ db }: Engine): ProjectRow[] {
  const rows = db.all<StoredProject>(
    'SELECT id, identity, coalesce(given_name, name) AS name, root, remote FROM projects ORDER BY seq',
  );
  return rows.map(({ root, remote, ...row }) => ({
    ...row,
    ...(root === null ? {} : { root }),
    ...(remote === null ? {} : { remote }),
  }));
}
