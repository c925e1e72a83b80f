import type { ProjectId } from '../../core/model/ids.ts';
import type { SearchMode } from '../../core/model/kinds.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { RunningSession } from './running-session.ts';

/** A question after `readQuestion`: the filter for the store, the words to look for, and which page of the ranked list. */
export interface ResolvedQuery {
  /** Which items may answer; the store sees nothing of a query but this and its words. */
  filter: ItemFilter;
  query: string;
  /** The project at hand: its items rank higher; items of other projects are found too. */
  near?: ProjectId;
  /** The embedded question; without it the search is by words alone. */
  vector?: QuestionVector;
  /** `vectors`: by cosine alone, nearest first; by default all features of the ranker count. */
  mode?: SearchMode;
  /** Words and phrases that no answer may contain, and prefixes of words to look for. */
  not?: readonly (readonly string[])[];
  prefixes?: readonly string[];
  /** Also look for near spellings of words that the index does not have. */
  loose?: boolean;
  limit?: number;
  /** The session that asks: what its agent has in its context already is left out. */
  running?: RunningSession;
  /** The position at which the previous page ended. */
  after?: SearchPosition;
  explain?: boolean;
  /** Also rank the sessions of what was found. */
  sessions?: boolean;
}

/** The last hit of a page of a ranked list, and the moment and the vectors by which the list was ranked. */
export interface SearchPosition {
  /** Milliseconds since 1970. */
  now: number;
  /** The number of the newest vector in the ranking; 0 for a list ranked by words alone. */
  upTo: number;
  score: number;
  at: number;
  id: string;
}
