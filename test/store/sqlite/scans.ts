import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Database, openDatabase, type SqlValue } from '../../../src/platform/sqlite/sqlite.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { placeDatabase } from '../../support/fresh-database.ts';
import { PATIENT } from '../../support/patience.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/**
 * Tables that stay small however much is remembered: what there are few of, and queues of what still waits. To go through
 * one of them is no fault.
 */
const SMALL: ReadonlySet<string> = new Set([
  'concepts',
  'counters',
  'home_keys',
  'pattern_keys',
  'patterns_waiting',
  'pending',
  'projects',
  'rules',
  'session_contexts',
  'session_tombstones',
  'stamps',
  'sync_homes',
  'sync_runs',
  'tallies',
  'tombstones',
  'undistilled',
  'vector_models',
]);

/** Tables that are read in the order of an index until a page is full, or of whose index only what is open has a part. */
const ORDERED: ReadonlySet<string> = new Set(['jobs', 'sessions']);

/** A new store whose statements are recorded, by their text and with the values of their first run. */
export function openRecorded(test: TestContext): { store: Store; path: string; ran: Map<string, readonly SqlValue[]> } {
  const path = placeDatabase(join(temporaryFolder(test), 'cairn.db'));
  const ran = new Map<string, readonly SqlValue[]>();
  const onStatement = (sql: string, values: readonly SqlValue[]): void => {
    if (!ran.has(sql)) ran.set(sql, values);
  };
  const store = openSqliteStore({ path, vectorsMs: PATIENT.vectorsMs, onStatement });
  test.after(() => store.close());
  return { store, path, ran };
}

/**
 * What some statements go through from end to end, as `SELECT items`: big tables and indexes of them, the words of all items,
 * and all rows that lack a value.
 */
export function scansOf(path: string, statements: ReadonlyMap<string, readonly SqlValue[]>): string[] {
  const db = openDatabase(path, { readonly: true });
  try {
    const tables = bigTables(db);
    return [...new Set([...statements].flatMap(([sql, values]) => scansIn(db, tables, { sql, values })))].sort();
  } finally {
    db.close();
  }
}

function scansIn(
  db: Database,
  tables: ReadonlySet<string>,
  { sql, values }: { sql: string; values: readonly SqlValue[] },
): string[] {
  const verb = /^\s*(?:WITH\b.*?\b)?(SELECT|INSERT|UPDATE|DELETE|REPLACE)\b/is.exec(sql)?.[1]?.toUpperCase();
  if (verb === undefined) return [];
  const steps = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
  return steps.flatMap(({ detail }) => {
    if (isSearchForNull(sql, detail)) return [`${verb} all without: ${detail}`];
    const scan = /^SCAN (\w+)( VIRTUAL TABLE INDEX \d+:)?(.*)$/.exec(detail);
    if (scan === null || (scan[2] !== undefined && scan[3] !== '')) return [];
    return tablesOf(sql, scan[1] ?? '')
      .filter((table) => tables.has(table) && !(ORDERED.has(table) && scan[3] !== ''))
      .map((table) => `${verb} ${table}`);
  });
}

/** Whether a step searches an index for all rows that lack a value: there can be as many as rows of the table. */
function isSearchForNull(sql: string, step: string): boolean {
  const [, name, column] = /^SEARCH (\w+) USING (?:COVERING )?INDEX \w+ \((\w+)=\?\)/.exec(step) ?? [];
  return column !== undefined && new RegExp(`\\b(?:${name}\\.)?${column} IS NULL\\b`, 'i').test(sql);
}

/** The tables that a name in a plan can be: the one of that name, or those that a statement calls so. */
function tablesOf(sql: string, name: string): string[] {
  const called = [...sql.matchAll(new RegExp(`\\b(\\w+)\\s+AS\\s+${name}\\b`, 'gi'))].map(([, table]) => table ?? '');
  return [name, ...called];
}

function bigTables(db: Database): Set<string> {
  const names = db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => name);
  return new Set(names.filter((name) => !SMALL.has(name) && !/^sqlite_|_fts_|^migrations$/.test(name)));
}
