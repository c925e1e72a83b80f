// platform/sqlite: the one door to `node:sqlite`, the lock of the home, and SQLite's errors in Cairn's words.
// No table of Cairn's is named here.

import { closeSync, existsSync, lstatSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { dropOldest } from '../../core/drop-oldest.ts';
import { CairnError } from '../../core/errors.ts';
import { assertRegularFile, ensureFolder, fileIdentity } from '../files.ts';
import { toSqliteError } from './sqlite-error.ts';

const { constants, DatabaseSync: NodeDatabase } = loadSqlite();
const SQLITE_MINIMUM = [3, 51, 3] as const;
/** Milliseconds that is waited for another writer. The owner is the only one: it must not stand still for a stranger. */
const BUSY_MS = 1_000;
/** Milliseconds that a checkpoint waits for readers: nothing else is done meanwhile. */
const CHECKPOINT_MS = 100;
const CACHE_KIB = 16_384;
/** Of another program's file, which is mostly read once from its beginning to its end. */
const FOREIGN_CACHE_KIB = 2_048;
/** Of one value or row of it. */
const FOREIGN_VALUE_BYTES = 128 * 1024 * 1024;
const STATEMENTS_KEPT = 300;
/** How often a file is opened that was made or replaced meanwhile. */
const OPENINGS = 3;
const WAL_LIMIT_BYTES = 64 * 1024 * 1024;

/** What a column can hold. */
export type SqlValue = null | number | string | Uint8Array;

/** One open SQLite file. Every failure is a `CairnError`: busy, damaged, unwritable, low_disk, else internal. */
export interface Database {
  readonly path: string;
  readonly readonly: boolean;
  /** Runs a statement that gives no rows; says how many rows changed and the last rowid. */
  run(sql: string, ...values: SqlValue[]): { changes: number; rowid: number };
  /** The first row, or `undefined`. The caller names the row's shape, which the statement must give. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Runs several statements without values. */
  exec(sql: string): void;
  /**
   * Runs `work` between BEGIN IMMEDIATE (BEGIN when read-only) and COMMIT; when it throws, nothing is kept. Not nested.
   * `later`: a power cut may take the last of such transactions, but nothing before them and never a part of one.
   */
  transaction<T>(work: () => T, durable?: 'now' | 'later'): T;
  /** Moves the write-ahead log into the file and empties it; false when a reader that holds an older state keeps it from that. */
  checkpoint(): boolean;
  /** False once the file is not at its path any more, or another one lies there: what is written reaches nobody. */
  isInPlace(): boolean;
  close(): void;
}

/**
 * Opens an SQLite file with Cairn's settings (design §6). For writing, the file is made when missing, its mode is 0600
 * and that of new folders 0700. Read-only it also opens where write-ahead files are missing or cannot be written.
 */
export function openDatabase(path: string, options: { readonly?: boolean } = {}): Database {
  checkSqliteVersion(process.versions.sqlite ?? '0');
  const open = options.readonly === true ? openReader : openWriter;
  return guard(path, () => openInPlace(path, open));
}

/**
 * Opens another program's SQLite file to read it, also while that program writes. No content is written: at rest the file
 * is read as it is, else with its write-ahead log, whose shared index SQLite makes where it is missing. Only tables are
 * read: a view of that name could run for ever, and a generated column could fill the memory. Throws `unsupported` where the
 * file, or one beside it that SQLite would open, is a FIFO or a device: opening one waits for ever.
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

/** Opens a file and knows which one it is: the same one lay at its path before it was opened and after. */
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
 * Node's SQLite, without the warning that some Nodes give in each thread which loads it: agents show what a program says
 * on stderr, and a worker's is read by nobody.
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
    // Of a file that holds something it changes nothing.
    raw.exec('PRAGMA auto_vacuum = INCREMENTAL');
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
    // Nothing waits beside the file and nothing can be made there: it may be read as it is.
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
  // The last of what is asked names the view or trigger from which something is read.
  raw.setAuthorizer((...asked) => (asked[4] === null ? constants.SQLITE_OK : constants.SQLITE_DENY));
}

/**
 * Judges the files by their paths, unlike `openRegularFile`: to close a descriptor of a database would drop the locks that
 * another connection of this process has on it. SQLite opens the paths itself a moment later. Whoever may write in that
 * folder, which is this user's own, can still put a FIFO there in between.
 */
function assertRegularFiles(path: string): void {
  for (const end of ['', '-wal', '-journal', '-shm']) {
    const file = `${path}${end}`;
    // SQLite follows a link to the database alone.
    const stat = end === '' ? statSync(file, { throwIfNoEntry: false }) : lstatSync(file, { throwIfNoEntry: false });
    if (stat !== undefined) assertRegularFile(file, stat);
  }
}

function isAtRest(path: string): boolean {
  return ['-wal', '-journal'].every((end) => (statSync(`${path}${end}`, { throwIfNoEntry: false })?.size ?? 0) === 0);
}

/** Sets what both kinds of connections share, then what one of them needs; closes the file when that fails. */
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

/** A statement and the names of its columns, once it gave a row. */
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
    // Written out, since these run several times for each event: a closure for each call would cost a tenth of them.
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

/** Objects made here cost half of those that SQLite's binding makes. A statement can have other columns after a migration. */
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
