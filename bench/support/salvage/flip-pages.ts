import { closeSync, copyFileSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toCairnError } from '../../../src/core/errors.ts';
import { targetsOf } from '../../../src/derive/event/targets-of.ts';
import { ignore } from '../../../src/platform/ignored.ts';
import { openPages } from '../../../src/platform/sqlite/page-file.ts';
import { readRows } from '../../../src/platform/sqlite/read-cells.ts';
import { type Database, openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { quickCheck } from '../../../src/store/sqlite/database-file.ts';
import { NOTHING_RECENT } from '../../../src/store/sqlite/engine/engine.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { salvageDatabase } from '../../../src/store/sqlite/salvage/salvage-database.ts';
import {
  type SalvagedTable,
  salvagedTables,
  type TableRow,
  toRow,
} from '../../../src/store/sqlite/salvage/salvaged-tables.ts';
import { createPackReader } from '../../../src/store/sqlite/text/packs.ts';
import { createRandom } from '../generated/varied-text.ts';
import { makeDamageableStore, type StoreSize } from './damageable-store.ts';

/** How a page is damaged: all of it noise, one bit turned over, nothing but zeros, or its second half noise. */
export const DAMAGES = ['noise', 'bit', 'zeros', 'half'] as const;

/** How a page is damaged. */
export type Damage = (typeof DAMAGES)[number];

/** One damaged page, and what was saved. */
export interface Flip {
  seed: number;
  damage: Damage;
  page: number;
  /** Rows that do not lie on the page, not even in part; how many of them are back as they were. */
  others: number;
  back: number;
  /** Rows that lie on it; how many of them are back. */
  hit: number;
  hitBack: number;
  /** Other rows that are not back, by table. */
  missing: Record<string, number>;
  /** Events, texts, sessions, projects and read transcripts that were never there as they are now. */
  wrong: number;
  /** Whether plain `doctor` says that the database is damaged, and whether `doctor --deep` does. */
  isSeen: boolean;
  isSeenDeep: boolean;
  /** Faults of the salvaged database by its own checks. */
  faults: string[];
  error?: string;
}

/** What is damaged how often. */
export interface FlipOptions {
  flips: number;
  size: StoreSize;
  firstSeed?: number;
  /** Salvages with an undamaged backup beside it. */
  withBackup?: boolean;
  onFlip?: (flip: Flip) => void;
}

/** Rows of the log by table and key, as text, and the pages that each lies on. */
type Rows = Map<string, { table: string; text: string; pages: readonly number[] }>;

/** As long as plain `doctor` looks at pages. */
const DOCTOR_MS = 1_000;

/** Columns that a rebuild fills again. */
const DERIVED = new Set(['exposed_at', 'given_name', 'pack', 'place', 'hash']);

/** Tables whose rows answer questions; others may hold a row of their form too many, which says nothing to anyone. */
const TOLD = new Set(['events', 'bodies', 'sessions', 'projects', 'labels', 'offsets', 'model_answers']);

/**
 * Damages one random page of a database again and again, each time of the whole file, salvages it, and compares what came
 * back with what was there. The same seed gives the same damage.
 */
export async function flipPages(options: FlipOptions): Promise<Flip[]> {
  const { flips, size, firstSeed = 1, withBackup = false, onFlip } = options;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-flips-'));
  try {
    const whole = join(folder, 'whole.db');
    await makeDamageableStore(whole, size);
    const rows = readAll(whole);
    const done: Flip[] = [];
    for (let seed = firstSeed; seed < firstSeed + flips; seed += 1) {
      const flip = await flipOne(seed, { folder, whole, rows, withBackup });
      onFlip?.(flip);
      done.push(flip);
    }
    return done;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Flipping {
  folder: string;
  whole: string;
  rows: Rows;
  withBackup: boolean;
}

async function flipOne(seed: number, { folder, whole, rows, withBackup }: Flipping): Promise<Flip> {
  const [damaged, looked, saved] = [join(folder, 'damaged.db'), join(folder, 'looked.db'), join(folder, 'saved.db')];
  for (const path of [damaged, looked, saved])
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  copyFileSync(whole, damaged);
  const { page, damage } = damagePage(damaged, seed);
  const counts = { others: 0, back: 0, hit: 0, hitBack: 0, missing: {}, wrong: 0 };
  const flip: Flip = { seed, damage, page, ...counts, isSeen: false, isSeenDeep: false, faults: [] };
  copyFileSync(damaged, looked);
  flip.isSeen = await sees(async () => quickCheck(looked, DOCTOR_MS).faults);
  flip.isSeenDeep = flip.isSeen || (await sees(() => faultsOf(looked)));
  let found: Rows = new Map();
  try {
    salvageDatabase(damaged, saved, { targetsOf, backup: withBackup ? whole : undefined });
    found = readRowsOf(saved);
    flip.faults = await faultsOf(saved);
  } catch (error) {
    flip.error = toCairnError(error).message;
  }
  for (const [key, { table, text, pages }] of rows) {
    const isBack = found.get(key)?.text === text;
    if (pages.includes(page)) {
      flip.hit += 1;
      if (isBack) flip.hitBack += 1;
      continue;
    }
    flip.others += 1;
    if (isBack) flip.back += 1;
    else flip.missing[table] = (flip.missing[table] ?? 0) + 1;
  }
  for (const [key, { table, text }] of found) {
    if (TOLD.has(table) && rows.get(key)?.text !== text) flip.wrong += 1;
  }
  return flip;
}

/** Whether a check finds faults, or cannot even be made. */
async function sees(check: () => Promise<string[]>): Promise<boolean> {
  try {
    return (await check()).length > 0;
  } catch (error) {
    ignore(error, 'the damaged database does not open');
    return true;
  }
}

async function faultsOf(path: string): Promise<string[]> {
  const store = openSqliteStore({ path });
  try {
    return await store.check();
  } finally {
    await store.close();
  }
}

function damagePage(path: string, seed: number): { page: number; damage: Damage } {
  const random = createRandom(seed);
  for (let n = 0; n < 5; n += 1) random();
  const pages = openPages(path);
  const { pageSize, pageCount } = pages;
  pages.close();
  const page = 1 + Math.floor(random() * pageCount);
  const damage = DAMAGES[Math.floor(random() * DAMAGES.length)] ?? 'noise';
  const file = openSync(path, 'r+');
  try {
    const bytes = Buffer.alloc(pageSize);
    const at = (page - 1) * pageSize;
    readSync(file, bytes, 0, pageSize, at);
    const noise = (from: number): void => {
      for (let i = from; i < pageSize; i += 1) bytes[i] = Math.floor(random() * 256);
    };
    const bit = Math.floor(random() * pageSize * 8);
    if (damage === 'noise') noise(0);
    else if (damage === 'half') noise(pageSize >> 1);
    else if (damage === 'zeros') bytes.fill(0);
    else bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeSync(file, bytes, 0, pageSize, at);
  } finally {
    closeSync(file);
  }
  return { page, damage };
}

/** Every row of the log by its key, with the pages on which it lies; of an event also those of its pack. */
function readAll(path: string): Rows {
  const db = openDatabase(path, { readonly: true });
  const pages = openPages(path);
  try {
    const tables = salvagedTables(db);
    const places = new Map<string, readonly number[]>();
    for (let number = 1; number <= pages.pageCount; number += 1) {
      for (const stored of readRows(pages, number)?.rows ?? []) {
        for (const table of tables) {
          const row = toRow(table, stored);
          if (row !== undefined) places.set(keyOf(db, table, row), stored.pages);
        }
      }
    }
    return readTables(db, tables, places);
  } finally {
    pages.close();
    db.close();
  }
}

/** Every row of the log by its key, without pages. */
function readRowsOf(path: string): Rows {
  const db = openDatabase(path, { readonly: true });
  try {
    return readTables(db, salvagedTables(db), new Map());
  } finally {
    db.close();
  }
}

function readTables(
  db: Database,
  tables: readonly SalvagedTable[],
  places: ReadonlyMap<string, readonly number[]>,
): Rows {
  const rows: Rows = new Map();
  const packed = createPackReader({ db, recent: NOTHING_RECENT });
  for (const table of tables) {
    // A pack is no more than its events, each of which counts with its data.
    if (table.name === 'packs') continue;
    for (const row of db.all<TableRow>(`SELECT * FROM ${table.name}`)) {
      const key = keyOf(db, table, row);
      const own = places.get(key) ?? [];
      const { pack, place } = row;
      const isPacked = typeof pack === 'number' && typeof place === 'number';
      const among = isPacked ? (places.get(`packs ${JSON.stringify([pack])}`) ?? []) : [];
      const text = textOf(isPacked ? { ...row, data: packed({ pack, place }) } : row);
      rows.set(key, { table: table.name, text, pages: [...own, ...among] });
    }
  }
  return rows;
}

const keys = new Map<string, string[]>();

function keyOf(db: Database, { name }: SalvagedTable, row: TableRow): string {
  const columns =
    keys.get(name) ??
    db
      .all<{ name: string; pk: number }>(`PRAGMA table_info(${name})`)
      .filter(({ pk }) => pk > 0)
      .map((column) => column.name);
  keys.set(name, columns);
  return `${name} ${JSON.stringify(columns.map((column) => plain(row[column])))}`;
}

function textOf(row: TableRow): string {
  return JSON.stringify(
    Object.entries(row).flatMap(([name, value]) => (DERIVED.has(name) ? [] : [[name, plain(value)]])),
  );
}

function plain(value: TableRow[string] | undefined): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : (value ?? null);
}
