import { isDeepStrictEqual } from 'node:util';
import { isAggregate } from '../../../core/model/is-aggregate.ts';
import type { Item } from '../../../core/model/item.ts';
import { lexiconWordsOf } from '../../../core/text/lexicon-words.ts';
import type { Tx } from '../engine/engine.ts';
import { rowsOf } from '../engine/rows.ts';
import { sql } from '../engine/sql.ts';
import { type ItemsChanged, isFound, type NumberedItem } from '../items/item-follower.ts';
import { readItems } from '../items/item-rows.ts';
import { indexedWordsOf, prefixOf } from './stems.ts';
import { matchOf, stemsOf } from './words-query.ts';

/** Keeps the word index and the lexicon consistent with the items that one transaction removes and puts. */
export async function followWords(tx: Tx, changed: ItemsChanged): Promise<void> {
  const { leaving, coming } = changesOf(changed);
  await dropRows(tx, leaving);
  await addRows(tx, coming);
  await saveTotals(tx, leaving, coming);
  await followLexicon(tx, leaving, coming);
}

/** Empties the index and the lexicon: the start of a rebuild. */
export async function resetWords(tx: Tx): Promise<void> {
  await tx.run(sql`DELETE FROM item_words WHERE tenant_id = ${tx.tenant}`);
  await tx.run(sql`DELETE FROM word_totals WHERE tenant_id = ${tx.tenant}`);
  await tx.run(sql`DELETE FROM lexicon WHERE tenant_id = ${tx.tenant}`);
}

/** What of an item its row in the index depends on. */
function indexedOf({ project, kind, event, at, title, text, terms, detail }: Item): unknown[] {
  return [project, kind, event === undefined, at, title, text, terms, detail.hidden];
}

/** The items whose rows go and come; one whose row stays as it is, is in neither. */
function changesOf({ removed, put }: ItemsChanged): { leaving: NumberedItem[]; coming: NumberedItem[] } {
  const leaving = new Map(removed.filter(({ item }) => isFound(item)).map((one) => [one.seq, one]));
  const coming = put.filter((one) => {
    if (!isFound(one.item)) return false;
    const former = leaving.get(one.seq);
    if (former === undefined || !isDeepStrictEqual(indexedOf(former.item), indexedOf(one.item))) return true;
    leaving.delete(one.seq);
    return false;
  });
  return { leaving: [...leaving.values()], coming };
}

async function dropRows(tx: Tx, leaving: readonly NumberedItem[]): Promise<void> {
  if (leaving.length === 0) return;
  const seqs = leaving.map(({ seq }) => seq);
  await tx.run(sql`DELETE FROM item_words WHERE tenant_id = ${tx.tenant} AND seq = ANY(${seqs}::bigint[])`);
}

const COLUMNS = {
  project_id: 'text',
  seq: 'bigint',
  kind: 'text',
  at: 'bigint',
  hidden: 'boolean',
  length: 'integer',
  words: 'text',
} as const;

async function addRows(tx: Tx, coming: readonly NumberedItem[]): Promise<void> {
  if (coming.length === 0) return;
  const rows = coming.map(({ seq, item }) => ({
    project_id: item.project ?? '',
    seq,
    kind: item.kind,
    at: item.at,
    hidden: item.detail.hidden === true,
    ...indexedWordsOf(tx.tenant, item),
  }));
  await tx.run(sql`INSERT INTO item_words (tenant_id, project_id, seq, kind, at, hidden, length, words)
    SELECT ${tx.tenant}, n.project_id, n.seq, n.kind, n.at, n.hidden, n.length, n.words::tsvector
    FROM ${rowsOf(COLUMNS, rows)} AS n (project_id, seq, kind, at, hidden, length, words)`);
}

async function saveTotals(tx: Tx, leaving: readonly NumberedItem[], coming: readonly NumberedItem[]): Promise<void> {
  const totals = new Map<boolean, { made: boolean; items: number; words: number }>();
  const count = ({ item }: NumberedItem, by: number): void => {
    const made = isAggregate(item);
    const { items, words } = totals.get(made) ?? { items: 0, words: 0 };
    totals.set(made, { made, items: items + by, words: words + by * indexedWordsOf(tx.tenant, item).length });
  };
  for (const one of leaving) count(one, -1);
  for (const one of coming) count(one, 1);
  const rows = [...totals.values()].filter(({ items, words }) => items !== 0 || words !== 0);
  if (rows.length === 0) return;
  await tx.run(sql`INSERT INTO word_totals AS t (tenant_id, made, items, words)
    SELECT ${tx.tenant}, n.* FROM ${rowsOf({ made: 'boolean', items: 'bigint', words: 'bigint' }, rows)} AS n
    ON CONFLICT (tenant_id, made) DO UPDATE SET items = t.items + excluded.items, words = t.words + excluded.words`);
}

async function followLexicon(tx: Tx, leaving: readonly NumberedItem[], coming: readonly NumberedItem[]): Promise<void> {
  const staying = wordsIn(coming);
  if (staying.size > 0) {
    await tx.run(sql`INSERT INTO lexicon (tenant_id, word)
      SELECT ${tx.tenant}, n.word FROM unnest(${[...staying].sort()}::text[]) AS n (word) ON CONFLICT DO NOTHING`);
  }
  const left = [...wordsIn(leaving)].filter((word) => !staying.has(word));
  if (left.length > 0) await dropWords(tx, left);
}

function wordsIn(items: readonly NumberedItem[]): Set<string> {
  return lexiconWordsOf(items.map(({ item }) => `${item.title}\n${item.text}\n${item.terms}`).join('\n'));
}

/** Upper bounds on the items with a word's stem that are looked at for the word itself before it leaves the lexicon. */
const HOLDERS = [1, 20] as const;

/** Removes words that no item contains any more. */
async function dropWords(tx: Tx, words: readonly string[]): Promise<void> {
  let unseen = words;
  for (const most of HOLDERS) {
    const seen = wordsIn(await holdersOf(tx, unseen, most));
    unseen = unseen.filter((word) => !seen.has(word));
    if (unseen.length === 0) return;
  }
  await tx.run(sql`DELETE FROM lexicon WHERE tenant_id = ${tx.tenant} AND word = ANY(${unseen}::text[])`);
}

/** Some items that contain the stem of any of the words, at most `most` of each word. */
async function holdersOf(tx: Tx, words: readonly string[], most: number): Promise<NumberedItem[]> {
  const queries = [false, true].flatMap((isMade) =>
    words.map((word) => matchOf(stemsOf([word]), prefixOf(tx.tenant, isMade))),
  );
  const rows = await tx.all<{ seq: number }>(sql`SELECT DISTINCT s.seq
    FROM some_words(${queries}::text[]::tsquery[], ${most}) AS s`);
  return readItems(tx, sql`i.seq = ANY(${rows.map(({ seq }) => seq)}::bigint[])`);
}
