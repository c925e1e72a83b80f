import { ITEM_KINDS } from '../../core/item.ts';
import { LIMITS } from '../../core/limits.ts';
import { stemOf } from '../../core/terms.ts';
import type { Candidate, CandidateAnswer, CandidateQuery, Candidates, ItemFilter } from '../contract.ts';
import { countItems } from './counters.ts';
import type { FilterParts, Sql } from './filter.ts';
import { branchesOf, conditionsOf } from './filter.ts';
import { ITEM_READS, readItems } from './item-rows.ts';
import { frequencyOf } from './vocabulary.ts';

/** How much a word counts in an item's title, text and terms. */
const WEIGHTS = '2.0, 1.0, 0.5';
/** Words and phrases of one question that are looked for. */
const WORDS_MAX = 64;
const PHRASES_MAX = 16;
/** A filter with at most this many items is searched in full, whatever the words. */
const FEW_ITEMS = 2_000;
/** Words are stored whole but asked for with at most this many characters (`core/terms.ts`). */
const WORD_CHARS = 64;

/** Candidates over one SQLite file: FTS5 with BM25, the work bounded whatever is asked (design §11). */
export function createCandidates(parts: FilterParts): Candidates {
  return { query: async (query) => parts.engine.read(() => answer(parts, query)) };
}

function answer(parts: FilterParts, query: CandidateQuery): CandidateAnswer {
  const words = [...new Set(query.words.filter((word) => word !== ''))].slice(0, WORDS_MAX);
  const phrases = query.phrases.filter((phrase) => phrase.length > 0).slice(0, PHRASES_MAX);
  const stems = new Set([...words, ...phrases.flat()].map(stemOf));
  const frequency = frequencyOf(parts.engine.db, stems);
  const total = countItems(parts.engine.db);
  const threshold = LIMITS.commonTermShare * Math.max(total, LIMITS.newestRows);
  const isCommon = (word: string): boolean => (frequency[stemOf(word)] ?? 0) > threshold;

  const plan = planOf(parts, query, { words, phrases, isCommon });
  const rows = plan.match === '' ? [] : search(parts, plan, query.limit);
  return {
    candidates: rows.flatMap((row) => toCandidate(parts, row)),
    dropped: plan.dropped,
    newestOnly: plan.newestOnly,
    total,
    frequency,
  };
}

/** Which rows of the index are searched; `isOfItems` when the condition is on the items. */
type Within = Sql & { isOfItems?: boolean };

interface Plan {
  /** The FTS5 expression; empty when nothing is asked for. */
  match: string;
  within: Within;
  dropped: string[];
  newestOnly: boolean;
}

interface Asked {
  words: readonly string[];
  phrases: readonly (readonly string[])[];
  isCommon: (word: string) => boolean;
}

/**
 * What is searched, and where. Few items: all words among them. Else the words that are not common, among all items of
 * the filter. Else, with common words only, the newest items.
 */
function planOf(parts: FilterParts, { filter }: CandidateQuery, asked: Asked): Plan {
  const { words, phrases, isCommon } = asked;
  const rare = {
    words: words.filter((word) => !isCommon(word)),
    phrases: phrases.filter((phrase) => !phrase.every(isCommon)),
  };
  const scope = Object.values(filter).some((value) => value !== undefined) ? scopeOf(parts, filter) : undefined;
  if (scope?.isWhole === true) return { match: toMatch(asked), within: scope.within, dropped: [], newestOnly: false };
  if (rare.words.length + rare.phrases.length > 0) {
    const within = joined(ALL_ROWS, conditionsOf(parts, filter));
    return { match: toMatch(rare), within, dropped: words.filter(isCommon), newestOnly: false };
  }
  const within = scope?.within ?? joined(NEWEST_ROWS, conditionsOf(parts, filter));
  return { match: toMatch(asked), within, dropped: [], newestOnly: words.length + phrases.length > 0 };
}

const ALL_ROWS: Sql = { sql: 'true', values: [] };
const NEWEST_ROWS: Sql = { sql: 'f.rowid > (SELECT max(seq) FROM items) - ?', values: [LIMITS.newestRows] };

/** A condition on rows of the index and conditions on their items. */
function joined(rows: Sql, conditions: readonly Sql[]): Within {
  const all = [rows, ...conditions];
  return {
    sql: all.map(({ sql }) => sql).join(' AND '),
    values: all.flatMap(({ values }) => values),
    isOfItems: conditions.length > 0,
  };
}

/**
 * The items of a filter by number when they are few, else the newest of them; `undefined` when no index gives those.
 * Only the fields that an index knows choose: one author or agent would be looked for among all items.
 */
function scopeOf(parts: FilterParts, filter: ItemFilter): { within: Within; isWhole: boolean } | undefined {
  const branches = branchesOf(parts, indexedPart(filter), { limit: FEW_ITEMS + 1 });
  const rows: { seq: number; at: number }[] = [];
  for (const { sql, values } of branches) {
    rows.push(...parts.engine.db.all<{ seq: number; at: number }>(sql, ...values));
    if (rows.length > FEW_ITEMS && branches.length > ITEM_KINDS.length) return undefined;
  }
  const newest = rows.sort((a, b) => b.at - a.at).slice(0, FEW_ITEMS);
  const seqs = newest.map(({ seq }) => seq);
  // The plus keeps SQLite from asking the index once for each number, which would take milliseconds each.
  const sql = 'f.rowid BETWEEN ? AND ? AND +f.rowid IN (SELECT value FROM json_each(?))';
  const span = seqs.length === 0 ? [0, 0] : [Math.min(...seqs), Math.max(...seqs)];
  const rest = conditionsOf(parts, filter, INDEXED);
  return { within: joined({ sql, values: [...span, JSON.stringify(seqs)] }, rest), isWhole: rows.length <= FEW_ITEMS };
}

const INDEXED = ['project', 'kinds', 'session', 'file', 'since', 'until'] as const;

function indexedPart({ agent: _, authors: __, knowledge: ___, ...filter }: ItemFilter): ItemFilter {
  return filter;
}

interface ScoredRow {
  seq: number;
  bm25: number;
}

/** FTS5 gives a better match a smaller number. `ORDER BY rank` would be slower and blind to a range of rows. */
function search(parts: FilterParts, { match, within }: Plan, limit: number): ScoredRow[] {
  const from = within.isOfItems === true ? 'items_fts AS f CROSS JOIN items AS i ON i.seq = f.rowid' : 'items_fts AS f';
  return parts.engine.db.all<ScoredRow>(
    `SELECT f.rowid AS seq, -bm25(items_fts, ${WEIGHTS}) AS bm25 FROM ${from}
      WHERE items_fts MATCH ? AND ${within.sql} ORDER BY bm25 DESC, f.rowid DESC LIMIT ?`,
    match,
    ...within.values,
    limit,
  );
}

function toCandidate({ engine, interned }: FilterParts, { seq, bm25 }: ScoredRow): Candidate[] {
  return readItems({ db: engine.db, interned }, ITEM_READS.bySeq, seq).map(({ item }) => ({ item, bm25 }));
}

/** An FTS5 expression that any of the words or phrases fulfils. Everything is quoted, so that nothing is syntax. */
function toMatch({ words, phrases }: Pick<Asked, 'words' | 'phrases'>): string {
  return [...words.map(quoteWord), ...phrases.map((phrase) => quote(phrase.join(' ')))].join(' OR ');
}

function quoteWord(word: string): string {
  return word.length < WORD_CHARS ? quote(word) : `${quote(word)} *`;
}

function quote(text: string): string {
  return `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
}
