import { removeFile, writeSynced } from '../../platform/files.ts';
import type { Database } from '../../platform/sqlite.ts';

/**
 * Writes a copy of a database as it is now, without its free space, to a new file of mode 0600. Fails with the system's own
 * error when the file is there; when the copy fails, no part of it stays.
 */
export function copyDatabase(db: Database, path: string): void {
  // SQLite fills an empty file, which keeps the mode it was made with.
  writeSynced(path, '');
  try {
    db.run('VACUUM INTO ?', path);
  } catch (error) {
    removeFile(path);
    throw error;
  }
}
