import { isRegularFile, readBytesIfThere } from '../platform/files.ts';

const SQLITE = 'SQLite format 3\0';

/** True for an SQLite database, by its first bytes. */
export function isSqlite(path: string): boolean {
  return isRegularFile(path) && readBytesIfThere(path, SQLITE.length)?.toString('latin1') === SQLITE;
}
