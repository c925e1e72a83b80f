// memory: what Cairn can do, once. `contract.ts` is the contract that the SDK, the CLI, MCP and HTTP speak; the local
// implementation is a file per use; `open.ts` wires it. No SQL, no protocol, no terminal.

import type { Skipped } from '../core/event.ts';
import type { Author, Item, ItemDetail, ItemKind, KnowledgeKind, ObservationKind } from '../core/item.ts';
import type { JsonObject } from '../core/json.ts';
import type { StoreCounts } from '../store/contract.ts';

/** One message of a conversation, for `record`. `at`: milliseconds since 1970 or ISO 8601, default now. */
export interface MessageInput {
  role: 'user' | 'assistant';
  content: string;
  at?: number | string;
  ref?: string;
}

/** One thing an agent did, for `record`: `kind` is an event kind; the other fields are that kind's. */
export interface AgentEventInput {
  kind: string;
  sessionId: string;
  agent?: string;
  at?: number | string;
  cwd?: string;
  /** The caller's own number of the event: the same number again is the same event. */
  number?: string;
  prompt?: string;
  subagent?: string;
  [field: string]: unknown;
}

/** What `record` takes: events, or the messages of a conversation. */
export type RecordInput =
  | AgentEventInput[]
  | { sessionId: string; agent?: string; cwd?: string; messages: MessageInput[] };

/** What `record` did: all input is counted in one of the three. */
export interface RecordResult {
  accepted: number;
  duplicates: number;
  skipped: { index: number; reason: string }[];
}

/** A piece of memory stated on purpose, for `remember`. */
export interface NoteInput {
  text: string;
  title?: string;
  /** Default: `note` unless the text reads as a rule. */
  kind?: KnowledgeKind | 'note';
  severity?: string;
  alternatives?: string[];
  reason?: string;
  /** 0 to 1. */
  confidence?: number;
  /** Path inside the project; default the caller's folder. */
  project?: string;
  sessionId?: string;
  at?: number | string;
  /** The caller's own name for it; the same name again updates it. */
  ref?: string;
  concepts?: string[];
  files?: string[];
  metadata?: JsonObject;
}

/** What `remember` did. `proposed`: an agent stated it; it counts once a person confirms it. */
export interface RememberResult {
  id: string;
  status: 'created' | 'updated' | 'merged' | 'proposed';
  /** Secrets that were taken out, by kind. */
  redacted: Record<string, number>;
  supersedes?: string;
}

/** A question, for `search`. Every field but the query narrows. Times: milliseconds since 1970 or ISO 8601. */
export interface SearchQuery {
  query: string;
  limit?: number;
  kinds?: ItemKind[];
  /** A path inside the project, a project id, or `*` for all; default all. */
  project?: string;
  agent?: string;
  session?: string;
  file?: string;
  since?: number | string;
  until?: number | string;
  explain?: boolean;
}

/** One answer of a search. */
export interface Hit {
  id: string;
  kind: ItemKind;
  sessionId?: string;
  project?: string;
  /** ISO 8601. */
  at: string;
  title: string;
  snippet: string;
  score: number;
  /** The parts of the score, when asked for with `explain`. */
  why?: Record<string, number>;
  /** Tokens that title and snippet cost. */
  tokens: number;
  author: Author;
  ref?: string;
}

/** Something the caller should know about an answer. */
export interface Note {
  code: string;
  message: string;
}

/** What `search` answers. */
export interface SearchResult {
  hits: Hit[];
  tokens: number;
  notes: Note[];
}

/** The whole of one memory, for `get`. */
export interface MemoryRecord {
  id: string;
  kind: ItemKind | 'event' | 'session' | 'project';
  observation?: ObservationKind;
  sessionId?: string;
  project?: string;
  agent?: string;
  at: string;
  title: string;
  text: string;
  author?: Author;
  exposed?: boolean;
  /** Of a prompt: which one of its session it is, from 1. */
  promptNumber?: number;
  detail: ItemDetail;
  /** The event it was derived from. */
  eventId?: string;
  rule?: string;
}

/** What `get` answers: the records in the order asked for, and the ids that are unknown. */
export interface GetResult {
  records: MemoryRecord[];
  missing: string[];
  tokens: number;
}

/** What context is wanted for, for `context`. */
export interface ContextRequest {
  /** A path inside the project; default the caller's folder. */
  cwd?: string;
  prompt?: string;
  file?: string;
  sessionId?: string;
  /** Tokens, at most 2,000. */
  budget?: number;
}

/** A block of context: text ready to be injected, and what it is made of. */
export interface ContextResult {
  text: string;
  items: { id: string; kind: ItemKind; section: string; tokens: number }[];
  tokens: number;
  notes: Note[];
}

/** What `forget` takes. */
export interface ForgetInput {
  ids: string[];
}

/** What `forget` did. */
export interface ForgetResult {
  events: number;
  items: string[];
  bodies: number;
  missing: string[];
  notes: Note[];
}

/** Progress and result of an import. Bytes and lines are of transcript files. */
export interface ImportProgress {
  done: boolean;
  files: number;
  filesTotal: number;
  bytes: number;
  bytesTotal: number;
  lines: number;
  read: number;
  skipped: Skipped;
  added: number;
  completed: number;
  duplicates: number;
  /** Added events by kind. */
  byKind: Record<string, number>;
  file?: string;
  errors: { path: string; message: string }[];
}

/** What to import: all agents' transcripts of this machine by default, or the named files or folders. */
export interface ImportInput {
  agent?: string;
  paths?: string[];
  dryRun?: boolean;
}

/** State of a memory and its owner. */
export interface StatusResult {
  version: string;
  home: string;
  counts: StoreCounts;
  /** Absent when the memory is embedded in the calling process. */
  owner?: { pid: number; startedAt: string; socket: string; version: string };
  /** Ignored errors since the owner started, by reason. */
  ignored: Record<string, number>;
  /** Hook events since ever, by agent and event, and when last: evidence that hooks fire. */
  hooks: { agent: string; event: string; count: number; lastAt: string }[];
  skipped: Skipped;
  jobs: { waiting: number; dead: number };
  journal: { files: number };
}

/** Who is calling: `person` needs the evidence of design §9. */
export interface Caller {
  surface: 'sdk' | 'mcp' | 'cli' | 'http';
  person: boolean;
  cwd?: string;
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** The memory. Plain JSON in and out; every failure is a `CairnError`. */
export interface Memory extends AsyncDisposable {
  record(input: RecordInput, options?: CallOptions): Promise<RecordResult>;
  remember(input: string | NoteInput, options?: CallOptions): Promise<RememberResult>;
  search(input: string | SearchQuery, options?: CallOptions): Promise<SearchResult>;
  get(ids: string | string[], options?: CallOptions): Promise<GetResult>;
  context(input?: string | ContextRequest, options?: CallOptions): Promise<ContextResult>;
  forget(input: ForgetInput, options?: CallOptions): Promise<ForgetResult>;
  /** Imports transcripts; yields progress about twice a second and once at the end (`done`). */
  import(input?: ImportInput, options?: CallOptions): AsyncIterable<ImportProgress>;
  status(options?: CallOptions): Promise<StatusResult>;
  /** Resolves when nothing is left to derive; `timeout` after `timeoutMs` (default 30,000). */
  settled(options?: { timeoutMs?: number } & CallOptions): Promise<void>;
  close(): Promise<void>;
}

/** An item as ranking and packing see it. */
export type RankedItem = Item & { score: number; why: Record<string, number> };
