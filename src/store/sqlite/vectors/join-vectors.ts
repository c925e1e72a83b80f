import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { CandidateQuery } from '../../contract/candidates.ts';
import type { QueryTerm } from '../words/query-terms.ts';
import { matchOf } from '../words/query-terms.ts';
import { AMONG, valuesAmong } from '../words/rows-among.ts';
import { bm25Of, WORD_INDEXES } from '../words/word-index.ts';
import type { VectorAnswer } from './vector-search.ts';
import { cosinesOf, modelOf } from './vector-search.ts';

/** Entries of the index that are passed over to score what was found by vector alone. */
const PASSED_MAX = 100_000;

/** What was found by words, with its BM25, and by vector. */
export interface FoundBoth {
  scores: Map<number, number>;
  terms: readonly QueryTerm[];
  near: VectorAnswer | undefined;
}

/**
 * Adds to `scores` what was found by vector alone, with the BM25 of what it holds of the words, else 0. Gives the cosines
 * of all that have a vector.
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

/** Of some items those that hold nothing that no candidate may hold. */
function without(db: Database, { not = [] }: CandidateQuery, seqs: readonly number[]): readonly number[] {
  const match = matchOf(not);
  if (match === '' || seqs.length === 0) return seqs;
  const values = valuesAmong(seqs);
  const holding = WORD_INDEXES.flatMap((index) =>
    db.all<{ seq: number }>(
      `SELECT f.rowid AS seq FROM ${index} AS f WHERE ${index} MATCH ? AND ${AMONG}`,
      match,
      ...values,
    ),
  );
  const unwanted = new Set(holding.map(({ seq }) => seq));
  return seqs.filter((seq) => !unwanted.has(seq));
}

/**
 * The BM25 of those of some items that hold a term. To pass over an item that holds one takes a twentieth of a microsecond:
 * the most common terms, which count least, are left out where they would cost more than a few milliseconds.
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
