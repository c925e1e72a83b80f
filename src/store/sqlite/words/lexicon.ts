import { editDistance } from '../../../core/text/edit-distance.ts';
import { isLexiconWord, lexiconWordsOf } from '../../../core/text/lexicon-words.ts';
import { stemOf } from '../../../core/text/terms.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { NearWords } from '../../contract/candidates.ts';
import type { Engine } from '../engine/engine.ts';
import { readColumn } from '../engine/rows.ts';
import { frequencyOf, quoteWord } from './vocabulary.ts';
import { WORD_INDEXES, type WordIndex } from './word-index.ts';

/** The indexed texts of an item. */
type NewWords = Record<'title' | 'text' | 'terms', string>;

/**
 * Upper bound on the newest items with a word's stem that are checked for the word itself before it leaves the lexicon.
 */
const HOLDERS = 20;

/** Keeps the lexicon consistent with the items that one transaction removes and puts. */
export interface LexiconChange {
  remove(item: NewWords): void;
  add(item: NewWords): void;
  save(): void;
}

/** Builds the collector for one transaction. */
export function createLexiconChange(engine: Engine): LexiconChange {
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
      engine.interned.addWords(coming);
      if (leaving.size > 0) dropWords(engine, leaving, coming);
      coming.length = 0;
      leaving.clear();
    },
  };
}

/** Removes words that no item contains any more. */
function dropWords({ db, interned }: Engine, leaving: ReadonlySet<string>, coming: readonly string[]): void {
  const staying = lexiconWordsOf(coming.join('\n'));
  const left = [...leaving].filter((word) => !staying.has(word));
  const held = left.length === 0 ? [] : readColumn<string>(db, LEXICON_READS.held, JSON.stringify(left));
  const unseen = new Set(held);
  const gone = held.filter((word) => unseen.has(word) && !isHeld(db, word, unseen));
  for (const word of gone) db.run('DELETE FROM lexicon WHERE word = ?', word);
  if (gone.length > 0) interned.clear();
}

function textOf({ title, text, terms }: NewWords): string {
  return `${text.startsWith(title) ? '' : title}\n${text}\n${terms}`;
}

/** Read statements. */
const LEXICON_READS = {
  held: 'SELECT word FROM lexicon WHERE word IN (SELECT value FROM json_each(?))',
  holders: holdersIn('items_fts', 'item_words'),
  madeHolders: holdersIn('made_fts', 'made_words'),
  beginning: 'SELECT word FROM lexicon WHERE word >= ?1 AND word < ?2 ORDER BY length(word), word LIMIT ?3',
  /** Scans the whole lexicon, about 50 ms for each million words. */
  holding: 'SELECT word FROM lexicon WHERE instr(word, ?1) > 0 ORDER BY length(word), word LIMIT ?2',
  alike: `SELECT word FROM lexicon WHERE word >= ?1 AND word < ?2 AND length(word) BETWEEN ?3 AND ?4
    AND (instr(word, ?5) OR instr(word, ?6) OR instr(word, ?7)) LIMIT ?8`,
} as const;

function holdersIn(index: WordIndex, words: string): string {
  return `SELECT w.title, w.text, w.terms FROM
    (SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?) AS held
    JOIN ${words} AS w ON w.seq = held.rowid`;
}

/**
 * True when one of the newest items with a word's stem contains the word itself. Words found on the way are removed
 * from `unseen`.
 */
function isHeld(db: Database, word: string, unseen: Set<string>): boolean {
  const holds = (sql: string, most: number): boolean =>
    db.all<NewWords>(sql, quoteWord(word), most).some((item) => {
      const words = lexiconWordsOf(textOf(item));
      for (const seen of words) unseen.delete(seen);
      return words.has(word);
    });
  // Usually the newest one contains it.
  return [1, HOLDERS].some((most) => holds(LEXICON_READS.holders, most)) || holds(LEXICON_READS.madeHolders, HOLDERS);
}

/** Upper bound on the words that replace one fragment or prefix. */
const COMPLETED = 8;
/** Upper bounds on the words with a prefix that are counted, and on the words compared with a misspelt one. */
const COUNTED = 24;
const COMPARED = 20_000;
const CORRECTED = 3;
/** Minimum length in characters of a word that may differ in two letters; shorter ones may differ in one. */
const LONG = 8;
const LAST = '\u{10ffff}';

/** The most common of the shortest words that begin with a prefix. */
export function wordsBeginning(db: Database, beginning: string): NearWords | undefined {
  const near = nearOf(beginning, commonest(db, beginningWith(db, beginning)).slice(0, COMPLETED));
  return near === undefined ? undefined : { ...near, isBeginning: true };
}

/**
 * Words that replace one that no item contains: those that begin with it, else those that differ in one letter (two in
 * a long word), else those that contain it.
 */
export function wordsLike(db: Database, word: string): NearWords | undefined {
  if (!isLexiconWord(word)) return undefined;
  const longer = beginningWith(db, word).slice(0, COMPLETED);
  if (longer.length > 0) return nearOf(word, longer);
  const alike = misspelt(db, word);
  if (alike.length > 0) return nearOf(word, alike);
  return nearOf(word, readColumn(db, LEXICON_READS.holding, word, COMPLETED));
}

function nearOf(of: string, words: string[]): NearWords | undefined {
  return words.length === 0 ? undefined : { of, words };
}

function beginningWith(db: Database, beginning: string): string[] {
  return readColumn(db, LEXICON_READS.beginning, beginning, `${beginning}${LAST}`, COUNTED);
}

/**
 * The words nearest to a misspelt one; among equally near ones the most common. They begin with its first letter, or
 * with its second (the first was superfluous or swapped). Of three pieces of a word with at most two wrong letters one
 * is right, so words without any of the pieces need not be compared.
 */
function misspelt(db: Database, word: string): string[] {
  const most = word.length >= LONG ? 2 : 1;
  const third = Math.floor(word.length / 3);
  const pieces = [word.slice(0, third), word.slice(third, 2 * third), word.slice(2 * third)];
  const heads = new Set([...word].slice(0, 2));
  const lengths = [word.length - most, word.length + most];
  const found = [...heads].flatMap((head) =>
    readColumn<string>(db, LEXICON_READS.alike, head, `${head}${LAST}`, ...lengths, ...pieces, COMPARED),
  );
  const compared = found.map((one) => ({ word: one, distance: editDistance(word, one, most) }));
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
