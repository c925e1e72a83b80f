import { stemOf } from '../../../core/text/terms.ts';
import type { Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';
import type { IndexTotals } from './bm25.ts';
import { prefixOf } from './stems.ts';
import { matchOf, stemsOf } from './words-query.ts';

/** Upper bound on the items with a word that are counted exactly; beyond it the number is estimated. */
const COUNTED_MAX = 4_000;
/** Upper bound on items of a tenant whose words are all counted exactly. */
const SMALL = 6_000;
/** Where rows are read for an estimate, as shares of all numbers, and how many at each place. */
const PLACES = [0, 1 / 3, 2 / 3] as const;
const SAMPLED = 300;
/** Upper bound on the items with the rarest word of a phrase among which the phrase is counted. */
const PHRASE_MAX = 3_000;
/** Share of the items with a phrase's rarest word that contain the phrase, where they are too many to be counted. */
const PHRASE_SHARE = 0.1;

/** How many items contain a run of stems: of aggregates, and of all others. */
export interface StemCount {
  items: number;
  made: number;
}

/** The key of a run of stems in a map. */
export function runKey(stems: readonly string[]): string {
  return stems.join(' ');
}

/** Counts the items with each run of stems, by its key; exact up to a bound, beyond it an estimate. */
export async function countRuns(tx: Tx, runs: readonly (readonly string[])[]): Promise<Map<string, StemCount>> {
  const once = new Map(runs.map((stems) => [runKey(stems), stems]));
  const counts = new Map<string, StemCount>([...once.keys()].map((key) => [key, { items: 0, made: 0 }]));
  const asked = [...once].filter(([, stems]) => stems.length > 0);
  if (asked.length === 0) return counts;
  const totals = await readTotals(tx);
  const most = totals.items.items <= SMALL ? SMALL : COUNTED_MAX;
  const indexes = INDEXES.filter((index) => totals[index].items > 0);
  const queries = indexes.flatMap((index) =>
    asked.map(([, stems]) => matchOf(stems, prefixOf(tx.tenant, index === 'made'))),
  );
  if (queries.length === 0) return counts;
  const rows = await tx.all<{ place: number; n: number }>(sql`SELECT c.place, c.n
    FROM count_words(${queries}::text[]::tsquery[], ${most}) AS c WHERE c.n > 0`);
  const many = rows.filter(({ n }) => n >= most).map(({ place }) => place - 1);
  const estimates = await estimate(
    tx,
    many.map((place) => queries[place] ?? ''),
    totals,
  );
  for (const row of rows) {
    const place = row.place - 1;
    const count = counts.get(asked[place % asked.length]?.[0] ?? '');
    const index = indexes[Math.floor(place / asked.length)];
    const n = Math.max(row.n, estimates[many.indexOf(place)] ?? 0);
    if (count !== undefined && index !== undefined) count[index] = n;
  }
  return counts;
}

/** Estimates how many items match each query, by the share of those that do among some rows from three places. */
async function estimate(
  tx: Tx,
  queries: readonly string[],
  { items, made }: Record<keyof StemCount, IndexTotals>,
): Promise<number[]> {
  if (queries.length === 0) return [];
  const last = await lastSeq(tx);
  const starts = PLACES.map((place) => Math.floor(last * place));
  const rows = await tx.all<{ place: number; n: number; read: number }>(sql`SELECT q.place, count(*) AS read,
      count(*) FILTER (WHERE w.words @@ q.query) AS n
    FROM unnest(${starts}::bigint[]) AS s (after)
    CROSS JOIN LATERAL (SELECT r.words FROM item_words AS r
      WHERE r.tenant_id = ${tx.tenant} AND r.seq > s.after ORDER BY r.seq LIMIT ${SAMPLED}) AS w
    CROSS JOIN unnest(${queries}::text[]::tsquery[]) WITH ORDINALITY AS q (query, place) GROUP BY q.place`);
  const shares = new Map(rows.map(({ place, n, read }) => [place - 1, n / Math.max(read, 1)]));
  return queries.map((_, place) => Math.round((shares.get(place) ?? 0) * (items.items + made.items)));
}

/** Counts the items with each phrase, whose words `counts` has. */
export async function countPhrases(
  tx: Tx,
  phrases: readonly (readonly string[])[],
  counts: ReadonlyMap<string, StemCount>,
): Promise<Map<string, StemCount>> {
  const found = new Map<string, StemCount>();
  const least = (stems: readonly string[], of: keyof StemCount): number =>
    Math.min(...stems.map((stem) => counts.get(stem)?.[of] ?? 0));
  const few: (readonly string[])[] = [];
  for (const stems of phrases) {
    const items = least(stems, 'items');
    if (items <= PHRASE_MAX) few.push(stems);
    else found.set(runKey(stems), { items: items * PHRASE_SHARE, made: least(stems, 'made') * PHRASE_SHARE });
  }
  for (const [key, count] of await countRuns(tx, few)) found.set(key, count);
  return found;
}

/** Counts for each of the words how many items contain its stem, by stem: of aggregates, and of all others. */
export async function countWords(tx: Tx, words: readonly string[]): Promise<Map<string, StemCount>> {
  const counts = await countRuns(
    tx,
    words.map((word) => stemsOf([word])),
  );
  return new Map(words.map((word) => [stemOf(word), counts.get(runKey(stemsOf([word]))) ?? { items: 0, made: 0 }]));
}

const INDEXES = ['items', 'made'] as const;

/** The sizes of the index of aggregates, and of that of all other items. */
export async function readTotals(tx: Tx): Promise<Record<keyof StemCount, IndexTotals>> {
  const rows = await tx.all<IndexTotals & { made: boolean }>(sql`SELECT t.made, t.items, t.words
    FROM word_totals AS t WHERE t.tenant_id = ${tx.tenant}`);
  const of = (made: boolean): IndexTotals => rows.find((row) => row.made === made) ?? { items: 0, words: 0 };
  return { items: of(false), made: of(true) };
}

async function lastSeq(tx: Tx): Promise<number> {
  const row = await tx.get<{ last: number | null }>(sql`SELECT max(w.seq) AS last FROM item_words AS w
    WHERE w.tenant_id = ${tx.tenant}`);
  return row?.last ?? 0;
}
