// store/sqlite/words: the full-text index, its vocabulary, and the candidates for a question.
// How candidates rank is not decided here.

import * as LIMITS from '../../../core/limits.ts';
import { AGGREGATE_KINDS } from '../../../core/model/is-aggregate.ts';
import { ITEM_KINDS } from '../../../core/model/kinds.ts';
import type { CandidateAnswer, CandidateQuery, Candidates } from '../../contract/candidates.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import type { Engine } from '../engine/engine.ts';
import { readNumber } from '../engine/rows.ts';
import { branchesOf, conditionsOf, countsOf, type Sql, toSql } from '../items/filter.ts';
import { readBySeq } from '../items/item-rows.ts';
import { joinVectors } from '../vectors/join-vectors.ts';
import { findByVector, mostMade, type VectorAnswer, type VectorSearchDeps } from '../vectors/vector-search.ts';
import { modelInUse } from '../vectors/vectors.ts';
import { matchOf, type QueryTerm, type QueryTerms, queryTermsOf, withinCost, wordsLeftOut } from './query-terms.ts';
import { AMONG, INTEGER } from './rows-among.ts';
import { bm25Of, type WordIndex } from './word-index.ts';

/** Upper bound on items of a filter that is searched in full, whatever the words. */
const FEW_ITEMS = 2_000;
/** Upper bound on the newest items of a larger filter that are searched for common words. */
const NEWEST_ITEMS = 1_000;
/** A filter that takes more statements than this is not counted beforehand. */
const BRANCHES_MAX = 2 * ITEM_KINDS.length;
/**
 * Upper bounds on the index entries (one for each word of an item) of one question. Scoring one takes about a
 * microsecond, passing over one a thirtieth of that; each bound is `least`, or a share of the items if that is more.
 */
const SCORED = { least: 3_000, share: 0.02 } as const;
const PASSED = { least: 50_000, share: 0.5 } as const;

/**
 * Builds the contract `Candidates` over one SQLite file: FTS5 with BM25 and vectors, with bounded work for every query.
 */
export function createCandidates(deps: VectorSearchDeps): Candidates {
  const { engine, index } = deps;
  return {
    async query(query) {
      const { vector, all } = query;
      const near = vector === undefined || all === true ? undefined : await findByVector(deps, vector, query);
      return engine.read(() => answer(engine, query, near));
    },
    prepare() {
      const model = modelInUse(engine.db);
      if (model !== undefined && model.stored > 0) void index.ready(model);
    },
  };
}

function answer(engine: Engine, query: CandidateQuery, near: VectorAnswer | undefined): CandidateAnswer {
  const { db } = engine;
  const asked = queryTermsOf(db, query);
  const plan = planOf(engine, query, asked);
  const rows = plan.terms.length === 0 ? [] : searchBoth(engine, plan, query);
  const scores = new Map(rows.map(({ seq, bm25 }) => [seq, bm25]));
  const cosines = joinVectors(db, query, { scores, terms: plan.terms, near });
  const items = readBySeq(engine, [...scores.keys()]);
  return {
    candidates: items.map(({ seq, item }) => {
      const cosine = cosines.get(seq);
      return { item, bm25: scores.get(seq) ?? 0, ...(cosine === undefined ? {} : { cosine }) };
    }),
    dropped: wordsLeftOut(asked.terms, plan.terms),
    newestOnly: plan.newestOnly,
    total: asked.total,
    frequency: asked.frequency,
    ...(asked.near.length === 0 ? {} : { near: asked.near }),
    ...(near === undefined ? {} : { vectors: near.state }),
    ...(near?.upTo === undefined ? {} : { upTo: near.upTo }),
  };
}

/** The scope of a search: what is joined to the index, and the conditions that follow `MATCH`. */
interface SearchScope extends Sql {
  join: string;
}

/** The terms to search for, and the scope. */
interface SearchPlan {
  terms: readonly QueryTerm[];
  within: SearchScope;
  newestOnly: boolean;
}

/**
 * Plans a search. Few items: all words among them. Else the words that are not common, rarest first, among all items of
 * the filter. Else, with common words only, the newest items. Requiring all words is as cheap as the rarest of them.
 */
