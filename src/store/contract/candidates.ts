import type { Item } from '../../core/model/item.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';
import type { ItemFilter } from './item-filter.ts';

/** A question to the index. */
export interface CandidateQuery {
  /** Folded words; an item that holds any of them is a candidate. */
  words: readonly string[];
  /** Runs of words that must stand together; an item that holds one scores higher. */
  phrases: readonly (readonly string[])[];
  /** Only items that hold every word, however common. */
  all?: boolean;
  /** Beginnings of words: some of the words that begin so are looked for too. */
  prefixes?: readonly string[];
  /** Look for words that hold a word, or are nearly the same, in the place of one that is nowhere. */
  loose?: boolean;
  /** Words or runs of words that no candidate may hold. */
  not?: readonly (readonly string[])[];
  /** The question as a vector: what lies near it is a candidate too. */
  vector?: QuestionVector;
  filter: ItemFilter;
  /** Candidates by words, and as many by meaning. */
  limit: number;
}

/**
 * One candidate: the item, its BM25 (positive, higher is better, 0 when it holds no word that was looked for; comparable
 * within one query only), and the cosine of its vector to the question's, absent without one.
 */
export interface Candidate {
  item: Item;
  bm25: number;
  cosine?: number;
}

/** What a candidate query answers: the candidates, and what was left out to keep the work bounded. */
export interface CandidateAnswer {
  candidates: Candidate[];
  /** Words left out because too many items hold them. */
  dropped: string[];
  /** True when only the newest rows were searched. */
  newestOnly: boolean;
  /** Items in the index, and for each stem asked for how many hold it (approximate). */
  total: number;
  frequency: Record<string, number>;
  /** Words that were looked for in the place of others, the likeliest first. */
  near?: NearWords[];
  /** Whether it was looked for by vector: `loading` while vectors are read into memory, `none` without any of that model. */
  vectors?: 'used' | 'loading' | 'none';
  /** The number of the newest vector that was looked at (`QuestionVector.upTo`). */
  upTo?: number;
}

/** Words that stand for one that was asked for and is nowhere, or for a beginning. */
export interface NearWords {
  of: string;
  words: string[];
  isBeginning?: true;
}

/**
 * Finding by words and by vector. Held to recall@100 of .95 between engines.
 * @example
 * const { candidates } = await store.candidates.query({ words: ['pnpm'], phrases: [], filter: {}, limit: 100 });
 */
export interface Candidates {
  query(query: CandidateQuery): Promise<CandidateAnswer>;
  /** A question by vector is about to come: what it would wait for is begun. */
  prepare(): void;
}
