import type { HealthCheck } from '../core/model/check.ts';
import type { Skipped } from '../core/model/event.ts';
import type { ItemDetail } from '../core/model/item.ts';
import type {
  Author,
  ItemKind,
  KnowledgeKind,
  KnowledgeStatus,
  ObservationKind,
  PatternKind,
} from '../core/model/kinds.ts';
import type { Validity } from '../core/model/validity.ts';
import type { ForgetReceipt } from './forget-receipt.ts';
import type { SessionFigures } from './story-answers.ts';

/** What `record` did: all input is counted in one of the three. */
export interface RecordResult {
  accepted: number;
  duplicates: number;
  skipped: { index: number; reason: string }[];
}

/** What `remember` did. `proposed`: an agent stated it; it counts once a person confirms it. */
export interface RememberResult {
  id: string;
  status: 'created' | 'updated' | 'merged' | 'proposed';
  /** Secrets that were taken out, by kind. */
  redacted: Record<string, number>;
  /** The latest earlier memory that says otherwise of the same and gives way. */
  supersedes?: string;
}

/** One memory in short: 50 to 100 tokens, up to 180 in the first hits of a search. */
export interface Entry extends Validity {
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
  /** The name of the team member who shared it. */
  member?: string;
  /** Only for knowledge: its state; and for what waits to be judged the stamp of its words, for `of` of `update`. */
  status?: KnowledgeStatus;
  stamp?: string;
  /** What it is of its kind: what an observed call did, what knowledge states, what a pattern is of. */
  sort?: ObservationKind | KnowledgeKind | PatternKind;
  /** Only for an observed call that did not do what was asked. */
  failed?: true;
  /** Lines that it added and removed. */
  lines?: { added: number; removed: number };
  ref?: string;
  /** Only for a session in a list. */
  session?: SessionFigures;
  /** Only for a project: its folder, and the project that it is merged into or shares its folder with. */
  root?: string;
  joined?: string;
}

/** One reason for a score, in words, and what it adds. */
export interface Reason {
  score: number;
  says: string;
}

/** Why something was found. */
export interface Explanation {
  /** The parts of the score, which is their sum; docs/search.md says what each is. */
  why: Record<string, number>;
  /** The same as one sentence. */
  whyText: string;
  /** The same in a few words each, the strongest first, in hundredths. */
  reasons: Reason[];
}

/** One answer of a search; with `explain` also why it is one. */
export interface Hit extends Entry, Partial<Explanation> {
  score: number;
}

/** Something the caller should know about an answer. */
export interface Note {
  code: string;
  message: string;
}

/** A session that answers as a whole. `ref`: the agent's, or the caller's, own id of it. */
export interface SessionHit {
  sessionId: string;
  ref: string;
  /** What the session is called, and how it ended. */
  title: string;
  score: number;
}

/** What `search` answers. `nextCursor` is absent on the last page. */
export interface SearchResult {
  hits: Hit[];
  /** At most 50, the best first, when asked for with `sessions`; the same on each page. */
  sessions?: SessionHit[];
  nextCursor?: string;
  tokens: number;
  notes: Note[];
}

/** What `list` answers. `nextCursor` is absent on the last page. */
export interface ListResult {
  entries: Entry[];
  nextCursor?: string;
  tokens: number;
}

/** One entry of a timeline: 200 to 500 tokens, fewer for a short memory. */
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

/** What `update` did: the memory as it is now. */
export interface UpdateResult {
  id: string;
  status: 'updated' | 'unchanged';
  redacted: Record<string, number>;
  record: MemoryRecord;
}

/** What `recall` answers: prose for a person, each sentence with the ids it comes from in square brackets. */
export interface RecallResult {
  text: string;
  ids: string[];
  tokens: number;
  notes: Note[];
}

/** The whole of one memory, for `get`. */
export interface MemoryRecord extends Validity {
  id: string;
  kind: ItemKind | 'event' | 'session' | 'project' | 'collection';
  observation?: ObservationKind;
  sessionId?: string;
  project?: string;
  agent?: string;
  at: string;
  title: string;
  text: string;
  /** Only where the text is not given, or was not kept, whole. */
  size?: TextSize;
  author?: Author;
  /** The name of the team member who shared it. */
  member?: string;
  exposed?: boolean;
  /** The number of the request in its session, from 1: of this prompt, or of the one that led to what an agent did or said. */
  promptNumber?: number;
  /** Only for an observed call: what it did, how it ended and what for, in a few words that Cairn composed. */
  narrative?: string;
  detail: ItemDetail;
  stamp?: string;
  /** The event it was derived from. */
  eventId?: string;
  rule?: string;
  /** Earlier memories that it repeats, is nearly the same as, or takes the place of. */
  links?: { relation: 'repeats' | 'near' | 'supersedes' | 'part-of'; id: string }[];
  /** Only for knowledge: how far it can be relied on as it is now, from 0 to 1. */
  confidence?: number;
  /** Only for an observation: its words by a language model. */
  worded?: { title: string; narrative: string; facts: string[]; model: string };
}

/**
 * How long a text is that is given in part: `chars` that are kept; `recorded`: what it had when it was recorded, where its middle
 * was cut out then; `from` and `next`: where the given part begins, and the one after it.
 */
export interface TextSize {
  chars: number;
  recorded?: { chars: number; lines: number };
  from?: number;
  next?: number;
}

