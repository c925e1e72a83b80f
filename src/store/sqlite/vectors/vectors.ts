// store/sqlite/vectors: vectors in the file, and the scan over them in memory.
// A rebuild keeps them; erasing an item removes its vector.

import { CairnError } from '../../../core/errors.ts';
import { embedTextOf } from '../../../core/model/embed-text.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import type { ItemVector, Vectors } from '../../contract/vectors.ts';
import { encodeVector, type VectorCode } from '../../scan/vector-code.ts';
import { toCompactId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { readColumn, readNumber } from '../engine/rows.ts';
import { readBySeq } from '../items/item-rows.ts';
import { deleteVectorOf, embedHashOf, insertVector } from './vector-change.ts';

const DIMENSIONS_MAX = 8_192;
/** Factor by which more rows are read when many of the first ones share one text. */
const READ_MORE = 4;

/** Range of vector numbers whose items one transaction marks as waiting. */
const MARKED_AT_ONCE = 500;
const MARK_WAITING = `INSERT INTO vector_waiting (at, item, hash) SELECT i.at, v.item, v.hash
  FROM vectors AS v JOIN vector_models AS m ON m.seq = v.model AND m.in_use = 1 JOIN items AS i ON i.seq = v.item
  WHERE v.number > ?1 AND v.number <= min(?2, ?3)
  ON CONFLICT DO NOTHING`;

/** A row of an embedding model. */
export interface ModelRow {
  seq: number;
  name: string;
  dimensions: number;
  stored: number;
}

/** Read statements. */
const VECTOR_READS = {
  inUse: 'SELECT seq, name, dimensions, stored FROM vector_models WHERE in_use = 1',
  byName: 'SELECT seq, name, dimensions, stored FROM vector_models WHERE name = ? AND dimensions = ?',
  waiting: 'SELECT item, hash FROM vector_waiting ORDER BY at DESC, item DESC LIMIT ?',
  ofModel: 'SELECT item, hash FROM vectors WHERE model = ? AND item IS NOT NULL ORDER BY item DESC LIMIT ?',
  waitingForText: 'SELECT item, at FROM vector_waiting WHERE hash = ?',
  /** Items with a vector of this text from other models. */
  ofText: 'SELECT item FROM vectors WHERE hash = ? AND model <> ? AND item IS NOT NULL',
} as const;

/** Builds the contract `Vectors` over one SQLite file: one row a vector, and one row a waiting item. */
export function createVectors(engine: Engine): Vectors {
  const { db } = engine;
  return {
    useModel: async (model) => useModel(engine, model),
    waiting: async (limit) => waiting(engine, limit),
    put: async (model, vectors) => put(engine, model, vectors),
    markAll: async () => markAll(engine),
    counts: async () => engine.read(() => counts(db)),
  };
}

/** The model whose vectors count. */
export function modelInUse(db: Database): ModelRow | undefined {
  return db.get<ModelRow>(VECTOR_READS.inUse);
}

function useModel({ db, write }: Engine, model: { name: string; dimensions: number } | undefined): void {
  const used = modelInUse(db);
  if (used?.name === model?.name && used?.dimensions === model?.dimensions) return;
  write(() => {
    db.run('UPDATE vector_models SET in_use = 0 WHERE in_use = 1');
    if (model !== undefined) startUsing(db, model);
  });
}

function startUsing(db: Database, { name, dimensions }: { name: string; dimensions: number }): void {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > DIMENSIONS_MAX) {
    throw new CairnError('invalid_input', `The model ${name} cannot have ${dimensions} dimensions.`);
  }
  db.run('INSERT INTO vector_models (name, dimensions) VALUES (?, ?) ON CONFLICT DO NOTHING', name, dimensions);
  db.run('UPDATE vector_models SET in_use = 1 WHERE name = ? AND dimensions = ?', name, dimensions);
}

function counts(db: Database): Awaited<ReturnType<Vectors['counts']>> {
  const model = modelInUse(db);
  if (model === undefined) return { stored: 0, waiting: 0 };
  const sql = `SELECT (SELECT count(*) FROM vector_waiting) +
    (SELECT ifnull(sum(stored), 0) FROM vector_models WHERE in_use = 0)`;
  return { model: model.name, stored: model.stored, waiting: readNumber(db, sql) };
}

