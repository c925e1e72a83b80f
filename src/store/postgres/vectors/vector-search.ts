import * as LIMITS from '../../../core/limits.ts';
import type { QuestionVector } from '../../../core/model/question-vector.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { CandidateAnswer, CandidateQuery } from '../../contract/candidates.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import { cosineOf, type VectorCode } from '../../scan/vector-code.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { type Sql, sql } from '../engine/sql.ts';
import { conditionsOf } from '../items/filter.ts';
import { projectGroup } from '../log/projects.ts';
import type { CachedVectors, CacheFilter, VectorCache } from './vector-cache.ts';
import { type ModelRow, modelOf } from './vector-models.ts';
import { lastNumber } from './vectors.ts';

/** What searching by vector needs of the store. */
export interface VectorSearchDeps {
  engine: Engine;
  cache: VectorCache;
}

/** The items found by vector: cosines by number of the item. */
export interface VectorAnswer {
  state: NonNullable<CandidateAnswer['vectors']>;
  /** The newest vector that was searched, by number. */
  upTo?: number;
  found: Map<number, number>;
}

/** Upper bound on items of a filter that are all scored exactly. */
const FEW_ITEMS = 2_000;
/** The filter fields that a scan can apply; it ignores `hidden`, because few items are. */
const SCANNED: readonly string[] = ['project', 'kinds', 'since', 'until'] satisfies (keyof ItemFilter)[];

/** A question in the space of a model; vectors up to number `upTo` are searched. */
export interface VectorQuestion {
  model: ModelRow;
  vector: Float32Array;
  upTo: number;
}

/** One search: `limit` items and at most `most` aggregates. */
interface Wanted extends VectorQuestion, Pick<CandidateQuery, 'filter' | 'limit'> {
  most: number;
}

/**
 * Upper bound on aggregates among the candidates, in addition to `limit` items, unless the filter asks for their kinds.
 */
export function mostMade({ filter, limit }: Pick<CandidateQuery, 'filter' | 'limit'>): number {
  return filter.kinds === undefined ? Math.min(limit, LIMITS.madeCandidates) : limit;
}

/** Finds the items of a filter whose vectors are nearest to the question's: all are scored when they are few, else a scan goes first. */
export async function findByVector(
  { engine, cache }: VectorSearchDeps,
  question: QuestionVector,
  { filter, limit }: Pick<CandidateQuery, 'filter' | 'limit'>,
): Promise<VectorAnswer> {
  const first = await engine.read(async (tx) => {
    const model = await modelOf(tx, question);
    if (model === undefined || model.stored === 0) return undefined;
    const upTo = question.upTo ?? (await lastNumber(tx));
    const wanted = { model, vector: question.vector, upTo, filter, limit, most: mostMade({ filter, limit }) };
    return { wanted, few: await scoreFew(tx, wanted) };
  });
  if (first === undefined) return { state: 'none', found: new Map() };
  const { wanted, few } = first;
  if (few !== undefined) return { state: 'used', upTo: wanted.upTo, found: few };
  const vectors = await cache.ready(engine, wanted.model);
  if (typeof vectors === 'string') return { state: vectors, upTo: wanted.upTo, found: new Map() };
  return { state: 'used', upTo: wanted.upTo, found: await engine.read((tx) => findScanned(tx, wanted, vectors)) };
}

/** The best items of a filter when they are at most `FEW_ITEMS`, else `undefined`. */
async function scoreFew(tx: Tx, wanted: Wanted): Promise<Map<number, number> | undefined> {
  const conditions = await conditionsOf(tx, wanted.filter);
  if (wanted.model.stored > FEW_ITEMS) {
    const row = await tx.get<{ n: number }>(sql`SELECT count(*) AS n
      FROM (SELECT 1 FROM ${ofQuestion(tx, wanted)} AND ${conditions} LIMIT ${FEW_ITEMS + 1}) AS few`);
    if ((row?.n ?? 0) > FEW_ITEMS) return undefined;
  }
  return bestOf(await score(tx, wanted, conditions), wanted);
}

