import { LIMITS } from '../core/limits.ts';
import type { ItemKind, KnowledgeStatus } from '../core/model/kinds.ts';
import {
  CATEGORIES,
  ITEM_KINDS,
  KNOWLEDGE_KINDS,
  MEANINGS,
  PATTERN_KINDS,
  PRUNED_KINDS,
  REBUILDABLE,
  SEARCH_MODES,
} from '../core/model/kinds.ts';
import { DAY_MS } from '../core/text/calendar.ts';
import type {
  AskInput,
  CheckpointInput,
  CollectInput,
  CollectionsInput,
  ConsolidateInput,
  ContextRequest,
  ContradictionsInput,
  DoctorInput,
  EventsInput,
  ExportInput,
  Filter,
  ForgetInput,
  ImpactInput,
  ImportInput,
  JobsInput,
  ListInput,
  LlmInput,
  MessageInput,
  NoteInput,
  PatternsInput,
  PruneInput,
  RebuildInput,
  RecallInput,
  ResumeInput,
  SearchQuery,
  SessionInput,
  StatsInput,
  TimelineInput,
  TripwiresInput,
  UpdateInput,
} from './requests.ts';

/** What a field holds. A `time` is milliseconds since 1970, ISO 8601 or, in a filter, a duration back from now. */
export type FieldType =
  | { type: 'text'; choices?: readonly string[] }
  | { type: 'texts'; choices?: readonly string[]; least: number; most: number }
  | { type: 'number' | 'integer'; least: number; most: number }
  | { type: 'boolean' }
  | { type: 'time' }
  /** A JSON object: any, or with exactly these fields. */
  | { type: 'object'; fields?: Fields }
  /** A list of objects, each judged by itself where it is used; `fields` says what they have beside others. */
  | { type: 'objects'; fields: Fields; most: number };

/** A field of a call's input: what it holds, and one line of help that stands alone. */
export type Field = FieldType & { help: string; required?: true };

/** The fields of an input by name. */
export type Fields = Readonly<Record<string, Field>>;

/** The fields of a type: all of them, those it must have marked so. */
type FieldsOf<Shape> = {
  readonly [Name in keyof Shape]-?: Field & (undefined extends Shape[Name] ? { required?: never } : { required: true });
};

/** The input of each call as one object, as it is on the wire. */
export interface CallInputs {
  record: { events?: object[]; sessionId?: string; agent?: string; cwd?: string; messages?: MessageInput[] };
  remember: NoteInput;
  search: SearchQuery;
  timeline: TimelineInput;
  get: { ids: string[] };
  list: ListInput;
  update: { id: string; changes: UpdateInput };
  recall: RecallInput;
  context: ContextRequest;
  resume: ResumeInput;
  session: SessionInput;
  patterns: PatternsInput;
  tripwires: TripwiresInput;
  impact: ImpactInput;
  stats: StatsInput;
  contradictions: ContradictionsInput;
  checkpoint: CheckpointInput;
  forget: ForgetInput;
  prune: PruneInput;
  consolidate: ConsolidateInput;
  collect: CollectInput;
  collections: CollectionsInput;
  ask: AskInput;
  events: EventsInput;
  import: ImportInput;
  export: ExportInput;
  status: Record<never, never>;
  llm: LlmInput;
  jobs: JobsInput;
  rebuild: RebuildInput;
  doctor: DoctorInput;
  settled: { timeoutMs?: number };
  listen: { port?: number };
}

/** Name of a call. */
export type CallName = keyof CallInputs;

/** The field that a call's input means when it is a bare text or, of `record` and `get`, a list. */
export const MAIN_FIELDS = {
  record: 'events',
  remember: 'text',
  search: 'query',
  timeline: 'anchor',
  get: 'ids',
  recall: 'query',
  context: 'prompt',
  resume: 'sessionId',
  session: 'id',
  checkpoint: 'note',
  collections: 'collection',
} as const satisfies Partial<Record<CallName, string>>;

const TEXTS = 100;
const PATHS = 1_000;
const STATUSES = ['stated', 'proposed', 'confirmed', 'superseded', 'withdrawn'] satisfies KnowledgeStatus[];
const LISTED: readonly (ItemKind | 'session' | 'project')[] = [...ITEM_KINDS, 'session', 'project'];

