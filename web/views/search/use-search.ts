import { useRef } from 'preact/hooks';
import type { SearchResult } from '../../../src/api/answers.ts';
import { projectInput } from '../../app/scope.ts';
import { useSettled } from '../../app/use-settled.ts';
import { useCall } from '../../client/use-call.ts';
import type { CallResult } from '../../client/use-kept.ts';
import { withoutTicked } from './query-words.ts';

const TYPED_MS = 40;
const RESTS_MS = 250;
const FACETS_OF = 100;

/** What a search answered last, also while the next one is under way. */
export interface Search extends CallResult<SearchResult> {
  /** The question that the answer is of. */
  of: string;
}

/** Answers a question as it is typed: each key gives up the search before, and its answer stays until the next is there. */
export function useSearch(question: string, limit: number): Search {
  const asked = useSettled(question, TYPED_MS);
  const input = { query: asked, limit, explain: true, sessions: true, ...projectInput() };
  const result = useCall('search', asked.trim() === '' ? undefined : input);
  const last = useRef<{ value: SearchResult; of: string } | undefined>(undefined);
  if (result.value !== undefined) last.current = { value: result.value, of: asked };
  if (asked.trim() === '') last.current = undefined;
  return { ...result, value: result.value ?? last.current?.value, of: last.current?.of ?? asked };
}

/** The best answers to a question without what was ticked, for the counts of the facets; asked once nobody types. */
export function useFacetCounts(question: string): CallResult<SearchResult> {
  const asked = useSettled(withoutTicked(question), RESTS_MS);
  return useCall('search', asked === '' ? undefined : { query: asked, limit: FACETS_OF, ...projectInput() });
}
