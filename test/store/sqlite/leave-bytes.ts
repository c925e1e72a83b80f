import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;
/** What begins a page of rows of a table, of which the first has the header of the file before it. */
const TABLE_LEAF = 13;
const HEADER_BYTES = 8;

/**
 * Writes words between the pointers and the rows of a page of a database at rest, where SQLite leaves what it moved to
 * another page when a tree is balanced. Format: https://www.sqlite.org/fileformat2.html#b_tree_pages
 */
export function leaveBytes(path: string, words: string): void {
  const file = readFileSync(path);
  for (let page = PAGE_BYTES; page < file.length; page += PAGE_BYTES) {
    const rows = file.readUInt16BE(page + 3);
    const from = HEADER_BYTES + 2 * rows;
    if (file[page] !== TABLE_LEAF || rows === 0 || file.readUInt16BE(page + 5) - from < 2 * words.length) continue;
    file.write(words, page + from + 2);
    writeFileSync(path, file);
    return;
  }
  assert.fail('no page has room');
}
