import { stemOf } from '../../../core/text/terms.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { WordIndex } from './word-index.ts';

/** What holds a word is counted one by one up to so many items; beyond, it is estimated. */
const COUNTED_MAX = 300;
/** An estimate is how close together so many holders stand from these places on, as shares of all rows. */
const PLACES = [0, 1 / 3, 2 / 3] as const;
/** A store of so many rows is counted whole. */
const SMALL = 6_000;
/** Words are stored whole but asked for with at most this many characters (`core/text/terms.ts`). */
const WORD_CHARS = 64;

/** FTS5 goes straight to a row only when its number is an integer; JavaScript's numbers arrive as reals. */
const countIn = (index: WordIndex): string => `SELECT count(*) AS n, max(rowid) AS "to" FROM
  (SELECT rowid FROM ${index} WHERE ${index} MATCH ? AND rowid > CAST(? AS INTEGER) ORDER BY rowid LIMIT ?)`;

/**
 * For each stem of some words, how many items hold a word of it: exact in a small store and up to 300, else an estimate. The index
 * itself knows; a table of our own would cost every item as much as its whole entry in the index.
 */
export function frequencyOf(
  db: Database,
  words: Iterable<string>,
  index: WordIndex = 'items_fts',
): Record<string, number> {
  const last = db.get<{ n: number | null }>('SELECT max(seq) AS n FROM items')?.n ?? 0;
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

/** A word as FTS5 is asked for it: quoted, so that nothing is syntax; by its beginning when it is too long to be whole. */
export function quoteWord(word: string): string {
  return word.length < WORD_CHARS ? quoteText(word) : `${quoteText(word)} *`;
}

/** Words that stand together, as FTS5 is asked for them. */
export function quotePhrase(words: readonly string[]): string {
  return quoteText(words.join(' '));
}

function quoteText(text: string): string {
  return `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
}
