import { clearDamage, damageMet } from '../../platform/sqlite/damage.ts';
import type { Database } from '../../platform/sqlite/sqlite.ts';
import { openDatabase } from '../../platform/sqlite/sqlite.ts';
import { copyDatabase } from './engine/copy-database.ts';
import { checkVersion, NEWEST_SCHEMA } from './engine/migrate.ts';
import { readColumn, readNumber } from './engine/rows.ts';
import { schemaFaults } from './engine/schema-faults.ts';
import { views } from './items/views.ts';
import { readHomeKeys } from './log/home-keys.ts';

/** The last time that a date can be, in milliseconds from 1970. */
const TIME_MAX = 8.64e15;
/** Upper bound on the number of a row. */
const ROWS_MAX = 2 ** 52;

/** What a database file holds, without a look at its contents. */
export interface DatabaseState {
  /** Number of the newest migration in it. */
  schema: number;
  events: number;
  sessions: number;
  /** Time of its last event, in milliseconds since 1970. */
  lastAt?: number;
  /** What is not as Cairn makes it, or what SQLite's quick check finds, one sentence a fault. */
  faults: string[];
}

/**
 * Looks at a database of Cairn that nobody writes, of this schema or an earlier one. Nothing that is not Cairn's runs: only a
 * database whose tables and indexes are as Cairn makes them is read. Throws `damaged` when it is none or cannot be read,
 * `newer_home` when a newer program wrote it that does not let this one read it.
 */
export function inspectDatabase(path: string): DatabaseState {
  const db = openDatabase(path, { readonly: true });
  try {
    const schema = checkVersion(db);
    const faults = schema === 0 ? ['it is empty'] : schemaFaults(db, schema);
    if (faults.length === 0) faults.push(...pageFaults(db));
    if (faults.length === 0) faults.push(...numberFaults(db));
    if (faults.length > 0) return { schema, events: 0, sessions: 0, faults };
    return { schema, ...countsOf(db), faults };
  } finally {
    db.close();
  }
}

/** Whether a newer program wrote a database: what should be in it is unknown here. */
export function isOfNewerProgram({ schema }: Pick<DatabaseState, 'schema'>): boolean {
  return schema > NEWEST_SCHEMA;
}

/** The keys of the homes in which a database was; one of an earlier schema has none. Throws as `inspectDatabase` does. */
export function homeKeysIn(path: string): Uint8Array[] {
  const db = openDatabase(path, { readonly: true });
  try {
    checkVersion(db);
    return readHomeKeys(db);
  } finally {
    db.close();
  }
}

/** Makes the views that other programs read as this version has them. */
export function remakeViews(path: string): void {
  const db = openDatabase(path);
  try {
    db.exec(views());
    db.checkpoint();
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
    const found: QuickCheck = { faults: schemaFaults(db, checkVersion(db)), checked: 0, tables: tables.length };
    for (const table of tables) {
      if (performance.now() > until || found.faults.length > 0) break;
      found.faults.push(...pageFaults(db, table));
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

function pageFaults(db: Database, table?: string): string[] {
  const sql = table === undefined ? 'PRAGMA quick_check(20)' : `PRAGMA quick_check("${table}")`;
  return readColumn<string>(db, sql).filter((line) => line !== 'ok');
}

/** Numbers that no program of Cairn gives, and with which it could not work. */
function numberFaults(db: Database): string[] {
  const times = readNumber(db, 'SELECT count(*) FROM events WHERE at NOT BETWEEN -?1 AND ?1', TIME_MAX);
  const used = readNumber(db, 'SELECT count(*) FROM sqlite_sequence WHERE seq > ?', ROWS_MAX);
  return [
    ...(times === 0 ? [] : [`it has events of a time that cannot be (${times})`]),
    ...(used === 0 ? [] : ['it has no numbers left for new rows']),
  ];
}

function countsOf(db: Database): Pick<DatabaseState, 'events' | 'sessions' | 'lastAt'> {
  const events = readNumber(db, 'SELECT count(*) FROM events');
  const sessions = readNumber(db, 'SELECT count(*) FROM sessions');
  return { events, sessions, ...(events === 0 ? {} : { lastAt: readNumber(db, 'SELECT max(at) FROM events') }) };
}
