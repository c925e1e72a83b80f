// memory/runtime: what lives as long as the memory is open: reads with vectors, embedding, counters, signals.
// Nothing here is one call.

import type {
  ContextResult,
  GetResult,
  ListResult,
  RecallResult,
  ResumeResult,
  SearchResult,
  TimelineResult,
} from '../../api/answers.ts';
import type { AskResult, CollectionsResult } from '../../api/collection-answers.ts';
import type { CallOptions } from '../../api/contract.ts';
import type { ContradictionsResult } from '../../api/contradiction-answers.ts';
import type { ImpactResult } from '../../api/impact-answers.ts';
import type { PatternsResult } from '../../api/pattern-answers.ts';
import type {
  AskInput,
  CollectionsInput,
  ContextRequest,
  ContradictionsInput,
  ImpactInput,
  ListInput,
  PatternsInput,
  RecallInput,
  ResumeInput,
  SearchQuery,
  SessionInput,
  StatsInput,
  TimelineInput,
  TripwiresInput,
} from '../../api/requests.ts';
import type { SessionResult } from '../../api/session-answers.ts';
import type { StatsResult } from '../../api/stats-answers.ts';
import type { TripwiresResult } from '../../api/tripwire-answers.ts';
import type { HookContext, HookNeed, PromptNeed, Vectored } from '../../context/context-reads.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';

/** Which tellings, and the folder of whoever asks. */
export type PlacedImpact = ImpactInput & { cwd?: string };

/** Which time, and the folder of whoever asks. */
export type PlacedStats = StatsInput & { cwd?: string };

/** A question, and the folder of whoever asks: memories of the project there come first. */
export type PlacedRecall = RecallInput & { cwd?: string; vector?: QuestionVector };

/** A timeline's input, and the folder of whoever asks. */
export type PlacedTimeline = TimelineInput & { cwd?: string };

/** A question, and the folder of whoever asks: memories of the project there rank higher. */
export type PlacedQuery = SearchQuery & { cwd?: string; vector?: QuestionVector };

/** What is to be tried, and the folder of whoever asks. */
export type PlacedTripwires = TripwiresInput & { cwd?: string };

/** Whose statements, and the folder of whoever asks. */
export type PlacedContradictions = ContradictionsInput & { cwd?: string };

/** Which patterns, and the folder of whoever asks. */
export type PlacedPatterns = PatternsInput & { cwd?: string };

/** What to resume, the folder of whoever asks, whether it is an agent, and how agents open a session again. */
export type PlacedResume = ResumeInput & { cwd?: string; byAgent: boolean; commands: Readonly<Record<string, string>> };

/** A question over a collection, with its vector where there is one. */
export type PlacedAsk = AskInput & { vector?: QuestionVector };

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
