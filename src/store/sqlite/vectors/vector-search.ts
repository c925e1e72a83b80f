import * as LIMITS from '../../../core/limits.ts';
import type { QuestionVector } from '../../../core/model/question-vector.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { CandidateAnswer, CandidateQuery } from '../../contract/candidates.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import { cosineOf, type VectorCode } from '../../scan/vector-code.ts';
import type { ScanFilter, VectorMemory } from '../../scan/vector-memory.ts';
import { ITEM_CODES } from '../engine/codes.ts';
import type { Engine } from '../engine/engine.ts';
import { readNumber } from '../engine/rows.ts';
import { branchesOf, conditionsOf, isOfKnowledge, listedField, type Sql } from '../items/filter.ts';
import { projectGroup } from '../log/projects.ts';
import { madeAmong } from '../words/word-index.ts';
import type { VectorIndex } from './vector-index.ts';
import { type ModelRow, modelInUse } from './vectors.ts';

/** What searching by vector needs of the store. */
export interface VectorSearchDeps {
  engine: Engine;
  index: VectorIndex;
}

/** The items found by vector: cosines by row number of the item. */
export interface VectorAnswer {
  state: NonNullable<CandidateAnswer['vectors']>;
  /** The newest vector that was searched, by number. */
  upTo?: number;
  found: Map<number, number>;
}

/** Upper bound on items scored exactly for a filter that the scan cannot apply completely. */
const FEW_ITEMS = 2_000;
/** The filter fields that a scan can apply; it ignores `hidden`, because few items are. */
const SCANNED: readonly string[] = ['project', 'kinds', 'since', 'until'] satisfies (keyof ItemFilter)[];

/** A question in the space of a model; vectors up to number `upTo` are searched. */
interface VectorQuestion {
  model: ModelRow;
  vector: Float32Array;
  upTo: number;
}

/** One search: `limit` items and at most `most` aggregates; `isScanned` when the scan can apply the whole filter. */
interface Wanted extends VectorQuestion {
  filter: ItemFilter;
  limit: number;
  most: number;
  isScanned: boolean;
}

/**
 * Upper bound on aggregates among the candidates, in addition to `limit` items, unless the filter asks for their kinds.
 */
export function mostMade({ filter, limit }: Pick<CandidateQuery, 'filter' | 'limit'>): number {
  return filter.kinds === undefined ? Math.min(limit, LIMITS.madeCandidates) : limit;
}

/** Finds the items of a filter whose vectors are nearest to the question's. */
export async function findByVector(
  { engine, index }: VectorSearchDeps,
  question: QuestionVector,
  { filter, limit }: { filter: ItemFilter; limit: number },
): Promise<VectorAnswer> {
  const { db } = engine;
  const model = modelOf(db, question);
  if (model === undefined || model.stored === 0) return { state: 'none', found: new Map() };
  const others = Object.entries(filter).filter(([field, value]) => value !== undefined && !SCANNED.includes(field));
  const isScanned = others.every(([field, value]) => field === 'hidden' && value === false);
  const upTo = question.upTo ?? readNumber(db, 'SELECT max(number) FROM vectors');
  const wanted: Wanted = {
    model,
    vector: question.vector,
    upTo,
    filter,
    limit,
    most: mostMade({ filter, limit }),
    isScanned,
  };
  const few = listedField(engine, filter) === undefined ? undefined : listFew(engine, filter);
  if (few !== undefined) return { state: 'used', upTo, found: bestOf(db, cosinesOf(db, wanted, few), wanted) };
  const memory = await index.ready(model);
  if (typeof memory === 'string') return { state: memory, upTo, found: new Map() };
  return { state: 'used', upTo, found: engine.read(() => findScanned(engine, wanted, memory)) };
}

/**
 * Vectors taken from the scan, whose estimates are good to about 0.005: the first number contains the best `limit`; the
 * second is used when many of them are hidden.
 */
const netsOf = (limit: number): readonly number[] => [Math.ceil(1.25 * limit) + 80, 10 * limit + 80];
/** Vectors taken from the scan when it cannot apply the whole filter. */
const WIDE_NETS = [600, 8_000] as const;

