import { CairnError } from '../../../core/errors.ts';
import { removeFile, writeSynced } from '../../../platform/files.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';

/**
 * Writes a copy of a database as it is now, without its free space, to a new file of mode 0600. Throws `unwritable` when
 * the file is there or cannot be made, `not_allowed` when the database is open for reading only; of a copy that fails no
 * part stays.
 */
export function copyDatabase(db: Database, path: string): void {
  if (db.readonly) throw new CairnError('not_allowed', `${db.path} is open for reading only.`);
  try {
    // SQLite fills an empty file, which keeps the mode it was made with.
    writeSynced(path, '');
  } catch (error) {
    throw new CairnError('unwritable', `${path} is there already or cannot be made.`, { cause: error });
  }
  try {
    db.run('VACUUM INTO ?', path);
  } catch (error) {
    removeFile(path);
    throw error;
  }
}
