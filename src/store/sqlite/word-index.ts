import type { Item } from '../../core/item.ts';
import { isMade, MADE_KINDS } from '../../core/made.ts';
import type { Database } from '../../platform/sqlite.ts';
import { ITEM_CODES } from './codes.ts';

/**
 * The indexes of items' words. What is made of other memories has one of its own: what it says again would move how rare a
 * word is, and take places among the candidates.
 */
export const WORD_INDEXES = ['items_fts', 'made_fts'] as const;

/** Name of an index. */
export type WordIndex = (typeof WORD_INDEXES)[number];

/** The index that holds an item's words. */
export function indexOf(item: Pick<Item, 'kind' | 'event'>): WordIndex {
  return isMade(item) ? 'made_fts' : 'items_fts';
}

/**
 * A row's BM25, positive: FTS5 gives a better match a smaller number. The title counts least, since it is mostly the head of
 * the text; a part of an identifier counts more than a word. See bench/results/recall.md.
 */
export function bm25Of(index: WordIndex): string {
  return `-bm25(${index}, 0.5, 1.0, 2.0)`;
}

const CODES = MADE_KINDS.map(ITEM_CODES.toCode).join(', ');
/** The statement that tells which of some items are made of others; exported so that a test can ask for its plan. */
export const MADE_AMONG = `SELECT seq FROM items
  WHERE seq IN (SELECT value FROM json_each(?)) AND event IS NULL AND kind IN (${CODES})`;

/** Which of some items are made of others. */
export function madeAmong(db: Database, seqs: Iterable<number>): ReadonlySet<number> {
  return new Set(db.all<{ seq: number }>(MADE_AMONG, JSON.stringify([...seqs])).map(({ seq }) => seq));
}