/** What `get` answers: the records in the order asked for, and the ids that are unknown. */
export interface GetResult {
  records: MemoryRecord[];
  missing: string[];
  tokens: number;
}

/** A statement on a session, with the ids of the memories that it comes from. `author`: who wrote its words. */
export interface ToldOf {
  text: string;
  ids: string[];
  author?: Author;
}

/** A session that can be gone on with. Times are ISO 8601. */
export interface ResumedSession {
  id: string;
  agent: string;
  /** The agent's own id of it. */
  ref: string;
  /** What the session is called, and how it ended. */
  title?: string;
  project?: string;
  cwd?: string;
  startedAt: string;
  lastAt: string;
  /** What opens it again in its agent, where that is known. */
  command?: string;
}

/** The state of a session; every list is bounded. */
export interface ResumeState {
  task?: string;
  lastPrompt?: ToldOf;
  /** The newest first. */
  promptsBefore: ToldOf[];
  done: ToldOf[];
  open: ToldOf[];
  /** What failed and was not seen to succeed since, the newest first. */
  failing: { id: string; command: string; test: boolean; at: string; exitCode?: number; tests?: string[] }[];
  questions: ToldOf[];
  nextSteps: ToldOf[];
  decisions: ToldOf[];
  notes: ToldOf[];
  files: ResumedFile[];
  /** The last ten, oldest first. */
  lastObservations: { id: string; title: string }[];
  /** What happened last, when the session stopped in the middle, and whether its end was seen. */
  stoppedAfter?: { id: string; title: string };
  hasEnd?: boolean;
}

/** A file that a session changed. `changedSince`: another session changed it later. */
export interface ResumedFile {
  path: string;
  how?: 'created' | 'changed' | 'deleted';
  edits?: number;
  added?: number;
  removed?: number;
  lastAt?: string;
  by?: string;
  parts?: string[];
  changedSince?: { since: string; by: string };
}

/** What `resume` answers: the state of the work, in few words and field by field. Without a session: nothing was done yet. */
export interface ResumeResult {
  text: string;
  /** The same, line by line and entry by entry. */
  lines: { label: string; entries: string[] }[];
  session?: ResumedSession;
  state?: ResumeState;
  /** The checkpoint, and the memories that its state comes from. */
  ids: string[];
  tokens: number;
  notes: Note[];
}

/** What `checkpoint` did: the session's checkpoint as it is now, and the note's id. */
export interface CheckpointResult {
  id: string;
  sessionId: string;
  noteId?: string;
  redacted: Record<string, number>;
  record: MemoryRecord;
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

/**
 * What `forget` did. `trashed`: erased from memory, and kept in a file of its own until a time, to be brought back. `pending`:
 * an older reader keeps the write-ahead file from being emptied; it is tried again.
 */
export interface ForgetReport {
  state: 'erased' | 'trashed' | 'hidden' | 'pending' | 'restored';
  events: number;
  items: string[];
  bodies: number;
  /** Bytes that the disk got back. */
  freed: number;
  missing: string[];
  /** Texts that stay since another memory holds the same, by the ids of those. */
  shared: string[];
  /** Files of the home that were searched for the forgotten words afterwards. */
  searched: { files: number; bytes: number; found: string[] };
  /** What Cairn cannot reach: the agents' transcripts that contain it, paths. */
  beyond: string[];
  /** The batch by which a person brings it back, and until when (ISO 8601). */
  undo?: { batch: string; until: string };
  /** With `receipt`: by what another program checks it. */
  receipt?: ForgetReceipt;
  /**
   * How many of the memories were shared, and the members who erase them when they sync next. By `ids` the call `sync` tells who
   * has not confirmed it yet, and when all have.
   */
  sync?: { ids: string[]; memories: number; members: string[]; state: 'pending' };
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

/** What `doctor` found. */
export interface DoctorResult {
  checks: HealthCheck[];
}

/** Progress and result of an import. Bytes and lines are of transcript files. */
export interface ImportProgress {
  done: boolean;
  files: number;
  filesTotal: number;
  bytes: number;
  bytesTotal: number;
  /** Files that an earlier import has read completely, and bytes that it has read: both count as done. */
  filesKnown?: number;
  bytesKnown?: number;
  lines: number;
  read: number;
  skipped: Skipped;
  added: number;
  completed: number;
  duplicates: number;
  /** Added events by kind. */
  byKind: Record<string, number>;
  /** Events that were left out, by reason: pauses, excluded projects, and what was forgotten before. */
  leftOut?: Record<string, number>;
  file?: string;
  errors: { path: string; message: string }[];
  /** What claims to be a person's in files that are no evidence of one: it counts as an agent's unless they are imported with `mine`. */
  unproven: number;
  /** At the end: memories that are found by words alone until their vectors are made. */
  waiting?: number;
  /** Only for a dry run: what there is to import, by agent. */
  agents?: FoundAgent[];
  /** Only for an import from other memory products: rows read, by product and table. */
  tables?: Record<string, number>;
}

/** What a machine has of one agent. Files of subagents count as files, not as sessions; times are ISO 8601. */
export interface FoundAgent {
  agent: string;
  title: string;
  sessions: number;
  files: number;
  bytes: number;
  filesKnown: number;
  bytesKnown: number;
  firstAt: string;
  lastAt: string;
  /** The projects with the most sessions. */
  projects: { id: string; name: string; sessions: number }[];
  projectsTotal: number;
}
