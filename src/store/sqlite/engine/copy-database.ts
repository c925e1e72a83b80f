import { CairnError } from '../../../core/errors.ts';
import { removeFile, writeSynced } from '../../../platform/files.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';

/**
 * Writes a copy of a database as it is now, without its free space, to a new file of mode 0600. Throws `unwritable`
 * when the file exists or cannot be created; a failed copy leaves nothing behind.
 */
export function copyDatabase(db: Database, path: string): void {
  try {
    // SQLite writes into an existing empty file, which keeps its mode.
    writeSynced(path, '');
  } catch (error) {
    throw new CairnError('unwritable', `${path} is there already or cannot be made.`, { cause: error });
  }
  try {
    // The copy is written as its source is: without this, rows that SQLite moves there stay in the pages where they stood before.
    db.exec('PRAGMA secure_delete = ON');
    db.run('VACUUM INTO ?', path);
  } catch (error) {
    removeFile(path);
    throw error;
  }
}
