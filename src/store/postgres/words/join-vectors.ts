import type { CandidateQuery } from '../../contract/candidates.ts';
import type { Tx } from '../engine/engine.ts';
import { raw, sql } from '../engine/sql.ts';
import { modelOf } from '../vectors/vector-models.ts';
import { cosinesOf, type VectorAnswer } from '../vectors/vector-search.ts';
import { createBm25, type IndexRow } from './bm25.ts';
import type { QueryTerm, QueryTerms } from './query-terms.ts';
import { prefixOf } from './stems.ts';
import { excludedOf, queryOf } from './words-query.ts';

/** Items found by words, with their BM25, and items found by vector. */
export interface FoundBoth extends Pick<QueryTerms, 'totals'> {
  scores: Map<number, number>;
  terms: readonly QueryTerm[];
  near: VectorAnswer | undefined;
}

/**
 * Adds the items found by vector alone to `scores`, with their BM25 for the query's terms, else 0. Returns the cosines
 * of all found items that have a vector.
 */
export async function joinVectors(
  tx: Tx,
  query: CandidateQuery,
  { scores, terms, totals, near }: FoundBoth,
): Promise<ReadonlyMap<number, number>> {
  const known = near?.found ?? new Map<number, number>();
  const alone = [...known.keys()].filter((seq) => !scores.has(seq));
  if (alone.length > 0) {
    const rows = await rowsOfItems(tx, query, alone);
    for (const seq of alone) if (rows.has(seq)) scores.set(seq, 0);
    for (const index of ['items', 'made'] as const) {
      const scored = terms.map(({ stems, matches }) => ({ stems, items: matches[index] }));
      const bm25Of = createBm25(scored, totals[index], prefixOf(tx.tenant, index === 'made'));
      for (const [seq, row] of rows) scores.set(seq, Math.max(bm25Of(row), scores.get(seq) ?? 0));
    }
  }
  const model = query.vector === undefined ? undefined : await modelOf(tx, query.vector);
  if (query.vector === undefined || model === undefined) return known;
  const others = [...scores.keys()].filter((seq) => !known.has(seq));
  const upTo = near?.upTo ?? Number.MAX_SAFE_INTEGER;
  return new Map([...known, ...(await cosinesOf(tx, { model, vector: query.vector.vector, upTo }, others))]);
}

/** The words of items, without those that contain an excluded word or phrase. */
async function rowsOfItems(
  tx: Tx,
  { not = [] }: CandidateQuery,
  seqs: readonly number[],
): Promise<Map<number, IndexRow>> {
  const runs = excludedOf(not);
  const unwanted = [false, true].map((isMade) => queryOf({ runs, all: false }, prefixOf(tx.tenant, isMade)));
  const wanted = runs.length === 0 ? raw('true') : sql`NOT w.words @@ ${unwanted.join(' | ')}::tsquery`;
  const rows = await tx.all<IndexRow & { seq: number }>(sql`SELECT w.seq, w.length, tsvectorsend(w.words) AS words
    FROM item_words AS w WHERE w.tenant_id = ${tx.tenant} AND w.seq = ANY(${seqs}::bigint[]) AND ${wanted}`);
  return new Map(rows.map(({ seq, ...row }) => [seq, row]));
}
