// store/postgres/words: the full-text index, its vocabulary, and the candidates for a question.
// How candidates rank is not decided here.

import * as LIMITS from '../../../core/limits.ts';
import { AGGREGATE_KINDS } from '../../../core/model/is-aggregate.ts';
import type { CandidateAnswer, CandidateQuery, Candidates } from '../../contract/candidates.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { raw, sql } from '../engine/sql.ts';
import { readItems } from '../items/item-rows.ts';
import { projectGroup } from '../log/projects.ts';
import type { VectorCache } from '../vectors/vector-cache.ts';
import { findByVector, mostMade } from '../vectors/vector-search.ts';
import { createBm25, type IndexRow } from './bm25.ts';
import { joinVectors } from './join-vectors.ts';
import { type QueryTerm, type QueryTerms, queryTermsOf, withinCost, wordsLeftOut } from './query-terms.ts';
import { type IndexRows, isNarrow, newestRows, rowsIn, scopeOf } from './search-scope.ts';
import { prefixOf } from './stems.ts';
import { queryOf } from './words-query.ts';

/**
 * Upper bounds on the index entries (one for each word of an item) of one question: read through the index, or tested
 * among the rows of a small filter; each bound is `least`, or a share of the items if that is more. As in SQLite's store,
 * so that both leave out the same words.
 */
const SCORED = { least: 3_000, share: 0.02 } as const;
const PASSED = { least: 50_000, share: 0.5 } as const;

/** Builds the contract `Candidates` over PostgreSQL: a GIN index with BM25, and vectors; with bounded work for every query. */
export function createCandidates(engine: Engine, cache: VectorCache): Candidates {
  return {
    async query(query) {
      const { vector, all } = query;
      const near =
        vector === undefined || all === true ? undefined : await findByVector({ engine, cache }, vector, query);
      return engine.read(async (tx) => {
        const asked = await queryTermsOf(tx, query);
        const plan = await planOf(tx, query, asked);
        const scores = plan.terms.length === 0 ? new Map<number, number>() : await searchBoth(tx, plan, query);
        const found = { scores, terms: plan.terms, totals: asked.totals, near };
        const cosines = await joinVectors(tx, query, found);
        return {
          candidates: await candidatesOf(tx, scores, cosines),
          dropped: wordsLeftOut(asked.terms, plan.terms),
          newestOnly: plan.newestOnly,
          total: asked.totals.items.items,
          frequency: asked.frequency,
          ...(asked.near.length === 0 ? {} : { near: asked.near }),
          ...(near === undefined ? {} : { vectors: near.state }),
          ...(near?.upTo === undefined ? {} : { upTo: near.upTo }),
        };
      });
    },
    prepare() {
      cache.prepare(engine);
    },
  };
}

/** The items of the scores, in their order. */
async function candidatesOf(
  tx: Tx,
  scores: ReadonlyMap<number, number>,
  cosines: ReadonlyMap<number, number>,
): Promise<CandidateAnswer['candidates']> {
  if (scores.size === 0) return [];
  const items = await readItems(tx, sql`i.seq = ANY(${[...scores.keys()]}::bigint[])`);
  const known = new Map(items.map(({ seq, item }) => [seq, item]));
  return [...scores].flatMap(([seq, bm25]) => {
    const item = known.get(seq);
    const cosine = cosines.get(seq);
    return item === undefined ? [] : [{ item, bm25, ...(cosine === undefined ? {} : { cosine }) }];
  });
}

/** The terms to search for, and where: in rows of the table, or through the index (`rows` is absent). */
interface SearchPlan extends Pick<QueryTerms, 'totals'> {
  terms: readonly QueryTerm[];
  rows?: IndexRows;
  newestOnly: boolean;
}

/**
 * Plans a search. Few items: all words among them. Else the words that are not common, rarest first, among all items of
 * the filter. Else, with common words only, the newest items. Requiring all words is as cheap as the rarest of them.
 */
