import type { Database } from '../../../platform/sqlite/sqlite.ts';

/** Files that one end of a path may mean. */
const ENDING_MAX = 200;

/** The numbers of the files of a path: of one project (0: of none), or of any. */
export function findFiles(db: Database, path: string, project: number | undefined): number[] {
  const rows = db.all<{ seq: number }>(
    'SELECT seq FROM files WHERE path = ?1 AND project = coalesce(?2, project)',
    path,
    project ?? null,
  );
  return rows.map((row) => row.seq);
}

/** The numbers of files whose path ends with these parts: of one project, or of any. */
export function findFilesEnding(db: Database, end: string, project: number | undefined): number[] {
  const rows = db.all<{ seq: number }>(
    "SELECT seq FROM files WHERE substr(path, -length(?1) - 1) = '/' || ?1 AND project = coalesce(?2, project) LIMIT ?3",
    end,
    project ?? null,
    ENDING_MAX,
  );
  return rows.map((row) => row.seq);
}
