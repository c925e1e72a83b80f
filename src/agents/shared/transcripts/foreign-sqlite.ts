import { ignore } from '../../../platform/ignored.ts';
import { type Database, openForeignDatabase } from '../../../platform/sqlite/sqlite.ts';
import { zlib } from '../../../platform/zlib.ts';

/** An agent's own SQLite store, opened read-only. */
export interface ForeignDatabase extends Pick<Database, 'all' | 'get' | 'close'> {
  /**
   * Columns of a table; empty when it does not exist. Schemas are detected by their columns, not by a version number.
   */
  columns(table: string): ReadonlySet<string>;
}

/** Opens an agent's SQLite store read-only, while the agent may write to it. Throws `not_found`, `busy`, `damaged`. */
export function openAgentDatabase(path: string): ForeignDatabase {
  const db = openForeignDatabase(path);
  return {
    all: (sql, ...values) => db.all(sql, ...values),
    get: (sql, ...values) => db.get(sql, ...values),
    columns: (table) =>
      new Set(db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name)),
    close: () => db.close(),
  };
}

/** Runs a short query on an agent's SQLite store; `undefined` when the store cannot be read. */
export function askAgentDatabase<T>(path: string, ask: (db: ForeignDatabase) => T): T | undefined {
  try {
    const db = openAgentDatabase(path);
    try {
      return ask(db);
    } finally {
      db.close();
    }
  } catch (error) {
    ignore(error, 'store of an agent could not be read');
    return undefined;
  }
}

/** The UTF-8 text in zstd data; `undefined` when it cannot be unpacked or has more than `maxBytes`. */
export function unpackZstd(packed: Uint8Array, maxBytes: number): string | undefined {
  try {
    return zlib().zstdDecompressSync(packed, { maxOutputLength: maxBytes }).toString('utf8');
  } catch (error) {
    ignore(error, 'packed value in the store of an agent could not be unpacked');
    return undefined;
  }
}
