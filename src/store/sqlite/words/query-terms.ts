import { LIMITS } from '../../../core/limits.ts';
import { stemOf } from '../../../core/text/terms.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { CandidateQuery, NearWords } from '../../contract/candidates.ts';
import { countItems } from '../engine/row-counts.ts';
import { wordsBeginning, wordsLike } from './lexicon.ts';
import { frequencyOf, quotePhrase, quoteWord } from './vocabulary.ts';

/** Words and phrases of one question that are looked for. */
const WORDS_MAX = 64;
const PHRASES_MAX = 16;

/** A word or phrase that is asked for. */
export interface QueryTerm {
  /** The FTS5 expression. */
  match: string;
  /** How many items hold it, or at most. */
  items: number;
  /** The word; absent for a phrase. */
  word?: string;
  isCommon: boolean;
}

/** Words of one question that others may stand for, since they are nowhere: to look through the lexicon takes a while. */
const LOOSE_MAX = 3;

/** What is asked for, the rarest first, and how many items there are in all and with each stem. */
export interface QueryTerms {
  terms: QueryTerm[];
  near: NearWords[];
  total: number;
  frequency: Record<string, number>;
}

/** The words and phrases of a question with how many items hold each. */
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

/** The words that stand for beginnings, and for some of the words that are nowhere. */
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

/** The FTS5 expression for what holds any of some words or runs of words; empty for none. */
export function matchOf(runs: readonly (readonly string[])[]): string {
  const some = runs.slice(0, PHRASES_MAX).map((run) => run.filter((word) => word !== ''));
  return some
    .flatMap(([first, ...more]) => {
      if (first === undefined) return [];
      return more.length === 0 ? quoteWord(first) : quotePhrase([first, ...more]);
    })
    .join(' OR ');
}

/** The terms that are looked for while what they cost together stays within `most`; always the first of them. */
export function withinCost(terms: readonly QueryTerm[], most: number): QueryTerm[] {
  let cost = 0;
  return terms.filter(({ items }, place) => {
    cost += items;
    return place === 0 || cost <= most;
  });
}

/** The words of some terms that are not among those that are looked for. */
export function wordsLeftOut(terms: readonly QueryTerm[], chosen: readonly QueryTerm[]): string[] {
  const kept = new Set(chosen);
  return terms.flatMap((term) => (term.word === undefined || kept.has(term) ? [] : [term.word]));
}
