import { editDistance } from '../../../core/text/edit-distance.ts';
import { isLexiconWord } from '../../../core/text/lexicon-words.ts';
import { stemOf } from '../../../core/text/terms.ts';
import type { NearWords } from '../../contract/candidates.ts';
import type { Tx } from '../engine/engine.ts';
import { joinSql, type Sql, sql } from '../engine/sql.ts';
import { countWords } from './vocabulary.ts';

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
export async function wordsBeginning(tx: Tx, beginning: string): Promise<NearWords | undefined> {
  const found = await commonest(tx, await beginningWith(tx, beginning));
  const near = nearOf(beginning, found.slice(0, COMPLETED));
  return near === undefined ? undefined : { ...near, isBeginning: true };
}

/**
 * Words that replace one that no item contains: those that begin with it, else those that differ in one letter (two in
 * a long word), else those that contain it.
 */
export async function wordsLike(tx: Tx, word: string): Promise<NearWords | undefined> {
  if (!isLexiconWord(word)) return undefined;
  const longer = (await beginningWith(tx, word)).slice(0, COMPLETED);
  if (longer.length > 0) return nearOf(word, longer);
  const alike = await misspelt(tx, word);
  if (alike.length > 0) return nearOf(word, alike);
  return nearOf(
    word,
    await wordsIn(tx, sql`strpos(l.word, ${word}) > 0 ORDER BY length(l.word), l.word LIMIT ${COMPLETED}`),
  );
}

function nearOf(of: string, words: string[]): NearWords | undefined {
  return words.length === 0 ? undefined : { of, words };
}

async function wordsIn(tx: Tx, where: Sql): Promise<string[]> {
  const rows = await tx.all<{ word: string }>(sql`SELECT l.word FROM lexicon AS l
    WHERE l.tenant_id = ${tx.tenant} AND ${where}`);
  return rows.map(({ word }) => word);
}

function beginsWith(beginning: string): Sql {
  return sql`l.word >= ${beginning} AND l.word < ${`${beginning}${LAST}`}`;
}

function beginningWith(tx: Tx, beginning: string): Promise<string[]> {
  return wordsIn(tx, sql`${beginsWith(beginning)} ORDER BY length(l.word), l.word LIMIT ${COUNTED}`);
}

/**
 * The words nearest to a misspelt one; among equally near ones the most common. They begin with its first letter, or
 * with its second (the first was superfluous or swapped). Of three pieces of a word with at most two wrong letters one
 * is right, so words without any of the pieces need not be compared.
 */
async function misspelt(tx: Tx, word: string): Promise<string[]> {
  const most = word.length >= LONG ? 2 : 1;
  const third = Math.floor(word.length / 3);
  const pieces = [word.slice(0, third), word.slice(third, 2 * third), word.slice(2 * third)];
  const holds = joinSql(
    pieces.map((piece) => sql`strpos(l.word, ${piece}) > 0`),
    ' OR ',
  );
  const heads = [...new Set([...word].slice(0, 2))];
  const found: string[] = [];
  for (const head of heads) {
    found.push(
      ...(await wordsIn(
        tx,
        sql`${beginsWith(head)}
      AND length(l.word) BETWEEN ${word.length - most} AND ${word.length + most} AND (${holds}) LIMIT ${COMPARED}`,
      )),
    );
  }
  const compared = found.map((one) => ({ word: one, distance: editDistance(word, one, most) }));
  const least = Math.min(...compared.map(({ distance }) => distance));
  if (least > most) return [];
  const nearest = compared.filter(({ distance }) => distance === least).map((one) => one.word);
  return (await commonest(tx, nearest.toSorted().slice(0, COUNTED))).slice(0, CORRECTED);
}

async function commonest(tx: Tx, words: readonly string[]): Promise<string[]> {
  const counts = await countWords(tx, words);
  const items = (word: string): number => {
    const count = counts.get(stemOf(word));
    return count === undefined ? 0 : count.items + count.made;
  };
  return words.filter((word) => items(word) > 0).toSorted((one, other) => items(other) - items(one));
}
