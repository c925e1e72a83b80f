import { given } from '../core/given.ts';
import type { QuestionVector } from '../core/question-vector.ts';
import { searchItems } from '../recall/search.ts';
import { readCursor, writeCursor } from '../recall/search-cursor.ts';
import type { Store } from '../store/contract.ts';
import type { SearchResult } from './answers.ts';
import type { SearchQuery } from './requests.ts';
import { type FilterPlace, resolveFilter } from './resolve-filter.ts';
import { selectProject } from './select-project.ts';

/** A question, and the folder of whoever asks: memories of the project there rank higher. */
export type PlacedQuery = SearchQuery & { cwd?: string; vector?: QuestionVector };

/** One page of the hits of a question. Later pages are ranked by the moment of the first. */
export async function findHits(store: Store, query: PlacedQuery, place: FilterPlace): Promise<SearchResult> {
  const after = readCursor(query);
  const now = after?.now ?? place.now;
  const { query: text, limit, explain, cwd, vector } = query;
  const near = await selectProject(store, cwd, place.userHome);
  const filter = await resolveFilter(store, query, { ...place, now });
  const { next, ...page } = await searchItems(
    store,
    { ...filter, ...given({ limit, explain, near, after, vector }), query: text },
    now,
  );
  return next === undefined ? page : { ...page, nextCursor: writeCursor(next, query) };
}
