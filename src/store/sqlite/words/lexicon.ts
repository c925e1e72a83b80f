import { editDistance } from '../../../core/text/edit-distance.ts';
import { isLexiconWord, lexiconWordsOf } from '../../../core/text/lexicon-words.ts';
import { stemOf } from '../../../core/text/terms.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { NearWords } from '../../contract/candidates.ts';
import type { Interned } from '../engine/interned.ts';
import { frequencyOf, quoteWord } from './vocabulary.ts';
import { WORD_INDEXES, type WordIndex } from './word-index.ts';

/** The indexed texts of an item. */
type NewWords = Record<'title' | 'text' | 'terms', string>;

/** Of the items that hold the stem of a word that leaves, so many of the newest are looked at for the word itself. */
const HOLDERS = 20;

/** Keeps the lexicon in step with what one transaction changes of items: first what leaves, then what comes. */
export interface LexiconChange {
  remove(item: NewWords): void;
  add(item: NewWords): void;
  save(): void;
}

/** What one transaction changes of the lexicon. */
export function createLexiconChange({ db, interned }: { db: Database; interned: Interned }): LexiconChange {
  const coming: string[] = [];
  const leaving = new Set<string>();
  return {
    remove(item) {
      for (const word of lexiconWordsOf(textOf(item))) leaving.add(word).add(stemOf(word));
    },
    add(item) {
      coming.push(textOf(item));
    },
    save() {
      interned.addWords(coming);
      if (leaving.size > 0) dropWords({ db, interned }, leaving, coming);
      coming.length = 0;
      leaving.clear();
    },
  };
}

/** Takes words out that nothing holds any more. */
function dropWords(
  { db, interned }: { db: Database; interned: Interned },
  leaving: ReadonlySet<string>,
  coming: readonly string[],
): void {
  const staying = lexiconWordsOf(coming.join('\n'));
  const left = [...leaving].filter((word) => !staying.has(word));
  const held = left.length === 0 ? [] : db.all<LexiconRow>(LEXICON_READS.held, JSON.stringify(left));
  const unseen = new Set(held.map(({ word }) => word));
  const gone = held.filter(({ word }) => unseen.has(word) && !isHeld(db, word, unseen));
  for (const { word } of gone) db.run('DELETE FROM lexicon WHERE word = ?', word);
  if (gone.length > 0) interned.clear();
}

function textOf({ title, text, terms }: NewWords): string {
  return `${text.startsWith(title) ? '' : title}\n${text}\n${terms}`;
}

/** The statements that read; exported so that a test can ask for their plans. */
export const LEXICON_READS = {
  held: 'SELECT word FROM lexicon WHERE word IN (SELECT value FROM json_each(?))',
  holders: holdersIn('items_fts', 'item_words'),
  madeHolders: holdersIn('made_fts', 'made_words'),
  beginning: 'SELECT word FROM lexicon WHERE word >= ?1 AND word < ?2 ORDER BY length(word), word LIMIT ?3',
  /** Reads the whole lexicon: some 50 ms a million words. */
  holding: 'SELECT word FROM lexicon WHERE instr(word, ?1) > 0 ORDER BY length(word), word LIMIT ?2',
  alike: `SELECT word FROM lexicon WHERE word >= ?1 AND word < ?2 AND length(word) BETWEEN ?3 AND ?4
    AND (instr(word, ?5) OR instr(word, ?6) OR instr(word, ?7)) LIMIT ?8`,
} as const;

function holdersIn(index: WordIndex, words: string): string {
  return `SELECT w.title, w.text, w.terms FROM
    (SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?) AS held
    JOIN ${words} AS w ON w.seq = held.rowid`;
}

/** True when one of the newest items with a word's stem holds the word itself. What is read for it is no more `unseen`. */
function isHeld(db: Database, word: string, unseen: Set<string>): boolean {
  const holds = (sql: string, most: number): boolean =>
    db.all<NewWords>(sql, quoteWord(word), most).some((item) => {
      const words = lexiconWordsOf(textOf(item));
      for (const seen of words) unseen.delete(seen);
      return words.has(word);
    });
  // Mostly the newest one holds it.
  return [1, HOLDERS].some((most) => holds(LEXICON_READS.holders, most)) || holds(LEXICON_READS.madeHolders, HOLDERS);
}

/** Words that one fragment or beginning stands for at most. */
const COMPLETED = 8;
/** Of beginnings so many are counted, and of words like a misspelt one so many are compared. */
const COUNTED = 24;
const COMPARED = 20_000;
const CORRECTED = 3;
/** In a word of so many letters two may be wrong, in a shorter one a single one. */
const LONG = 8;
const LAST = '\u{10ffff}';

/** The commonest of the shortest words that begin so. */
export function wordsBeginning(db: Database, beginning: string): NearWords | undefined {
  const near = nearOf(beginning, commonest(db, beginningWith(db, beginning)).slice(0, COMPLETED));
  return near === undefined ? undefined : { ...near, isBeginning: true };
}

/**
 * For a word that is nowhere: those that begin so, else those that differ from it by a letter (by two, if it is long), else
 * those that hold it.
 */
export function wordsLike(db: Database, word: string): NearWords | undefined {
  if (!isLexiconWord(word)) return undefined;
  const longer = beginningWith(db, word).slice(0, COMPLETED);
  if (longer.length > 0) return nearOf(word, longer);
  const alike = misspelt(db, word);
  if (alike.length > 0) return nearOf(word, alike);
  return nearOf(
    word,
    db.all<LexiconRow>(LEXICON_READS.holding, word, COMPLETED).map((row) => row.word),
  );
}

interface LexiconRow {
  word: string;
}

function nearOf(of: string, words: string[]): NearWords | undefined {
  return words.length === 0 ? undefined : { of, words };
}

function beginningWith(db: Database, beginning: string): string[] {
  return db.all<LexiconRow>(LEXICON_READS.beginning, beginning, `${beginning}${LAST}`, COUNTED).map((row) => row.word);
}

/**
 * The words nearest to a misspelt one; of equally near ones the commonest. They begin with its first letter, or its second:
 * the first one was too much, or swapped. Of three pieces of a word with one or two letters wrong one is right, so words
 * without any of them need not be compared.
 */
function misspelt(db: Database, word: string): string[] {
  const most = word.length >= LONG ? 2 : 1;
  const third = Math.floor(word.length / 3);
  const pieces = [word.slice(0, third), word.slice(third, 2 * third), word.slice(2 * third)];
  const heads = new Set([...word].slice(0, 2));
  const rows = [...heads].flatMap((head) =>
    db.all<LexiconRow>(
      LEXICON_READS.alike,
      ...[head, `${head}${LAST}`, word.length - most, word.length + most],
      ...[...pieces, COMPARED],
    ),
  );
  const compared = rows.map((row) => ({ word: row.word, distance: editDistance(word, row.word, most) }));
  const least = Math.min(...compared.map(({ distance }) => distance));
  if (least > most) return [];
  const nearest = compared.filter(({ distance }) => distance === least).map((one) => one.word);
  return commonest(db, nearest.slice(0, COUNTED)).slice(0, CORRECTED);
}

function commonest(db: Database, words: readonly string[]): string[] {
  const frequencies = WORD_INDEXES.map((index) => frequencyOf(db, words, index));
  const items = (word: string): number => frequencies.reduce((sum, of) => sum + (of[stemOf(word)] ?? 0), 0);
  return words.filter((word) => items(word) > 0).toSorted((one, other) => items(other) - items(one));
}
