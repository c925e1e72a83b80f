import type { ProjectId } from '../../core/model/ids.ts';
import type { SearchMode } from '../../core/model/kinds.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';

/** A question after `readQuestion`: the filter for the store, the words to look for, and which page of the ranked list. */
export interface ResolvedQuery {
  /** Which items may answer; the store sees nothing of a query but this and its words. */
  filter: ItemFilter;
  query: string;
  /** The project at hand: its items rank higher, others are found too. */
  near?: ProjectId;
  /** The question by its meaning; without it words alone are looked for. */
  vector?: QuestionVector;
  /** `vectors`: the nearest vectors, in that order; default by all that tells. */
  mode?: SearchMode;
  /** Words and runs of words that no answer may hold, and beginnings of words that are looked for. */
  not?: readonly (readonly string[])[];
  prefixes?: readonly string[];
  /** Look for other words in the place of those that are nowhere. */
  loose?: boolean;
  limit?: number;
  /** Where the page before ended. */
  after?: SearchPosition;
  explain?: boolean;
  /** Rank the sessions too. */
  sessions?: boolean;
}

/** Where a page of a ranked list ended: the last hit of it, and the moment and the vectors by which the list was ranked. */
export interface SearchPosition {
  /** Milliseconds since 1970. */
  now: number;
  /** The number of the newest vector that counted; 0 where the list was ranked by words alone. */
  upTo: number;
  score: number;
  at: number;
  id: string;
}
