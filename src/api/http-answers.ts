import type { ErrorShape } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
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
import type { Caller, Memory } from './contract.ts';
import type { ContradictionsResult } from './contradiction-answers.ts';
import type { ImpactResult } from './impact-answers.ts';
import type { JobEntry, JobsResult } from './job-answers.ts';
import type { LlmResult } from './model-answers.ts';
import type { PatternsResult } from './pattern-answers.ts';
import type { RetireResult } from './retire-answers.ts';
import type { Route } from './routes.ts';
import type { SessionResult } from './session-answers.ts';
import type { StatsResult } from './stats-answers.ts';
import type { TripwiresResult } from './tripwire-answers.ts';

/**
 * What each route under `/api/v1/` answers, as JSON; what it takes stands in `api/inputs.ts`. `import` answers a line for
 * each step (NDJSON), `export` the lines of an export, `events` a line or a server-sent event for each event.
 */
export interface Answers extends Record<Route, unknown> {
  record: RecordResult;
  remember: RememberResult;
  search: SearchResult;
  timeline: TimelineResult;
  get: GetResult;
  list: ListResult;
  update: UpdateResult;
  recall: RecallResult;
  context: ContextResult;
  resume: ResumeResult;
  session: SessionResult;
  patterns: PatternsResult;
  tripwires: TripwiresResult;
  impact: ImpactResult;
  stats: StatsResult;
  contradictions: ContradictionsResult;
  checkpoint: CheckpointResult;
  forget: ForgetResult;
  prune: RetireResult;
  consolidate: RetireResult;
  collect: CollectResult;
  collections: CollectionsResult;
  ask: AskResult;
  events: LoggedEvent;
  import: ImportProgress;
  export: JsonObject;
  status: StatusResult;
  jobs: JobsResult;
  rebuild: JobEntry;
  llm: LlmResult;
  doctor: DoctorResult;
  settled: Record<string, never>;
  hello: Hello;
  leave: { leaving: boolean };
  listen: Listening;
  'openapi.json': JsonObject;
}

/** Who answers: the owner's handshake. */
export interface Hello {
  name: 'cairn';
  version: string;
  pid: number;
  home: string;
  /** ISO 8601. */
  startedAt: string;
}

/** Where the owner answers on TCP, and the token that every request there must show (`Authorization: Bearer`). */
export interface Listening {
  url: string;
  token: string;
}

/** The one shape of every error on the wire. */
export interface ErrorBody {
  error: ErrorShape;
}

/** What the routes answer from. */
export interface AppDeps {
  /** By which way requests come: on TCP, callers are not believed and the owner's own routes are not there. */
  via: 'socket' | 'tcp';
  /** The memory as a caller may use it. */
  memoryFor: (caller: Caller) => Memory;
  hello: () => Hello;
  /** Asks the owner to leave for a newer version; true when it will. */
  leave: (version: string) => boolean;
  /** Answers on TCP as well. `busy` when it does at another port, or the port is taken. */
  listen: (port: number | undefined) => Promise<Listening>;
  /** Aborts when the owner leaves: streams that would go on end. */
  leaving: AbortSignal;
}

/** Answers requests as the web platform has them. */
export interface App {
  fetch: (request: Request) => Response | Promise<Response>;
}
