import { stemOf } from '../../core/terms.ts';
import type { Database } from '../../platform/sqlite.ts';

/** What holds a word is counted one by one up to so many items; beyond, it is estimated from samples. */
const COUNTED_MAX = 800;
/** Samples are runs of rows, spread over all of them. */
const SAMPLES = 4;
const SAMPLE_ROWS = 800;
/** A store of so many rows is counted whole. */
const SMALL = 6_000;
/** Words are stored whole but asked for with at most this many characters (`core/terms.ts`). */
const WORD_CHARS = 64;

const COUNT = 'SELECT count(*) AS n FROM (SELECT 1 FROM items_fts WHERE items_fts MATCH ? LIMIT ?)';
/** FTS5 goes straight to a row only when its number is an integer; JavaScript's numbers arrive as reals. */
const SAMPLE = `SELECT count(*) AS n FROM items_fts
  WHERE items_fts MATCH ? AND rowid > CAST(? AS INTEGER) AND rowid <= CAST(? AS INTEGER)`;

/**
 * For each stem of some words, how many items hold a word of it: exact up to 800, an estimate beyond. The index itself
 * knows; a table of our own would cost every item as much as its whole entry in the index.
 */
export function frequencyOf(db: Database, words: Iterable<string>): Record<string, number> {
  const last = db.get<{ n: number | null }>('SELECT max(seq) AS n FROM items')?.n ?? 0;
  const found: Record<string, number> = {};
  for (const word of words) {
    const stem = stemOf(word);
    if (!Object.hasOwn(found, stem)) found[stem] = countOf(db, quoteWord(word), last);
  }
  return found;
}

function countOf(db: Database, match: string, last: number): number {
  const isSmall = last <= SMALL;
  const counted = db.get<{ n: number }>(COUNT, match, isSmall ? last : COUNTED_MAX)?.n ?? 0;
  if (isSmall || counted < COUNTED_MAX) return counted;
  let hits = 0;
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    const to = Math.floor((last * sample) / SAMPLES);
    hits += db.get<{ n: number }>(SAMPLE, match, to - SAMPLE_ROWS, to)?.n ?? 0;
  }
  return Math.max(counted, Math.round((hits * last) / (SAMPLES * SAMPLE_ROWS)));
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
