import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { readColumn } from '../engine/rows.ts';

/** Upper bound on the files that one end of a path may match. */
const ENDING_MAX = 200;

/** Row numbers of the files with a path: of one project (0 for none), or of any. */
export function findFiles(db: Database, path: string, project: number | undefined): number[] {
  const sql = 'SELECT seq FROM files WHERE path = ?1 AND project = coalesce(?2, project)';
  return readColumn(db, sql, path, project ?? null);
}

/** Row numbers of the files whose path ends with these segments: of one project, or of any. */
export function findFilesEnding(db: Database, end: string, project: number | undefined): number[] {
  const sql = `SELECT seq FROM files WHERE substr(path, -length(?1) - 1) = '/' || ?1
    AND project = coalesce(?2, project) LIMIT ?3`;
  return readColumn(db, sql, end, project ?? null, ENDING_MAX);
}
