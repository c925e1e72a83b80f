import { hasKey, KEY_BYTES } from '../../../core/hash.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { readColumn } from '../engine/rows.ts';

/** Upper bound on the keys that are asked: each is one of a home in which the database was. */
const KEYS_MAX = 16;

/**
 * The keys of a home: the given ones, first that under which new hashes are made, then the others that the database has. It keeps
 * the given ones, unless it is open for reading only.
 */
export function keepHomeKeys(db: Database, given: readonly Uint8Array[]): readonly Uint8Array[] {
  const known = readHomeKeys(db);
  for (const key of given.filter((one) => !db.readonly && !hasKey(known, one))) {
    db.run('INSERT INTO home_keys (key) VALUES (?) ON CONFLICT DO NOTHING', key);
  }
  return [...given, ...known.filter((key) => !hasKey(given, key))];
}

/** The keys that a database has, none of a length that Cairn gives no key; one of an earlier schema has none. */
export function readHomeKeys(db: Database): Uint8Array[] {
  if (db.get("SELECT 1 FROM sqlite_schema WHERE name = 'home_keys'") === undefined) return [];
  return readColumn<Uint8Array>(db, `SELECT key FROM home_keys WHERE length(key) = ${KEY_BYTES} LIMIT ${KEYS_MAX}`);
}
