import type { QuestionVector } from '../../core/question-vector.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { CandidateAnswer, ItemFilter } from '../contract.ts';
import type { FilterParts } from './filter.ts';
import { conditionsOf } from './filter.ts';
import { cosineOf } from './vector-code.ts';
import type { ModelRow } from './vectors.ts';
import { modelInUse } from './vectors.ts';

/** What was found by vector: cosines by the number of the item. */
export interface VectorAnswer {
  state: NonNullable<CandidateAnswer['vectors']>;
  found: Map<number, number>;
}

/** Looks for the items of a filter whose vectors are nearest to the question's. */
export async function findByVector(
  parts: FilterParts,
  vector: QuestionVector,
  { filter, limit }: { filter: ItemFilter; limit: number },
): Promise<VectorAnswer> {
  const model = modelOf(parts.engine.db, vector);
  if (model === undefined || model.stored === 0) return { state: 'none', found: new Map() };
  const conditions = conditionsOf(parts, filter);
  const rows = parts.engine.db.all<{ item: number; scale: number; data: Uint8Array }>(
    `SELECT v.item, v.scale, v.data FROM vectors AS v CROSS JOIN items AS i ON i.seq = v.item
      WHERE v.model = ? ${conditions.map(({ sql }) => `AND ${sql}`).join(' ')}`,
    model.seq,
    ...conditions.flatMap(({ values }) => values),
  );
  const scored = rows.map(({ item, ...code }) => ({ item, cosine: cosineOf(vector.vector, code) }));
  const best = scored.toSorted((a, b) => b.cosine - a.cosine || b.item - a.item).slice(0, limit);
  return { state: 'used', found: new Map(best.map(({ item, cosine }) => [item, cosine])) };
}

/** The model in use, when the question's vector is of it. */
export function modelOf(db: Database, { model, vector }: QuestionVector): ModelRow | undefined {
  const used = modelInUse(db);
  return used?.name === model && used.dimensions === vector.length && vector.every(Number.isFinite) ? used : undefined;
}

/** The cosines of some items that have a vector of the model, by number. */
export function cosinesOf(
  db: Database,
  model: ModelRow,
  { vector }: QuestionVector,
  seqs: readonly number[],
): Map<number, number> {
  const rows = db.all<{ item: number; scale: number; data: Uint8Array }>(
    'SELECT item, scale, data FROM vectors WHERE model = ? AND item IN (SELECT value FROM json_each(?))',
    model.seq,
    JSON.stringify(seqs),
  );
  return new Map(rows.map(({ item, ...code }) => [item, cosineOf(vector, code)]));
}
