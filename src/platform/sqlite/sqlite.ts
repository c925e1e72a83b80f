// platform/sqlite: the only import of `node:sqlite`, the lock of the home, and SQLite's errors in Cairn's words.
// No table of Cairn's is named here.

import { closeSync, existsSync, lstatSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { dropOldest } from '../../core/drop-oldest.ts';
import { CairnError } from '../../core/errors.ts';
import { assertRegularFile, ensureFolder, fileIdentity, fileSize } from '../files.ts';
import { toSqliteError } from './sqlite-error.ts';

const { constants, DatabaseSync: NodeDatabase } = loadSqlite();
const SQLITE_MINIMUM = [3, 51, 3] as const;
/**
 * Milliseconds to wait for another writer. The worker is the only regular one, and must not block for a foreign one.
 */
const BUSY_MS = 1_000;
/** Milliseconds for which a checkpoint waits for readers, during which nothing else runs. */
const CHECKPOINT_MS = 100;
const CACHE_KIB = 16_384;
/** Page cache in KiB for another program's file, which is mostly read once from beginning to end. */
const FOREIGN_CACHE_KIB = 2_048;
/** Upper bound on bytes of one value or row of another program's file. */
const FOREIGN_VALUE_BYTES = 128 * 1024 * 1024;
/** True, in SQL, for a row `m` of `sqlite_schema` that is a table, and no table of a module, which runs that module when it is read. */
export const PLAIN_TABLE =
  "(m.type = 'table' AND ifnull(m.rootpage, 0) > 0 AND m.sql NOT LIKE 'create%virtual%using%')";
const STATEMENTS_KEPT = 300;
/** Attempts to open a file that is created or replaced meanwhile. */
const OPENINGS = 3;
const WAL_LIMIT_BYTES = 64 * 1024 * 1024;

/** The values that a column can have. */
export type SqlValue = null | number | string | Uint8Array;

/** One open SQLite file. Every failure is a `CairnError`: busy, damaged, unwritable, low_disk, else internal. */
export interface Database {
  readonly path: string;
  readonly readonly: boolean;
  /** Runs a statement that returns no rows; returns how many rows changed and the last rowid. */
  run(sql: string, ...values: SqlValue[]): { changes: number; rowid: number };
  /** The first row, or `undefined`. The caller names the row's type, which the statement must produce. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Runs several statements without values. */
  exec(sql: string): void;
  /**
   * Runs `work` between BEGIN IMMEDIATE (BEGIN when read-only) and COMMIT; rolls back when it throws. Cannot be nested.
   * `later`: a power cut may lose the last such transactions, but nothing before them and never part of one.
   */
  transaction<T>(work: () => T, durable?: 'now' | 'later'): T;
  /**
   * Moves the write-ahead log into the file and truncates it; false when a reader of an older snapshot prevents that.
   */
  checkpoint(): boolean;
  /** False once the file is no longer at its path, or another one is: writes then reach nobody. */
  isInPlace(): boolean;
  close(): void;
}

/** Receives each statement that has values, and those values, before it runs. */
export type OnStatement = (sql: string, values: readonly SqlValue[]) => void;

/** How a database is opened. Without `onStatement` nothing is wrapped, which costs nothing. */
export interface DatabaseOptions {
  readonly?: boolean;
  onStatement?: OnStatement | undefined;
}

/**
 * Opens an SQLite file with Cairn's settings: write-ahead log, full sync, secure delete, incremental vacuum. For
 * writing, a missing file is created with mode 0600 and missing folders with 0700. Read-only it also opens where
 * write-ahead files are missing or cannot be written.
 */
export function openDatabase(path: string, options: DatabaseOptions = {}): Database {
  checkSqliteVersion(process.versions.sqlite ?? '0');
  const open = options.readonly === true ? openReader : openWriter;
  const db = guard(path, () => openInPlace(path, open));
  return options.onStatement === undefined ? db : reporting(db, options.onStatement);
}

/** Opens an empty database in memory, with the settings of all. */
export function openInMemory(): Database {
  return wrap(
    ':memory:',
    prepared(new NodeDatabase(':memory:'), () => undefined),
    undefined,
  );
}

/**
 * Opens another program's SQLite file for reading, also while that program writes. No content is written: an idle file
 * is read as it is, else with its write-ahead log, whose shared index SQLite creates when it is missing. Only tables
 * are readable, and nothing that a read would compute: a view or a generated column, which reads as null, could run for ever. Throws `unsupported` when
 * the file, or a companion file that SQLite would open, is a FIFO or a device, because opening one blocks.
 */
export function openForeignDatabase(path: string): Database {
  checkSqliteVersion(process.versions.sqlite ?? '0');
  assertRegularFiles(path);
  return guard(path, () => {
    const raw = isAtRest(path) ? openImmutable(path) : openReader(path);
    raw.exec(`PRAGMA cache_size = -${FOREIGN_CACHE_KIB}`);
    onlyTables(raw);
    return wrap(path, raw, fileIdentity(path));
  });
}

/** Opens a file and makes sure of its identity: the same file must be at its path before and after opening. */
function openInPlace(path: string, open: (path: string) => DatabaseSync): Database {
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    const before = fileIdentity(path);
    const raw = open(path);
    if (before !== undefined && fileIdentity(path) === before) return wrap(path, raw, before);
    raw.close();
  }
  throw new CairnError('busy', `${path} is being replaced.`, { fix: 'Try again once nothing moves it.' });
}

