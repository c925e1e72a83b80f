import { type Database, openDatabase, type SqlValue } from '../../platform/sqlite/sqlite.ts';
import { EXPORT_TABLES, type ExportTable, filesOf, linksOf } from './export-tables.ts';
import type { SelectedPart } from './selection.ts';

/**
 * Writes a selection into a new SQLite file of plain tables, which any `sqlite3` opens: `EXPORT_TABLES`, and `columns`,
 * which says what each column holds. Returns how many memories it holds.
 */
export async function writeDatabase(path: string, parts: AsyncIterable<SelectedPart>): Promise<number> {
  const db = openDatabase(path);
  try {
    createTables(db);
    let count = 0;
    for await (const part of parts) {
      db.transaction(() => insertPart(db, part));
      count += part.memories.length;
    }
    // One file without a write-ahead log beside it, which a reader could not open on a disk that it may not write to.
    db.exec('PRAGMA journal_mode = DELETE');
    return count;
  } finally {
    db.close();
  }
}

function createTables(db: Database): void {
  db.transaction(() => {
    db.exec('CREATE TABLE columns (table_name TEXT, column_name TEXT, means TEXT)');
    for (const [name, { means, columns }] of Object.entries(EXPORT_TABLES)) {
      const defined = Object.entries(columns).map(([column, { type }]) => `${column} ${type}`);
      db.exec(`CREATE TABLE ${name} (${defined.join(', ')})`);
      db.run('INSERT INTO columns VALUES (?, NULL, ?)', name, means);
      for (const [column, of] of Object.entries(columns))
        db.run('INSERT INTO columns VALUES (?, ?, ?)', name, column, of.means);
    }
    for (const column of ['at', 'session_id', 'project_id'])
      db.exec(`CREATE INDEX memories_by_${column} ON memories (${column})`);
    db.exec('CREATE INDEX files_by_path ON files (path)');
  });
}

function insertPart(db: Database, { memories, sessions, projects }: SelectedPart): void {
  const insert = <Row>(table: string, { columns }: ExportTable<Row>, rows: readonly Row[]): void => {
    const cells = Object.values(columns);
    const statement = `INSERT INTO ${table} VALUES (${cells.map(() => '?').join(', ')})`;
    for (const row of rows) db.run(statement, ...cells.map(({ of }): SqlValue => of(row) ?? null));
  };
  insert('memories', EXPORT_TABLES.memories, memories);
  insert('sessions', EXPORT_TABLES.sessions, sessions);
  insert('projects', EXPORT_TABLES.projects, projects);
  insert('links', EXPORT_TABLES.links, memories.flatMap(linksOf));
  insert('files', EXPORT_TABLES.files, memories.flatMap(filesOf));
}