const OF_PROJECT = {
  project: {
    type: 'text',
    help: "A path inside the project, its name or id, `*` for all; default the caller's folder.",
  },
} as const;

const text = (help: string, choices?: readonly string[]) =>
  ({ type: 'text', help, ...(choices === undefined ? {} : { choices }) }) as const;
const texts = (help: string, choices?: readonly string[]) =>
  ({ type: 'texts', least: 0, most: TEXTS, help, ...(choices === undefined ? {} : { choices }) }) as const;
const integer = (help: string, least: number, most: number) => ({ type: 'integer', help, least, most }) as const;
const boolean = (help: string) => ({ type: 'boolean', help }) as const;
const time = (help: string) => ({ type: 'time', help }) as const;
const needed = <F extends Field>(field: F) => ({ ...field, required: true }) as const;

const limit = integer('How many on a page.', 1, LIMITS.hitsMax);
const cursor = text('Goes on where the page before ended: its `nextCursor`.');

const FILTER = {
  kinds: texts('Only memories of these kinds.', ITEM_KINDS),
  meaning: text('Only what means this for the work.', MEANINGS),
  category: text('Only what is about this part of the work.', CATEGORIES),
  project: text('A path inside the project, its name or id, or * for all.'),
  agent: text('Only what this agent did, as claude-code.'),
  session: text("A session's id, or the id of anything that belongs to it."),
  file: text('A path or the end of one: only what is about that file.'),
  concept: text('Only what names this concept.'),
  since: time('Not before this time: ISO 8601, milliseconds since 1970, or a duration back from now (7d, 12h).'),
  until: time('Not after this time, as `since`.'),
} as const satisfies FieldsOf<Filter>;

const STATEMENT = {
  title: text('One line; default the beginning of the text.'),
  kind: text('What it states; default by how it reads.', [...KNOWLEDGE_KINDS, 'note']),
  severity: text('How much it weighs, in words of your own.'),
  alternatives: texts('What was weighed and not taken.'),
  reason: text('Why it is so.'),
  confidence: { type: 'number', least: 0, most: 1, help: 'How sure, 0 to 1.' },
  concepts: texts('Concepts it is about.'),
  files: texts('Files it is about.'),
  metadata: { type: 'object', help: 'Anything of your own, given back as it is.' },
} as const satisfies Fields;

const EVENT = {
  kind: needed(text('Kind of the event; the other fields are those of the kind.')),
  sessionId: needed(text("The agent's own id of its session.")),
  agent: text('Name of the agent.'),
  at: time('When it happened; default now.'),
  cwd: text('Folder in which it happened.'),
  number: text('Your own number of it: the same number again is the same event.'),
  prompt: text("The agent's own id of the prompt it belongs to."),
  subagent: text("The agent's own id of the subagent in which it happened."),
} as const satisfies Fields;

const MESSAGE = {
  role: needed(text('Who said it; `tool`: what a tool gave back.', ['user', 'assistant', 'tool', 'system'])),
  content: needed(text('What was said.')),
  name: text('Who speaks: a person of several, or the tool.'),
  at: time('When it was said; default now.'),
  ref: text('Your own name for it, given back in its hits: the same name again is the same message.'),
} as const satisfies FieldsOf<MessageInput>;