function planOf(engine: Engine, { filter, all = false }: CandidateQuery, { terms, total }: QueryTerms): SearchPlan {
  const most = (bound: typeof SCORED | typeof PASSED): number => Math.max(bound.least, bound.share * total);
  const scope = isNarrow(filter) ? scopeOf(engine, filter) : undefined;
  if (scope?.isWhole === true) {
    return { terms: all ? terms : withinCost(terms, most(PASSED)), within: scope.within(), newestOnly: false };
  }
  const rare = all ? terms : terms.filter(({ isCommon }) => !isCommon);
  if (rare.length > 0) {
    return {
      terms: all ? rare : withinCost(rare, most(SCORED)),
      within: whereOf(engine, filter, {}),
      newestOnly: false,
    };
  }
  const common = withinCost(terms, most(PASSED));
  if (scope !== undefined) return { terms: common, within: scope.within(), newestOnly: true };
  const entries = common.reduce((sum, { items }) => sum + items, 0);
  const rows = Math.min(LIMITS.newestRows, Math.ceil((total * most(SCORED)) / Math.max(entries, 1)));
  return { terms: common, within: whereOf(engine, filter, { rows: newestRows(rows) }), newestOnly: terms.length > 0 };
}

/** True for a filter that excludes more than hidden items. */
function isNarrow({ hidden, ...filter }: ItemFilter): boolean {
  return hidden === 'only' || Object.values(filter).some((value) => value !== undefined);
}

function newestRows(count: number): Sql {
  return toSql(`f.rowid > (SELECT max(seq) FROM items) - ${INTEGER}`, count);
}

/** Few items are hidden: a subquery lists them, so that not each item is looked up. */
const SHOWN = toSql('f.rowid NOT IN (SELECT seq FROM items WHERE hidden = 1)');
/** Filter fields that an index lists items by. */
const LISTED = ['ids', 'project', 'kinds', 'session', 'file', 'fileEnd', 'since', 'until'] as const;
/** Filter fields that the index `items_places` covers, so that the item's row need not be read. */
const PLACED: readonly string[] = ['project', 'kinds', 'since', 'until', 'file', 'fileEnd', 'hidden'];

/**
 * Builds a scope: rows of the index, with the conditions of a filter except those (`but`) that the rows fulfil already.
 */
function whereOf(
  engine: Engine,
  filter: ItemFilter,
  { rows, but = [] }: { rows?: Sql; but?: readonly (keyof ItemFilter)[] },
): SearchScope {
  const isShown = filter.hidden === undefined || filter.hidden === false;
  const ofItems = conditionsOf(engine, filter, isShown ? [...but, 'hidden'] : but);
  const all = [...(rows === undefined ? [] : [rows]), ...(isShown ? [SHOWN] : []), ...ofItems];
  const asked = Object.entries(filter).filter(([field, value]) => value !== undefined && !but.includes(field as never));
  const index = asked.every(([field]) => PLACED.includes(field)) ? 'INDEXED BY items_places' : 'NOT INDEXED';
  return {
    join: ofItems.length === 0 ? '' : ` CROSS JOIN items AS i ${index} ON i.seq = f.rowid`,
    sql: all.map(({ sql }) => ` AND ${sql}`).join(''),
    values: all.flatMap(({ values }) => values),
  };
}

interface ScopeSql {
  /** True when the filter has few items, all of which are searched. */
  isWhole: boolean;
  /** The scope of the filter's items, or of the newest of them. */
  within(): SearchScope;
}

/**
 * The scope of a filter's items when they are few, else of the newest of them; `undefined` when no index lists those.
 * Only indexed fields count here: items of one author or agent would have to be searched for among all.
 */
