import { isRegularFile, readBytesIfThere } from '../platform/files.ts';
import { EXPORT_HEADER } from './export-format.ts';

const SQLITE = 'SQLite format 3\0';

/** True for a file that begins as an export of Cairn does. */
export function isOwnExport(path: string): boolean {
  return beginsWith(path, EXPORT_HEADER);
}

/** True for a database of SQLite. */
export function isSqlite(path: string): boolean {
  return beginsWith(path, SQLITE);
}

function beginsWith(path: string, text: string): boolean {
  return isRegularFile(path) && readBytesIfThere(path, text.length)?.toString('latin1') === text;
}
