import { isRegularFile, readBytesIfThere } from '../platform/files.ts';

const SQLITE = 'SQLite format 3\0';

/** True for a database of SQLite. */
export function isSqlite(path: string): boolean {
  return isRegularFile(path) && readBytesIfThere(path, SQLITE.length)?.toString('latin1') === SQLITE;
}