/** Refuses SQLite older than 3.51.3, whose write-ahead log can lose a commit. Throws `unsupported`. */
export function checkSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const difference = SQLITE_MINIMUM.map((wanted, i) => (parts[i] ?? 0) - wanted).find((step) => step !== 0) ?? 0;
  if (difference >= 0) return;
  throw new CairnError('unsupported', `SQLite ${version} of this Node can lose data; Cairn needs 3.51.3 or later.`, {
    fix: 'Install Node 24.15 or later.',
  });
}

/**
 * Loads Node's SQLite without the warning that some Node versions emit in each thread: agents show what a program
 * prints on stderr, and nobody reads a worker's.
 */
function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

function openWriter(path: string): DatabaseSync {
  if (!existsSync(path)) {
    ensureFolder(dirname(path));
    closeSync(openSync(path, 'a', 0o600));
  }
  return prepared(new NodeDatabase(path, { timeout: BUSY_MS }), (raw) => {
    // On a file with content this would change nothing, and write all the same: also to one that a newer program wrote.
    if (fileSize(path) === 0) raw.exec('PRAGMA auto_vacuum = INCREMENTAL');
    const journal = raw.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode;
    if (journal !== 'wal') {
      throw new CairnError('unsupported', `${path} is on a file system that cannot hold a write-ahead log.`, {
        fix: 'Set CAIRN_HOME to a folder on a local disk.',
      });
    }
    raw.exec(`PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = ${WAL_LIMIT_BYTES};`);
    if (process.platform === 'darwin') raw.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;');
  });
}

function openReader(path: string): DatabaseSync {
  if (!existsSync(path)) throw new CairnError('not_found', `${path} does not exist.`, { fix: 'cairn setup' });
  try {
    return prepared(new NodeDatabase(path, { readOnly: true, timeout: BUSY_MS }), probe);
  } catch (error) {
    if (toSqliteError(error, path).code !== 'unwritable' || !isAtRest(path)) throw error;
    // There is no write-ahead log to read, and no file can be created here: the file may be read as it is.
    return openImmutable(path);
  }
}

function openImmutable(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return prepared(new NodeDatabase(url, { readOnly: true, timeout: BUSY_MS }), probe);
}

function probe(raw: DatabaseSync): void {
  raw.exec('PRAGMA query_only = ON');
  raw.prepare('SELECT count(*) FROM sqlite_schema').get();
}

function onlyTables(raw: DatabaseSync): void {
  // Node 22 has neither.
  if (raw.setAuthorizer === undefined || raw.limits === undefined) return;
  raw.limits.length = FOREIGN_VALUE_BYTES;
  const { generated, virtual } = computedIn(raw);
  raw.setAuthorizer((action, ...asked) => {
    // The last names the view or trigger through which a table is read.
    const [table, column, , within] = asked;
    if (within !== null) return constants.SQLITE_DENY;
    if (action !== constants.SQLITE_READ) return constants.SQLITE_OK;
    if (virtual.has(table ?? '')) return constants.SQLITE_DENY;
    return generated.has(`${table}.${column}`) ? constants.SQLITE_IGNORE : constants.SQLITE_OK;
  });
}

/**
 * What a read would run instead of reading: columns that are computed (`table.column`), and tables of a module. No view is looked
 * at: to compile one may take for ever.
 */
function computedIn(raw: DatabaseSync): { generated: ReadonlySet<string>; virtual: ReadonlySet<string> } {
  const names = (sql: string): ReadonlySet<string> =>
    new Set(
      raw
        .prepare(sql)
        .all()
        .map(({ name }) => String(name)),
    );
  return {
    generated: names(`SELECT m.name || '.' || x.name AS name FROM sqlite_schema m, pragma_table_xinfo(m.name) x
      WHERE ${PLAIN_TABLE} AND x.hidden IN (2, 3)`),
    virtual: names(`SELECT m.name FROM sqlite_schema m WHERE m.type = 'table' AND NOT ${PLAIN_TABLE}`),
  };
}

/**
 * Checks the files by path, unlike `openRegularFile`: closing a descriptor of a database would drop the locks that
 * another connection of this process has on it. SQLite opens the paths itself a moment later; only a process that may
 * write in that folder, which is this user's own, could put a FIFO there in between.
 */
function assertRegularFiles(path: string): void {
  for (const end of ['', '-wal', '-journal', '-shm']) {
    const file = `${path}${end}`;
    // SQLite follows a symbolic link for the database file alone.
    const stat = end === '' ? statSync(file, { throwIfNoEntry: false }) : lstatSync(file, { throwIfNoEntry: false });
    if (stat !== undefined) assertRegularFile(file, stat);
  }
}

