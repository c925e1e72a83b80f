import { getRecords } from '../recall/get.ts';
import type { Store } from '../store/contract.ts';
import type {
  ContextResult,
  GetResult,
  ListResult,
  RecallResult,
  ResumeResult,
  SearchResult,
  TimelineResult,
} from './answers.ts';
import type { AskResult, CollectionsResult } from './collection-answers.ts';
import { askCollection, type PlacedAsk } from './collections/ask.ts';
import { findCollections } from './collections/find-collections.ts';
import {
  contextReads,
  type HookContext,
  type HookNeed,
  type PromptNeed,
  type ReadSettings,
  type Vectored,
} from './context-reads.ts';
import type { CallOptions } from './contract.ts';
import type { ContradictionsResult } from './contradiction-answers.ts';
import { findContradictions, type PlacedContradictions } from './find-contradictions.ts';
import { findHits, type PlacedQuery } from './find-hits.ts';
import { findImpact, type PlacedImpact } from './find-impact.ts';
import { findList } from './find-list.ts';
import { findPatterns, type PlacedPatterns } from './find-patterns.ts';
import { findRecall, type PlacedRecall } from './find-recall.ts';
import { findResume, type PlacedResume } from './find-resume.ts';
import { findSession } from './find-session.ts';
import { findStats, type PlacedStats } from './find-stats.ts';
import { findTimeline, type PlacedTimeline } from './find-timeline.ts';
import { findTripped, type PlacedTripwires } from './find-tripped.ts';
import type { ImpactResult } from './impact-answers.ts';
import type { PatternsResult } from './pattern-answers.ts';
import type { CollectionsInput, ContextRequest, ListInput, SessionInput } from './requests.ts';
import type { SessionResult } from './session-answers.ts';
import type { StatsResult } from './stats-answers.ts';
import type { TripwiresResult } from './tripwire-answers.ts';

/** Everything that only reads: what runs in the reader thread. */
export interface Reads {
  search(query: PlacedQuery, now: number, options?: CallOptions): Promise<SearchResult>;
  timeline(input: PlacedTimeline, now: number, options?: CallOptions): Promise<TimelineResult>;
  get(ids: readonly string[], options?: CallOptions): Promise<GetResult>;
  list(input: ListInput, now: number, options?: CallOptions): Promise<ListResult>;
  recall(input: PlacedRecall, now: number, options?: CallOptions): Promise<RecallResult>;
  collections(input: CollectionsInput, now: number, options?: CallOptions): Promise<CollectionsResult>;
  ask(input: PlacedAsk, now: number, options?: CallOptions): Promise<AskResult>;
  resume(input: PlacedResume, now: number, options?: CallOptions): Promise<ResumeResult>;
  session(input: SessionInput, options?: CallOptions): Promise<SessionResult>;
  patterns(input: PlacedPatterns, now: number, options?: CallOptions): Promise<PatternsResult>;
  tripwires(input: PlacedTripwires, options?: CallOptions): Promise<TripwiresResult>;
  impact(input: PlacedImpact, now: number, options?: CallOptions): Promise<ImpactResult>;
  stats(input: PlacedStats, now: number, options?: CallOptions): Promise<StatsResult>;
  contradictions(input: PlacedContradictions, now: number, options?: CallOptions): Promise<ContradictionsResult>;
  context(request: ContextRequest & Vectored, now: number, options?: CallOptions): Promise<ContextResult>;
  hookContext(need: HookNeed, now: number): Promise<HookContext>;
  prepare(need: PromptNeed): Promise<void>;
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
    collections: (input, now) => findCollections(store, input, { now, userHome }),
    ask: (input, now) => askCollection(store, input, { now, userHome }),
    resume: (input, now) => findResume(store, input, { now, userHome }),
    session: (input) => findSession(store, input),
    patterns: (input, now) => findPatterns(store, input, { now, userHome }),
    tripwires: (input) => findTripped(store, input, settings),
    impact: (input, now) => findImpact(store, input, { now, userHome }),
    stats: (input, now) => findStats(store, input, { now, userHome }),
    contradictions: (input, now) => findContradictions(store, input, { now, userHome }),
    ...contextReads(store, settings),
  };
}
