import { AGGREGATE_KINDS, isAggregate } from '../../../core/model/is-aggregate.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { ITEM_CODES } from '../engine/codes.ts';
import { readColumn, readNumber } from '../engine/rows.ts';

/**
 * The full-text indexes. Aggregates have one of their own: their repeated words would distort how rare a word is, and
 * take places among the candidates.
 */
export const WORD_INDEXES = ['items_fts', 'made_fts'] as const;

/** Name of an index. */
export type WordIndex = (typeof WORD_INDEXES)[number];

/** The index that contains an item's words. */
export function indexOf(item: Pick<Item, 'kind' | 'event'>): WordIndex {
  return isAggregate(item) ? 'made_fts' : 'items_fts';
}

/** Pages that one merge step writes. */
const PACK_PAGES = 64;

/**
 * One step of merging an index, which removes the space that erased words leave in its pages; `isFirst` begins the
 * merge. Returns false when nothing is left to do. An index without rows is emptied at once.
 */
export function packWords(db: Database, index: WordIndex, isFirst: boolean): boolean {
  if (db.get(`SELECT 1 FROM ${index}_docsize LIMIT 1`) === undefined) {
    db.run(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`);
    return false;
  }
  // A negative number makes FTS5 merge the whole index; a step that changes nothing but its own record is the last.
  const before = readNumber(db, 'SELECT total_changes()');
  db.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, isFirst ? -PACK_PAGES : PACK_PAGES);
  return readNumber(db, 'SELECT total_changes()') - before >= 2;
}

/**
 * A row's BM25, made positive: FTS5 returns smaller numbers for better matches. The title weighs least, since it is
 * mostly the head of the text; a part of an identifier weighs more than a word. See bench/results/recall.md.
 */
export function bm25Of(index: WordIndex): string {
  return `-bm25(${index}, 0.5, 1.0, 2.0)`;
}

const CODES = AGGREGATE_KINDS.map(ITEM_CODES.toCode).join(', ');
/** Selects which of the items are aggregates. */
const MADE_AMONG = `SELECT seq FROM items
  WHERE seq IN (SELECT value FROM json_each(?)) AND event IS NULL AND kind IN (${CODES})`;

/** Which of the items are aggregates. */
export function madeAmong(db: Database, seqs: Iterable<number>): ReadonlySet<number> {
  return new Set(readColumn<number>(db, MADE_AMONG, JSON.stringify([...seqs])));
}
