import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase, type SqlValue } from '../../src/platform/sqlite/sqlite.ts';

/** A table of a fixture: its columns as SQL declares them, and rows by column. */
export interface FixtureTable {
  columns: string;
  rows: readonly Readonly<Record<string, SqlValue>>[];
}

/** What a database of another product must come to: how many rows each table has. */
export interface Fixture {
  /** The product, by the name it has here. */
  product: string;
  /** Which of its schemas. */
  title: string;
  /** Where it keeps its database, below the person's home. */
  place: string;
  tables: Readonly<Record<string, FixtureTable>>;
  /** Rows that tell nothing, by why. */
  skipped?: Readonly<Record<string, number>>;
}

/** Writes a fixture where its product keeps it; gives the path. */
export function writeFixture(home: string, { place, tables }: Fixture): string {
  const path = join(home, place);
  mkdirSync(dirname(path), { recursive: true });
  const db = openDatabase(path);
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    db.exec(`CREATE TABLE ${name} (${columns})`);
    for (const row of rows) insertRow(db, name, row);
  }
  db.close();
  return path;
}

/** Adds a row to a table of a fixture. */
export function insertRow(
  db: Pick<ReturnType<typeof openDatabase>, 'run'>,
  table: string,
  row: Readonly<Record<string, SqlValue>>,
): void {
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  db.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, ...Object.values(row));
}

/** When the rows of the fixtures were made: 10:00 on 3 February 2026, UTC. */
export const DAY = Date.UTC(2026, 1, 3, 10);
/** The times of a row that was made some minutes later. */
export const made = (minutes: number): { created_at: string; created_at_epoch: number } => {
  const at = DAY + minutes * 60_000;
  return { created_at: new Date(at).toISOString(), created_at_epoch: at };
};
/** The columns of those times. */
export const MADE = 'created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL';
/** The project of the rows. */
export const SHOP = { project: 'shop' } as const;

/** What a model noted. */
export const OBSERVED = {
  ...SHOP,
  narrative: 'The total was rounded twice.',
  facts: '["src/total.ts rounds"]',
  concepts: '["rounding"]',
  files_read: '["src/cart.ts"]',
  files_modified: '["src/total.ts"]',
};