function scopeOf(engine: Engine, filter: ItemFilter): ScopeSql | undefined {
  const listed = Object.fromEntries(
    [...LISTED, 'hidden' as const].map((field) => [field, filter[field]]),
  ) as ItemFilter;
  if (countsOf(engine, listed, 0).length > BRANCHES_MAX) return undefined;
  const isWhole = isFew(engine, listed);
  const limit = isWhole ? FEW_ITEMS : NEWEST_ITEMS;
  return {
    isWhole,
    within() {
      const newest = among(engine, branchesOf(engine, listed, { limit }), limit);
      return whereOf(engine, filter, { rows: newest, but: [...LISTED, 'hidden'] });
    },
  };
}

/** Statements that count the items that no question finds, each kind of them up to a number. */
const UNSEEN = [
  'SELECT count(*) FROM (SELECT 1 FROM items INDEXED BY items_hidden WHERE hidden = 1 LIMIT ?)',
  'SELECT count(*) FROM (SELECT 1 FROM items INDEXED BY items_retired WHERE hidden > 1 AND seq > 0 LIMIT ?)',
];

/** True for a filter of at most `FEW_ITEMS` items. Looking up whether each is hidden takes thrice as long as counting them. */
function isFew(engine: Engine, filter: ItemFilter): boolean {
  const unseen = UNSEEN.reduce((sum, sql) => sum + readNumber(engine.db, sql, FEW_ITEMS), 0);
  if (filter.hidden !== 'only' && unseen < FEW_ITEMS) {
    const all = countUpTo(engine, { ...filter, hidden: true }, FEW_ITEMS + unseen);
    if (all <= FEW_ITEMS || all > FEW_ITEMS + unseen) return all <= FEW_ITEMS;
  }
  return countUpTo(engine, filter, FEW_ITEMS) <= FEW_ITEMS;
}

/** The number of items of a filter; more than `most` when they are more. */
function countUpTo(engine: Engine, filter: ItemFilter, most: number): number {
  let count = 0;
  for (const { sql, values } of countsOf(engine, filter, most + 1)) {
    count += readNumber(engine.db, sql, ...values);
    if (count > most) break;
  }
  return count;
}

/** The newest rows of the branches. */
function among({ db }: Engine, branches: readonly Sql[], limit: number): Sql {
  if (branches.length === 0) return toSql('false');
  const newest = `SELECT seq FROM (${branches.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION ALL ')})
    ORDER BY at DESC, seq DESC LIMIT ?`;
  const found = db.get<{ first: number | null; last: number | null; seqs: string }>(
    `SELECT min(seq) AS first, max(seq) AS last, json_group_array(seq) AS seqs FROM (${newest})`,
    ...branches.flatMap(({ values }) => values),
    limit,
  );
  return toSql(AMONG, found?.first ?? 0, found?.last ?? 0, found?.seqs ?? '[]');
}

interface ScoredItemRow {
  seq: number;
  bm25: number;
}

/** The best rows, and the best few aggregates (all of `limit` when the filter asks for their kinds). */
function searchBoth(engine: Engine, plan: SearchPlan, query: CandidateQuery): ScoredItemRow[] {
  const mayBeMade = query.filter.kinds?.some((kind) => AGGREGATE_KINDS.includes(kind)) ?? true;
  const made = mayBeMade ? search(engine, plan, { ...query, limit: mostMade(query), index: 'made_fts' }) : [];
  return [...search(engine, plan, { ...query, index: 'items_fts' }), ...made];
}

/** The best rows of an index. `ORDER BY rank` would be slower and could not use a range of rows. */
function search(
  engine: Engine,
  { terms, within }: SearchPlan,
  query: CandidateQuery & { index: WordIndex },
): ScoredItemRow[] {
  const { all = false, limit, not = [], index } = query;
  const wanted = terms.map(({ match }) => match).join(all ? ' AND ' : ' OR ');
  const unwanted = matchOf(not);
  return engine.db.all<ScoredItemRow>(
    `SELECT f.rowid AS seq, ${bm25Of(index)} AS bm25 FROM ${index} AS f${within.join}
      WHERE ${index} MATCH ?${within.sql} ORDER BY bm25 DESC, f.rowid DESC LIMIT ?`,
    unwanted === '' ? wanted : `(${wanted}) NOT (${unwanted})`,
    ...within.values,
    limit,
  );
}
