// memory: what Cairn can do, once. `contract.ts` is the contract that the SDK, the CLI, MCP and HTTP speak; the local
// implementation is a file per use; `open.ts` wires it. No SQL, no protocol, no terminal.

import type { Check } from '../core/check.ts';
import type { Skipped } from '../core/event.ts';
import type {
  Author,
  Category,
  Item,
  ItemDetail,
  ItemKind,
  KnowledgeKind,
  KnowledgeStatus,
  Meaning,
  ObservationKind,
} from '../core/item.ts';
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

/**
 * What narrows a search or a list; all given fields must hold. Times: milliseconds since 1970 or ISO 8601, or a duration
 * back from now (`7d`, `12h`).
 */
export interface Filter {
  kinds?: ItemKind[];
  meaning?: Meaning;
  category?: Category;
  /** A path inside the project, its name or id, or `*` for all; default all. */
  project?: string;
  agent?: string;
  /** A session's id, or any id of what belongs to it. */
  session?: string;
  /** A path, or the end of one. */
  file?: string;
  concept?: string;
  since?: number | string;
  until?: number | string;
}

/** A question, for `search`. Every field but the query narrows; `cursor` goes on where the page before ended. */
export interface SearchQuery extends Filter {
  query: string;
  limit?: number;
  cursor?: string;
  explain?: boolean;
}

/** One memory in short: 50 to 100 tokens. */
export interface Entry {
  id: string;
  kind: ItemKind | 'session' | 'project';
  sessionId?: string;
  project?: string;
  agent?: string;
  /** ISO 8601. */
  at: string;
  title: string;
  snippet: string;
  /** Tokens that title and snippet cost. */
  tokens: number;
  author?: Author;
  /** Of knowledge: where it stands. */
  status?: KnowledgeStatus;
  ref?: string;
}

/** One answer of a search. */
export interface Hit extends Entry {
  score: number;
  /** The parts of the score, when asked for with `explain`. */
  why?: Record<string, number>;
}

/** Something the caller should know about an answer. */
export interface Note {
  code: string;
  message: string;
}

/** What `search` answers. `nextCursor` is absent on the last page. */
export interface SearchResult {
  hits: Hit[];
  nextCursor?: string;
  tokens: number;
  notes: Note[];
}

/**
 * What to list, newest first. Kinds `session` and `project` are listed alone. `status`: only knowledge that stands so;
 * `hidden`: only what is hidden.
 */
export interface ListInput extends Omit<Filter, 'kinds'> {
  kinds?: ItemKind[] | ['session'] | ['project'];
  status?: KnowledgeStatus;
  hidden?: boolean;
  limit?: number;
  cursor?: string;
}

/** What `list` answers. `nextCursor` is absent on the last page. */
export interface ListResult {
  entries: Entry[];
  nextCursor?: string;
  tokens: number;
}

/**
 * What happened around an anchor, for `timeline`: any id, or a time (ISO 8601, or a duration back from now). Of a session
 * its end, of a project its latest. `before` and `after` count entries, default 5 each. Within the anchor's session, around
 * a time within the caller's project, unless `project` is given.
 */
export interface TimelineInput {
  anchor: string;
  before?: number;
  after?: number;
  kinds?: ItemKind[];
  /** As in `Filter`: across all sessions of it. */
  project?: string;
}

/** One entry of a timeline: 200 to 500 tokens where the memory has so much to say. */
export interface TimelineEntry extends Omit<Entry, 'snippet'> {
  /** What it says, head and tail of a longer one. */
  text: string;
  filesChanged?: string[];
  exitCode?: number;
  anchor?: true;
}

/** What `timeline` answers, oldest first. */
export interface TimelineResult {
  anchor: string;
  entries: TimelineEntry[];
  /** True when there is more before the first, or after the last. */
  more: { before: boolean; after: boolean };
  tokens: number;
}

/** What `update` changes. An absent field stays; only a person confirms, withdraws, shows again and renames. */
export interface UpdateInput {
  text?: string;
  title?: string;
  kind?: KnowledgeKind | 'note';
  severity?: string;
  alternatives?: string[];
  reason?: string;
  confidence?: number;
  concepts?: string[];
  files?: string[];
  metadata?: JsonObject;
  status?: 'confirmed' | 'withdrawn';
  hidden?: boolean;
  /** Of a project: what it is called; empty for its own name. */
  name?: string;
}