/** Vectors with their items: FROM clause and condition. */
function ofQuestion(tx: Tx, { model, upTo }: VectorQuestion): Sql {
  return sql`vectors AS v JOIN items AS i ON i.tenant_id = ${tx.tenant} AND i.seq = v.seq
    WHERE v.tenant_id = ${tx.tenant} AND v.seq > 0 AND v.number <= ${upTo}
      AND v.model = ${model.model} AND v.dimensions = ${model.dimensions}`;
}

interface ScoredVector {
  seq: number;
  made: boolean;
  cosine: number;
}

/** Scores the vectors whose items meet a condition on `vectors AS v` and `items AS i`. */
async function score(tx: Tx, question: VectorQuestion, condition: Sql): Promise<ScoredVector[]> {
  const rows = await tx.all<VectorCode & { seq: number; made: boolean }>(sql`SELECT v.seq, v.made, v.scale, v.data
    FROM ${ofQuestion(tx, question)} AND ${condition}`);
  return rows.map(({ seq, made, ...code }) => ({ seq, made, cosine: cosineOf(question.vector, code) }));
}

/** The cosines of those items that have a vector of the model, by number. */
export async function cosinesOf(
  tx: Tx,
  question: VectorQuestion,
  seqs: readonly number[],
): Promise<Map<number, number>> {
  if (seqs.length === 0) return new Map();
  const scored = await score(tx, question, sql`v.seq = ANY(${seqs}::bigint[])`);
  return new Map(scored.map(({ seq, cosine }) => [seq, cosine]));
}

/**
 * Vectors taken from the scan, whose estimates are good to about 0.005: the first number contains the best `limit`; the
 * second is used when many of them are hidden.
 */
const netsOf = (limit: number): readonly number[] => [Math.ceil(1.25 * limit) + 80, 10 * limit + 80];
/** Vectors taken from the scan when it cannot apply the whole filter. */
const WIDE_NETS = [600, 8_000] as const;

/** The nearest vectors of a scan, scored exactly; scans again for more when too few of them match the filter. */
async function findScanned(tx: Tx, wanted: Wanted, vectors: CachedVectors): Promise<Map<number, number>> {
  const { vector, filter, limit } = wanted;
  const others = Object.entries(filter).filter(([field, value]) => value !== undefined && !SCANNED.includes(field));
  const isScanned = others.every(([field, value]) => field === 'hidden' && value === false);
  const conditions = await conditionsOf(tx, filter);
  const scanned = await scanFilterOf(tx, filter);
  let found = new Map<number, number>();
  for (const net of isScanned ? netsOf(limit) : WIDE_NETS) {
    const numbers = vectors.nearest(vector, scanned, net);
    const own = sql`v.number = ANY(${numbers}::bigint[]) AND ${conditions}`;
    found = bestOf(await score(tx, wanted, own), wanted);
    if (found.size >= limit || numbers.length < net) break;
  }
  return found;
}

async function scanFilterOf(tx: Tx, filter: ItemFilter): Promise<CacheFilter> {
  const { project, since, until, knowledge, status } = filter;
  const isOfKnowledge = knowledge !== undefined || status !== undefined;
  return omitUndefined({
    kinds: filter.kinds ?? (isOfKnowledge ? (['knowledge'] as const) : undefined),
    projects: project === undefined ? undefined : await projectGroup(tx, project),
    since,
    until,
  });
}

/** The best cosines, aggregates counted separately; among equal ones the later items. */
function bestOf(scored: readonly ScoredVector[], { limit, most }: Pick<Wanted, 'limit' | 'most'>): Map<number, number> {
  const sorted = scored.toSorted((one, other) => other.cosine - one.cosine || other.seq - one.seq);
  const own = sorted.filter(({ made }) => !made).slice(0, limit);
  const made = sorted.filter((one) => one.made).slice(0, most);
  return new Map([...own, ...made].map(({ seq, cosine }) => [seq, cosine]));
}
