import * as LIMITS from '../../../core/limits.ts';
import { stemOf } from '../../../core/text/terms.ts';
import type { CandidateQuery, NearWords } from '../../contract/candidates.ts';
import type { Tx } from '../engine/engine.ts';
import type { IndexTotals } from './bm25.ts';
import { wordsBeginning, wordsLike } from './lexicon.ts';
import { countPhrases, countRuns, readTotals, runKey, type StemCount } from './vocabulary.ts';
import { stemsOf } from './words-query.ts';

/** Upper bounds on the words and on the phrases of one question. */
const WORDS_MAX = 64;
const PHRASES_MAX = 16;
/**
 * Upper bound on the words of one question that are replaced because no item contains them: each search of the lexicon
 * takes time.
 */
const LOOSE_MAX = 3;

/** A word or phrase of a query. */
export interface QueryTerm {
  stems: readonly string[];
  /** How many items contain it, or an upper bound: by it terms are left out. */
  items: number;
  /** How many items and aggregates contain it: by it a match weighs. */
  matches: StemCount;
  /** The word; absent for a phrase. */
  word?: string;
  isCommon: boolean;
}

/** The terms of a query, rarest first, with the sizes of the indexes and how many items contain each stem. */
export interface QueryTerms {
  terms: QueryTerm[];
  near: NearWords[];
  totals: Record<keyof StemCount, IndexTotals>;
  frequency: Record<string, number>;
}

type TermQuery = Pick<CandidateQuery, 'words' | 'phrases' | 'prefixes' | 'loose'>;

type Counts = Map<string, StemCount>;

const NOWHERE: StemCount = { items: 0, made: 0 };

/** Builds the terms of a query, with how many items contain each. */
export async function queryTermsOf(tx: Tx, query: TermQuery): Promise<QueryTerms> {
  const asked = [...new Set(query.words.filter((word) => word !== ''))].slice(0, WORDS_MAX);
  const phrases = query.phrases.filter((phrase) => phrase.length > 0).slice(0, PHRASES_MAX);
  const counts = await countRuns(
    tx,
    [...asked, ...phrases.flat()].map((word) => stemsOf([word])),
  );
  const near = await nearWordsOf(tx, query, { asked, counts });
  const words = [...new Set([...asked, ...near.flatMap((one) => one.words)])];
  await countMore(tx, words.slice(asked.length), counts);
  const runs = phrases.map(stemsOf).filter((stems) => stems.length > 1);
  const phraseCounts = await countPhrases(tx, runs, counts);
  const totals = await readTotals(tx);
  const common = LIMITS.commonTermShare * Math.max(totals.items.items, LIMITS.newestRows);
  const term = (stems: readonly string[], items: number, matches: StemCount): QueryTerm => ({
    stems,
    items,
    matches,
    isCommon: items > common,
  });
  const terms = [
    ...words.map((word) => {
      const matches = countOf(counts, word);
      return { ...term(stemsOf([word]), matches.items, matches), word };
    }),
    ...phrases.map((phrase) => {
      const stems = stemsOf(phrase);
      const matches = phraseCounts.get(runKey(stems)) ?? counts.get(runKey(stems)) ?? NOWHERE;
      return term(stems, Math.min(...phrase.map((word) => countOf(counts, word).items)), matches);
    }),
  ];
  return {
    terms: terms.filter(({ stems }) => stems.length > 0).sort((one, other) => one.items - other.items),
    near,
    totals,
    frequency: frequencyOf([...words, ...phrases.flat()], counts),
  };
}

function countOf(counts: Counts, word: string): StemCount {
  return counts.get(runKey(stemsOf([word]))) ?? NOWHERE;
}

function frequencyOf(words: readonly string[], counts: Counts): Record<string, number> {
  return Object.fromEntries(words.map((word) => [stemOf(word), countOf(counts, word).items]));
}

async function countMore(tx: Tx, words: readonly string[], counts: Counts): Promise<void> {
  if (words.length === 0) return;
  const found = await countRuns(
    tx,
    words.map((word) => stemsOf([word])),
  );
  for (const [key, count] of found) counts.set(key, count);
}

/** The completions of prefixes, and the replacements of words that no item contains. */
async function nearWordsOf(
  tx: Tx,
  { prefixes = [], loose = false }: TermQuery,
  { asked, counts }: { asked: readonly string[]; counts: Counts },
): Promise<NearWords[]> {
  const isMissing = (word: string): boolean => {
    const { items, made } = countOf(counts, word);
    return items + made === 0 && !prefixes.includes(word);
  };
  const missing = loose ? asked.filter(isMissing).slice(0, LOOSE_MAX) : [];
  const near: NearWords[] = [];
  const keep = (one: NearWords | undefined): void => void (one === undefined || near.push(one));
  for (const beginning of prefixes) keep(await wordsBeginning(tx, beginning));
  for (const word of missing) keep(await wordsLike(tx, word));
  return near;
}

/** The first terms whose costs add up to at most `most`; always at least the first one. */
export function withinCost(terms: readonly QueryTerm[], most: number): QueryTerm[] {
  let cost = 0;
  return terms.filter(({ items }, place) => {
    cost += items;
    return place === 0 || cost <= most;
  });
}

/** The words of the terms that were not chosen. */
export function wordsLeftOut(terms: readonly QueryTerm[], chosen: readonly QueryTerm[]): string[] {
  const kept = new Set(chosen);
  return terms.flatMap((term) => (term.word === undefined || kept.has(term) ? [] : [term.word]));
}
