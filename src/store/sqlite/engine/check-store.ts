import { CairnError } from '../../../core/errors.ts';
import { clearDamage } from '../../../platform/sqlite/damage.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { checkEvents } from '../log/event-rows.ts';
import { checkBodies } from '../text/bodies.ts';
import { WORD_INDEXES } from '../words/word-index.ts';
import { readColumn } from './rows.ts';

/**
 * Checks a store for faults: SQLite's own checks, the word indexes against the items, and content hashes. One sentence
 * a fault. Without any, what calls met before counts no more.
 */
export function checkStore(db: Database): string[] {
  const faults = findFaults(db);
  if (faults.length === 0) clearDamage(db.path);
  return faults;
}

function findFaults(db: Database): string[] {
  // The query makes FTS5 read the current index: its integrity check alone would use what this connection cached.
  for (const index of WORD_INDEXES) db.get(`SELECT rowid FROM ${index} WHERE ${index} MATCH ? LIMIT 1`, '"a"');
  const integrity = readColumn<string>(db, 'PRAGMA integrity_check(20)').filter((line) => line !== 'ok');
  if (integrity.length > 0) return integrity.map((line) => `The database is damaged: ${line}`);
  const foreign = db.all<{ table: string; rowid: number; parent: string }>('PRAGMA foreign_key_check');
  return [
    ...foreign.map((row) => `A row of ${row.table} (${row.rowid}) names a row of ${row.parent} that is not there.`),
    ...checkIndex(db),
    ...checkEvents(db),
    ...checkBodies(db),
  ];
}

function checkIndex(db: Database): string[] {
  if (db.readonly) return [];
  try {
    for (const index of WORD_INDEXES) db.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`);
    return [];
  } catch (error) {
    if (error instanceof CairnError && error.code === 'damaged') return ['The index does not agree with the items.'];
    throw error;
  }
}