/** What `update` did: the memory as it is now. */
export interface UpdateResult {
  id: string;
  status: 'updated' | 'unchanged';
  redacted: Record<string, number>;
  record: MemoryRecord;
}

/** What `recall` takes: a question and what narrows it. */
export interface RecallInput extends Filter {
  query: string;
}

/** What `recall` answers: prose for a person, each sentence with the ids it comes from in square brackets. */
export interface RecallResult {
  text: string;
  ids: string[];
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
  /** Earlier memories that it repeats, is nearly the same as, or takes the place of. */
  links?: { relation: 'repeats' | 'near' | 'supersedes' | 'part-of'; id: string }[];
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

/**
 * What `forget` takes. By `ids` of memories and events it acts at once. By `session`, `project`, `query` or time, or by the
 * id of a session, a project or what is made from all of a session, it answers a plan, and acts only with the plan's token
 * in `confirm`; several of them must hold together. An agent's call hides, and takes ids of memories only.
 */
export interface ForgetInput {
  ids?: string[];
  session?: string;
  /** A path inside the project, its name or id. */
  project?: string;
  /** Words that must all stand in a memory. */
  query?: string;
  agent?: string;
  since?: number | string;
  /** What happened before this time. */
  before?: number | string;
  /** Plan also what `ids` name, and change nothing. */
  dryRun?: boolean;
  confirm?: string;
}

/** What would be forgotten. `token` confirms exactly this; it is `outdated` once more belongs to it. */
export interface ForgetPlan {
  state: 'planned';
  token: string;
  events: number;
  items: number;
  sessions: number;
  /** ISO 8601. */
  firstAt?: string;
  lastAt?: string;
  /** Some of them. */
  sample: Entry[];
  missing: string[];
  notes: Note[];
}

/** What `forget` did. `pending`: an older reader keeps the write-ahead file from being emptied; it is tried again. */
export interface ForgetReport {
  state: 'erased' | 'hidden' | 'pending';
  events: number;
  items: string[];
  bodies: number;
  missing: string[];
  /** Texts that stay since another memory holds the same, by the ids of those. */
  shared: string[];
  /** Files of the home that were searched for the forgotten words afterwards. */
  searched: { files: number; bytes: number; found: string[] };
  /** What Cairn cannot reach: the agents' transcripts that told of it, paths. */
  beyond: string[];
  notes: Note[];
}

/** What `forget` answers. */
export type ForgetResult = ForgetPlan | ForgetReport;

/** One event of the log, for `events`; the other fields are its kind's. */
export interface LoggedEvent {
  /** Its place in the log: what `after` takes. */
  seq: number;
  id: string;
  kind: string;
  agent: string;
  sessionId: string;
  project?: string;
  at: string;
  cwd?: string;
  [field: string]: unknown;
}

/** Which events to tell: those after a place in the log (default all), then, unless `follow` is false, as they come. */
export interface EventsInput {
  after?: number;
  follow?: boolean;
  project?: string;
  session?: string;
}

/** What the owner's part of `doctor` takes. `deep`: read everything and compare with its hashes. */
export interface DoctorInput {
  deep?: boolean;
  fix?: boolean;
}

/** What `doctor` found. */
export interface DoctorResult {
  checks: Check[];
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
  /** Ignored errors since ever, by reason. */
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
  /** True when it is known to be an agent (MCP, or a process with an agent's environment): it may hide, not erase. */
  agent?: boolean;
  /** Under which session its acts stand; default one for each surface. */
  session?: string;
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
  status(options?: CallOptions): Promise<StatusResult>;
  /** What the owner knows of its own health. */
  doctor(input?: DoctorInput, options?: CallOptions): Promise<DoctorResult>;
  /** Resolves when nothing is left to derive; `timeout` after `timeoutMs` (default 30,000). */
  settled(options?: { timeoutMs?: number } & CallOptions): Promise<void>;
  close(): Promise<void>;
}

/** An item as ranking and packing see it. */
export type RankedItem = Item & { score: number; why: Record<string, number> };
