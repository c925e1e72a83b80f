// What the calls take, by the names that the SDK has for it. Fields and their types come from the table of calls; fields
// that several calls share are named again for their doc comments, which an editor shows.

import type {
  CHANGES,
  EVENT,
  FILTER,
  InputOf,
  MESSAGE,
  OF_HERE,
  OF_PROJECT,
  STATEMENT,
  SUMMARY,
  WORK,
} from './calls/fields.ts';
import type { InputOfCall } from './calls.ts';

/**
 * One message of a conversation, for `record`. `tool`: the output of a tool; `system`: what the program wrote to the model.
 * `at`: milliseconds since 1970 or ISO 8601, default now.
 */
export interface MessageInput extends InputOf<typeof MESSAGE> {}

/** One thing an agent did, for `record`: `kind` is an event kind; the other fields are that kind's. */
export interface AgentEventInput extends InputOf<typeof EVENT> {
  [field: string]: unknown;
}

/** What `record` takes: events, or the messages of a conversation. */
export type RecordInput =
  | AgentEventInput[]
  | { sessionId: string; agent?: string; cwd?: string; messages: MessageInput[] };

/** What was observed, for `observe`: a title, and as much of the rest as there is. */
export interface ObservationInput extends InputOfCall<'observe'> {}

/** A piece of memory stated on purpose, for `remember`. */
export interface NoteInput extends InputOf<typeof STATEMENT>, InputOfCall<'remember'> {}

/**
 * What narrows a search or a list; all given fields must hold. Times: milliseconds since 1970 or ISO 8601, or a duration
 * back from now (`7d`, `12h`).
 */
export interface Filter extends InputOf<typeof FILTER> {}

/** A question, for `search`. Every field but the query narrows; `cursor` goes on where the page before ended. */
export interface SearchQuery extends Filter, InputOfCall<'search'> {}

/**
 * What to list, newest first. Kinds `session` and `project` are listed alone. `status`: only knowledge in that state;
 * `muted`: only what a person muted; `hidden`: only what is hidden; `failed`: only calls of tools that failed.
 */
export interface ListInput extends Omit<Filter, 'kinds'>, InputOfCall<'list'> {}

/**
 * What happened around an anchor, for `timeline`: any id, or a time (ISO 8601, or a duration back from now). For a session
 * its end, for a project its latest. `before` and `after` count entries, default 5 each. Within the anchor's session, around
 * a time within the caller's project, unless `project` is given.
 */
export interface TimelineInput extends InputOfCall<'timeline'> {}

/** Which part of what stands in a person's name, for `reviewLog`: default all projects, 20 on a page. */
export interface ReviewLogInput extends InputOfCall<'reviewLog'> {}

/** Which memory, for `history`. */
export interface HistoryInput extends InputOfCall<'history'> {}

/** What `update` changes. An absent field stays; only a person confirms, withdraws, supersedes, reopens,
 * shows again, mutes and renames. */
export interface UpdateInput extends InputOf<typeof CHANGES> {}

/** Which memory to share with the repository at hand, for `share`; with `undo` its file is taken out. */
export interface ShareInput extends InputOfCall<'share'> {}

/** Which checkout, for `shared`. */
export interface SharedInput extends InputOfCall<'shared'> {}

/** What `recall` takes: a question and what narrows it. */
export interface RecallInput extends Filter, InputOfCall<'recall'> {}

/** What context is wanted for, for `context`. */
export interface ContextRequest extends InputOfCall<'context'> {}

/** Which session to go on with, for `resume`: default the newest of the project that left something open. */
export interface ResumeInput extends InputOf<typeof OF_HERE>, InputOfCall<'resume'> {}

/** Which project, for `project`: default that of the caller's folder. */
export interface ProjectInput extends InputOf<typeof OF_HERE>, InputOfCall<'project'> {}

/** Which patterns, for `patterns`. */
export interface PatternsInput extends InputOf<typeof OF_PROJECT>, InputOfCall<'patterns'> {}

/** Which injections into sessions, for `impact`: default all of the project. */
export interface ImpactInput extends InputOf<typeof OF_PROJECT>, InputOfCall<'impact'> {}

/** Which time, for `stats`: default the last 30 days, or with `report` the last 7 or 30. */
export interface StatsInput extends InputOf<typeof OF_PROJECT>, InputOfCall<'stats'> {}

/** How many of the last sessions, for `repeats`. */
export interface RepeatsInput extends InputOfCall<'repeats'> {}

/** Whose statements, for `contradictions`. */
export interface ContradictionsInput extends InputOf<typeof OF_PROJECT>, InputOfCall<'contradictions'> {}

/** What to try, for `tripwires`: a command, or a path that would be changed. */
export interface TripwiresInput extends InputOf<typeof OF_HERE>, InputOfCall<'tripwires'> {}

/** Which session, for `session`: its id, the agent's own id of it, or any id of what belongs to it. */
export interface SessionInput extends InputOfCall<'session'> {}

/** Which session, for `story`, and which page of its steps. */
export interface StoryInput extends InputOfCall<'story'> {}