interface WaitingItemRow {
  item: number;
  hash: number | null;
}

/**
 * The newest items without a vector, then those with a vector of a former model. One item for each text: the others get
 * a copy. Fewer than `limit` only when no more wait.
 */
function waiting(engine: Engine, limit: number): Item[] {
  const { db } = engine;
  const model = modelInUse(db);
  if (model === undefined) return [];
  const chosen = waitingRows(db, limit);
  const items = readBySeq(
    engine,
    chosen.map(({ item }) => item),
  );
  const wordless = items.filter(({ item }) => embedTextOf(item) === undefined);
  if (wordless.length === 0) return items.map(({ item }) => item);
  engine.write(() => {
    for (const { seq, item } of wordless) {
      db.run('DELETE FROM vector_waiting WHERE at = ? AND item = ?', item.at, seq);
      deleteVectorOf(db, seq);
    }
  }, 'later');
  return waiting(engine, limit);
}

/** The first waiting rows, extended until they contain `limit` different texts. */
function waitingRows(db: Database, limit: number): WaitingItemRow[] {
  const former = readColumn<number>(db, 'SELECT seq FROM vector_models WHERE in_use = 0 AND stored > 0');
  for (let most = limit; ; most *= READ_MORE) {
    const rows = db.all<WaitingItemRow>(VECTOR_READS.waiting, most);
    for (const seq of former) {
      if (rows.length < most) rows.push(...db.all<WaitingItemRow>(VECTOR_READS.ofModel, seq, most - rows.length));
    }
    const hashes = new Set<number>();
    const chosen = rows.filter(({ hash }) => hash === null || (!hashes.has(hash) && hashes.add(hash)));
    if (chosen.length >= limit || rows.length < most) return chosen.slice(0, limit);
  }
}

/** Vectors inserted meanwhile have greater numbers and are new already. */
async function markAll({ db, write }: Engine): Promise<void> {
  const last = readNumber(db, 'SELECT max(number) FROM vectors');
  for (let after = 0; after < last; after += MARKED_AT_ONCE) {
    write(() => db.run(MARK_WAITING, after, after + MARKED_AT_ONCE, last), 'later');
    await yieldToEventLoop();
  }
}

/** Not synced at once: items whose vectors a power cut loses wait again. */
function put(engine: Engine, name: string, vectors: readonly ItemVector[]): void {
  const { db } = engine;
  const model = modelInUse(db);
  if (model?.name !== name) return;
  const coded = vectors.map(({ vector, ...of }) => ({ ...of, code: encodeVector(vector, model.dimensions) }));
  engine.write(() => {
    for (const { id, contentHash, code } of coded) {
      const row = rowOf(db, id);
      const [one] = row?.hash === contentHash ? readBySeq(engine, [row.seq]) : [];
      const hash = one === undefined ? undefined : embedHashOf(one.item);
      if (one !== undefined && hash !== undefined)
        putText(db, { seq: one.seq, at: one.item.at, hash, model: model.seq, code });
    }
  }, 'later');
}

function rowOf(db: Database, id: ItemVector['id']): { seq: number; hash: number } | undefined {
  return db.get('SELECT seq, content_hash AS hash FROM items WHERE id = ?', toCompactId(id) ?? null);
}

/** Writes a vector for an item and for all waiting items of the same text. */
function putText(
  db: Database,
  { seq, at, hash, model, code }: { seq: number; at: number; hash: number; model: number; code: VectorCode },
): void {
  const equal = db.all<{ item: number; at: number }>(VECTOR_READS.waitingForText, hash);
  for (const one of [{ item: seq, at }, ...equal]) {
    db.run('DELETE FROM vector_waiting WHERE at = ? AND item = ?', one.at, one.item);
  }
  const former = readColumn<number>(db, VECTOR_READS.ofText, hash, model);
  for (const item of new Set([seq, ...equal.map((one) => one.item), ...former])) {
    deleteVectorOf(db, item);
    insertVector(db, { item, model, hash, ...code });
  }
}
