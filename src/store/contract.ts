// store: the contracts between Cairn and what keeps its data, and the engines that fulfil them (`sqlite/`).
// All SQL on Cairn's tables lives here. What an item means or how it ranks does not.

import type { CleanEvent, EventKind, StoredEvent } from '../core/event.ts';
import type { EventId, ItemId, ProjectId, SessionId } from '../core/ids.ts';
import type { Author, Item, ItemKind, KnowledgeKind } from '../core/item.ts';
import type { JsonObject } from '../core/json.ts';

/** What became of an appended event. */
export interface Appended {
  id: EventId;
  /** `added`: new; `completed`: known, now told better; `duplicate`: nothing new; `refused`: it was forgotten. */
  outcome: 'added' | 'completed' | 'duplicate' | 'refused';
}

/** A position in a transcript up to which it was read. `resumeAt` and `sizeBytes` are bytes. */
export interface Offset {
  /** Real path of the file. */
  path: string;
  agent: string;
  resumeAt: number;
  sizeBytes: number;
  modifiedAt: number;
  /** Hash of the first 1,024 bytes, or of all of a shorter file: another file under the same name is read anew. */
  head: string;
  headBytes: number;
  /** State of the reader that must survive: ids and the folder, never words of the session. */
  state: JsonObject;
}

/** What one append writes, all of it or nothing. */
export interface AppendBatch {
  events: readonly CleanEvent[];
  /** Delivery of a hook: when it is known already, the whole batch is a repetition and nothing is written. */
  delivery?: { id: string; at: number };
  offset?: Offset;
  projects?: readonly ProjectRow[];
}

/** A project: its identity and what it is called. */
export interface ProjectRow {
  id: ProjectId;
  /** Normalised remote, or real path of the root. */
  identity: string;
  name: string;
  root?: string;
  remote?: string;
}

/** A session as far as the log tells it. Times in milliseconds since 1970. */
export interface SessionRow {
  id: SessionId;
  agent: string;
  agentSession: string;
  project?: ProjectId;
  cwd?: string;
  startedAt: number;
  lastAt: number;
  endedAt?: number;
  /** When the session first read something untrusted. */
  exposedAt?: number;
}

/** What a health check or `status` wants to know of a store. */
export interface StoreCounts {
  events: number;
  items: number;
  sessions: number;
  projects: number;
  byKind: Partial<Record<ItemKind, number>>;
  byEvent: Partial<Record<EventKind, number>>;
  sizeBytes: number;
  /** Events that are not derived yet. */
  pending: number;
}

/** An event that waits to be derived. `revision` grows with each telling that changed it. */
export type PendingEvent = StoredEvent & { revision: number };

/** The log: what happened. Exact on every engine. */
export interface Log {
  /**
   * Appends a batch durably in one transaction; answers in the order of `batch.events`. `repeated`: the delivery was
   * known, nothing was written, and `results` is empty.
   */
  append(batch: AppendBatch): Promise<{ results: Appended[]; repeated: boolean }>;
  /** Events by id, in no order; unknown ids are absent. Bodies are filled in. */
  events(ids: readonly EventId[]): Promise<StoredEvent[]>;
  /** Events after a sequence number, oldest first. Bodies are filled in. */
  since(after: number, limit: number): Promise<StoredEvent[]>;
  /** Events added or completed and not yet derived, in sequence. Cleared by `Items.apply` with `derived`. */
  pending(limit: number): Promise<PendingEvent[]>;
  /** Marks every event as not derived and drops all derived rows: the start of a rebuild. */
  reset(): Promise<void>;
  offset(path: string): Promise<Offset | undefined>;
  sessions(filter: { ids?: readonly SessionId[]; project?: ProjectId; limit: number }): Promise<SessionRow[]>;
  projects(): Promise<ProjectRow[]>;
  /** Forgets events for ever: rows, bodies that nothing else holds, derived items, index; leaves tombstones. */
  erase(
    ids: readonly EventId[],
    at: number,
  ): Promise<{ events: number; items: ItemId[]; bodies: number; sharedBodies: number }>;
  counts(): Promise<StoreCounts>;
}

/**
 * A relation between two items. `repeats`: equal content within its window (mission C10); the earliest is `to`, at equal
 * times the one whose id is less.
 */
export interface ItemLink {
  from: ItemId;
  relation: 'repeats' | 'near' | 'supersedes' | 'part-of';
  to: ItemId;
}

/** What one step of derivation writes, all of it or nothing. */
export interface ItemBatch {
  /**
   * Events whose items these are: their former items are dropped first, and they are no longer pending. With `revision`,
   * an event that was completed since it was read stays pending.
   */
  derived: readonly { id: EventId; seq: number; revision?: number }[];
  /** An item whose id is already stored replaces it. One whose event or session was forgotten meanwhile is left out. */
  put: readonly Item[];
  drop?: readonly ItemId[];
  /** Sessions that read something untrusted, and when first; their later items become exposed. */
  exposed?: readonly { session: SessionId; at: number }[];
}

