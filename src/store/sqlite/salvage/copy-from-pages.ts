import { type DatabasePages, openPages } from '../../../platform/sqlite/page-file.ts';
import { readPageMap, readTrees, type StoredTree } from '../../../platform/sqlite/page-map.ts';
import { isInner, readRows, type StoredRow } from '../../../platform/sqlite/read-cells.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';
import type { Losses } from './losses.ts';
import { insert, type SalvagedTable, toRow } from './salvaged-tables.ts';

/** How far a salvage is: pages read of all. */
export type OnPages = (done: number, all: number) => void;

/** What indexes say of rows, which are found by that where the row itself is gone. */
export const KEYS = `
  CREATE TEMP TABLE event_keys (id BLOB PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TEMP TABLE session_keys (seq INTEGER PRIMARY KEY, id TEXT NOT NULL);
  CREATE TEMP TABLE project_keys (seq INTEGER PRIMARY KEY, id TEXT NOT NULL);
  CREATE TEMP TABLE label_keys (
    seq INTEGER NOT NULL, session INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (seq, session)
  ) WITHOUT ROWID;
`;

const TELL_PAGES = 1_000;

/** What is copied: `tables`: those of which there may be more than what is there already. */
export interface FromPages {
  db: Database;
  tables: readonly SalvagedTable[];
  losses: Losses;
  onPages: OnPages;
}

/** Adds the rows that stand in the pages and are not there yet; returns how many. Names the pages that lost rows. */
export function copyFromPages(path: string, { db, tables, losses, onPages }: FromPages): number {
  const pages = openPages(path);
  try {
    const map = readPageMap(pages);
    const trees = readTrees(pages, map);
    let added = 0;
    for (let first = 1; first <= pages.pageCount; first += TELL_PAGES) {
      const end = Math.min(pages.pageCount, first + TELL_PAGES - 1);
      db.transaction(() => {
        for (let number = first; number <= end; number += 1) {
          const root = map.rootOf(number);
          const page = { pages, number, tree: root === undefined ? undefined : trees.get(root) };
          if (root !== 0) added += takePage({ db, tables, losses }, page);
        }
      });
      onPages(end, pages.pageCount);
    }
    return added;
  } finally {
    pages.close();
  }
}

/** A page, and the tree that it is of, where the map and the schema name it. */
interface PageToTake {
  pages: DatabasePages;
  number: number;
  tree: StoredTree | undefined;
}

function takePage({ db, tables, losses }: Omit<FromPages, 'onPages'>, { pages, number, tree }: PageToTake): number {
  const own = tree === undefined ? tables : tables.filter(({ name }) => name === tree.name);
  const found = readRows(pages, number);
  const isLost = found === undefined ? tree !== undefined && !isInner(pages, number) : found.unread > 0;
  // What is in an index, or is derived, is not lost with it.
  if (isLost && own.length > 0) {
    const what = found === undefined ? 'cannot be read' : `${found.unread} of its rows cannot be read`;
    losses.add(tree?.name ?? 'a table', `page ${number}: ${what}`);
  }
  let added = 0;
  for (const row of found?.rows ?? []) {
    if (own.length === 0 || tree === undefined) takeKey(db, row.values, tree?.table);
    added += takeRow(db, own, row);
  }
  return added;
}

/** Takes a row into every table that it may be of. */
function takeRow(db: Database, tables: readonly SalvagedTable[], stored: StoredRow): number {
  let added = 0;
  for (const table of tables) {
    const row = toRow(table, stored);
    if (row !== undefined && insert(db, table, row)) added += 1;
  }
  return added;
}

/** Keeps what the indexes of events, sessions, projects and labels say; `table`: whose index it is, where that is known. */
function takeKey(db: Database, values: readonly SqlValue[], table?: string): void {
  const [one, two, three] = values;
  const mayBe = (name: string): boolean => table === undefined || table === name;
  if (values.length === 2 && typeof two === 'number') {
    if (one instanceof Uint8Array && one.length === 11 && one[0] === 'e'.charCodeAt(0) && mayBe('events')) {
      db.run('INSERT OR IGNORE INTO event_keys VALUES (?, ?)', one, two);
    } else if (typeof one === 'string' && /^[sr]_[a-z2-7]{16}$/.test(one)) {
      const of = one.startsWith('s') ? 'session' : 'project';
      if (mayBe(`${of}s`)) db.run(`INSERT OR IGNORE INTO ${of}_keys VALUES (?, ?)`, two, one);
    }
  }
  if (values.length === 3 && typeof one === 'number' && typeof two === 'string' && typeof three === 'number') {
    if (mayBe('labels')) db.run('INSERT OR IGNORE INTO label_keys VALUES (?, ?, ?)', three, one, two);
  }
}
