import type { Item } from '../../core/model/item.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';
import type { ItemFilter } from './item-filter.ts';

/** A query to the word index and the vectors. Words are folded; stems match. */
export interface CandidateQuery {
  /** Folded words; an item that contains any of them is a candidate. */
  words: readonly string[];
  /** Phrases (runs of consecutive words); an item that contains one scores higher. */
  phrases: readonly (readonly string[])[];
  /** True: only items that contain every word, however common the words are. */
  all?: boolean;
  /** Prefixes; the most common words that begin with one are searched for too. */
  prefixes?: readonly string[];
  /** True: a word that no item contains is replaced by words that contain it or are spelt nearly the same. */
  loose?: boolean;
  /** Words or phrases that exclude an item. */
  not?: readonly (readonly string[])[];
  /** The question as a vector: the items with the nearest vectors are candidates too. */
  vector?: QuestionVector;
  filter: ItemFilter;
  /** At most this many candidates by words, and as many again by vector. */
  limit: number;
}

/**
 * One candidate: the item, its BM25 (positive, higher is better, 0 when it contains no searched word; comparable within
 * one query only), and the cosine of its vector to the question's, absent without a vector.
 */
export interface Candidate {
  item: Item;
  bm25: number;
  cosine?: number;
}

/** The candidates of a query, and which words and rows were left out to bound its work. */
export interface CandidateAnswer {
  candidates: Candidate[];
  /** Words left out because too many items contain them. */
  dropped: string[];
  /** True when only the newest rows were searched. */
  newestOnly: boolean;
  /** The number of items in the index, and for each searched stem how many of them contain it (approximate). */
  total: number;
  frequency: Record<string, number>;
  /** The words searched for in place of others, likeliest first. */
  near?: NearWords[];
  /**
   * `used`: vectors were searched; `loading`: they were still being read into memory; `none`: the model has no vectors
   * here.
   */
  vectors?: 'used' | 'loading' | 'none';
  /** The number of the newest vector that was searched; a later page passes it as `QuestionVector.upTo`. */
  upTo?: number;
}

/** Words searched for in place of one that no item contains, or as completions of a prefix. */
export interface NearWords {
  of: string;
  words: string[];
  isBeginning?: true;
}

/**
 * Retrieval by words and by vector. Two engines must agree to a recall@100 of 0.95.
 * @example
 * const { candidates } = await store.candidates.query({ words: ['pnpm'], phrases: [], filter: {}, limit: 100 });
 */
export interface Candidates {
  query(query: CandidateQuery): Promise<CandidateAnswer>;
  /** Starts to read vectors into memory, since a question by vector will follow. */
  prepare(): void;
}