/** Which items to list: all given fields must hold. */
export interface ItemFilter {
  kinds?: readonly ItemKind[];
  project?: ProjectId;
  session?: SessionId;
  /** Paths as items carry them; with `fileChanged` only items that changed one of them. */
  file?: string;
  fileChanged?: boolean;
  knowledge?: readonly KnowledgeKind[];
  authors?: readonly Author[];
  /** Milliseconds since 1970, both inclusive. */
  since?: number;
  until?: number;
  agent?: string;
}

/** Something that was injected into a session: the ledger of own words. */
export interface Injection {
  session: SessionId;
  at: number;
  /** What it answered: `start`, `prompt`, `file`, `tool`. */
  occasion: string;
  ids: ItemId[];
  tokens: number;
  /** Hashes of the shingles of the injected words. */
  shingles: number[];
}

/** Items and what belongs to them. Exact on every engine. */
export interface Items {
  apply(batch: ItemBatch): Promise<void>;
  get(ids: readonly ItemId[]): Promise<Item[]>;
  /** The items derived from an event. */
  ofEvent(id: EventId): Promise<Item[]>;
  /** Items of a filter, newest first unless `oldestFirst`. */
  list(filter: ItemFilter, options: { limit: number; oldestFirst?: boolean }): Promise<Item[]>;
  /** The repetitions of items: for each that repeats an earlier one, that one. */
  repeats(ids: readonly ItemId[]): Promise<ItemLink[]>;
  recordInjection(injection: Injection): Promise<void>;
  /** What was injected into a session after a time: the ids, and the shingles of all of it. */
  injected(session: SessionId, after: number): Promise<{ ids: ItemId[]; shingles: number[] }>;
  /** When a session was last cleared or began to be compacted: what was injected before is gone from its context. */
  contextLostAt(session: SessionId): Promise<number>;
}

/** A question to the index. */
export interface CandidateQuery {
  /** Folded words; an item that holds any of them is a candidate. */
  words: readonly string[];
  /** Runs of words that must stand together; an item that holds one scores higher. */
  phrases: readonly (readonly string[])[];
  filter: ItemFilter;
  limit: number;
}

/** One candidate: the item and its BM25 (positive, higher is better; comparable within one query only). */
export interface Candidate {
  item: Item;
  bm25: number;
}

/** What a candidate query answers: the candidates, and what was left out to keep the work bounded. */
export interface CandidateAnswer {
  candidates: Candidate[];
  /** Words left out because too many items hold them. */
  dropped: string[];
  /** True when only the newest rows were searched. */
  newestOnly: boolean;
  /** Items in the index, and for each stem asked for how many hold it (approximate). */
  total: number;
  frequency: Record<string, number>;
}

/** Finding by words (and by vector, when there are vectors). Held to recall@100 of .95 between engines. */
export interface Candidates {
  query(query: CandidateQuery): Promise<CandidateAnswer>;
}

/** A unit of work that survives a crash. Times in milliseconds since 1970. */
export interface Job {
  id: number;
  kind: string;
  /** Only one open job a kind and key. */
  key: string;
  payload: JsonObject;
  priority: number;
  runAt: number;
  attempts: number;
  state: 'ready' | 'leased' | 'dead';
  error?: string;
}

/** The queue. Exact on every engine. */
export interface Jobs {
  /** Adds a job, or brings an open one of the same kind and key forward to the earlier `runAt`. */
  enqueue(job: Pick<Job, 'kind' | 'key' | 'payload' | 'priority' | 'runAt'>): Promise<void>;
  /**
   * Leases the job that is due first by `dueBy` (default `now`), of the highest priority, until `now + leaseMs`; a lease that
   * has expired by then counts as due.
   */
  lease(now: number, leaseMs: number, dueBy?: number): Promise<Job | undefined>;
  complete(id: number): Promise<void>;
  /** Gives a job back: due again at `retryAt`, or dead without it. */
  fail(id: number, error: string, retryAt?: number): Promise<void>;
  /** When the next job is due; `undefined` when none waits. */
  nextAt(): Promise<number | undefined>;
  list(limit: number): Promise<Job[]>;
}

/** A store: the four contracts over one engine. A read-only one refuses to write with `not_allowed`. */
export interface Store {
  log: Log;
  items: Items;
  candidates: Candidates;
  jobs: Jobs;
  /** Runs the engine's own checks (integrity, index against content); one sentence a fault, empty when sound. */
  check(): Promise<string[]>;
  /** Moves what is in write-ahead files into the database and truncates them. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}
