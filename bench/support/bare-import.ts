import { readFileSync } from 'node:fs';
import { parseJson } from '../../src/core/json.ts';
import type { EventBody } from '../../src/core/model/event.ts';
import { openDatabase, type SqlValue } from '../../src/platform/sqlite/sqlite.ts';
import { redact } from '../../src/privacy/redact.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';

/** The rows that an import wrote, by the table that they go into again. */
const TABLES: readonly (readonly [table: string, rows: string])[] = [
  ['packs', 'SELECT * FROM packs'],
  ['bodies', 'SELECT * FROM bodies'],
  ['events', 'SELECT * FROM events ORDER BY seq'],
  ['event_bodies', 'SELECT * FROM event_bodies ORDER BY event'],
  ['tellings', 'SELECT * FROM tellings'],
  ['files', 'SELECT * FROM files'],
  ['items', 'SELECT * FROM items ORDER BY seq'],
  ['items_fts (rowid, title, text, terms)', 'SELECT seq, title, text, terms FROM item_words ORDER BY seq'],
  ['made_fts (rowid, title, text, terms)', 'SELECT seq, title, text, terms FROM made_words ORDER BY seq'],
  ['item_files', 'SELECT file, item, changed FROM item_files'],
  ['item_concepts', 'SELECT * FROM item_concepts'],
  ['near_bands', 'SELECT band, at, item FROM near_bands'],
  ['links', 'SELECT from_item, relation, to_item FROM links'],
];
const SHARED = ['projects', 'sessions', 'labels', 'rules', 'concepts'];

/**
 * The work of a bare import: the files to read, the texts to redact, the rows to write and the number of transactions.
 */
export interface BareImport {
  files: readonly string[];
  texts: readonly string[];
  tables: readonly { table: string; rows: SqlValue[][] }[];
  transactions: number;
}

/** What an import wrote, to be written again with nothing around it. */
export async function bareImportOf(
  written: string,
  { files, transactions }: { files: readonly string[]; transactions: number },
): Promise<BareImport> {
  const store = openSqliteStore({ path: written, readonly: true });
  const texts = (await store.log.since(0, Number.MAX_SAFE_INTEGER)).flatMap(({ body }) => textsOf(body));
  await store.close();
  const db = openDatabase(written, { readonly: true });
  const tables = TABLES.map(([table, sql]) => ({
    table,
    rows: db.all<Record<string, SqlValue>>(sql).map((row) => Object.values(row)),
  }));
  db.close();
  return { files, texts, tables, transactions };
}

/**
 * The loop without anything around it: `JSON.parse` of each line, one redaction of each text that is kept, and the same
 * rows into the same tables and the same index, in as many transactions.
 */
export async function runBareImport(path: string, written: string, bare: BareImport): Promise<() => number> {
  await openSqliteStore({ path }).close();
  const db = openDatabase(path);
  const source = openDatabase(written, { readonly: true });
  for (const table of SHARED) {
    const rows = source.all<Record<string, SqlValue>>(`SELECT * FROM ${table}`).map((row) => Object.values(row));
    db.transaction(() => insert(db, table, rows));
  }
  source.close();
  // Rows of different tables come in step, not in the order of what refers to what.
  db.exec('PRAGMA foreign_keys = OFF');
  return () => {
    let parsed = 0;
    for (const file of bare.files) {
      for (const line of readFileSync(file, 'utf8').split('\n')) if (parseJson(line) !== undefined) parsed += 1;
    }
    for (const text of bare.texts) redact(text);
    for (let step = 0; step < bare.transactions; step += 1) {
      db.transaction(() => {
        for (const { table, rows } of bare.tables) insert(db, table, partOf(rows, step, bare.transactions));
      }, 'later');
    }
    db.close();
    return parsed;
  };
}

function partOf(rows: SqlValue[][], step: number, steps: number): SqlValue[][] {
  return rows.slice(Math.floor((rows.length * step) / steps), Math.floor((rows.length * (step + 1)) / steps));
}

function insert(db: ReturnType<typeof openDatabase>, table: string, rows: readonly SqlValue[][]): void {
  const marks = rows[0]?.map(() => '?').join(', ');
  for (const row of rows) db.run(`INSERT INTO ${table} VALUES (${marks})`, ...row);
}

function textsOf(value: EventBody | unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
