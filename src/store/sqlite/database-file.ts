import { clearDamage, damageMet } from '../../platform/sqlite/damage.ts';
import type { Database } from '../../platform/sqlite/sqlite.ts';
import { openDatabase } from '../../platform/sqlite/sqlite.ts';
import { copyDatabase } from './engine/copy-database.ts';
import { checkVersion } from './engine/migrate.ts';
import { readColumn, readNumber } from './engine/rows.ts';

/** What a database file holds, without a look at its contents. */
export interface DatabaseState {
  /** Number of the newest migration in it. */
  schema: number;
  events: number;
  sessions: number;
  /** Time of its last event, in milliseconds since 1970. */
  lastAt?: number;
  /** What SQLite's quick check finds, one sentence a fault. */
  faults: string[];
}

/**
 * Looks at a database of Cairn that nobody writes, of this schema or an earlier one. Throws `damaged` when it is none or
 * cannot be read, `newer_home` when a newer program wrote it.
 */
export function inspectDatabase(path: string): DatabaseState {
  const db = openDatabase(path, { readonly: true });
  try {
    const schema = checkVersion(db);
    const faults = [
      ...readColumn<string>(db, 'PRAGMA quick_check(20)').filter((line) => line !== 'ok'),
      ...triggersIn(db),
    ];
    if (faults.length > 0) return { schema, events: 0, sessions: 0, faults };
    return { schema, ...countsOf(db), faults };
  } finally {
    db.close();
  }
}

/** What a quick check of the pages found within its time. */
export interface QuickCheck {
  /** One sentence a fault. */
  faults: string[];
  /** How many tables were looked at, of how many. */
  checked: number;
  tables: number;
}

/** How often this process found a database to be damaged. */
export function timesDamaged(path: string): number {
  return damageMet(path);
}

/** Begins that count again, since another database took the place of one. */
export function countDamageAnew(path: string): void {
  clearDamage(path);
}

/**
 * Looks at the pages of a database that others may be writing, table by table, until a time is up. Its indexes are not
 * compared with their tables. Throws `damaged` where it cannot be opened.
 */
export function quickCheck(path: string, budgetMs: number): QuickCheck {
  const until = performance.now() + budgetMs;
  const db = openDatabase(path, { readonly: true });
  try {
    const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY rowid";
    const tables = readColumn<string>(db, sql);
    const found: QuickCheck = { faults: triggersIn(db), checked: 0, tables: tables.length };
    for (const table of tables) {
      if (performance.now() > until || found.faults.length > 0) break;
      found.faults.push(...readColumn<string>(db, `PRAGMA quick_check("${table}")`).filter((line) => line !== 'ok'));
      found.checked += 1;
    }
    return found;
  } finally {
    db.close();
  }
}

/**
 * Copies a database that others may be writing, as of one moment and without its free space, to a new file of mode 0600.
 * Throws as `copyDatabase` does, and `not_found`.
 */
export function copyDatabaseFile(path: string, to: string): void {
  const db = openDatabase(path, { readonly: true });
  try {
    // The file stays open for reading only; this would forbid to write another one, too.
    db.exec('PRAGMA query_only = OFF');
    copyDatabase(db, to);
  } finally {
    db.close();
  }
}

/** Triggers as faults: Cairn makes none, and one would run with everything that is written from then on. */
function triggersIn(db: Database): string[] {
  const names = readColumn<string>(db, "SELECT name FROM sqlite_schema WHERE type = 'trigger'");
  return names.map((name) => `it has a trigger of somebody else (${JSON.stringify(name)})`);
}

function countsOf(db: Database): Pick<DatabaseState, 'events' | 'sessions' | 'lastAt'> {
  const events = readNumber(db, 'SELECT count(*) FROM events');
  const sessions = readNumber(db, 'SELECT count(*) FROM sessions');
  return { events, sessions, ...(events === 0 ? {} : { lastAt: readNumber(db, 'SELECT max(at) FROM events') }) };
}