async function planOf(
  tx: Tx,
  { filter, all = false }: CandidateQuery,
  { terms, totals }: QueryTerms,
): Promise<SearchPlan> {
  const total = totals.items.items;
  const most = (bound: typeof SCORED | typeof PASSED): number => Math.max(bound.least, bound.share * total);
  if (terms.length === 0) return { terms, totals, newestOnly: false };
  const scope = isNarrow(filter) ? await scopeOf(tx, filter) : undefined;
  if (scope?.isWhole === true) {
    const chosen = all ? terms : withinCost(terms, most(PASSED));
    return { terms: chosen, totals, rows: await scope.rows(), newestOnly: false };
  }
  const rare = all ? terms : terms.filter(({ isCommon }) => !isCommon);
  if (rare.length > 0) return { terms: all ? rare : withinCost(rare, most(SCORED)), totals, newestOnly: false };
  const common = withinCost(terms, most(PASSED));
  if (scope !== undefined) return { terms: common, totals, rows: await scope.rows(), newestOnly: true };
  const entries = common.reduce((sum, { items }) => sum + items, 0);
  const count = Math.min(LIMITS.newestRows, Math.ceil((total * most(SCORED)) / Math.max(entries, 1)));
  return { terms: common, totals, rows: await newestRows(tx, filter, count), newestOnly: true };
}

/** The BM25 of the best items, and of the best few aggregates (`limit` when the filter asks for their kinds), best first. */
async function searchBoth(tx: Tx, plan: SearchPlan, query: CandidateQuery): Promise<Map<number, number>> {
  const mayBeMade = query.filter.kinds?.some((kind) => AGGREGATE_KINDS.includes(kind)) ?? true;
  const items = await search(tx, plan, { ...query, index: 'items' });
  const made = mayBeMade ? await search(tx, plan, { ...query, limit: mostMade(query), index: 'made' }) : [];
  return new Map([...items, ...made].map(({ seq, bm25 }) => [seq, bm25]));
}

interface FoundRow extends IndexRow {
  seq: number;
}

/** The best rows of an index. */
async function search(
  tx: Tx,
  plan: SearchPlan,
  { all = false, not = [], limit, index, filter }: CandidateQuery & { index: 'items' | 'made' },
): Promise<{ seq: number; bm25: number }[]> {
  const { terms, totals } = plan;
  if (totals[index].items === 0) return [];
  const prefix = prefixOf(tx.tenant, index === 'made');
  const match = queryOf({ runs: terms.map(({ stems }) => stems), all, not }, prefix);
  const rows = plan.rows === undefined ? await readIndexed(tx, filter, match) : await readAmong(tx, plan.rows, match);
  const scored = terms.map(({ stems, matches }) => ({ stems, items: matches[index] }));
  const bm25Of = createBm25(scored, totals[index], prefix);
  return rows
    .map((row) => ({ seq: row.seq, bm25: bm25Of(row) }))
    .sort((one, other) => other.bm25 - one.bm25 || other.seq - one.seq)
    .slice(0, limit);
}

/** The rows that match, through the index. */
async function readIndexed(tx: Tx, filter: CandidateQuery['filter'], match: string): Promise<FoundRow[]> {
  const projects = filter.project === undefined ? null : await projectGroup(tx, filter.project);
  const found = sql`find_words(${match}::tsquery, ${projects}::text[])`;
  const { from, where } = await rowsIn(tx, filter, found);
  return tx.all<FoundRow>(sql`SELECT w.seq, w.length, w.words FROM ${from} WHERE ${where}`);
}

/** The rows that match, by testing each of some rows. */
async function readAmong(tx: Tx, { from, where }: IndexRows, match: string): Promise<FoundRow[]> {
  return tx.all<FoundRow>(sql`SELECT w.seq, w.length, ${raw('tsvectorsend(w.words)')} AS words
    FROM ${from} WHERE ${where} AND w.words @@ ${match}::tsquery`);
}
