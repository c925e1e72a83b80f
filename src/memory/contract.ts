// memory: what Cairn can do, once. `contract.ts` is the contract that the SDK, the CLI, MCP and HTTP speak, with what its
// calls take (`requests.ts`) and give (`answers.ts`); the local implementation is a file per use; `open.ts` wires it. No
// SQL, no protocol, no terminal.

import type { Item } from '../core/item.ts';
import type { JsonObject } from '../core/json.ts';
import type {
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
  SearchResult,
  StatusResult,
  TimelineResult,
  UpdateResult,
} from './answers.ts';
import type {
  ContextRequest,
  DoctorInput,
  EventsInput,
  ExportInput,
  ForgetInput,
  ImportInput,
  ListInput,
  NoteInput,
  RecallInput,
  RecordInput,
  SearchQuery,
  TimelineInput,
  UpdateInput,
} from './requests.ts';

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
  forget(input: ForgetInput, options?: CallOptions): Promise<ForgetResult>;
  /** The log from a place on; goes on as events come until the caller stops or `signal` aborts. */
  events(input?: EventsInput, options?: CallOptions): AsyncIterable<LoggedEvent>;
  /** Imports transcripts; yields progress about twice a second and once at the end (`done`). */
  import(input?: ImportInput, options?: CallOptions): AsyncIterable<ImportProgress>;
  /** All that the home holds, for another home: each value is a line, as its JSON text. */
  export(input?: ExportInput, options?: CallOptions): AsyncIterable<JsonObject>;
  status(options?: CallOptions): Promise<StatusResult>;
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
