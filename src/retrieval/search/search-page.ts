import type { SearchResult } from '../../api/answers.ts';
import type { SearchPosition } from '../query/resolved-query.ts';
import type { RankedSession } from '../ranking/rank-sessions.ts';

/** One page of hits; `next` is the position for the next page, absent on the last one. */
export interface SearchPage extends Omit<SearchResult, 'nextCursor' | 'sessions'> {
  sessions?: RankedSession[];
  next?: SearchPosition;
}