/** The nearest vectors of a scan, scored exactly; scans again for more when too few of them match the filter. */
function findScanned(engine: Engine, wanted: Wanted, memory: VectorMemory): Map<number, number> {
  const { vector, filter, limit, isScanned } = wanted;
  const { db } = engine;
  const conditions = conditionsOf(engine, filter);
  const scanned = scanFilterOf(engine, filter);
  const nets = isScanned ? netsOf(limit) : WIDE_NETS;
  const sql = isScanned ? SCORED_READS.byNumbersPlaced : SCORED_READS.byNumbers;
  let found = new Map<number, number>();
  for (const net of nets) {
    const numbers = memory.nearest(vector, scanned, net);
    // Scores those scanned vectors that still exist and whose items match the whole filter.
    found = bestOf(db, score(db, wanted, { sql, numbers, conditions }), wanted);
    if (found.size >= limit || numbers.length < net) break;
  }
  return found;
}

/** The model in use; `undefined` when the question's vector is of another one. */
export function modelOf(db: Database, { model, vector }: QuestionVector): ModelRow | undefined {
  const used = modelInUse(db);
  return used?.name === model && used.dimensions === vector.length && vector.every(Number.isFinite) ? used : undefined;
}

type ScoredVectorRow = VectorCode & { item: number };

/** Statements that read vectors to be scored. */
const SCORED_READS = {
  byItems: `SELECT item, scale, data FROM vectors
    WHERE item IN (SELECT value FROM json_each(?)) AND model = ? AND number <= ?`,
  byNumbers: readByNumbers('items AS i'),
  /** For conditions on project, kind and time alone. */
  byNumbersPlaced: readByNumbers('items AS i INDEXED BY items_places'),
} as const;

function readByNumbers(items: string): string {
  return `SELECT v.item, v.scale, v.data FROM vectors AS v NOT INDEXED CROSS JOIN ${items} ON i.seq = v.item
    WHERE v.number IN (SELECT value FROM json_each(?)) AND v.model = ? AND v.number <= ?`;
}

/** The cosines of those items that have a vector of the model, by row number. */
export function cosinesOf(db: Database, wanted: VectorQuestion, seqs: readonly number[]): Map<number, number> {
  return score(db, wanted, { sql: SCORED_READS.byItems, numbers: seqs, conditions: [] });
}

/** Scores the vectors that a statement of `SCORED_READS` reads for a list of numbers, under further conditions. */
function score(
  db: Database,
  { model, vector, upTo }: VectorQuestion,
  { sql, numbers, conditions }: { sql: string; numbers: readonly number[]; conditions: readonly Sql[] },
): Map<number, number> {
  const rows = db.all<ScoredVectorRow>(
    `${sql}${conditions.map((condition) => ` AND ${condition.sql}`).join('')}`,
    JSON.stringify(numbers.toSorted((a, b) => a - b)),
    model.seq,
    upTo,
    ...conditions.flatMap(({ values }) => values),
  );
  return new Map(rows.map(({ item, ...code }) => [item, cosineOf(vector, code)]));
}

/** The items of a filter when they are at most `FEW_ITEMS`, else `undefined`. */
function listFew(engine: Engine, filter: ItemFilter): number[] | undefined {
  const seqs: number[] = [];
  for (const { sql, values } of branchesOf(engine, filter, { limit: FEW_ITEMS + 1 })) {
    seqs.push(...engine.db.all<{ seq: number }>(sql, ...values).map(({ seq }) => seq));
    if (seqs.length > FEW_ITEMS) return undefined;
  }
  return seqs;
}

function scanFilterOf({ db }: Engine, filter: ItemFilter): ScanFilter {
  const { project, since, until } = filter;
  const kinds = filter.kinds ?? (isOfKnowledge(filter) ? ['knowledge' as const] : undefined);
  return omitUndefined({
    kinds: kinds?.map(ITEM_CODES.toCode),
    projects: project === undefined ? undefined : projectGroup(db, project),
    since,
    until,
  });
}

/** The best cosines, aggregates counted separately; among equal ones the later items. */
function bestOf(
  db: Database,
  cosines: ReadonlyMap<number, number>,
  { limit, most }: Pick<Wanted, 'limit' | 'most'>,
): Map<number, number> {
  const sorted = [...cosines].sort(([a, one], [b, other]) => other - one || b - a);
  const made = madeAmong(db, cosines.keys());
  const own = sorted.filter(([seq]) => !made.has(seq)).slice(0, limit);
  return new Map([...own, ...sorted.filter(([seq]) => made.has(seq)).slice(0, most)]);
}
