import { stemOf } from '../../../core/text/terms.ts';
import type { Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';
import { prefixOf } from './stems.ts';
import { matchOf, stemsOf } from './words-query.ts';

/** Upper bound on the items with a word that are counted; beyond it the number is estimated. */
const COUNTED_MAX = 10_000;
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
  const queries = [false, true].flatMap((isMade) =>
    asked.map(([, stems]) => matchOf(stems, prefixOf(tx.tenant, isMade))),
  );
  const rows = await tx.all<{ place: number; n: number; last: number }>(sql`SELECT c.place, c.n, c.last
    FROM count_words(${queries}::text[]::tsquery[], ${COUNTED_MAX}) AS c WHERE c.n > 0`);
  const last = rows.some(({ n }) => n >= COUNTED_MAX) ? await lastSeq(tx) : 0;
  for (const row of rows) {
    const n = row.n < COUNTED_MAX ? row.n : Math.max(row.n, Math.round((row.n * last) / Math.max(row.last, 1)));
    const place = row.place - 1;
    const count = counts.get(asked[place % asked.length]?.[0] ?? '');
    if (count !== undefined) count[place < asked.length ? 'items' : 'made'] = n;
  }
  return counts;
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

async function lastSeq(tx: Tx): Promise<number> {
  const row = await tx.get<{ last: number | null }>(sql`SELECT max(w.seq) AS last FROM item_words AS w
    WHERE w.tenant_id = ${tx.tenant}`);
  return row?.last ?? 0;
}
