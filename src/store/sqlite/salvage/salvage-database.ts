// store/sqlite/salvage: a new database of what a damaged one still holds: its log row by row, by SQL where SQLite answers
// and from the pages themselves where it does not. Nothing derived is taken over, and no file is moved here.

import { CairnError, toCairnError } from '../../../core/errors.ts';
import { sum } from '../../../core/sum.ts';
import { type Database, openDatabase, type SqlValue } from '../../../platform/sqlite/sqlite.ts';
import { checkVersion, migrate } from '../engine/migrate.ts';
import { readColumn, readNumber } from '../engine/rows.ts';
import { copyFromPages, KEYS, type OnPages } from './copy-from-pages.ts';
import { createLosses, type LostRow } from './losses.ts';
import { dropUnsoundEvents, findTargets, mendReferences, type TargetsOf } from './mend-references.ts';
import { readAgain, type StateToReadAgain } from './read-again.ts';
import { insert, isSoundRow, type SalvagedTable, salvagedTables, type TableRow } from './salvaged-tables.ts';
import { takeFromBackup } from './take-from-backup.ts';

/** What a salvage came to. */
export interface Salvaged {
  events: number;
  sessions: number;
  tombstones: number;
  /** Rows that SQLite would not read, and that stood in the pages. */
  fromPages: number;
  /** Events that only the backup had. */
  fromBackup: number;
  lost: LostRow[];
  lostRows: number;
}

/**
 * What a salvage goes by. `backup`: path of an unpacked backup that nobody else uses, for what the damaged file does not
 * give; it is brought to this schema. `toReadAgain`: marks a read transcript as one to be read again, after a loss.
 */
export interface SalvageOptions {
  targetsOf: TargetsOf;
  toReadAgain?: StateToReadAgain | undefined;
  backup?: string | undefined;
  onPages?: OnPages | undefined;
}

const SLICE = 500;

/**
 * Writes what a damaged database and a backup of it hold of the log to a new file, tombstones first, with everything marked as
 * not derived. Nobody may write either. Throws `newer_home` when a newer program wrote it; `damaged` where nothing is left.
 */
export function salvageDatabase(
  from: string,
  to: string,
  { backup, targetsOf, toReadAgain, onPages = () => undefined }: SalvageOptions,
): Salvaged {
  const db = openDatabase(to);
  try {
    migrate(db);
    db.exec('PRAGMA foreign_keys = OFF');
    db.exec(KEYS);
    const tables = salvagedTables(db);
    const losses = createLosses();
    const left = copyWhatSqliteReads(from, { db, tables });
    const fromPages = left.length === 0 ? 0 : copyFromPages(from, { db, tables: left, losses, onPages });
    dropUnsoundEvents(db);
    const fromBackup = backup === undefined ? 0 : takeFromBackup(db, { path: backup, tables });
    mendReferences(db, losses);
    findTargets(db, targetsOf);
    if (toReadAgain !== undefined) readAgain(db, { losses, toReadAgain });
    db.exec('PRAGMA foreign_keys = ON');
    const count = (table: string): number => readNumber(db, `SELECT count(*) FROM ${table}`);
    const salvaged = { events: count('events'), sessions: count('sessions') };
    const tombstones = count('tombstones') + count('session_tombstones');
    if (sum(Object.values(salvaged)) + tombstones === 0 && losses.count() > 0) throw nothingLeft(from);
    return { ...salvaged, tombstones, fromPages, fromBackup, lost: losses.named, lostRows: losses.count() };
  } finally {
    db.close();
  }
}

/** Copies the rows that SQLite reads; returns the tables of which there may be more than that. */
function copyWhatSqliteReads(
  path: string,
  { db, tables }: { db: Database; tables: readonly SalvagedTable[] },
): readonly SalvagedTable[] {
  const old = openOld(path);
  if (old === undefined) return tables;
  try {
    const unread = tables.filter((table) => !db.transaction(() => copyBySql(old, { db, table })));
    if (unread.length === 0 && isSound(old)) return [];
    // Its indexes tell of rows that are lost, so the pages are read for the sake of one table, too.
    return tables.filter((table) => unread.includes(table) || !isSound(old, table));
  } finally {
    old.close();
  }
}

/** Whether SQLite finds no fault in all, or in a table: its indexes are compared with it, since they may know better. */
function isSound(old: Database, table?: SalvagedTable): boolean {
  try {
    const sql = table === undefined ? 'PRAGMA integrity_check(1)' : `PRAGMA integrity_check(${table.name})`;
    return readColumn<string>(old, sql).every((line) => line === 'ok');
  } catch (error) {
    return isUnread(error);
  }
}

/** False for what SQLite does not read, whatever its reason; throws what is no error of it. */
function isUnread(error: unknown): false {
  if (error instanceof CairnError) return false;
  throw error;
}

/** Opens the damaged file as far as SQLite can; `undefined` when it does not. Throws `newer_home`. */
function openOld(path: string): Database | undefined {
  let old: Database | undefined;
  try {
    old = openDatabase(path, { readonly: true });
    checkVersion(old);
    return old;
  } catch (error) {
    old?.close();
    if (toCairnError(error).code === 'newer_home') throw error;
    return undefined;
  }
}

/**
 * Copies the sound rows of a table in the order of their key, up to the first that SQLite does not read; true when it read
 * all and all were sound. Damaged keys are in no order: a slice that brings nothing new ends it, too.
 */
function copyBySql(old: Database, { db, table }: { db: Database; table: SalvagedTable }): boolean {
  const key = table.rowid === undefined ? keyOf(db, table.name) : [table.rowid];
  const [keys, marks] = [key.join(', '), key.map(() => '?').join(', ')];
  let isWhole = true;
  for (let after: SqlValue[] | undefined; ; ) {
    const where = after === undefined ? '' : `WHERE (${keys}) > (${marks})`;
    const sql = `SELECT * FROM ${table.name} ${where} ORDER BY ${keys} LIMIT ${SLICE}`;
    const rows = readIfSound(old, sql, after ?? []);
    if (rows === undefined) return false;
    const sound = rows.filter((row) => isSoundRow(table, row));
    const added = sound.filter((row) => insert(db, table, row)).length;
    isWhole &&= sound.length === rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return isWhole;
    if (added === 0) return false;
    after = key.map((column) => last[column] ?? null);
  }
}

function readIfSound(old: Database, sql: string, values: readonly SqlValue[]): TableRow[] | undefined {
  try {
    return old.all<TableRow>(sql, ...values);
  } catch (error) {
    isUnread(error);
    return undefined;
  }
}

function keyOf(db: Database, table: string): string[] {
  const columns = db.all<{ name: string; pk: number }>(`PRAGMA table_info(${table})`).filter(({ pk }) => pk > 0);
  return columns.sort((one, other) => one.pk - other.pk).map(({ name }) => name);
}

function nothingLeft(path: string): CairnError {
  return new CairnError('damaged', `Nothing could be saved from ${path}.`, { fix: 'cairn backup restore' });
}
