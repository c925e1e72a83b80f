import { hash53 } from '../../../core/hash.ts';
import { embedTextOf } from '../../../core/model/embed-text.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';

const ANY_MODEL = 'model IN (SELECT seq FROM vector_models)';
/** The statements that find vectors to be changed; exported so that a test can ask for their plans. */
export const VECTOR_FINDS = {
  ofItem: `SELECT number, model FROM vectors WHERE ${ANY_MODEL} AND item = ?`,
  /** Of equal texts that of the model in use, then one whose item is gone. */
  ofText: `SELECT v.number, v.item, v.model, v.hash, v.scale, v.data FROM vectors AS v
    JOIN vector_models AS m ON m.seq = v.model WHERE v.hash = ? ORDER BY m.in_use DESC, v.item IS NOT NULL LIMIT 1`,
  released: `SELECT number FROM vectors WHERE ${ANY_MODEL} AND item IS NULL LIMIT ?`,
} as const;

/** Vectors without an item that one transaction drops at most. */
const DROPPED_AT_ONCE = 200;

/** Collects the items that a transaction puts or removes; their vectors, and who waits for one, then follow. */
export interface VectorChange {
  add(seq: number, item: Item): void;
  remove(seq: number, item: Item): void;
  save(): void;
}

/** What a vector of an item depends on, and what a scan filters by. */
interface Embedded extends Pick<Item, 'at' | 'kind'> {
  project: Item['project'] | undefined;
  hash: number;
}

/** A row of the table, but for its number. */
export interface VectorRow {
  item: number;
  model: number;
  hash: number;
  scale: number;
  data: Uint8Array;
}

/** The hash of the text of an item that is embedded; `undefined` when it has none. */
export function embedHashOf(item: Item): number | undefined {
  const text = embedTextOf(item);
  return text === undefined ? undefined : hash53(text);
}

/** What one transaction changes of vectors. A text that stays, in this item or another, keeps its vector. */
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

/** Takes an item off its vector; gives the vector's number. */
function leave(db: Database, seq: number, { at }: Embedded): number[] {
  db.run('DELETE FROM vector_waiting WHERE at = ? AND item = ?', at, seq);
  const rows = db.all<{ number: number; model: number }>(VECTOR_FINDS.ofItem, seq);
  for (const { number, model } of rows) {
    db.run('UPDATE vectors SET item = NULL WHERE number = ?', number);
    countStored(db, model, -1);
  }
  return rows.map(({ number }) => number);
}

/** Gives an item the vector of an equal text, else has it wait for one. */
function come(db: Database, seq: number, { hash, at }: Embedded): void {
  const equal = db.get<Omit<VectorRow, 'item'> & { number: number; item: number | null }>(VECTOR_FINDS.ofText, hash);
  if (equal === undefined) {
    db.run('INSERT INTO vector_waiting (at, item, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', at, seq, hash);
    return;
  }
  if (equal.item === null) db.run('DELETE FROM vectors WHERE number = ?', equal.number);
  insertVector(db, { ...equal, item: seq });
}

/** Writes a vector under a number of its own. */
export function insertVector(db: Database, { item, model, hash, scale, data }: VectorRow): void {
  const sql = 'INSERT INTO vectors (item, model, hash, scale, data) VALUES (?, ?, ?, ?, ?)';
  db.run(sql, item, model, hash, scale, data);
  countStored(db, model, 1);
}

/** Takes the vector of an item out, whatever its model. */
export function deleteVectorOf(db: Database, item: number): void {
  for (const { number, model } of db.all<{ number: number; model: number }>(VECTOR_FINDS.ofItem, item)) {
    db.run('DELETE FROM vectors WHERE number = ?', number);
    countStored(db, model, -1);
  }
}

function countStored(db: Database, model: number, by: number): void {
  db.run('UPDATE vector_models SET stored = stored + ? WHERE seq = ?', by, model);
}

/** Takes all vectors off their items, which are about to be made again; nothing waits until they are. */
export const RELEASE_VECTORS = `
  UPDATE vectors SET item = NULL WHERE item IS NOT NULL;
  UPDATE vector_models SET stored = 0;
  DELETE FROM vector_waiting;`;

/** Drops some of the vectors that no item took again; says whether there may be more. To be called within a transaction. */
export function dropReleased(db: Database): boolean {
  const sql = `DELETE FROM vectors WHERE number IN (${VECTOR_FINDS.released})`;
  const { changes } = db.run(sql, DROPPED_AT_ONCE);
  return changes === DROPPED_AT_ONCE;
}
