import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openPages } from '../../../src/platform/sqlite/page-file.ts';
import { readPageMap, readTrees } from '../../../src/platform/sqlite/page-map.ts';
import { readRows } from '../../../src/platform/sqlite/read-cells.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROWS = 3_000;
const PAGE = 4_096;

/** A database of two tables and an index, with rows that go on on other pages and pages that were freed. */
function made(context: TestContext): string {
  const path = join(temporaryFolder(context), 'some.db');
  const db = openDatabase(path);
  db.exec(`CREATE TABLE birds (seq INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, song TEXT NOT NULL) STRICT;
    CREATE TABLE nests (place TEXT PRIMARY KEY, eggs INTEGER NOT NULL) WITHOUT ROWID, STRICT;`);
  db.transaction(() => {
    for (let n = 0; n < ROWS; n += 1) {
      db.run('INSERT INTO birds (name, song) VALUES (?, ?)', `heron ${n}`, 'la '.repeat(n % 100 === 0 ? 5_000 : 20));
      db.run('INSERT INTO nests VALUES (?, ?)', `reeds ${n}`, n);
    }
  });
  db.run('DELETE FROM birds WHERE seq % 3 = 0');
  db.checkpoint();
  db.close();
  return path;
}

/** How many rows stand in the pages of each tree. */
function countByTree(path: string): Record<string, number> {
  const pages = openPages(path);
  try {
    const map = readPageMap(pages);
    const trees = readTrees(pages, map);
    const counts: Record<string, number> = {};
    for (let number = 1; number <= pages.pageCount; number += 1) {
      const tree = trees.get(map.rootOf(number) ?? 0);
      if (tree === undefined) continue;
      counts[tree.name] = (counts[tree.name] ?? 0) + (readRows(pages, number)?.rows.length ?? 0);
    }
    return counts;
  } finally {
    pages.close();
  }
}

test('the map of the pages says of which table or index each row is', (context) => {
  const birds = ROWS - ROWS / 3;
  assert.deepEqual(countByTree(made(context)), { birds, sqlite_autoindex_birds_1: birds, nests: ROWS });
});

test('a map that is damaged says nothing, and nothing wrong ends the reading', (context) => {
  const path = made(context);
  const bytes = readFileSync(path);
  for (let at = PAGE; at < 2 * PAGE; at += 1) bytes[at] = (at * 167) & 255;
  writeFileSync(path, bytes);
  assert.ok(Object.values(countByTree(path)).every((count) => count <= ROWS));
});