/** Whose threads, for `threads`. */
export interface ThreadsInput extends InputOf<typeof OF_HERE>, InputOfCall<'threads'> {}

/** Which file, for `file`: a path or its end; without it the files that were worked on. */
export interface FileInput extends InputOf<typeof OF_PROJECT>, InputOfCall<'file'> {}

/** Which memories, for `get`, and from which character on. */
export interface GetInput extends InputOfCall<'get'> {}

/** Which lines of which file, for `why`. */
export interface WhyInput extends InputOf<typeof OF_HERE>, InputOfCall<'why'> {}

/** What to look for in the sources of a project, for `smartSearch`. */
export interface SmartSearchInput extends InputOf<typeof OF_HERE>, InputOfCall<'smartSearch'> {}

/** Which file, for `smartOutline`, and how many tokens it may cost. */
export interface SmartOutlineInput extends InputOf<typeof OF_HERE>, InputOfCall<'smartOutline'> {}

/** Which symbol, for `smartUnfold`: by its name, by a file and a line, or by all of them. */
export interface SmartUnfoldInput extends InputOf<typeof OF_HERE>, InputOfCall<'smartUnfold'> {}

/**
 * What `checkpoint` takes: the session to take stock of, default the project's newest, a note, and what the caller says of its
 * work: task, progress, next steps, open questions, files.
 */
export interface CheckpointInput extends InputOf<typeof OF_HERE>, InputOf<typeof WORK>, InputOfCall<'checkpoint'> {}

/** What `summarize` takes: the session, default the project's newest, and its summary in prose or part by part. */
export interface SummarizeInput extends InputOf<typeof OF_HERE>, InputOf<typeof SUMMARY>, InputOfCall<'summarize'> {}

/**
 * What `forget` takes. By `ids` of memories and events it acts at once. By `session`, `project`, `query` or time, or by the
 * id of a session, a project or what is derived from all of a session, it answers a plan, and acts only with the plan's
 * token in `confirm`; several of them must hold together. An agent's call hides, and takes ids of memories only.
 */
export interface ForgetInput extends InputOfCall<'forget'> {}

/**
 * What `prune` takes: what is too old or too much, by default as the settings say. It answers a plan, and acts only with the
 * plan's token in `confirm` and the same input, but for an agent.
 */
export interface PruneInput extends InputOfCall<'prune'> {}

/** What `consolidate` takes: where repetitions are looked for. Plan, token and undo as for `prune`. */
export interface ConsolidateInput extends InputOfCall<'consolidate'> {}

/**
 * What `collect` takes. Without `collection` a new one is made, which needs a `name`: of what `add` names, or of what
 * answers `query` and what narrows it; with `live` of what answers it each time it is read.
 */
export interface CollectInput extends Filter, InputOfCall<'collect'> {}

/** What `collections` takes: nothing for the list, or one to be shown or, with a `format`, written out whole. */
export interface CollectionsInput extends InputOfCall<'collections'> {}

/** A question over a collection, for `ask`. */
export interface AskInput extends InputOfCall<'ask'> {}

/** Which events to read: those after a place in the log (default all), then, unless `follow` is false, as they come. */
export interface EventsInput extends InputOfCall<'events'> {}

/** What to import: all agents' transcripts of this machine by default, or the named files or folders. */
export interface ImportInput extends InputOfCall<'import'> {}

/** What to export: all, or one project. */
export interface ExportInput extends InputOfCall<'export'> {}

/**
 * What `llm` takes. `plan`: what would be sent, and send nothing; `run`: make the next call now. For all that waits, or one
 * session; `again`: for what another model worded, or this one by another prompt.
 */
export interface LlmInput extends InputOfCall<'llm'> {}

/** What `backups` takes: the name of a backup that is unpacked and looked at, or `*` for each. */
export interface BackupsInput extends InputOfCall<'backups'> {}

/** What `settings` takes: the key of a setting that is to be changed, and its value; or one that is to have its default. */
export interface SettingsInput extends InputOfCall<'settings'> {}

/** What `pause` takes: how long, and where; or that it ends. */
export interface PauseInput extends InputOfCall<'pause'> {}

/** What `sync` takes: one thing that is to be done, with what it needs; nothing to be told the state. */
export interface SyncInput extends InputOfCall<'sync'> {}

/** What `webhooks` takes: nothing, or that each address is sent a test message. */
export interface WebhooksInput extends InputOfCall<'webhooks'> {}

/** What `privacy` takes: nothing. */
export interface PrivacyInput extends InputOfCall<'privacy'> {}

/** What `log` takes: the least level, and how many lines. */
export interface LogInput extends InputOfCall<'log'> {}

/** What `jobs` takes: the number of a job that is to be taken out or stopped, or to be tried again now. */
export interface JobsInput extends InputOfCall<'jobs'> {}

/** What `rebuild` takes. `what`: see `REBUILDABLE`; default `items`. */
export interface RebuildInput extends InputOfCall<'rebuild'> {}

/** What the worker's part of `doctor` takes. `deep`: read everything and compare with its hashes. */
export interface DoctorInput extends InputOfCall<'doctor'> {}
