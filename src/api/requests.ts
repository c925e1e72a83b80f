import type { JsonObject } from '../core/json.ts';
import type {
  Category,
  ItemKind,
  KnowledgeKind,
  KnowledgeStatus,
  Meaning,
  PatternKind,
  PrunedKind,
  Rebuildable,
  SearchMode,
} from '../core/model/kinds.ts';

/**
 * One message of a conversation, for `record`. `tool`: what a tool gave back; `system`: what the program told the model.
 * `at`: milliseconds since 1970 or ISO 8601, default now.
 */
export interface MessageInput {
  role: 'user' | 'assistant' | 'tool' | 'system';
  content: string;
  /** Who speaks: a person of several, the tool. */
  name?: string;
  at?: number | string;
  /** The caller's own name for it, given back in its hits. */
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
  /** `words`: without vectors. `vectors`: what lies nearest in meaning, in that order; by words where that cannot be had. */
  mode?: SearchMode;
  /** Name the sessions that answer too, the best first. */
  sessions?: boolean;
  /** Answer as it would have been then: words like "last week" count back from it, and nothing later is found. */
  asOf?: number | string;
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

/** What `recall` takes: a question and what narrows it. */
export interface RecallInput extends Filter {
  query: string;
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

/** Which session to go on with, for `resume`: default the newest of the project that left something open. */
export interface ResumeInput {
  /** A path inside the project, its name or id; default the caller's folder. */
  project?: string;
  /** A session's id, the agent's own id of it, or any id of what belongs to it. */
  sessionId?: string;
  /** Words of the text at most; default 200. */
  words?: number;
}

/** Which patterns, for `patterns`. */
export interface PatternsInput {
  kind?: PatternKind;
  /** A path inside the project, its name or id, `*` for all; default the caller's folder. */
  project?: string;
  /** A path or its end. */
  file?: string;
  /** Seen at or after this time: ISO 8601, or back from now as `7d`. */
  since?: string;
  until?: string;
  limit?: number;
  cursor?: string;
}

/** Which tellings, for `impact`: default all of the project. */
export interface ImpactInput {
  /** A path inside the project, its name or id, `*` for all; default the caller's folder. */
  project?: string;
  /** ISO 8601, or back from now as `7d`. */
  since?: string;
  until?: string;
}

/** Which time, for `stats`: default the last 30 days, or with `report` the last 7 or 30. */
export interface StatsInput extends ImpactInput {
  report?: 'week' | 'month';
  /** Of the report; default text. */
  format?: 'text' | 'md';
}

/** Whose statements, for `contradictions`. */
export interface ContradictionsInput {
  /** A path inside the project, its name or id, `*` for all; default the caller's folder. */
  project?: string;
  limit?: number;
}

/** What to try, for `tripwires`: a command, or a path that would be changed. */
export interface TripwiresInput {
  test?: string;
  /** A path inside the project, its name or id; default the caller's folder. */
  project?: string;
}

/** Which session, for `session`: its id, the agent's own id of it, or any id of what belongs to it. */
export interface SessionInput {
  id: string;
}

/** What `checkpoint` takes: the session to take stock of, default the caller's own or the project's newest, and a note. */
export interface CheckpointInput {
  sessionId?: string;
  /** A path inside the project, its name or id; default the caller's folder. */
  project?: string;
  note?: string;
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

/**
 * What `prune` takes: what is too old or too much, by default as the settings say. It answers a plan, and acts only with the
 * plan's token in `confirm` and the same input, but for an agent.
 */
export interface PruneInput {
  /** What happened before this time: a duration back from now, ISO 8601 or milliseconds since 1970. */
  olderThan?: number | string;
  kinds?: PrunedKind[];
  /** So many of the newest of each kind stay. */
  keep?: number;
  /** As in `Filter`; default all. */
  project?: string;
  confirm?: string;
  /** Erase it for good at once, with all that was retired before, instead of after the grace. */
  now?: boolean;
  /** Bring back the batch of this name. */
  undo?: string;
}

/** What `consolidate` takes: where repetitions are looked for. Plan, token and undo as of `prune`. */
export interface ConsolidateInput {
  project?: string;
  /** What happened before this time; default 7d. */
  olderThan?: number | string;
  confirm?: string;
  undo?: string;
}

/**
 * What `collect` takes. Without `collection` a new one is made, which needs a `name`: of what `add` names, or of what
 * answers `query` and what narrows it; with `live` of what answers it each time it is read.
 */
export interface CollectInput extends Filter {
  /** Name or id of the collection that changes. */
  collection?: string;
  /** What it is called from now on. */
  name?: string;
  description?: string;
  query?: string;
  /** How many answers of the query it holds; default 50. */
  limit?: number;
  live?: boolean;
  /** Ids of memories, or of events for all that was made of them. */
  add?: string[];
  remove?: string[];
  /** True: delete it; false: bring it back. Its memories stay either way. */
  delete?: boolean;
}

/** What `collections` takes: nothing for the list, or one to be shown or, with a `format`, written out whole. */
export interface CollectionsInput {
  /** Name or id. */
  collection?: string;
  /** List those that were deleted instead. */
  deleted?: boolean;
  format?: 'md' | 'json' | 'plain';
  limit?: number;
  cursor?: string;
}

/** A question over a collection, for `ask`. */
export interface AskInput {
  /** Name or id. */
  collection: string;
  question: string;
  /** How many passages; default 5. */
  limit?: number;
}

/** Which events to tell: those after a place in the log (default all), then, unless `follow` is false, as they come. */
export interface EventsInput {
  after?: number;
  follow?: boolean;
  project?: string;
  session?: string;
}

/** What to import: all agents' transcripts of this machine by default, or the named files or folders. */
export interface ImportInput {
  agent?: string;
  /** A path inside the project, its name or id. */
  project?: string;
  /** Only sessions that were active since: a duration back from now (`7d`), ISO 8601, or milliseconds since 1970. */
  since?: string | number;
  paths?: string[];
  dryRun?: boolean;
  /** Another memory product by its name, or `any`: its databases, those named in `paths` or those found here. */
  from?: string;
  /** Statements of the instruction files in `paths`, files or folders; default of the caller's folder. */
  facts?: boolean;
}

/** What to export: all, or one project. */
export interface ExportInput {
  /** A path inside the project, its name or id; default all. */
  project?: string;
}

/**
 * What `llm` takes. `plan`: what would be sent, and send nothing; `run`: make the next call now. Of all that waits, or one
 * session; `again`: of what another model worded, or this one by another prompt.
 */
export interface LlmInput {
  plan?: boolean;
  run?: boolean;
  again?: boolean;
  /** A session's id, or the id of anything that belongs to it. */
  session?: string;
}

/** What `jobs` takes: the number of a job that is to be taken out or stopped, or to be tried again now. */
export interface JobsInput {
  cancel?: number;
  retry?: number;
}

/** What `rebuild` takes. `what`: see `REBUILDABLE`; default `items`. */
export interface RebuildInput {
  what?: Rebuildable;
}

/** What the owner's part of `doctor` takes. `deep`: read everything and compare with its hashes. */
export interface DoctorInput {
  deep?: boolean;
  fix?: boolean;
}
