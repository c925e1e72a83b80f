// api: the contract of the memory, once for all surfaces: its calls, what they take (`requests.ts`, `inputs.ts`) and what
// they answer (`answers.ts` and beside). It imports `core` alone, and does nothing.

import type { JsonObject } from '../core/json.ts';
import type { Item } from '../core/model/item.ts';
import type {
  CheckpointResult,
  ContextResult,
  DoctorResult,
  ForgetResult,
  GetResult,
  ImportProgress,
  ListResult,
  LoggedEvent,
  RecallResult,
  RecordResult,
  RememberResult,
  ResumeResult,
  SearchResult,
  StatusResult,
  TimelineResult,
  UpdateResult,
} from './answers.ts';
import type { AskResult, CollectionsResult, CollectResult } from './collection-answers.ts';
import type { ContradictionsResult } from './contradiction-answers.ts';
import type { ImpactResult } from './impact-answers.ts';
import type { JobEntry, JobsResult } from './job-answers.ts';
import type { LlmResult } from './model-answers.ts';
import type { PatternsResult } from './pattern-answers.ts';
import type {
  AskInput,
  CheckpointInput,
  CollectInput,
  CollectionsInput,
  ConsolidateInput,
  ContextRequest,
  ContradictionsInput,
  DoctorInput,
  EventsInput,
  ExportInput,
  ForgetInput,
  ImpactInput,
  ImportInput,
  JobsInput,
  ListInput,
  LlmInput,
  NoteInput,
  PatternsInput,
  PruneInput,
  RebuildInput,
  RecallInput,
  RecordInput,
  ResumeInput,
  SearchQuery,
  SessionInput,
  StatsInput,
  TimelineInput,
  TripwiresInput,
  UpdateInput,
} from './requests.ts';
import type { RetireResult } from './retire-answers.ts';
import type { SessionResult } from './session-answers.ts';
import type { StatsResult } from './stats-answers.ts';
import type { TripwiresResult } from './tripwire-answers.ts';

/** Who is calling: `person` needs the evidence of design §9. */
export interface Caller {
  surface: 'sdk' | 'mcp' | 'cli' | 'http';
  person: boolean;
  /** True when it is known to be an agent (MCP, or a process with an agent's environment): it may hide, not erase. */
  agent?: boolean;
  /** Under which session its acts stand; default one for each surface. */
  session?: string;
  cwd?: string;
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Names a call of `record`: the same name again is the same call, told once more, and adds nothing. */
  delivery?: string;
}

/** The memory. Plain JSON in and out; every failure is a `CairnError`. */
export interface Memory extends AsyncDisposable {
  record(input: RecordInput, options?: CallOptions): Promise<RecordResult>;
  remember(input: string | NoteInput, options?: CallOptions): Promise<RememberResult>;
  search(input: string | SearchQuery, options?: CallOptions): Promise<SearchResult>;
  timeline(input: string | TimelineInput, options?: CallOptions): Promise<TimelineResult>;
  get(ids: string | string[], options?: CallOptions): Promise<GetResult>;
  list(input?: ListInput, options?: CallOptions): Promise<ListResult>;
  update(id: string, changes: UpdateInput, options?: CallOptions): Promise<UpdateResult>;
  /** Answers in prose for a person. */
  recall(input: string | RecallInput, options?: CallOptions): Promise<RecallResult>;
  context(input?: string | ContextRequest, options?: CallOptions): Promise<ContextResult>;
  /** Where the work stands: for who goes on with a session. */
  resume(input?: string | ResumeInput, options?: CallOptions): Promise<ResumeResult>;
  /** A session as its summary tells it, with its topics and its snippets of code. */
  session(input: string | SessionInput, options?: CallOptions): Promise<SessionResult>;
  /** What recurs over sessions: errors and what fixed them, decisions, preferences, files that go together, workflows. */
  patterns(input?: PatternsInput, options?: CallOptions): Promise<PatternsResult>;
  /** What would speak up at a command or a change of a path. */
  tripwires(input?: TripwiresInput, options?: CallOptions): Promise<TripwiresResult>;
  /** What was told to agents unasked, what it cost, and what of it was used afterwards. */
  impact(input?: ImpactInput, options?: CallOptions): Promise<ImpactResult>;
  /** What was done in a time, in figures, with what stands out; and as a report. */
  stats(input?: StatsInput, options?: CallOptions): Promise<StatsResult>;
  /** Statements on one subject that cannot both hold. */
  contradictions(input?: ContradictionsInput, options?: CallOptions): Promise<ContradictionsResult>;
  /** Takes stock of a session now, with a note on it. */
  checkpoint(input?: string | CheckpointInput, options?: CallOptions): Promise<CheckpointResult>;
  forget(input: ForgetInput, options?: CallOptions): Promise<ForgetResult>;
  /** What is too old or too much: a plan, or with its token, but not for an agent, out of sight until it is pruned for good. */
  prune(input?: PruneInput, options?: CallOptions): Promise<RetireResult>;
  /** What only repeats: a plan, or with its token, but not for an agent, one stands for all. */
  consolidate(input?: ConsolidateInput, options?: CallOptions): Promise<RetireResult>;
  /** Makes, changes or deletes a collection. */
  collect(input: CollectInput, options?: CallOptions): Promise<CollectResult>;
  /** All collections, or one with what it holds. */
  collections(input?: string | CollectionsInput, options?: CallOptions): Promise<CollectionsResult>;
  /** Answers a question from the memories of a collection. */
  ask(input: AskInput, options?: CallOptions): Promise<AskResult>;
  /** The log from a place on; goes on as events come until the caller stops or `signal` aborts. */
  events(input?: EventsInput, options?: CallOptions): AsyncIterable<LoggedEvent>;
  /** Imports transcripts; yields progress about twice a second and once at the end (`done`). */
  import(input?: ImportInput, options?: CallOptions): AsyncIterable<ImportProgress>;
  /** All that the home holds, for another home: each value is a line, as its JSON text. */
  export(input?: ExportInput, options?: CallOptions): AsyncIterable<JsonObject>;
  status(options?: CallOptions): Promise<StatusResult>;
  /** What the language model does, did and would be sent. */
  llm(input?: LlmInput, options?: CallOptions): Promise<LlmResult>;
  /** Jobs that wait, are under way or were given up, and how much is still to be derived; cancels or retries one. */
  jobs(input?: JobsInput, options?: CallOptions): Promise<JobsResult>;
  /** Has everything, or a part, derived again in the background, with the same ids; `jobs` says how far it is. */
  rebuild(input?: RebuildInput, options?: CallOptions): Promise<JobEntry>;
  /** What the owner knows of its own health. */
  doctor(input?: DoctorInput, options?: CallOptions): Promise<DoctorResult>;
  /**
   * Resolves when nothing is left to derive, or to embed by an embedder that works; `timeout` after `timeoutMs` (default
   * 30,000).
   */
  settled(options?: { timeoutMs?: number } & CallOptions): Promise<void>;
  close(): Promise<void>;
}

/** An item as ranking and packing see it. */
export type RankedItem = Item & { score: number; why: Record<string, number> };