/** What each call takes, field by field: the one place that says so. Checks, JSON Schemas and help are made from it. */
export const INPUTS: { readonly [Name in CallName]: FieldsOf<CallInputs[Name]> } = {
  record: {
    events: {
      type: 'objects',
      fields: EVENT,
      most: LIMITS.recordEvents,
      help: 'What an agent did, or else `messages`. A wrong one is skipped, and told in the answer.',
    },
    sessionId: text('Of `messages`: your own id of the conversation.'),
    agent: text('Of `messages`: name of the agent.'),
    cwd: text('Of `messages`: folder of the conversation.'),
    messages: { type: 'objects', fields: MESSAGE, most: LIMITS.recordEvents, help: 'A conversation, in order.' },
  },
  remember: {
    text: needed(text('The statement, in full sentences.')),
    ...STATEMENT,
    project: text("A path inside the project; default the caller's folder."),
    sessionId: text('The session it belongs to.'),
    at: time('When it was stated; default now.'),
    ref: text('Your own name for it; the same name again updates it.'),
  },
  search: {
    query: needed(text('Words, a question, identifiers, paths, "an exact phrase". Empty: the newest.')),
    ...FILTER,
    limit,
    cursor,
    explain: boolean('Say of each hit why it is one, in numbers and in words.'),
    mode: text('By words and by meaning (default), or by one of them alone.', SEARCH_MODES),
    sessions: boolean('Name the sessions that answer too.'),
    asOf: time('As if asked at this time, as `since`: nothing later is found.'),
  },
  timeline: {
    anchor: needed(text('Any id, or a time (ISO 8601), around which to look.')),
    before: integer('How many entries before the anchor; default 5.', 0, LIMITS.timelineEntries),
    after: integer('How many entries after the anchor; default 5.', 0, LIMITS.timelineEntries),
    kinds: FILTER.kinds,
    project: text("Across all sessions of this project; default only the anchor's session."),
  },
  get: {
    ids: needed({ type: 'texts', least: 0, most: LIMITS.getIds, help: `Ids of any kind, at most ${LIMITS.getIds}.` }),
  },
  list: {
    ...FILTER,
    kinds: texts('Only these kinds; `session` and `project` are listed alone.', LISTED),
    status: text('Only knowledge that stands so.', STATUSES),
    hidden: boolean('Only what is hidden.'),
    limit,
    cursor,
  },
  update: {
    id: needed(text('Id of what changes.')),
    changes: needed({
      type: 'object',
      help: 'What changes; a field that is absent stays.',
      fields: {
        text: text('The statement, in full sentences.'),
        ...STATEMENT,
        status: text('A person confirms it, or withdraws it.', ['confirmed', 'withdrawn']),
        hidden: boolean('Hide it, or (a person) show it again.'),
        name: text('Of a project: what it is called; empty for its own name.'),
      } satisfies FieldsOf<UpdateInput>,
    }),
  },
  recall: { query: needed(text('What to tell of, in plain words.')), ...FILTER },
  context: {
    cwd: text("A path inside the project; default the caller's folder."),
    prompt: text('The task at hand.'),
    file: text('The file about to be read or changed.'),
    sessionId: text('The session that is told.'),
    budget: integer('Tokens at most.', 0, LIMITS.contextTokens.max),
  },
  resume: {
    project: text("A path inside the project, its name or id; default the caller's folder."),
    sessionId: text("A session's id, the agent's own id of it, or the id of anything that belongs to it."),
    words: integer('Words of the text at most; default 200.', 40, 2_000),
  },
  patterns: {
    kind: text('Only this kind.', PATTERN_KINDS),
    project: text("A path inside the project, its name or id, `*` for all; default the caller's folder."),
    file: text('Only what is about this file: a path or its end.'),
    since: time('Seen at or after this time: ISO 8601, or back from now as `7d`.'),
    until: time('Seen at or before this time.'),
    limit,
    cursor,
  },
  impact: {
    ...OF_PROJECT,
    since: time('Told at or after this time: ISO 8601, or back from now as `7d`.'),
    until: time('Told at or before this time.'),
  },
  stats: {
    ...OF_PROJECT,
    since: time('From this time on: ISO 8601, or back from now as `7d`; default 30d.'),
    until: time('Up to this time.'),
    report: text('Tell of the last week or month for a person to read.', ['week', 'month']),
    format: text('Of the report; default text.', ['text', 'md']),
  },
  contradictions: { ...OF_PROJECT, limit },
  tripwires: {
    test: text('A command, or a path that would be changed: what would speak up at it.'),
    project: text("A path inside the project, its name or id; default the caller's folder."),
  },
  session: {
    id: {
      type: 'text',
      required: true,
      help: "A session's id, the agent's own id of it, or the id of anything in it.",
    },
  },
  checkpoint: {
    sessionId: text("A session's id, the agent's own id of it, or the id of anything that belongs to it."),
    project: text("A path inside the project, its name or id; default the caller's folder."),
    note: text('What to note on the session.'),
  },
  forget: {
    ids: { type: 'texts', least: 1, most: LIMITS.getIds, help: 'Ids of any kind: forgotten at once.' },
    session: text("A session's id, or the id of anything that belongs to it: all of that session."),
    project: text('A path inside the project, its name or id: all of that project.'),
    query: text('Words that must all stand in a memory.'),
    agent: text('Only what this agent did.'),
    since: time('Only what happened at this time or after.'),
    before: time('Only what happened before this time.'),
    dryRun: boolean('Only plan, also what `ids` name.'),
    confirm: text('The token of the plan that is to be carried out.'),
  },
  prune: {
    olderThan: time('Only what happened before this time: a duration back from now (180d), ISO 8601 or milliseconds.'),
    kinds: texts('Only these kinds.', PRUNED_KINDS),
    keep: integer('How many of the newest of each kind stay.', 0, 10_000_000),
    project: FILTER.project,
    confirm: text('The token of the plan that is to be carried out, with the same input.'),
    now: boolean('Erase for good at once, with all that was retired before.'),
    undo: text('Name of the batch to be brought back.'),
  },
  consolidate: {
    project: FILTER.project,
    olderThan: time('Only what happened before this time, as of `prune`; default 7d.'),
    confirm: text('The token of the plan that is to be carried out, with the same input.'),
    undo: text('Name of the batch to be brought back.'),
  },
  collect: {
    collection: text('Name or id of the collection that changes; without it a new one is made.'),
    name: text('What it is called from now on.'),
    description: text('What it is for.'),
    query: text('What it is made of: words or a question.'),
    ...FILTER,
    limit: integer('How many answers of the query it holds; default 50.', 1, LIMITS.hitsMax),
    live: boolean('Hold what answers the query each time it is read.'),
    add: { type: 'texts', least: 0, most: 1_000, help: 'Ids of memories, or of events, that come to it.' },
    remove: { type: 'texts', least: 0, most: 1_000, help: 'Ids of memories that leave it.' },
    delete: boolean('Delete it, or (false) bring it back. Its memories stay.'),
  },
  collections: {
    collection: text('Name or id of the one to be shown.'),
    deleted: boolean('Those that were deleted instead.'),
    format: text('Write it out whole.', ['md', 'json', 'plain']),
    limit,
    cursor,
  },
  ask: {
    collection: needed(text('Name or id of the collection.')),
    question: needed(text('What is to be answered.')),
    limit: integer('How many passages; default 5.', 1, 50),
  },
  events: {
    after: integer('Only events after this place in the log (`seq`); default all.', 0, Number.MAX_SAFE_INTEGER),
    follow: boolean('Go on as events come; default true.'),
    project: text('A path inside the project, its name or id.'),
    session: text("A session's id, or the id of anything that belongs to it."),
  },
  import: {
    agent: text('Only transcripts of this agent.'),
    project: text('Only sessions of this project: a path inside it, its name or id.'),
    since: time('Only sessions that were active at this time or after.'),
    paths: { type: 'texts', least: 0, most: PATHS, help: 'Files or folders; default all transcripts of this machine.' },
    dryRun: boolean('Only count the files.'),
    from: text('Another memory product by its name (claude-mem, kiro-memory, kimi-mneme, context-memory), or any.'),
    facts: boolean('Statements of CLAUDE.md, AGENTS.md and the like, as proposed knowledge.'),
  },
  export: { project: text('A path inside the project, its name or id; default all.') },
  status: {},
  llm: {
    plan: boolean('Tell what would be sent, exactly, and send nothing.'),
    run: boolean('Make the next call of the model now.'),
    again: boolean('Of what another model worded before, or this one by another prompt, instead of what waits.'),
    session: text("A session's id, or the id of anything that belongs to it; default all that waits."),
  },
  jobs: {
    cancel: integer('Takes the job of this number out, or stops it.', 1, Number.MAX_SAFE_INTEGER),
    retry: integer('Tries the job of this number again now.', 1, Number.MAX_SAFE_INTEGER),
  },
  rebuild: {
    what: {
      type: 'text',
      choices: REBUILDABLE,
      help: 'What is derived again: all from events (items, the default), the same after all was dropped (index), sessions, patterns, or the vectors of memories.',
    },
  },
  doctor: {
    deep: boolean('Read everything and compare it with its hashes.'),
    fix: boolean('Mend what can be mended.'),
  },
  settled: { timeoutMs: integer('Milliseconds to wait at most; default 30,000.', 0, DAY_MS) },
  listen: { port: integer('Port on 127.0.0.1; default any that is free.', 1, 65_535) },
};
