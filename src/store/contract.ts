// store: the contracts between Cairn and what keeps its data, and the engines that fulfil them (`sqlite/`).
// All SQL on Cairn's tables lives here. What an item means or how it ranks does not.

import type { CleanEvent, EventKind, StoredEvent } from '../core/event.ts';
import type { EventId, ItemId, ProjectId, SessionId } from '../core/ids.ts';
import type { Author, Category, Item, ItemKind, KnowledgeKind, KnowledgeStatus, Meaning } from '../core/item.ts';
import type { JsonObject } from '../core/json.ts';
import type { QuestionVector } from '../core/question-vector.ts';
import type { Contexts } from './contract/contexts.ts';
import type { StoreCounts } from './contract/counts.ts';
import type { Distilled } from './contract/distilled.ts';
import type { Figures } from './contract/figures.ts';
import type { Jobs } from './contract/jobs.ts';
import type { Meter } from './contract/meter.ts';
import type { Models } from './contract/models.ts';
import type { Neighbours } from './contract/neighbours.ts';
import type { Vectors } from './contract/vectors.ts';

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

/** A page of a list. `next`: an opaque cursor at which the next page begins; absent on the last one. */
export interface Page<Row> {
  rows: Row[];
  next?: string;
}

/** How much of a list, and from where: at most `limit` rows after `cursor`. A cursor of another list is `invalid_input`. */
export interface PageOptions {
  limit: number;
  cursor?: string;
  oldestFirst?: boolean;
}

/** What an erasure did. `sharedBodies`: long texts that stay, and the events that still hold them. */
export interface Erased {
  events: number;
  items: ItemId[];
  bodies: number;
  sharedBodies: { heldBy: EventId[] }[];
}

/** A count that is kept over restarts, and when it last grew (milliseconds since 1970). */
export interface Counted {
  n: number;
  lastAt: number;
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
  counted(prefix: string): Promise<Record<string, Counted>>;
}

/**
 * A relation between two items. `repeats`: equal content within its window (mission C10); the earliest is `to`, at equal
 * times the one whose id is less. `near`: nearly the same words, of one project and kind; the earliest such one is `to`, at
 * least among the eight that were before it and could be near.
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
  /** Only these, at most 1,000. */
  ids?: readonly ItemId[];
  kinds?: readonly ItemKind[];
  project?: ProjectId;
  session?: SessionId;
  /** A path as items carry it: what read or changed that file. */
  file?: string;
  /** `file` is the end of a path, where it is none itself. */
  fileEnd?: boolean;
  knowledge?: readonly KnowledgeKind[];
  authors?: readonly Author[];
  /** Only knowledge that stands so. */
  status?: readonly KnowledgeStatus[];
  meanings?: readonly Meaning[];
  categories?: readonly Category[];
  /** A concept that the item names, as `detail.concepts` has it. */
  concept?: string;
  /** Also what is hidden or retired, or only what is hidden; default what is neither. No words find what is retired. */
  hidden?: boolean | 'only';
  /** Milliseconds since 1970, both inclusive. */
  since?: number;
  until?: number;
  agent?: string;
  /** What must hold as well. */
  also?: readonly Pick<ItemFilter, 'file' | 'fileEnd' | 'project' | 'concept' | 'agent' | 'session'>[];
}

/** Something that was injected into a session: the ledger of own words. */
export interface Injection {
  session: SessionId;
  at: number;
  /**
   * What it answered: `start`, `prompt`, `file`; before a tool call (`tripwire`) and after a failed one (`failure`); what
   * one of Cairn's tools was asked for (`tool`); or what was kept back to compare (`control`).
   */
  occasion: string;
  ids: ItemId[];
  /** Of each of `ids`: the part of the block that it stood in. */
  sections?: string[];
  tokens: number;
  /** Hashes of the shingles of the injected words. */
  shingles: number[];
}

/** What a session learned from Cairn. */
export interface Told {
  ids: ItemId[];
  /** Hashes of the shingles of each injection, by time. */
  words: Pick<Injection, 'at' | 'shingles'>[];
}

/** A change of a file after an item that is about it: when (milliseconds since 1970), and the item that tells of it. */
export interface LaterChange {
  since: number;
  by: ItemId;
}

