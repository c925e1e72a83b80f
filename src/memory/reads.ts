import type { ContextNeed } from '../agents/shared/contract.ts';
import { getRecords } from '../recall/get.ts';
import type { Store } from '../store/contract.ts';
import type { ContextResult, GetResult, ListResult, RecallResult, SearchResult, TimelineResult } from './answers.ts';
import { contextReads, type HookContext, type ReadSettings, type Vectored } from './context-reads.ts';
import type { CallOptions } from './contract.ts';
import { findHits, type PlacedQuery } from './find-hits.ts';
import { findList } from './find-list.ts';
import { findRecall, type PlacedRecall } from './find-recall.ts';
import { findTimeline, type PlacedTimeline } from './find-timeline.ts';
import type { ContextRequest, ListInput } from './requests.ts';

/** Everything that only reads: what runs in the reader thread. */
export interface Reads {
  search(query: PlacedQuery, now: number, options?: CallOptions): Promise<SearchResult>;
  timeline(input: PlacedTimeline, now: number, options?: CallOptions): Promise<TimelineResult>;
  get(ids: readonly string[], options?: CallOptions): Promise<GetResult>;
  list(input: ListInput, now: number, options?: CallOptions): Promise<ListResult>;
  recall(input: PlacedRecall, now: number, options?: CallOptions): Promise<RecallResult>;
  context(request: ContextRequest & Vectored, now: number, options?: CallOptions): Promise<ContextResult>;
  hookContext(need: ContextNeed & { agent: string } & Vectored, now: number): Promise<HookContext>;
}

/** Reads over a store, which may be a read-only one. */
export function createReads(store: Store, settings: ReadSettings): Reads {
  const { userHome } = settings;
  return {
    search: (query, now) => findHits(store, query, { now, userHome }),
    timeline: (input, now) => findTimeline(store, input, { now, userHome }),
    get: (ids) => getRecords(store, ids),
    list: (input, now) => findList(store, input, { now, userHome }),
    recall: (input, now) => findRecall(store, input, { now, userHome }),
    ...contextReads(store, settings),
  };
}
