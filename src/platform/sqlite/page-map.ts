import type { DatabasePages } from './page-file.ts';
import { readRows } from './read-cells.ts';

/**
 * Which tree each page of an auto-vacuum file belongs to, as its pointer map says: a few pages of their own, so that damage
 * of a page does not hide what it was. By https://sqlite.org/fileformat2.html, section 1.8.
 */
export interface PageMap {
  /** The first page of the tree that a page is of; 0 for a free or an overflow page, `undefined` where nothing says it. */
  rootOf(number: number): number | undefined;
}

/** A table or an index, by the first page of its tree. */
export interface StoredTree {
  name: string;
  /** The table itself, or the one that the index is of. */
  table: string;
}

/** Kinds of pages: the first of a tree, one of those below it; those between are free or overflow pages. */
const ROOT = 1;
const TREE = 5;
const ENTRY_BYTES = 5;
/** Upper bound on the levels of a tree. */
const LEVELS = 20;
/** The tree of the schema itself. */
const SCHEMA = 1;

/** Builds the map of a file's pages. */
export function readPageMap(pages: DatabasePages): PageMap {
  const kept = new Map<number, Buffer | undefined>();
  const each = Math.floor(pages.pageSize / ENTRY_BYTES) + 1;
  const entryOf = (number: number): { kind: number; parent: number } | undefined => {
    const map = Math.floor((number - 2) / each) * each + 2;
    if (number < 2 || number === map) return undefined;
    if (!kept.has(map)) kept.set(map, pages.page(map));
    const at = ENTRY_BYTES * (number - map - 1);
    const bytes = kept.get(map)?.subarray(at, at + ENTRY_BYTES);
    return bytes === undefined ? undefined : { kind: bytes[0] ?? 0, parent: bytes.readUInt32BE(1) };
  };
  return {
    rootOf(number) {
      let page = number;
      for (let level = 0; level < LEVELS && page !== SCHEMA; level += 1) {
        const entry = entryOf(page);
        if (entry?.kind === ROOT) return page;
        if (entry === undefined || entry.kind < ROOT || entry.kind > TREE) return undefined;
        if (entry.kind < TREE) return 0;
        page = entry.parent;
      }
      return page === SCHEMA ? SCHEMA : undefined;
    },
  };
}

/** The tables and indexes that the pages of a file's schema name, by the first page of their tree. */
export function readTrees(pages: DatabasePages, map: PageMap): Map<number, StoredTree> {
  const found = new Map<number, StoredTree>();
  for (let number = 1; number <= pages.pageCount; number += 1) {
    if (map.rootOf(number) !== SCHEMA) continue;
    for (const { values } of readRows(pages, number)?.rows ?? []) {
      const [, name, table, root] = values;
      if (typeof name === 'string' && typeof table === 'string' && typeof root === 'number' && root > 0) {
        found.set(root, { name, table });
      }
    }
  }
  return found;
}
