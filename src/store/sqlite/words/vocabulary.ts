import { stemOf } from '../../../core/text/terms.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { readNumber } from '../engine/rows.ts';
import type { WordIndex } from './word-index.ts';

/** Upper bound on the items with a word that are counted exactly; beyond it the number is estimated. */
const COUNTED_MAX = 300;
/** Positions, as shares of all rows, from which the density of matching rows is measured for an estimate. */
const PLACES = [0, 1 / 3, 2 / 3] as const;
/** Upper bound on rows of a store that is counted exactly. */
const SMALL = 6_000;
/** Characters from which a word is searched by prefix; indexed words are stored whole (`core/text/terms.ts`). */
const WORD_CHARS = 64;

/** FTS5 seeks to a row only when the number is an integer; JavaScript's numbers arrive as reals. */
const countIn = (index: WordIndex): string => `SELECT count(*) AS n, max(rowid) AS "to" FROM
  (SELECT rowid FROM ${index} WHERE ${index} MATCH ? AND rowid > CAST(? AS INTEGER) ORDER BY rowid LIMIT ?)`;

/**
 * Counts for each stem of the words how many items contain it: exact in a small store and up to 300, else an estimate.
 * It asks the index itself; a table of counts would cost every item as much as its whole index entry.
 */
export function frequencyOf(
  db: Database,
  words: Iterable<string>,
  index: WordIndex = 'items_fts',
): Record<string, number> {
  const last = readNumber(db, 'SELECT max(seq) FROM items');
  const found: Record<string, number> = {};
  for (const word of words) {
    const stem = stemOf(word);
    if (!Object.hasOwn(found, stem)) found[stem] = countOf(db, countIn(index), { match: quoteWord(word), last });
  }
  return found;
}

function countOf(db: Database, sql: string, { match, last }: { match: string; last: number }): number {
  const most = last <= SMALL ? last : COUNTED_MAX;
  let shares = 0;
  for (const place of PLACES) {
    const after = Math.floor(last * place);
    const { n, to } = db.get<{ n: number; to: number | null }>(sql, match, after, most) ?? { n: 0, to: null };
    if (place === 0 && n < most) return n;
    shares += n / Math.max(1, (n < most ? last : (to ?? last)) - after);
  }
  return Math.max(most, Math.round((shares / PLACES.length) * last));
}

/** Quotes a word for FTS5, so that nothing in it is syntax; a word of maximal length is searched by its prefix. */
export function quoteWord(word: string): string {
  return word.length < WORD_CHARS ? quoteText(word) : `${quoteText(word)} *`;
}

/** Quotes a phrase for FTS5. */
export function quotePhrase(words: readonly string[]): string {
  return quoteText(words.join(' '));
}

function quoteText(text: string): string {
  return `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
}