/** Items and what belongs to them. Exact on every engine. */
export interface Items {
  apply(batch: ItemBatch): Promise<void>;
  get(ids: readonly ItemId[]): Promise<Item[]>;
  /** The items derived from an event. */
  ofEvent(id: EventId): Promise<Item[]>;
  /** Items of a filter, newest first unless `oldestFirst`. */
  list(filter: ItemFilter, options: { limit: number; oldestFirst?: boolean }): Promise<Item[]>;
  /** Items of a filter by pages, newest first unless `oldestFirst`; `from` begins right after that item instead. */
  page(filter: ItemFilter, page: PageOptions & { from?: ItemId }): Promise<Page<Item>>;
  /** How many items of each kind sessions have. */
  countBySession(ids: readonly SessionId[]): Promise<Map<SessionId, Partial<Record<ItemKind, number>>>>;
  /** The links of items to others: those that repeat, are near to or supersede an earlier one. */
  links(ids: readonly ItemId[], relations: readonly ItemLink['relation'][]): Promise<ItemLink[]>;
  /**
   * What stands next to some items in their sessions, at most `reach` on each side: no knowledge, nothing of the same event.
   */
  neighbours(ids: readonly ItemId[], reach: number): Promise<Map<ItemId, Neighbours>>;
  /**
   * For items whose files were changed later by an agent: the latest change, of a file's last 64. Commits do not count: they
   * tell when a change was kept, not when it was made.
   */
  changedSince(items: readonly Item[]): Promise<Map<ItemId, LaterChange>>;
  recordInjection(injection: Injection): Promise<void>;
  /**
   * What a session learned from Cairn from a time on, inclusive: the ids of what was injected unasked, and the words of all of
   * it, answers of Cairn's own tools among it.
   */
  injected(session: SessionId, after: number): Promise<Told>;
  /** What Cairn told a session last up to a time, inclusive, at most so much of it: each once, the latest first. */
  toldLast(session: SessionId, until: number, limit: number): Promise<ItemId[]>;
  /** When a session was last cleared or began to be compacted: what was injected before is gone from its context. */
  contextLostAt(session: SessionId): Promise<number>;
}

/** A question to the index. */
export interface CandidateQuery {
  /** Folded words; an item that holds any of them is a candidate. */
  words: readonly string[];
  /** Runs of words that must stand together; an item that holds one scores higher. */
  phrases: readonly (readonly string[])[];
  /** Only items that hold every word, however common. */
  all?: boolean;
  /** Beginnings of words: some of the words that begin so are looked for too. */
  prefixes?: readonly string[];
  /** Look for words that hold a word, or are nearly the same, in the place of one that is nowhere. */
  loose?: boolean;
  /** Words or runs of words that no candidate may hold. */
  not?: readonly (readonly string[])[];
  /** The question as a vector: what lies near it is a candidate too. */
  vector?: QuestionVector;
  filter: ItemFilter;
  /** Candidates by words, and as many by meaning. */
  limit: number;
}

/**
 * One candidate: the item, its BM25 (positive, higher is better, 0 when it holds no word that was looked for; comparable
 * within one query only), and the cosine of its vector to the question's, absent without one.
 */
export interface Candidate {
  item: Item;
  bm25: number;
  cosine?: number;
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
  /** Words that were looked for in the place of others, the likeliest first. */
  near?: NearWords[];
  /** Whether it was looked for by vector: `loading` while vectors are read into memory, `none` without any of that model. */
  vectors?: 'used' | 'loading' | 'none';
  /** The number of the newest vector that was looked at (`QuestionVector.upTo`). */
  upTo?: number;
}

/** Words that stand for one that was asked for and is nowhere, or for a beginning. */
export interface NearWords {
  of: string;
  words: string[];
  isBeginning?: true;
}

/** Finding by words and by vector. Held to recall@100 of .95 between engines. */
export interface Candidates {
  query(query: CandidateQuery): Promise<CandidateAnswer>;
  /** A question by vector is about to come: what it would wait for is begun. */
  prepare(): void;
}

/** A store: the four contracts over one engine. A read-only one refuses to write with `not_allowed`. */
export interface Store {
  log: Log;
  items: Items;
  distilled: Distilled;
  contexts: Contexts;
  candidates: Candidates;
  vectors: Vectors;
  jobs: Jobs;
  models: Models;
  meter: Meter;
  figures: Figures;
  /** Runs the engine's own checks (integrity, index against content); one sentence a fault, empty when sound. */
  check(): Promise<string[]>;
  /**
   * Moves what is in write-ahead files into the database and truncates them; false when a reader that holds an older state
   * kept it from doing so.
   */
  checkpoint(): Promise<boolean>;
  /** False once the database is not where it was opened any more, or another one is there: no write is kept. */
  isInPlace(): boolean;
  /** Gives the disk back what was erased, in short steps, at the next `checkpoint`; bytes. */
  giveBack(): Promise<number>;
  /** Writes a copy of the database as it is now to a new file. */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}
