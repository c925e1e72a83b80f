import type { JsonObject } from '../../core/json.ts';
import type { CleanEvent, EventKind, StoredEvent } from '../../core/model/event.ts';
import type { EventId, ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import type { StoreCounts } from '../../core/model/store-counts.ts';
import type { Page, PageOptions } from './page.ts';

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
  /** False while no reading of it gave an event; absent where that was not noted. */
  told?: boolean;
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
  /** Its own name, or what a person called it (`renamed`). */
  name: string;
  root?: string;
  remote?: string;
  /** The project with a remote that this one, of the same root, turned out to be: a filter by either holds both. */
  joined?: ProjectId;
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

/** Which sessions to list: all given fields must hold. Times in milliseconds since 1970, of a session's last event. */
export interface SessionFilter {
  ids?: readonly SessionId[];
  /** The agent's own session id. */
  named?: string;
  project?: ProjectId;
  agent?: string;
  since?: number;
  until?: number;
}

/** Which events to select: all given fields must hold. Times in milliseconds since 1970, both inclusive. */
export interface EventFilter {
  session?: SessionId;
  project?: ProjectId;
  agent?: string;
  kinds?: readonly EventKind[];
  since?: number;
  until?: number;
}

/** What an erasure did. `sharedBodies`: long texts that stay, and the events that still hold them. */
export interface Erased {
  events: number;
  items: ItemId[];
  bodies: number;
  sharedBodies: { heldBy: EventId[] }[];
}

/** A count that is kept over restarts, and when it last grew (milliseconds since 1970). */
export interface StoredCount {
  n: number;
  lastAt: number;
}

/** An event that waits to be derived. `revision` grows with each telling that changed it. */
export type PendingEvent = StoredEvent & { revision: number };

/**
 * The log: what happened. Exact on every engine.
 * @example
 * const { results } = await store.log.append({ events });
 * const stored = await store.log.events(results.map(({ id }) => id));
 */
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
  /** Events that are about memories, projects or collections (`CleanEvent.targets`), in sequence. Bodies are filled in. */
  about(targets: readonly string[]): Promise<StoredEvent[]>;
  /** Events of a filter, in sequence after a sequence number. Bodies are filled in. */
  select(filter: EventFilter, page: { after: number; limit: number }): Promise<StoredEvent[]>;
  /** How many events a filter holds, and the times of its first and last. */
  measure(filter: EventFilter): Promise<{ events: number; sessions: number; firstAt?: number; lastAt?: number }>;
  /** Marks events as not derived; their items stay until they are derived anew. Gives the numbers of those that were derived. */
  derivedAnew(ids: readonly EventId[]): Promise<number[]>;
  /**
   * Marks events of a session's filter as not derived, but for some: of so many after a place in the log. Gives the numbers
   * of those that were derived, and the place to go on after; `next` is absent at the end.
   */
  derivedAnewOf(
    filter: EventFilter & { session: SessionId },
    page: { after: number; limit: number; except: (seq: number) => boolean },
  ): Promise<{ marked: number[]; next?: number }>;
  /** Marks the events after a place in the log as not derived; gives the place of the last, `undefined` when there is none. */
  markAnew(after: number, limit: number): Promise<{ last: number; events: number } | undefined>;
  /** Keeps the stamp of the rules; when another one was kept, marks every event as not derived. True when it did. */
  rulesAre(stamp: string): Promise<boolean>;
  /** Marks every event as not derived and drops all derived rows: the start of a rebuild. */
  reset(): Promise<void>;
  offset(path: string): Promise<Offset | undefined>;
  /** Paths of the transcripts that were read and carry the names of the sessions of some events. */
  transcriptsOf(ids: readonly EventId[]): Promise<string[]>;
  /** Sessions of a filter, the one that was active last first. */
  sessions(filter: SessionFilter & { limit: number }): Promise<SessionRow[]>;
  sessionPage(filter: SessionFilter, page: PageOptions): Promise<Page<SessionRow>>;
  projects(): Promise<ProjectRow[]>;
  /** Calls a project by a name; without one by its own again. Derived from `renamed`. */
  nameProject(id: ProjectId, name?: string): Promise<void>;
  /**
   * Forgets events for ever, to be followed by a `checkpoint`: rows, bodies that nothing else holds, derived items, index, what is about them; leaves
   * tombstones. Of `sessions` also what is told later but happened up to `at` is refused. What is about a session
   * of which something goes (`pruned`) goes too, unless it `isPruning`.
   */
  erase(
    ids: readonly EventId[],
    at: number,
    also?: { sessions?: readonly SessionId[]; isPruning?: boolean },
  ): Promise<Erased>;
  counts(): Promise<StoreCounts>;
  /** Adds to counts that are kept over restarts, by name; `at` in milliseconds since 1970. */
  count(added: Readonly<Record<string, number>>, at: number): Promise<void>;
  /** Counts whose names begin with a prefix. */
  counted(prefix: string): Promise<Record<string, StoredCount>>;
}
