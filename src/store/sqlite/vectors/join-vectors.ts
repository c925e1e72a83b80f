import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { CandidateQuery } from '../../contract/candidates.ts';
import { readColumn } from '../engine/rows.ts';
import { matchOf, type QueryTerm } from '../words/query-terms.ts';
import { AMONG, valuesAmong } from '../words/rows-among.ts';
import { bm25Of, WORD_INDEXES } from '../words/word-index.ts';
import { cosinesOf, modelOf, type VectorAnswer } from './vector-search.ts';

/** Upper bound on index entries that are passed over to score the items found by vector alone. */
const PASSED_MAX = 100_000;

/** Items found by words, with their BM25, and items found by vector. */
export interface FoundBoth {
  scores: Map<number, number>;
  terms: readonly QueryTerm[];
  near: VectorAnswer | undefined;
}

/**
 * Adds the items found by vector alone to `scores`, with their BM25 for the query's terms, else 0. Returns the cosines
 * of all found items that have a vector.
 */
export function joinVectors(db: Database, query: CandidateQuery, found: FoundBoth): ReadonlyMap<number, number> {
  const { scores, terms, near } = found;
  const known = near?.found ?? new Map<number, number>();
  const alone = without(
    db,
    query,
    [...known.keys()].filter((seq) => !scores.has(seq)),
  );
  for (const seq of alone) scores.set(seq, 0);
  for (const { seq, bm25 } of scoresOf(db, terms, alone)) scores.set(seq, bm25);
  const model = query.vector === undefined ? undefined : modelOf(db, query.vector);
  if (query.vector === undefined || model === undefined) return known;
  const others = [...scores.keys()].filter((seq) => !known.has(seq));
  const upTo = near?.upTo ?? Number.MAX_SAFE_INTEGER;
  return new Map([...known, ...cosinesOf(db, { model, vector: query.vector.vector, upTo }, others)]);
}

/** Leaves out the items that contain an excluded word or phrase. */
function without(db: Database, { not = [] }: CandidateQuery, seqs: readonly number[]): readonly number[] {
  const match = matchOf(not);
  if (match === '' || seqs.length === 0) return seqs;
  const values = valuesAmong(seqs);
  const holding = WORD_INDEXES.flatMap((index) =>
    readColumn<number>(db, `SELECT f.rowid FROM ${index} AS f WHERE ${index} MATCH ? AND ${AMONG}`, match, ...values),
  );
  const unwanted = new Set(holding);
  return seqs.filter((seq) => !unwanted.has(seq));
}

/**
 * The BM25 of those items that contain a term. Passing over one index entry takes about 0.05 microseconds: the most
 * common terms, which weigh least, are left out when they would cost more than a few milliseconds.
 */
function scoresOf(db: Database, terms: readonly QueryTerm[], seqs: readonly number[]): { seq: number; bm25: number }[] {
  let passed = 0;
  const cheap = terms.filter(({ items }) => {
    passed += items;
    return passed <= PASSED_MAX;
  });
  if (cheap.length === 0 || seqs.length === 0) return [];
  const match = cheap.map((term) => term.match).join(' OR ');
  const values = valuesAmong(seqs);
  return WORD_INDEXES.flatMap((index) => {
    const sql = `SELECT f.rowid AS seq, ${bm25Of(index)} AS bm25 FROM ${index} AS f WHERE ${index} MATCH ? AND ${AMONG}`;
    return db.all<{ seq: number; bm25: number }>(sql, match, ...values);
  });
}
