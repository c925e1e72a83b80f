import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** One value of a database that is text or bytes, and where it stands: `table.column`. */
export interface Cell {
  column: string;
  value: string | Uint8Array;
}

/**
 * Every text and every blob of every table and view of an SQLite file, tables of the index among them, and the words of
 * its full-text indexes. Works on a copy: a vocabulary table has to be made.
 */
export function databaseRows(path: string): Cell[] {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  try {
    const copy = join(folder, 'copy.db');
    copyFileSync(path, copy);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    const database = new DatabaseSync(copy);
    try {
      const names = database
        .prepare(
          "SELECT name, coalesce(sql, '') LIKE '%USING fts5 %' AS fts FROM sqlite_schema WHERE type IN ('table', 'view')",
        )
        .all() as { name: string; fts: number }[];
      return names.flatMap(({ name, fts }) => [
        ...cellsOf(database, name),
        ...(fts === 1 ? wordsOf(database, name) : []),
      ]);
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cellsOf(database: DatabaseSync, table: string): Cell[] {
  const cells: Cell[] = [];
  for (const row of database.prepare(`SELECT * FROM "${table}"`).iterate()) {
    for (const [column, value] of Object.entries(row)) {
      if (typeof value === 'string' || value instanceof Uint8Array) cells.push({ column: `${table}.${column}`, value });
    }
  }
  return cells;
}

function wordsOf(database: DatabaseSync, table: string): Cell[] {
  database.exec(`CREATE VIRTUAL TABLE temp."${table}_words" USING fts5vocab('main', '${table}', 'row')`);
  const rows = database.prepare(`SELECT term FROM temp."${table}_words"`).all() as { term: string }[];
  return rows.map(({ term }) => ({ column: `${table} (words)`, value: term }));
}