function isAtRest(path: string): boolean {
  return ['-wal', '-journal'].every((end) => (statSync(`${path}${end}`, { throwIfNoEntry: false })?.size ?? 0) === 0);
}

/** Applies the settings of all connections, then those of one kind; closes the file when that fails. */
function prepared(raw: DatabaseSync, more: (raw: DatabaseSync) => void): DatabaseSync {
  try {
    raw.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA foreign_keys = ON; PRAGMA mmap_size = 0;
      PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;`);
    more(raw);
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** A prepared statement and its column names, once it returned a row. */
interface Prepared {
  statement: StatementSync;
  columns: readonly string[];
}

function keepStatements(raw: DatabaseSync): { prepare: (sql: string) => Prepared; clear: () => void } {
  const statements = new Map<string, Prepared>();
  return {
    prepare(sql) {
      let prepared = statements.get(sql);
      if (prepared === undefined) {
        prepared = { statement: raw.prepare(sql), columns: [] };
        prepared.statement.setReturnArrays(true);
        statements.set(sql, prepared);
        dropOldest(statements, STATEMENTS_KEPT);
      }
      return prepared;
    },
    clear: () => statements.clear(),
  };
}

function wrap(path: string, raw: DatabaseSync, identity: string | undefined): Database {
  const { prepare, clear } = keepStatements(raw);
  let synced: 'now' | 'later' = 'now';
  const sync = (durable: 'now' | 'later'): void => {
    if (durable !== synced) raw.exec(`PRAGMA synchronous = ${durable === 'now' ? 'FULL' : 'NORMAL'}`);
    synced = durable;
  };
  const readonly = raw.prepare('PRAGMA query_only').get()?.query_only === 1;
  const begin = readonly ? 'BEGIN' : 'BEGIN IMMEDIATE';
  return {
    path,
    readonly,
    // Written out, because these run several times for each event: a closure for each call would cost a tenth of their
    // time.
    run(sql, ...values) {
      try {
        const { changes, lastInsertRowid } = prepare(sql).statement.run(...values);
        return { changes: Number(changes), rowid: Number(lastInsertRowid) };
      } catch (error) {
        throw toSqliteError(error, path);
      }
    },
    get<Row>(sql: string, ...values: SqlValue[]) {
      try {
        const prepared = prepare(sql);
        const row = prepared.statement.get(...values) as unknown as unknown[] | undefined;
        return row === undefined ? undefined : (toRow(prepared, row) as Row);
      } catch (error) {
        throw toSqliteError(error, path);
      }
    },
    all<Row>(sql: string, ...values: SqlValue[]) {
      try {
        const prepared = prepare(sql);
        const rows = prepared.statement.all(...values) as unknown as unknown[][];
        return rows.map((row) => toRow(prepared, row) as Row);
      } catch (error) {
        throw toSqliteError(error, path);
      }
    },
    exec: (sql) => guard(path, () => raw.exec(sql)),
    transaction: (work, durable = 'now') =>
      guard(path, () => {
        if (!readonly) sync(durable);
        return inTransaction(raw, begin, work);
      }),
    checkpoint() {
      if (readonly) return true;
      sync('now');
      raw.exec(`PRAGMA busy_timeout = ${CHECKPOINT_MS}`);
      try {
        return guard(path, () => raw.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get())?.busy !== 1;
      } finally {
        raw.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
      }
    },
    isInPlace: () => fileIdentity(path) === identity,
    close() {
      clear();
      guard(path, () => raw.close());
    },
  };
}

/** The same database, which tells `onStatement` of each statement. */
function reporting(db: Database, onStatement: OnStatement): Database {
  return {
    ...db,
    run(sql, ...values) {
      onStatement(sql, values);
      return db.run(sql, ...values);
    },
    get<Row>(sql: string, ...values: SqlValue[]) {
      onStatement(sql, values);
      return db.get<Row>(sql, ...values);
    },
    all<Row>(sql: string, ...values: SqlValue[]) {
      onStatement(sql, values);
      return db.all<Row>(sql, ...values);
    },
  };
}

/**
 * Builds a row object, which costs half as much as letting SQLite's binding do it. A statement's columns can change
 * after a migration.
 */
function toRow(prepared: Prepared, values: readonly unknown[]): Record<string, unknown> {
  if (prepared.columns.length !== values.length) {
    prepared.columns = prepared.statement.columns().map(({ name }) => name);
  }
  const row: Record<string, unknown> = {};
  const { columns } = prepared;
  for (let i = 0; i < values.length; i += 1) row[columns[i] as string] = values[i];
  return row;
}

function inTransaction<T>(raw: DatabaseSync, begin: string, work: () => T): T {
  raw.exec(begin);
  try {
    const result = work();
    raw.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite itself rolls back when the disk is full or fails.
    if (raw.isTransaction) raw.exec('ROLLBACK');
    throw error;
  }
}

function guard<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toSqliteError(error, path);
  }
}
