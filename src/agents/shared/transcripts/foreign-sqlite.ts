import { ignore } from '../../../platform/ignored.ts';
import { type Database, openForeignDatabase } from '../../../platform/sqlite/sqlite.ts';
import { zlib } from '../../../platform/zlib.ts';

/** An agent's own SQLite store, opened to be read. */
export interface ForeignDatabase extends Pick<Database, 'all' | 'get' | 'close'> {
  /** Columns of a table; none when there is no such table: what a version has is found by looking, not by its number. */
  columns(table: string): ReadonlySet<string>;
}

/** Opens an agent's SQLite store to read it while the agent writes; nothing is written. Throws `not_found`, `busy`, `damaged`. */
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

/** What a short question to an agent's SQLite store gives; `undefined` when the store cannot be read. */
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

/** The UTF-8 text that a store packed with zstd; `undefined` where it cannot be unpacked, or has more than `maxBytes`. */
export function unpackZstd(packed: Uint8Array, maxBytes: number): string | undefined {
  try {
    return zlib().zstdDecompressSync(packed, { maxOutputLength: maxBytes }).toString('utf8');
  } catch (error) {
    ignore(error, 'packed value in the store of an agent could not be unpacked');
    return undefined;
  }
}
