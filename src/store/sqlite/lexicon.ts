import { editDistance } from '../../core/alike.ts';
import { isOfLexicon, lexiconWordsOf, stemOf } from '../../core/terms.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { NearWords } from '../contract.ts';
import type { Engine, Memo } from './engine.ts';
import { frequencyOf, quoteWord } from './vocabulary.ts';

/** The indexed texts of an item. */
type Words = Record<'title' | 'text' | 'terms', string>;

/** Words that are known to be in the lexicon: so many. */
const REMEMBERED = 30_000;
/** Of the items that hold the stem of a word that leaves, so many of the newest are looked at for the word itself. */
const HOLDERS = 20;

/** Keeps the lexicon in step with what one transaction changes of items. */
export interface LexiconChange {
  add(item: Words): void;
  remove(item: Words): void;
  save(): void;
}

/** The words that the lexicon surely holds. */
export type KnownWords = Memo<string, true>;

/** What is remembered of the lexicon between transactions. */
export function createKnownWords(engine: Engine): KnownWords {
  return engine.remember<string, true>(REMEMBERED);
}

/** What one transaction changes of the lexicon. */
export function createLexiconChange(db: Database, known: KnownWords): LexiconChange {
  const coming = new Set<string>();
  const leaving = new Set<string>();
  return {
    add(item) {
      for (const word of wordsIn(item)) if (known.get(word) === undefined) coming.add(word);
    },
    remove(item) {
      for (const word of wordsIn(item)) leaving.add(word).add(stemOf(word));
    },
    save() {
      if (coming.size > 0) {
        db.run('INSERT OR IGNORE INTO lexicon (word) SELECT value FROM json_each(?)', JSON.stringify([...coming]));
        for (const word of coming) known.set(word, true);
      }
      const held = leaving.size === 0 ? [] : db.all<{ word: string }>(LEXICON_READS.held, JSON.stringify([...leaving]));
      const gone = held.map(({ word }) => word).filter((word) => !coming.has(word) && !isHeld(db, word));
      for (const word of gone) db.run('DELETE FROM lexicon WHERE word = ?', word);
      if (gone.length > 0) known.clear();
      coming.clear();
      leaving.clear();
    },
  };
}

function wordsIn({ title, text, terms }: Words): string[] {
  return lexiconWordsOf(`${text.startsWith(title) ? '' : title}\n${text}\n${terms}`);
}

/** The statements that read; exported so that a test can ask for their plans. */
export const LEXICON_READS = {
  held: 'SELECT word FROM lexicon WHERE word IN (SELECT value FROM json_each(?))',
  holders: `SELECT w.title, w.text, w.terms FROM
    (SELECT rowid FROM items_fts WHERE items_fts MATCH ? ORDER BY rowid DESC LIMIT ?) AS f
    JOIN item_words AS w ON w.seq = f.rowid`,
  beginning: 'SELECT word FROM lexicon WHERE word >= ?1 AND word < ?2 ORDER BY length(word), word LIMIT ?3',
  holding: 'SELECT word FROM lexicon WHERE instr(word, ?1) > 0 ORDER BY instr(word, ?1) > 1, length(word), word LIMIT ?2',
  alike: `SELECT word FROM lexicon WHERE length(word) BETWEEN ?1 AND ?2
    AND (instr(word, ?3) OR instr(word, ?4) OR instr(word, ?5)) LIMIT ?6`,
} as const;

/** True when one of the newest items with a word's stem holds the word itself. */
function isHeld(db: Database, word: string): boolean {
  const rows = db.all<Words>(LEXICON_READS.holders, quoteWord(word), HOLDERS);
  return rows.some((item) => wordsIn(item).includes(word));
}

/** Words that one fragment or beginning stands for at most. */
const COMPLETED = 8;
/** Of beginnings so many are counted, and of words like a misspelt one so many are compared. */
const COUNTED = 24;
const COMPARED = 20_000;
const CORRECTED = 3;
/** A misspelt word of fewer letters is not recognised; from the second length on two letters may be wrong. */
const LETTERS = { one: 4, two: 8 } as const;
const LAST = '\u{10ffff}';

/** The commonest of the shortest words that begin so. */
export function wordsBeginning(db: Database, beginning: string): NearWords | undefined {
  const rows = db.all<{ word: string }>(LEXICON_READS.beginning, beginning, `${beginning}${LAST}`, COUNTED);
  return nearOf(beginning, commonest(db, rows.map(({ word }) => word)).slice(0, COMPLETED));
}

/** For a word that is nowhere: those that hold it, else those that differ from it by a letter, or two in a long one. */
export function wordsLike(db: Database, word: string): NearWords | undefined {
  if (!isOfLexicon(word)) return undefined;
  const holding = db.all<{ word: string }>(LEXICON_READS.holding, word, COMPLETED).map((row) => row.word);
  return nearOf(word, holding.length > 0 ? holding : misspelt(db, word));
}

function nearOf(of: string, words: string[]): NearWords | undefined {
  return words.length === 0 ? undefined : { of, words };
}

/**
 * Of three pieces of a word that is one or two letters wrong, one is right: words without any of them need not be compared.
 * The nearest, of equally near ones those that begin alike and are common.
 */
function misspelt(db: Database, word: string): string[] {
  const most = word.length >= LETTERS.two ? 2 : 1;
  const third = Math.floor(word.length / 3);
  const pieces = [word.slice(0, third), word.slice(third, 2 * third), word.slice(2 * third)];
  const bounds = [word.length - most, word.length + most];
  const rows = db.all<{ word: string }>(LEXICON_READS.alike, ...bounds, ...pieces, COMPARED);
  const compared = rows.map((row) => ({ word: row.word, distance: editDistance(word, row.word, most) }));
  const least = Math.min(...compared.map(({ distance }) => distance));
  if (least > most) return [];
  const nearest = compared.filter(({ distance }) => distance === least).map((one) => one.word);
  const alike = nearest.filter((one) => one[0] === word[0]);
  return commonest(db, (alike.length > 0 ? alike : nearest).slice(0, COUNTED)).slice(0, CORRECTED);
}

function commonest(db: Database, words: readonly string[]): string[] {
  const frequency = frequencyOf(db, words);
  const items = (word: string): number => frequency[stemOf(word)] ?? 0;
  return words.filter((word) => items(word) > 0).toSorted((one, other) => items(other) - items(one));
}
