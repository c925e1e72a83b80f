import { hash53 } from '../../../core/hash.ts';
import { embedTextOf } from '../../../core/model/embed-text.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { VectorCode } from '../../scan/vector-code.ts';

const ANY_MODEL = 'model IN (SELECT seq FROM vector_models)';
/** Statements that find vectors to be changed. */
const VECTOR_FINDS = {
  ofItem: `SELECT number, model FROM vectors WHERE ${ANY_MODEL} AND item = ?`,
  /**
   * Parameter: the hash of a text. Orders the vectors of that text: the model in use first, then vectors without an
   * item.
   */
  ofText: `SELECT v.number, v.item, v.model, v.hash, v.scale, v.data FROM vectors AS v
    JOIN vector_models AS m ON m.seq = v.model WHERE v.hash = ? ORDER BY m.in_use DESC, v.item IS NOT NULL LIMIT 1`,
  released: `SELECT number FROM vectors WHERE ${ANY_MODEL} AND item IS NULL LIMIT ?`,
} as const;

/** Upper bound on the vectors without an item that one transaction drops. */
const DROPPED_AT_ONCE = 200;

/** Collects the items that a transaction puts or removes; their vectors and waiting marks are updated on `save`. */
export interface VectorChange {
  add(seq: number, item: Item): void;
  remove(seq: number, item: Item): void;
  save(): void;
}

/** What an item's vector depends on, and what a scan filters by. */
interface Embedded extends Pick<Item, 'at' | 'kind'> {
  project: Item['project'] | undefined;
  hash: number;
}

/** A row of the table, without its number. */
export interface VectorRow extends VectorCode {
  item: number;
  model: number;
  hash: number;
}

/** The hash of an item's text to embed; `undefined` when it has none. */
export function embedHashOf(item: Item): number | undefined {
  const text = embedTextOf(item);
  return text === undefined ? undefined : hash53(text);
}

/** Builds the collector for one transaction. A text that stays, in this item or another, keeps its vector. */
export function createVectorChange(db: Database): VectorChange {
  const leaving = new Map<number, Embedded>();
  const coming = new Map<number, Embedded>();
  const note = (to: Map<number, Embedded>, seq: number, item: Item): void => {
    const hash = embedHashOf(item);
    if (hash !== undefined) to.set(seq, { at: item.at, kind: item.kind, project: item.project, hash });
  };
  return {
    add: (seq, item) => note(coming, seq, item),
    remove: (seq, item) => note(leaving, seq, item),
    save() {
      const left: number[] = [];
      for (const [seq, former] of leaving) {
        const next = coming.get(seq);
        if (next !== undefined && isSame(former, next)) coming.delete(seq);
        else left.push(...leave(db, seq, former));
      }
      for (const [seq, item] of coming) come(db, seq, item);
      for (const number of left) db.run('DELETE FROM vectors WHERE number = ? AND item IS NULL', number);
      leaving.clear();
      coming.clear();
    },
  };
}

function isSame(one: Embedded, other: Embedded): boolean {
  return one.hash === other.hash && one.at === other.at && one.kind === other.kind && one.project === other.project;
}

/** Detaches an item from its vector; returns the vector's number. */
function leave(db: Database, seq: number, { at }: Embedded): number[] {
  db.run('DELETE FROM vector_waiting WHERE at = ? AND item = ?', at, seq);
  const rows = db.all<{ number: number; model: number }>(VECTOR_FINDS.ofItem, seq);
  for (const { number, model } of rows) {
    db.run('UPDATE vectors SET item = NULL WHERE number = ?', number);
    countStored(db, model, -1);
  }
  return rows.map(({ number }) => number);
}

/** Copies the vector of an equal text to an item, else marks the item as waiting for one. */
function come(db: Database, seq: number, { hash, at }: Embedded): void {
  const equal = db.get<Omit<VectorRow, 'item'> & { number: number; item: number | null }>(VECTOR_FINDS.ofText, hash);
  if (equal === undefined) {
    db.run('INSERT INTO vector_waiting (at, item, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', at, seq, hash);
    return;
  }
  if (equal.item === null) db.run('DELETE FROM vectors WHERE number = ?', equal.number);
  insertVector(db, { ...equal, item: seq });
}

/** Inserts a vector under a new number. */
export function insertVector(db: Database, { item, model, hash, scale, data }: VectorRow): void {
  const sql = 'INSERT INTO vectors (item, model, hash, scale, data) VALUES (?, ?, ?, ?, ?)';
  db.run(sql, item, model, hash, scale, data);
  countStored(db, model, 1);
}

/** Deletes an item's vector, whatever its model. */
export function deleteVectorOf(db: Database, item: number): void {
  for (const { number, model } of db.all<{ number: number; model: number }>(VECTOR_FINDS.ofItem, item)) {
    db.run('DELETE FROM vectors WHERE number = ?', number);
    countStored(db, model, -1);
  }
}

function countStored(db: Database, model: number, by: number): void {
  db.run('UPDATE vector_models SET stored = stored + ? WHERE seq = ?', by, model);
}

/**
 * SQL that detaches all vectors from their items, which are about to be derived again; until then no item waits for
 * one.
 */
export const RELEASE_VECTORS = `
  UPDATE vectors SET item = NULL WHERE item IS NOT NULL;
  UPDATE vector_models SET stored = 0;
  DELETE FROM vector_waiting;`;

/**
 * Drops up to `DROPPED_AT_ONCE` vectors that no item took over; returns whether there may be more. Must be called
 * within a transaction.
 */
export function dropReleased(db: Database): boolean {
  const sql = `DELETE FROM vectors WHERE number IN (${VECTOR_FINDS.released})`;
  const { changes } = db.run(sql, DROPPED_AT_ONCE);
  return changes === DROPPED_AT_ONCE;
}
