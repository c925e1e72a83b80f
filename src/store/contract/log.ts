import type { JsonObject } from '../../core/json.ts';
import type { CleanEvent, EventKind, StoredEvent } from '../../core/model/event.ts';
import type { EventId, ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import type { StoreCounts } from '../../core/model/store-counts.ts';
import type { Page, PageOptions } from './page.ts';

/** The outcome of appending one event. */
export interface Appended {
  id: EventId;
  /**
   * `added`: new; `completed`: known, and this report added fields; `duplicate`: nothing new; `refused`: it was erased
   * before.
   */
  outcome: 'added' | 'completed' | 'duplicate' | 'refused';
  /** The summary of a compaction was left out, since its agent knows what is not kept of the session. */
  isCut?: true;
}

/** How far a transcript was read. `resumeAt` and `sizeBytes` are bytes. */
export interface Offset {
  /** Real path of the file. */
  path: string;
  agent: string;
  resumeAt: number;
  sizeBytes: number;
  modifiedAt: number;
  /**
   * Hash of the first 1,024 bytes, or of all of a shorter file: a file with another head is read from its beginning.
   */
  head: string;
  headBytes: number;
  /** State of the reader between reads: ids and the folder, never text of the session. */
  state: JsonObject;
  /** False while no read of it returned an event; absent when that was not recorded. */
  told?: boolean;
}

/** The writes of one append, committed together or not at all. */
export interface AppendBatch {
  events: readonly CleanEvent[];
  /** The hook delivery: when its id is known already, the whole batch is a repetition and nothing is written. */
  delivery?: { id: string; at: number };
  offset?: Offset;
  /** They are of another memory, or rows of another product's database, a copy of which has them under other numbers. */
  brought?: 'events' | 'rows';
  /** Sessions of which something was left out that their agents know: no summary is kept of them from now on. */
  withheldOf?: readonly SessionId[];
  /** The session that these events' session forks: where no summary is kept of that, none is of this. */
  forkOf?: SessionId;
  projects?: readonly ProjectRow[];
}

/** A project: its identity and name. */
export interface ProjectRow {
  id: ProjectId;
  /** Normalised remote, or real path of the root. */
  identity: string;
  /** The name a person gave it (`renamed`), else its own. */
  name: string;
  root?: string;
  remote?: string;
  /** The project that a person merged this one into, or one with a remote that shares its root: a filter by either contains both. */
  joined?: ProjectId;
  /** The project that a person merged this one into, which may be merged itself. */
  merged?: ProjectId;
  /** The one with a remote that shares its root, where `joined` is another. */
  sameRoot?: ProjectId;
}

/** A session as the log knows it. Times in milliseconds since 1970. */
export interface SessionRow {
  id: SessionId;
  agent: string;
  agentSession: string;
  project?: ProjectId;
  cwd?: string;
  /** The git branch on which its main thread was last. */
  branch?: string;
  startedAt: number;
  lastAt: number;
  endedAt?: number;
  /** When the session first read text from outside: the web, issues, another MCP server, a file of others. */
  exposedAt?: number;
}

/**
 * Which sessions to list: a session must meet every given field. Times in milliseconds since 1970, compared with the
 * session's last event.
 */
export interface SessionFilter {
  ids?: readonly SessionId[];
  /** The agent's own session id. */
  named?: string;
  project?: ProjectId;
  branch?: string;
  agent?: string;
  since?: number;
  until?: number;
  /** Leaves out the sessions of Cairn's own surfaces, in which nobody worked. */
  work?: boolean;
}

/** Which events to select: an event must meet every given field. Times in milliseconds since 1970, both inclusive. */
export interface EventFilter {
  session?: SessionId;
  project?: ProjectId;
  agent?: string;
  kinds?: readonly EventKind[];
  since?: number;
  until?: number;
}

/** The place of an act in the order of `acts`. `at` in milliseconds since 1970. */
export type ActPlace = Pick<StoredEvent, 'at' | 'seq'>;

/** What an erasure removed. `sharedBodies`: long texts that remain because the listed events still contain them. */
export interface Erased {
  events: number;
  items: ItemId[];
  bodies: number;
  sharedBodies: { heldBy: EventId[] }[];
}

/** The tombstones of a store: hashes in hex, no text. Times in milliseconds since 1970. */
export interface TombstoneRows {
  /** Hashes of ids have 32 digits; those of 30 refuse what a fork of a session copied of the same events, those of 28 summaries of a session. */
  events: { hash: string; at: number }[];
  /** Reports of what happened in these sessions up to `at` are refused. */
  sessions: { hash: string; at: number }[];
}

/** Whose tombstones an undo takes away. */
export interface LiftedTombstones {
  events?: readonly EventId[];
  sessions?: readonly SessionId[];
  /** Events whose copies are refused no longer; `all`: those of any, and summaries of any session. */
  copies?: readonly Copyable[] | 'all';
}

/** What identifies an event whatever its session. */
export type Copyable = Pick<CleanEvent, 'agent' | 'at' | 'subagent' | 'project' | 'body'>;

/** A persistent counter, and when it last grew (milliseconds since 1970). */
export interface StoredCount {
  n: number;
  lastAt: number;
}

/** An event that waits to be derived. `revision` grows with each report that changed it. */
export type PendingEvent = StoredEvent & { revision: number };

/**
 * The event log. Results are identical on every engine.
 * @example
 * const { results } = await store.log.append({ events });
 * const stored = await store.log.events(results.map(({ id }) => id));
 */
export interface Log {
  /**
   * Appends a batch durably in one transaction; the results are in the order of `batch.events`. `repeated`: the
   * delivery was known, nothing was written, and `results` is empty.
   */
  append(batch: AppendBatch): Promise<{ results: Appended[]; repeated: boolean }>;
  /** Events by id, in no order; unknown ids are absent. Bodies are filled in. */
  events(ids: readonly EventId[]): Promise<StoredEvent[]>;
  /** Events after a sequence number, oldest first. Bodies are filled in. */
  since(after: number, limit: number): Promise<StoredEvent[]>;
  /** The place of the last event; 0 in an empty log. */
  lastSeq(): Promise<number>;
  /** The place after which the last `count` events are; 0 where there are no more. Places have gaps, so it is no subtraction. */
  placeBefore(count: number): Promise<number>;
  /** Events added or completed and not yet derived, in sequence. Cleared by `Items.apply` with `derived`. */
  pending(limit: number): Promise<PendingEvent[]>;
  /** Events whose `targets` name one of these items, projects or collections, in sequence. Bodies are filled in. */
  about(targets: readonly string[]): Promise<StoredEvent[]>;
  /**
   * Notes and acts before a place, latest first by time, then by sequence; without a place from the latest on. Bodies are
   * filled in.
   */
  acts(page: { before?: ActPlace; limit: number }): Promise<StoredEvent[]>;
  /** Events that match a filter, after a sequence number, in sequence. Bodies are filled in. */
  select(filter: EventFilter, page: { after: number; limit: number }): Promise<StoredEvent[]>;
  /** The number of events and sessions that match a filter, and the times of the first and last event. */
  measure(filter: EventFilter): Promise<{ events: number; sessions: number; firstAt?: number; lastAt?: number }>;
  /**
   * Marks events as not derived; their items remain until they are derived again. Returns the sequence numbers of those
   * that had been derived.
   */
  markUnderived(ids: readonly EventId[]): Promise<number[]>;
  /**
   * Marks the next `limit` events of a filter after a sequence number as not derived, except those that `except`
   * excludes. Returns the sequence numbers of those that had been derived, and where to continue; `next` is absent at
   * the end.
   */
  markUnderivedOf(
    filter: EventFilter & { session: SessionId },
    page: { after: number; limit: number; except: (seq: number) => boolean },
  ): Promise<{ marked: number[]; next?: number }>;
  /**
   * Marks the next `limit` events after a sequence number as not derived; returns the last one's number and their
   * count, `undefined` when there is none.
   */
  markNextUnderived(after: number, limit: number): Promise<{ last: number; events: number } | undefined>;
  /**
   * Stores the version stamp of the derivation rules. When it differs from the stored one, marks every event as not
   * derived and returns true.
   */
  rulesAre(stamp: string): Promise<boolean>;
  /** Marks every event as not derived and drops all derived rows: the start of a rebuild. */
  reset(): Promise<void>;
  offset(path: string): Promise<Offset | undefined>;
  /** Paths of the read transcripts that contain the agents' own ids of the sessions of these events. */
  transcriptsOf(ids: readonly EventId[]): Promise<string[]>;
  /** Sessions that match a filter, most recently active first. */
  sessions(filter: SessionFilter & { limit: number }): Promise<SessionRow[]>;
  sessionPage(filter: SessionFilter, page: PageOptions): Promise<Page<SessionRow>>;
  projects(): Promise<ProjectRow[]>;
  /** Sets a project's display name; without one its own name counts again. Derived from `renamed`. */
  nameProject(id: ProjectId, name?: string): Promise<void>;
  /** Merges a project into another, whose filters then contain both; without one it stands for itself. Derived from `merged`. */
  mergeProject(id: ProjectId, into?: ProjectId): Promise<void>;
  /**
   * Erases events for ever: their rows, unshared bodies, derived items, index entries and the events about these,
   * leaving tombstones; a `checkpoint` must follow. For `sessions`, later reports of what happened up to `at` are
   * refused too. A `pruned` event about a session that loses events goes too, unless `isPruning`. `keep` is given the
   * events of each step before they go; when it throws, they stay.
   */
  erase(
    ids: readonly EventId[],
    at: number,
    also?: {
      sessions?: readonly SessionId[];
      isPruning?: boolean;
      keep?: (events: readonly StoredEvent[]) => void;
    },
  ): Promise<Erased>;
  tombstones(): Promise<TombstoneRows>;
  /** Takes away the tombstones that these events, sessions and copies got at a time: what was forgotten is taken in again. */
  liftTombstones(of: LiftedTombstones, at: number): Promise<void>;
  /**
   * Adds tombstones of another store, so that what was erased there is refused here, too. Returns the events here that
   * they cover, which an `erase` must follow; `byCopies`: also those that are copies of what was erased there, since both stores
   * may have the same events by other keys.
   */
  addTombstones(rows: TombstoneRows, also?: { byCopies?: boolean }): Promise<EventId[]>;
  counts(): Promise<StoreCounts>;
  /** Adds to persistent counters, by name; `at` in milliseconds since 1970. */
  count(added: Readonly<Record<string, number>>, at: number): Promise<void>;
  /** The persistent counters whose names begin with a prefix. */
  counted(prefix: string): Promise<Record<string, StoredCount>>;
}
