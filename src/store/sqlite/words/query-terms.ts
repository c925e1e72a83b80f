import * as LIMITS from '../../../core/limits.ts';
import { stemOf } from '../../../core/text/terms.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { CandidateQuery, NearWords } from '../../contract/candidates.ts';
import { countItems } from '../engine/row-counts.ts';
import { wordsBeginning, wordsLike } from './lexicon.ts';
import { frequencyOf, quotePhrase, quoteWord } from './vocabulary.ts';

/** Upper bounds on the words and on the phrases of one question. */
const WORDS_MAX = 64;
const PHRASES_MAX = 16;

/** A word or phrase of a query. */
export interface QueryTerm {
  /** The FTS5 expression. */
  match: string;
  /** How many items contain it, or an upper bound. */
  items: number;
  /** The word; absent for a phrase. */
  word?: string;
  isCommon: boolean;
}

/**
 * Upper bound on the words of one question that are replaced because no item contains them: each search of the lexicon
 * takes time.
 */
const LOOSE_MAX = 3;

/** The terms of a query, rarest first, and how many items there are in all and for each stem. */
export interface QueryTerms {
  terms: QueryTerm[];
  near: NearWords[];
  total: number;
  frequency: Record<string, number>;
}

/** Builds the terms of a query, with how many items contain each. */
export function queryTermsOf(db: Database, query: TermQuery): QueryTerms {
  const asked = [...new Set(query.words.filter((word) => word !== ''))].slice(0, WORDS_MAX);
  const phrases = query.phrases.filter((phrase) => phrase.length > 0).slice(0, PHRASES_MAX);
  const frequency = frequencyOf(db, [...asked, ...phrases.flat()]);
  const itemsWith = (word: string): number => frequency[stemOf(word)] ?? 0;
  const near = nearWordsOf(
    db,
    query,
    asked.filter((word) => itemsWith(word) === 0),
  );
  const words = [...new Set([...asked, ...near.flatMap((one) => one.words)])];
  if (near.length > 0) Object.assign(frequency, frequencyOf(db, words.slice(asked.length)));
  const total = countItems(db);
  const common = LIMITS.commonTermShare * Math.max(total, LIMITS.newestRows);
  const term = (match: string, items: number): QueryTerm => ({ match, items, isCommon: items > common });
  const terms = [
    ...words.map((word) => ({ ...term(quoteWord(word), itemsWith(word)), word })),
    ...phrases.map((phrase) => term(quotePhrase(phrase), Math.min(...phrase.map(itemsWith)))),
  ];
  return { terms: terms.sort((one, other) => one.items - other.items), near, total, frequency };
}

type TermQuery = Pick<CandidateQuery, 'words' | 'phrases' | 'prefixes' | 'loose'>;

/** The completions of prefixes, and the replacements of words that no item contains. */
function nearWordsOf(
  db: Database,
  { prefixes = [], loose = false }: TermQuery,
  nowhere: readonly string[],
): NearWords[] {
  const made = loose ? frequencyOf(db, nowhere, 'made_fts') : {};
  const isMissing = (word: string): boolean => !prefixes.includes(word) && (made[stemOf(word)] ?? 0) === 0;
  const missing = loose ? nowhere.filter(isMissing).slice(0, LOOSE_MAX) : [];
  return [
    ...prefixes.map((beginning) => wordsBeginning(db, beginning)),
    ...missing.map((word) => wordsLike(db, word)),
  ].filter((one) => one !== undefined);
}

/** The FTS5 expression that matches any of the words or phrases; empty for none. */
export function matchOf(runs: readonly (readonly string[])[]): string {
  const some = runs.slice(0, PHRASES_MAX).map((run) => run.filter((word) => word !== ''));
  return some
    .flatMap(([first, ...more]) => {
      if (first === undefined) return [];
      return more.length === 0 ? quoteWord(first) : quotePhrase([first, ...more]);
    })
    .join(' OR ');
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
