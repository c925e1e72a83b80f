import { isDeepStrictEqual } from 'node:util';
import type { SessionId } from '../../../core/model/ids.ts';
import { isAggregate } from '../../../core/model/is-aggregate.ts';
import type { Item } from '../../../core/model/item.ts';
import { toHexList } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { createRowCounts, type RowCounts } from '../engine/row-counts.ts';
import { createVectorChange, type VectorChange } from '../vectors/vector-change.ts';
import { createLexiconChange, type LexiconChange } from '../words/lexicon.ts';
import { indexOf } from '../words/word-index.ts';
import { createDuplicates, type Duplicates } from './duplicates.ts';
import { createItemKeyFinder, type DerivedEvents, type ItemKeyFinder } from './item-keys.ts';
import { deleteItem, ITEM_READS, insertItem, type NumberedItem, readItems } from './item-rows.ts';
import { createNearDuplicates, type NearDuplicates } from './near-duplicates.ts';

/** The items that one transaction removes and puts; rows, word index, counts, links and vectors are kept consistent. */
export interface ItemChange {
  /** Removes items. One that is put again with the same text keeps its index entry. */
  remove(items: readonly NumberedItem[]): void;
  /** Puts an item; one whose event or session was erased meanwhile is left out. */
  put(item: Item): void;
  save(): void;
}

interface WriteStep {
  engine: Engine;
  places: ItemKeyFinder;
  tally: RowCounts;
  repeats: Duplicates;
  near: NearDuplicates;
  lexicon: LexiconChange;
  vectors: VectorChange;
}

/** Builds the collector of one transaction's changes of items. */
export function createItemChange(engine: Engine, derived?: DerivedEvents): ItemChange {
  const { db } = engine;
  const step: WriteStep = {
    engine,
    places: createItemKeyFinder(engine, derived),
    tally: createRowCounts(db),
    repeats: createDuplicates(db),
    near: createNearDuplicates(db),
    lexicon: createLexiconChange(engine),
    vectors: createVectorChange(db),
  };
  const leaving = new Map<string, NumberedItem>();
  const coming = new Map<string, Item>();
  return {
    remove(items) {
      for (const one of items) leaving.set(one.item.id, one);
    },
    put(item) {
      coming.set(item.id, item);
    },
    save() {
      const formers = readItems(step.engine, ITEM_READS.byIds, toHexList(coming.keys()));
      for (const former of formers) leaving.set(former.item.id, former);
      dropUnchanged(step, leaving, coming);
      const kept = takeOut(step, leaving, coming);
      // Items that keep their row number come first: otherwise a new item could be given that number.
      const turn = (item: Item): number => (kept.has(item.id) ? 0 : 1);
      for (const item of [...coming.values()].sort((a, b) => turn(a) - turn(b))) putIn(step, item, kept.get(item.id));
      step.repeats.save();
      step.near.save();
      step.lexicon.save();
      step.vectors.save();
      step.tally.save();
    },
  };
}

/** Skips items that are put again unchanged: nothing of them has to be written. */
function dropUnchanged(step: WriteStep, leaving: Map<string, NumberedItem>, coming: Map<string, Item>): void {
  for (const [id, item] of coming) {
    const former = leaving.get(id)?.item;
    if (former === undefined) continue;
    const places = step.places.of(item);
    if (places === undefined) continue;
    if (!isDeepStrictEqual(former, item)) continue;
    leaving.delete(id);
    coming.delete(id);
  }
}

/** Removes the leaving items, in index order; returns those that are put again with the same text, by id. */
function takeOut(
  step: WriteStep,
  leaving: ReadonlyMap<string, NumberedItem>,
  coming: ReadonlyMap<string, Item>,
): Map<string, NumberedItem> {
  const kept = new Map<string, NumberedItem>();
  for (const one of [...leaving.values()].sort((a, b) => a.seq - b.seq)) {
    const next = coming.get(one.item.id);
    const isKept = next !== undefined && hasSameWords(one.item, next);
    if (isKept) kept.set(next.id, one);
    else step.lexicon.remove(one.item);
    if (!isKept || !isFound(next)) dropIndexed(step, one.seq, one.item);
    deleteItem(step.engine, one);
    const { project: projectId } = one.item;
    const project = projectId === undefined ? null : (step.engine.interned.project(projectId) ?? null);
    step.repeats.note(one.item, project);
    if (!isFound(one.item)) continue;
    count(step, one.item, -1);
    step.near.remove(one.seq, one.item, project);
    step.vectors.remove(one.seq, one.item);
  }
  return kept;
}

function putIn(step: WriteStep, item: Item, kept: NumberedItem | undefined): void {
  const places = step.places.of(item);
  const isIndexed = kept !== undefined && isFound(kept.item) && isFound(item);
  if (places === undefined) {
    if (kept !== undefined) step.lexicon.remove(item);
    if (isIndexed) dropIndexed(step, kept.seq, item);
    return;
  }
  const seq = insertItem(step.engine, { item, places, seq: kept?.seq });
  if (!isIndexed) addWords(step, seq, item);
  step.repeats.note(item, places.project);
  if (!isFound(item)) return;
  count(step, item, 1);
  step.near.add(seq, item, places.project);
  step.vectors.add(seq, item);
}

/** False for retired items: they have no index entry and no vector, and are not counted. */
function isFound({ detail }: Item): boolean {
  return detail.retired === undefined;
}

function hasSameWords(a: Item, b: Item): boolean {
  return a.title === b.title && a.text === b.text && a.terms === b.terms;
}

function addWords({ engine, lexicon }: WriteStep, seq: number, item: Item): void {
  if (!isFound(item)) return;
  const { title, text, terms } = item;
  lexicon.add({ title, text, terms });
  engine.db.run(
    `INSERT INTO ${indexOf(item)} (rowid, title, text, terms) VALUES (?, ?, ?, ?)`,
    seq,
    title,
    text,
    terms,
  );
}

function count({ tally }: WriteStep, item: Item, by: number): void {
  tally.add(`item:${item.kind}`, by);
  if (isAggregate(item)) tally.add('made', by);
}

/**
 * Removes an item's index entry. The lexicon keeps the words of retired items until these are removed, since checking
 * each word costs most.
 */
function dropIndexed({ engine }: WriteStep, seq: number, item: Item): void {
  if (!isFound(item)) return;
  const { title, text, terms } = item;
  const index = indexOf(item);
  const sql = `INSERT INTO ${index} (${index}, rowid, title, text, terms) VALUES ('delete', ?, ?, ?, ?)`;
  engine.db.run(sql, seq, title, text, terms);
}

/** Notes that a session read text from outside at a time. */
export function exposeSession({ db, interned }: Engine, { session, at }: { session: SessionId; at: number }): void {
  const seq = interned.session(session);
  if (seq === undefined) return;
  db.run('UPDATE sessions SET exposed_at = ? WHERE seq = ? AND ifnull(exposed_at, ?) > ?', at, seq, at + 1, at);
}
