import type { Database, SqlValue } from '../../src/platform/sqlite/sqlite.ts';
import { openDatabase } from '../../src/platform/sqlite/sqlite.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';

/** One side of the comparison: writes one batch at a time; gives how many of the milliseconds went into reading. */
export interface Side {
  write(batch: number): Promise<number>;
  close(): Promise<void>;
}

/** The rows of one batch, as values. */
export interface Batch {
  packs: SqlValue[][];
  events: SqlValue[][];
  items: SqlValue[][];
  files: SqlValue[][];
  words: SqlValue[][];
  bands: SqlValue[][];
}

/** The rows that the store wrote, as values in batches. */
export function rowsOf(path: string, { events, batch }: { events: number; batch: number }): Batch[] {
  const db = openDatabase(path, { readonly: true });
  const rows = (sql: string, from: number): SqlValue[][] =>
    db.all<Record<string, SqlValue>>(sql, from, from + batch).map((row) => Object.values(row));
  const batches: Batch[] = [];
  for (let from = 0; from < events; from += batch) {
    batches.push({
      packs: rows('SELECT * FROM packs WHERE seq IN (SELECT pack FROM events WHERE seq > ? AND seq <= ?)', from),
      events: rows('SELECT * FROM events WHERE seq > ? AND seq <= ?', from),
      items: rows('SELECT * FROM items WHERE seq > ? AND seq <= ?', from),
      files: rows('SELECT file, item, changed FROM item_files WHERE item > ? AND item <= ?', from),
      words: rows('SELECT seq, title, text, terms FROM item_words WHERE seq > ? AND seq <= ?', from),
      bands: rows('SELECT band, at, item FROM near_bands WHERE item > ? AND item <= ?', from),
    });
  }
  db.close();
  return batches;
}

/** The same rows into the same tables in as many transactions, with nothing around them. */
export async function openBare(path: string, written: string, batches: readonly Batch[]): Promise<Side> {
  await openSqliteStore({ path }).close();
  const db = openDatabase(path);
  const source = openDatabase(written, { readonly: true });
  for (const table of ['projects', 'sessions', 'labels', 'rules', 'files']) copyTable(source, db, table);
  source.close();
  return {
    async write(number) {
      const batch = batches[number];
      if (batch === undefined) return 0;
      db.transaction(() => {
        insert(db, 'packs', batch.packs);
        insert(db, 'events', batch.events);
        for (const [seq] of batch.events) db.run('INSERT INTO pending (event) VALUES (?)', seq ?? null);
      });
      db.transaction(() => {
        insert(db, 'items', batch.items);
        insert(db, 'item_files', batch.files);
        insert(db, 'items_fts (rowid, title, text, terms)', batch.words);
        insert(db, 'near_bands', batch.bands);
        for (const [seq] of batch.events) db.run('DELETE FROM pending WHERE event = ?', seq ?? null);
      }, 'later');
      return 0;
    },
    close: async () => db.close(),
  };
}

function insert(db: Database, table: string, rows: readonly SqlValue[][]): void {
  const marks = rows[0]?.map(() => '?').join(', ');
  for (const row of rows) db.run(`INSERT INTO ${table} VALUES (${marks})`, ...row);
}

function copyTable(from: Database, to: Database, table: string): void {
  const rows = from.all<Record<string, SqlValue>>(`SELECT * FROM ${table}`).map((row) => Object.values(row));
  to.transaction(() => insert(to, table, rows));
}
