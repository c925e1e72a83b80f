declare const brand: unique symbol;
type Branded<Name extends string> = string & {
  readonly [brand]: Name;
};
/** `e_` and 16 base32 characters: one thing an agent or a person did. */
type EventId = Branded<'event'>;
/** A letter of `ITEM_PREFIX`, `_` and 16 base32 characters: one thing that can be found. */
type ItemId = Branded<'item'>;
/** `s_` and 16 base32 characters: one session of one agent. */
type SessionId = Branded<'session'>;
/** `r_` and 16 base32 characters: one project. */
type ProjectId = Branded<'project'>;
/** Any JSON value. */
type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
/** A JSON object. */
interface JsonObject {
  [key: string]: JsonValue;
}
/** What recurs over sessions, and what speaks up when an action meets it. */
declare const PATTERN_KINDS: readonly ['error', 'fix', 'decision', 'preference', 'architecture', 'workflow', 'tripwire'];
/** A kind of pattern. */
type PatternKind = (typeof PATTERN_KINDS)[number];
/** What can be found. */
declare const ITEM_KINDS: readonly ['observation', 'knowledge', 'prompt', 'message', 'summary', 'checkpoint', 'topic', 'snippet', 'commit', 'pattern'];
/** A kind of item. */
type ItemKind = (typeof ITEM_KINDS)[number];
/** What retention lets go of: memories of these kinds. */
declare const PRUNED_KINDS: readonly ["observation", "prompt", "message"];
/** One of `PRUNED_KINDS`. */
type PrunedKind = (typeof PRUNED_KINDS)[number];
/** What an observation is of, or a free note. */
declare const OBSERVATION_KINDS: readonly ['file-read', 'file-write', 'command', 'research', 'delegation', 'tool-use', 'note'];
/** A kind of observation. */
type ObservationKind = (typeof OBSERVATION_KINDS)[number];
/** What a piece of knowledge states. */
declare const KNOWLEDGE_KINDS: readonly ['constraint', 'decision', 'heuristic', 'rejected'];
/** A kind of knowledge. */
type KnowledgeKind = (typeof KNOWLEDGE_KINDS)[number];
/** What an observation means for the work. */
declare const MEANINGS: readonly ['bugfix', 'feature', 'refactor', 'change', 'discovery', 'decision'];
/** A meaning. */
type Meaning = (typeof MEANINGS)[number];
/** What part of the work an item is about. */
declare const CATEGORIES: readonly ['security', 'testing', 'debugging', 'architecture', 'refactoring', 'config', 'docs', 'feature-dev', 'general'];
/** A category. */
type Category = (typeof CATEGORIES)[number];
/** Who the words of an item are from; what a tool, the repository or the web said is never told as an instruction. */
declare const AUTHORS: readonly ['person', 'agent', 'tool', 'repo', 'web'];
/** An author. */
type Author = (typeof AUTHORS)[number];
/** Where a piece of knowledge stands: a person's counts, an agent's is proposed until a person confirms it. */
type KnowledgeStatus = 'stated' | 'proposed' | 'confirmed' | 'superseded' | 'withdrawn';
/** The parts of an item that are not searched as text; every field is optional and kinds use what fits them. */
interface ItemDetail {
  /** Observation: what it is of. */
  observation?: ObservationKind;
  meaning?: Meaning;
  category?: Category;
  /** Knowledge: what it states, and where it stands. */
  knowledge?: KnowledgeKind;
  status?: KnowledgeStatus;
  severity?: string;
  reason?: string;
  confidence?: number;
  alternatives?: string[];
  /** Relative path, program name or the like. */
  subtitle?: string;
  facts?: string[];
  concepts?: string[];
  filesRead?: string[];
  filesChanged?: string[];
  /** The agent's tool, its exit code and whether it did what was asked. */
  tool?: string;
  exitCode?: number;
  success?: boolean;
  /** Why a call failed, also where its exit code was lost, as behind a pipe. */
  failure?: FailureDetail;
  /** Estimated cost in tokens of finding this out again. */
  tokens?: number;
  /** State of the agent's own todo tool after this event. */
  todos?: TodoChange;
  /** The agent's own id of the prompt that led here. */
  prompt?: string;
  /** The agent's own id of the subagent in which it happened. */
  subagent?: string;
  /** Overlaps what Cairn itself had injected: adds no count and no confidence. */
  echo?: boolean;
  /** An agent asked not to show it; a person can show it again. It answers no question meanwhile. */
  hidden?: boolean;
  /** It was taken out of sight with others, which `batch` names: given by id alone until it is pruned or restored. */
  retired?: {
    at: number;
    batch: string;
    reason: 'age' | 'count' | 'repeats';
  };
  /** It stands for equal ones, which were retired: how many there were, itself among them, and when first and last. */
  repeated?: {
    count: number;
    firstAt: number;
    lastAt: number;
    batch: string;
  };
  /**
   * Sentences of an agent that stand in what its session had read: pairs of code unit offsets in `text`, in order. They
   * are the words of what was read and are never told unasked.
   */
  quoted?: [number, number][];
  /** Of a commit: `files` are the session's changes since its last commit, a guess. */
  commit?: {
    hash: string;
    branch?: string;
    filesInferred: boolean;
  };
  /** Who said it, in a conversation of several; its text begins with the name. */
  speaker?: string;
  /** The caller's own name for the thing. */
  ref?: string;
  metadata?: JsonObject;
  /** Fields of one kind only (checkpoints: open tasks, files, last prompt). */
  checkpoint?: CheckpointDetail;
  /** Of the agent's summary at a compaction. */
  compaction?: CompactionDetail;
  summary?: SummaryDetail;
  snippet?: SnippetDetail;
  pattern?: PatternDetail;
}
/** Why a call failed: equal keys are the same failure. `line` is what was printed, `tests` are the names that failed. */
interface FailureDetail {
  key: string;
  line: string;
  tests?: string[];
  /** Whether it was a build, which hides what would come after it, or a test that ran. */
  stage?: 'build' | 'test';
}
/** One entry of an agent's todo list. */
interface Todo {
  id?: string;
  text: string;
  status: 'pending' | 'in_progress' | 'completed' | 'deleted';
}
/** What a todo tool said: the whole list, or one entry added or changed. */
type TodoChange = {
  list: Todo[];
} | {
  add: Todo;
} | {
  change: {
    id: string;
    status?: Todo['status'];
    text?: string;
  };
};
/**
 * Where a session stands, or stood at a compaction: what a later session needs to go on. Every list is bounded. Of one that
 * another memory kept, only what every checkpoint has is known.
 */
interface CheckpointDetail {
  task?: string;
  /** Open entries of the agent's todo tool, else the last prompt when nothing came of it. */
  openTasks: string[];
  /** The newest first. */
  filesChanged: string[];
  lastPrompt?: string;
  /** True when something succeeded after the last prompt. */
  progressed: boolean;
  /** Of `openTasks`, the item that told of each first. */
  openIds?: ItemId[];
  /** The last prompts that said something, the newest first. */
  prompts?: ItemId[];
  /** What was done: commits, entries of the todo list, what succeeds again after it failed; oldest first. */
  progress?: Sourced[];
  nextSteps?: Sourced[];
  openQuestions?: Sourced[];
  decisions?: Sourced[];
  /** What was noted on the session. */
  notes?: Sourced[];
  /** What became of each file of `filesChanged`, in that order. */
  files?: FileChanges[];
  /** Commands that failed and were not seen to succeed since, the newest first. */
  failing?: FailingCommand[];
  /** The last ten observations, oldest first. */
  lastObservations?: ItemId[];
  /** What happened last, when it was not the agent's answer: the session stopped in the middle. */
  stoppedAfter?: {
    id: ItemId;
    title: string;
  };
  /** How it ended; absent: nothing told of an end. */
  endedBy?: 'session end' | 'compaction';
  compaction?: CompactionDetail;
}
/** What a session did to a file, by its last edit; what is absent is a change, once, of no counted line. */
interface FileChanges {
  by: ItemId;
  how?: 'created' | 'deleted';
  edits?: number;
  added?: number;
  removed?: number;
  /** Functions, classes or headings that stand in what was changed. */
  parts?: string[];
}
/** A command that failed. */
interface FailingCommand {
  id: ItemId;
  /** As it was given, on one line. */
  command: string;
  /** It runs tests. */
  test: boolean;
  exitCode?: number;
  /** Names of tests that failed, as the output told of them. */
  tests?: string[];
  /** Milliseconds since 1970. */
  at: number;
}
/** What a compaction did. Tokens are the agent's own counts. */
interface CompactionDetail {
  trigger: string;
  tokensBefore?: number;
  tokensAfter?: number;
  /** Of a checkpoint: observations since the compaction before, which left the context. */
  dropped?: number;
  /** Of a checkpoint: the item of the compaction, with the agent's own summary. */
  by?: ItemId;
}
/** A sentence, and the items that it is taken from. Nothing in it stands in none of them. */
interface Sourced {
  text: string;
  ids: ItemId[];
}
/** How a session came out, as far as its items show. */
type Outcome = 'done' | 'part' | 'blocked' | 'abandoned' | 'unknown';
/** What a session was about and came to. Every list is bounded and in order of weight. */
interface SummaryDetail {
  outcome: Outcome;
  /** What shows the outcome. */
  outcomeBy: Sourced[];
  request: Sourced[];
  investigated: Sourced[];
  learned: Sourced[];
  completed: Sourced[];
  nextSteps: Sourced[];
  notes: Sourced[];
  decisions: Sourced[];
  problemsSolved: Sourced[];
  technologies: string[];
  topics: string[];
  /** What a person noted on this session. */
  userNotes: Sourced[];
  keyMessages: Sourced[];
  /** One or two sentences. */
  brief: string;
  /** Events, prompts, commands, failures, edits: by name. */
  counts: Record<string, number>;
  /** Parts of a long session, oldest first: when each ended, and what it was about. */
  parts?: {
    endedAt: number;
    brief: string;
    ids: ItemId[];
  }[];
  /** Of a model that wrote it instead of the rules, and the prompt it was asked by. */
  model?: string;
}
/** A piece of code worth keeping; its lines are the item's text. */
interface SnippetDetail {
  language: string;
  file?: string;
  /** First and last line in the file, from 1, where known. */
  lines?: [number, number];
  /** Why it was kept. */
  why: string;
}
/** What recurs, over all findings of one project, kind and key. Times in milliseconds since 1970. */
interface PatternDetail {
  pattern: PatternKind;
  key: string;
  count: number;
  sessions: number;
  firstAt: number;
  lastAt: number;
  firstSession: SessionId;
  lastSession: SessionId;
  evidence: ItemId[];
  files: string[];
  /** Fields of one kind only. */
  more?: JsonObject;
}
/** One thing that can be found, as the store holds it. `text` is indexed and at most 2,000 characters. */
interface Item {
  id: ItemId;
  kind: ItemKind;
  /** The event it was derived from; absent for items derived from a whole session. */
  event?: EventId;
  session?: SessionId;
  project?: ProjectId;
  /** Milliseconds since 1970. */
  at: number;
  author: Author;
  /** The session had read something untrusted before. */
  exposed: boolean;
  /** `rule@version` that made it. */
  rule: string;
  title: string;
  text: string;
  /** Search terms that the text does not hold as words: parts of identifiers and paths, bigrams. Space-separated. */
  terms: string;
  detail: ItemDetail;
  /** 53-bit hash of project, kind, title and text: equal content, equal hash. */
  contentHash: number;
}
/** One thing that `doctor` looked at. */
interface Check {
  /** Short and stable: `hook-fires:claude-code`. */
  name: string;
  status: 'ok' | 'warning' | 'failed';
  /** What was found. */
  message: string;
  /** Why it matters and what helps: a command. */
  fix?: string;
  /** True when `--fix` can mend it. */
  fixable?: boolean;
  fixed?: boolean;
}
/** Every code a `CairnError` can carry, with what it means. A closed table: adapters map it to exit codes and HTTP status. */
declare const ERROR_CODES: {
  readonly invalid_input: 'The caller gave a value of a wrong type or shape.';
  readonly not_found: 'The thing that was asked for does not exist.';
  readonly not_running: 'No owner answers and none may be started.';
  readonly unauthorized: 'The caller did not show the token.';
  readonly not_allowed: 'The caller may not do this.';
  readonly outdated: 'What was planned is not what is there any more.';
  readonly busy: 'Another process owns the home or the database is locked.';
  readonly timeout: 'It took longer than its limit.';
  readonly cancelled: 'The caller cancelled.';
  readonly newer_home: 'The home was written by a newer Cairn.';
  readonly damaged: 'A file of the home is damaged or is not what it should be.';
  readonly unwritable: 'A file or folder cannot be written.';
  readonly embedder_failed: 'The model or server that makes vectors failed.';
  readonly model_failed: 'The language model failed, or its answer could not be used.';
  readonly over_budget: 'What may be spent on models today is spent.';
  readonly low_disk: 'The disk is nearly full.';
  readonly unsupported: 'This platform, runtime or file cannot be used.';
  readonly internal: 'A fault of Cairn itself.';
};
/** A code of `ERROR_CODES`. */
type ErrorCode = keyof typeof ERROR_CODES;
/** What a `CairnError` looks like as plain JSON, on every surface. */
interface ErrorShape {
  code: ErrorCode;
  message: string;
  fix?: string;
}
/** What a `CairnError` may carry beside code and message: the command or step that helps, and the error beneath. */
interface ErrorDetail {
  fix?: string;
  cause?: unknown;
}
/** The one error type of Cairn: what happened (`message`), its `code`, and the command that helps (`fix`). */
export declare class CairnError extends Error {
  readonly code: ErrorCode;
  readonly fix: string | undefined;
  constructor(code: ErrorCode, message: string, detail?: ErrorDetail);
  toJSON(): ErrorShape;
}
/** Who typed a prompt, as far as the agent says so; only `person` is evidence of a person. */
type PromptOrigin = 'person' | 'program' | 'system' | 'unknown';
/** The agent's session began, resumed, was cleared, forked, or goes on after a compaction. */
interface SessionStart {
  kind: 'session.start';
  trigger: string;
  model?: string;
}
/** The agent's session ended. */
interface SessionEnd {
  kind: 'session.end';
  reason: string;
}
/** What was asked of the agent. */
interface Prompt {
  kind: 'prompt';
  text: string;
  origin: PromptOrigin;
  /** Who speaks, in a conversation of several. */
  speaker?: string;
  /** The caller's own name for it. */
  ref?: string;
  /** Most of it is what Cairn had injected into the session before. */
  echo?: true;
}
/** What the agent said, or (`from`) what a tool gave back of which no more is known. */
interface Message {
  kind: 'message';
  text: string;
  model?: string;
  from?: 'tool';
  /** As of a prompt. */
  speaker?: string;
  ref?: string;
  /** As of a prompt. */
  echo?: true;
}
/** A tool is about to run. */
interface ToolStart {
  kind: 'tool.start';
  tool: string;
  input: JsonObject;
}
/** A tool ran, well (`success`) or not. `output` is text; `result` is the structured result where there is one. */
interface ToolEnd {
  kind: 'tool.end';
  tool: string;
  input: JsonObject;
  output: string;
  success: boolean;
  result?: JsonValue;
  exitCode?: number;
  interrupted?: boolean;
  durationMs?: number;
  /** Words of the answer were left out that the agent read: nobody can tell any more whether it says them again. */
  withheld?: true;
  /** Hashes of the runs of words that stood between system tags: they are not kept, and are not the agent's own either. */
  tagged?: number[];
}
/** A subagent began its task. */
interface SubagentStart {
  kind: 'subagent.start';
  type: string;
  task?: string;
}
/** A subagent ended. */
interface SubagentEnd {
  kind: 'subagent.end';
  type: string;
  result?: string;
}
/** The agent is about to compact its context. */
interface CompactStart {
  kind: 'compact.start';
  trigger: string;
}
/** The agent compacted its context. Token counts are the agent's own. */
interface CompactEnd {
  kind: 'compact.end';
  trigger: string;
  summary?: string;
  tokensBefore?: number;
  tokensAfter?: number;
}
/** The agent finished a turn. */
interface TurnEnd {
  kind: 'turn.end';
}
/** A turn ended with an error. */
interface TurnFailed {
  kind: 'turn.failed';
  error: string;
}
/** The agent told its user something. */
interface Notification {
  kind: 'notification';
  message: string;
  type?: string;
}
/** The agent asked for leave to use a tool, or was refused it. */
interface Permission {
  kind: 'permission';
  tool: string;
  input: JsonObject;
  denied: boolean;
  reason?: string;
}
/** A person or an agent stated something to remember. */
interface Noted {
  kind: 'noted';
  text: string;
  title?: string;
  knowledge?: KnowledgeKind;
  /** True with evidence of a person. */
  person: boolean;
  /** Whose words they are, where they are neither a person's nor those of the agent that tells them. */
  author?: 'tool' | 'repo';
  /** What it is, where another memory kept it as that; default a note or, with `knowledge`, a rule. */
  item?: (typeof NOTED_ITEMS)[number];
  detail: Pick<ItemDetail, 'severity' | 'alternatives' | 'reason' | 'confidence' | 'concepts' | 'ref' | 'metadata' | 'filesChanged'> & BroughtDetail;
}
/** What a memory brought from elsewhere can be. */
declare const NOTED_ITEMS: readonly ['observation', 'summary', 'checkpoint', 'topic', 'snippet', 'pattern'];
/** What else another memory may know of what it kept. */
type BroughtDetail = Pick<ItemDetail, 'observation' | 'meaning' | 'category' | 'subtitle' | 'facts' | 'filesRead' | 'tokens' | 'checkpoint'>;
/** What of a stated memory may be changed; `note`: it states no rule any more. */
type NoteChanges = Partial<Pick<Noted, 'text' | 'title'>> & Partial<Omit<Noted['detail'], keyof BroughtDetail>> & {
  knowledge?: KnowledgeKind | 'note';
};
/** A person or an agent changed the words of a stated memory. */
interface Revised {
  kind: 'revised';
  /** Public id of the memory. */
  target: string;
  changes: NoteChanges;
  person: boolean;
}
/**
 * A person or an agent judged a memory: it holds (`confirmed`), it holds no more (`withdrawn`), it shall not be shown
 * (`hidden`), or be shown again (`shown`). The latest of each pair counts.
 */
interface Judged {
  kind: 'confirmed' | 'withdrawn' | 'hidden' | 'shown';
  /** Public id of the memory. */
  target: string;
  person: boolean;
}
/** A person called a project by another name. */
interface Renamed {
  kind: 'renamed';
  /** Public id of the project. */
  target: string;
  /** Empty: by its own name again. */
  name: string;
  person: boolean;
}
/**
 * Memories were taken out of sight together, until they are pruned or that is taken back (`restored`): they are neither
 * found nor told, and given by id alone.
 */
interface Retired {
  kind: 'retired' | 'restored';
  /** Public ids of the memories. */
  targets: string[];
  /** Names all that was retired at once, over several events. */
  batch: string;
  /** Of `retired`: too old, too many, or said again by another. */
  reason?: 'age' | 'count' | 'repeats';
  /** Memories that stand for others which only repeat them: how many they are now, and when first and last (ms). */
  standing?: {
    id: string;
    count: number;
    firstAt: number;
    lastAt: number;
  }[];
  person: boolean;
}
/** A person or an agent put memories together under a name, or changed that. */
interface Collected {
  kind: 'collected';
  /** Public id of the collection. */
  target: string;
  person: boolean;
  name?: string;
  description?: string;
  /** What it was made from: a question and what narrows it, as `search` takes them. */
  query?: JsonObject;
  /** True: it holds what answers its question at the time it is read. */
  live?: boolean;
  /** Public ids of memories that come to it, or leave it, by hand. */
  add?: string[];
  remove?: string[];
  /** True: there is no such collection any more; false: there is again. */
  dropped?: boolean;
}
/**
 * Events of a session are about to be erased because of their age: what was made of all of the session, which nobody could
 * make of the rest any more.
 */
interface Pruned {
  kind: 'pruned';
  /** Public id of the session. */
  target: string;
  /** Items and findings as they are, but for the session. */
  items: JsonObject[];
  findings: JsonObject[];
  person: boolean;
}
/** What an event says, by kind. A closed union: what an agent says beside these is skipped and counted. */
type EventBody = SessionStart | SessionEnd | Prompt | Message | ToolStart | ToolEnd | SubagentStart | SubagentEnd | CompactStart | CompactEnd | TurnEnd | TurnFailed | Notification | Permission | Noted | Revised | Judged | Renamed | Retired | Collected | Pruned;
/** A kind of event. */
type EventKind = EventBody['kind'];
/** Counts of what was skipped, by type: unknown lines, events and fields. */
type Skipped = Record<string, number>;
/** How a memory stands when it is read: nothing where nothing tells against it. */
interface Standing {
  /** The later memory that says otherwise of the same, or takes it back. */
  supersededBy?: string;
  /** It says that it, or what it names, is not to be kept or used. */
  withheld?: boolean;
  /** It says of itself that it is not certain, or true of another place. */
  doubtful?: boolean;
  /** A file that it shows was changed later: last when (ISO 8601), and by what. */
  stale?: {
    since: string;
    by: string;
  };
  /** It stands for equal ones, which were retired: how many there were, itself among them, first and last (ISO 8601). */
  repeated?: {
    count: number;
    firstAt: string;
    lastAt: string;
  };
  /** It is out of sight until it is pruned or restored: since when (ISO 8601), and by which batch. */
  retired?: {
    since: string;
    batch: string;
  };
}
/** What a health check or `status` wants to know of a store. */
interface StoreCounts {
  events: number;
  items: number;
  sessions: number;
  projects: number;
  byKind: Partial<Record<ItemKind, number>>;
  byEvent: Partial<Record<EventKind, number>>;
  sizeBytes: number;
  /** Of the database itself what holds something, and what nothing uses. */
  usedBytes: number;
  freeBytes: number;
  /** Events that are not derived yet. */
  pending: number;
}
/** What models are asked for. */
declare const MODEL_PURPOSES: readonly ['summary', 'observations', 'answer'];
/** A purpose. */
type ModelPurpose = (typeof MODEL_PURPOSES)[number];
/** What calls of models came to. Cost in the money of the prices. */
interface ModelUse {
  calls: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  cost: number;
}
/** What use is counted by. `day`: of this machine's calendar, `2026-11-22`. */
interface ModelUseKey {
  day: string;
  purpose: ModelPurpose;
  model: string;
}
/**
 * What the language model does that words summaries. `off`: none is set; `resting`: the battery is low; `over-budget`: until
 * tomorrow; `failed`: the rules alone until it works again. Cost in the money of the prices.
 */
interface ModelStatus {
  state: 'off' | 'idle' | 'working' | 'resting' | 'over-budget' | 'failed';
  model?: string;
  /** Summaries that it has not looked at. */
  waiting: number;
  today: ModelUse;
  /** What is left of the day's budget, where one is set. */
  tokensLeft?: number;
  costLeft?: number;
  /** What went wrong last, until it is made good. */
  error?: ErrorShape & {
    at: string;
  };
}
/** One call of a model as it would be made: exactly what would be sent, and what it would use at most. */
interface PlannedCall {
  /** Ids of the sessions whose summaries it is about. */
  sessions: string[];
  system: string;
  prompt: string;
  inputTokens: number;
  outputTokensMost: number;
  costMost: number;
}
/** What `llm` answers. */
interface LlmResult extends ModelStatus {
  purposes: string[];
  /** Answers that were bought and are kept. */
  answers: number;
  /** Of the last thirty days. */
  uses: (ModelUseKey & ModelUse)[];
  /** With `again`: summaries that another model worded, or this one by another prompt. */
  older?: number;
  plan?: PlannedCall[];
  /** What came of the next call: ids of summaries with new words, of those that stay, and how many are left. */
  run?: {
    refined: string[];
    kept: string[];
    left: number;
  };
}
/** What `record` did: all input is counted in one of the three. */
interface RecordResult {
  accepted: number;
  duplicates: number;
  skipped: {
    index: number;
    reason: string;
  }[];
}
/** What `remember` did. `proposed`: an agent stated it; it counts once a person confirms it. */
interface RememberResult {
  id: string;
  status: 'created' | 'updated' | 'merged' | 'proposed';
  /** Secrets that were taken out, by kind. */
  redacted: Record<string, number>;
  /** The latest earlier memory that says otherwise of the same and gives way. */
  supersedes?: string;
}
/** One memory in short: 50 to 100 tokens. */
interface Entry extends Standing {
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
/** One reason for a score, in words, and what it adds. */
interface Reason {
  score: number;
  says: string;
}
/** Why something was found. */
interface Explanation {
  /** The parts of the score, which is their sum; docs/search.md says what each is. */
  why: Record<string, number>;
  /** The same as one sentence. */
  whyText: string;
  /** The same in a few words each, the strongest first, in hundredths. */
  reasons: Reason[];
}
/** One answer of a search; with `explain` also why it is one. */
interface Hit extends Entry, Partial<Explanation> {
  score: number;
}
/** Something the caller should know about an answer. */
interface Note {
  code: string;
  message: string;
}
/** A session that answers as a whole. `ref`: the agent's, or the caller's, own id of it. */
interface SessionHit {
  sessionId: string;
  ref: string;
  score: number;
}
/** What `search` answers. `nextCursor` is absent on the last page. */
interface SearchResult {
  hits: Hit[];
  /** At most 50, the best first, when asked for with `sessions`; the same on each page. */
  sessions?: SessionHit[];
  nextCursor?: string;
  tokens: number;
  notes: Note[];
}
/** What `list` answers. `nextCursor` is absent on the last page. */
interface ListResult {
  entries: Entry[];
  nextCursor?: string;
  tokens: number;
}
/** One entry of a timeline: 200 to 500 tokens where the memory has so much to say. */
interface TimelineEntry extends Omit<Entry, 'snippet'> {
  /** What it says, head and tail of a longer one. */
  text: string;
  filesChanged?: string[];
  exitCode?: number;
  anchor?: true;
}
/** What `timeline` answers, oldest first. */
interface TimelineResult {
  anchor: string;
  entries: TimelineEntry[];
  /** True when there is more before the first, or after the last. */
  more: {
    before: boolean;
    after: boolean;
  };
  tokens: number;
}
/** What `update` did: the memory as it is now. */
interface UpdateResult {
  id: string;
  status: 'updated' | 'unchanged';
  redacted: Record<string, number>;
  record: MemoryRecord;
}
/** What `recall` answers: prose for a person, each sentence with the ids it comes from in square brackets. */
interface RecallResult {
  text: string;
  ids: string[];
  tokens: number;
  notes: Note[];
}
/** The whole of one memory, for `get`. */
interface MemoryRecord extends Standing {
  id: string;
  kind: ItemKind | 'event' | 'session' | 'project' | 'collection';
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
  links?: {
    relation: 'repeats' | 'near' | 'supersedes' | 'part-of';
    id: string;
  }[];
  /** Of knowledge: how far it can be relied on as it stands, from 0 to 1. */
  confidence?: number;
  /** Of an observation: what a language model said of it. */
  worded?: {
    title: string;
    narrative: string;
    facts: string[];
    model: string;
  };
}
/** What `get` answers: the records in the order asked for, and the ids that are unknown. */
interface GetResult {
  records: MemoryRecord[];
  missing: string[];
  tokens: number;
}
/** A block of context: text ready to be injected, and what it is made of. */
interface ContextResult {
  text: string;
  items: {
    id: string;
    kind: ItemKind;
    section: string;
    tokens: number;
  }[];
  tokens: number;
  notes: Note[];
}
/** Something that is told of a session: it stands in the memories of these ids. `author` of its words. */
interface ToldOf {
  text: string;
  ids: string[];
  author?: Author;
}
/** A session that can be gone on with. Times are ISO 8601. */
interface ResumedSession {
  id: string;
  agent: string;
  /** The agent's own id of it. */
  ref: string;
  project?: string;
  cwd?: string;
  startedAt: string;
  lastAt: string;
  /** What opens it again in its agent, where that is known. */
  command?: string;
}
/** Where a session stands; every list is bounded. */
interface ResumeState {
  task?: string;
  lastPrompt?: ToldOf;
  /** The newest first. */
  promptsBefore: ToldOf[];
  done: ToldOf[];
  open: ToldOf[];
  /** What failed and was not seen to succeed since, the newest first. */
  failing: {
    id: string;
    command: string;
    test: boolean;
    at: string;
    exitCode?: number;
    tests?: string[];
  }[];
  questions: ToldOf[];
  nextSteps: ToldOf[];
  decisions: ToldOf[];
  notes: ToldOf[];
  files: ResumedFile[];
  /** The last ten, oldest first. */
  lastObservations: {
    id: string;
    title: string;
  }[];
  /** What happened last, when the session stopped in the middle, and whether its end was seen. */
  stoppedAfter?: {
    id: string;
    title: string;
  };
  hasEnd?: boolean;
}
/** A file that a session changed. `changedSince`: another session changed it later. */
interface ResumedFile {
  path: string;
  how?: 'created' | 'changed' | 'deleted';
  edits?: number;
  added?: number;
  removed?: number;
  lastAt?: string;
  by?: string;
  parts?: string[];
  changedSince?: {
    since: string;
    by: string;
  };
}
/** What `resume` answers: where the work stands, in few words and field by field. Without a session: nothing was done yet. */
interface ResumeResult {
  text: string;
  /** The same, line by line and entry by entry. */
  lines: {
    label: string;
    entries: string[];
  }[];
  session?: ResumedSession;
  state?: ResumeState;
  /** The checkpoint, and what its state is told from. */
  ids: string[];
  tokens: number;
  notes: Note[];
}
/** What `checkpoint` did: the session's checkpoint as it is now, and the note's id. */
interface CheckpointResult {
  id: string;
  sessionId: string;
  noteId?: string;
  redacted: Record<string, number>;
  record: MemoryRecord;
}
/** What would be forgotten. `token` confirms exactly this; it is `outdated` once more belongs to it. */
interface ForgetPlan {
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
interface ForgetReport {
  state: 'erased' | 'hidden' | 'pending';
  events: number;
  items: string[];
  bodies: number;
  /** Bytes that the disk got back. */
  freed: number;
  missing: string[];
  /** Texts that stay since another memory holds the same, by the ids of those. */
  shared: string[];
  /** Files of the home that were searched for the forgotten words afterwards. */
  searched: {
    files: number;
    bytes: number;
    found: string[];
  };
  /** What Cairn cannot reach: the agents' transcripts that told of it, paths. */
  beyond: string[];
  notes: Note[];
}
/** What `forget` answers. */
type ForgetResult = ForgetPlan | ForgetReport;
/** One event of the log, for `events`; the other fields are its kind's. */
interface LoggedEvent {
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
interface DoctorResult {
  checks: Check[];
}
/** Progress and result of an import. Bytes and lines are of transcript files. */
interface ImportProgress {
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
  file?: string;
  errors: {
    path: string;
    message: string;
  }[];
  /** At the end: memories that are found by words alone until their vectors are made. */
  waiting?: number;
  /** Of a dry run: what there is to import, by agent. */
  agents?: FoundAgent[];
  /** Of an import from other memory products: rows read, by product and table. */
  tables?: Record<string, number>;
}
/** What a machine has of one agent. Files of subagents count as files, not as sessions; times are ISO 8601. */
interface FoundAgent {
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
  projects: {
    id: string;
    name: string;
    sessions: number;
  }[];
  projectsTotal: number;
}
/**
 * How far the memories are that are to be found by meaning. `off`: by configuration; `resting`: the battery is low;
 * `failed`: by words alone until the embedder works again.
 */
interface VectorStatus {
  state: 'off' | 'idle' | 'working' | 'resting' | 'failed';
  /** Name of the model whose vectors count. */
  model?: string;
  stored: number;
  waiting: number;
  /** Memories a second, and seconds that this leaves; while it works. */
  perSecond?: number;
  secondsLeft?: number;
  /** What went wrong last, until it is made good. */
  error?: ErrorShape & {
    at: string;
  };
}
/** State of a memory and its owner. */
interface StatusResult {
  version: string;
  home: string;
  counts: StoreCounts;
  /** Absent when the memory is embedded in the calling process. */
  owner?: {
    pid: number;
    startedAt: string;
    socket: string;
    version: string;
  };
  /** Ignored errors since ever, by reason. */
  ignored: Record<string, number>;
  /** Hook events since ever, by agent and event, and when last: evidence that hooks fire. */
  hooks: {
    agent: string;
    event: string;
    count: number;
    lastAt: string;
  }[];
  skipped: Skipped;
  jobs: {
    waiting: number;
    dead: number;
  };
  /** Sessions and patterns that are to be made anew. */
  distilling: {
    sessions: number;
    patterns: number;
  };
  /** Room on the disk: `low`, long texts are not kept; `full`, nothing new is. `grown`: the database, since a time of the last 30 days. */
  disk: {
    room: 'ample' | 'low' | 'full';
    freeBytes?: number;
    grown?: {
      bytes: number;
      since: string;
    };
  };
  journal: {
    files: number;
  };
  vectors: VectorStatus;
  models: ModelStatus;
}
/** A collection in short. */
interface CollectionEntry {
  id: string;
  name: string;
  description?: string;
  /** What it was made from, or holds the answers to. */
  query?: JsonObject;
  live: boolean;
  /** Memories that it holds; of a live one those that were put in by hand. */
  members: number;
  /** ISO 8601. */
  createdAt: string;
  changedAt: string;
  deleted?: true;
}
/** What `collect` did. `missing`: ids that name no memory. */
interface CollectResult {
  status: 'created' | 'changed' | 'unchanged' | 'deleted' | 'restored';
  collection: CollectionEntry;
  missing: string[];
}
/** What `collections` answers: all of them or, with the memories that it holds, the one that was asked for. */
interface CollectionsResult {
  collections: CollectionEntry[];
  entries?: Entry[];
  /** Present when there is more. */
  nextCursor?: string;
  /** The collection whole, in the format that was asked for. */
  text?: string;
  tokens: number;
}
/** The sentences of a memory that bear on a question. */
interface Passage {
  id: string;
  kind: ItemKind;
  at: string;
  title: string;
  text: string;
  author: Author;
  score: number;
}
/** What `ask` answers: passages, the best first, and an answer in sentences, each with the ids it comes from. */
interface AskResult {
  collection: string;
  passages: Passage[];
  text: string;
  /** Name of the model that wrote `text`; absent: it was made by rules. */
  model?: string;
  ids: string[];
  tokens: number;
  notes: Note[];
}
/**
 * Two statements on one subject that differ. `sure`: they cannot both hold, and the newer wins unless a person says
 * otherwise; else they may, and both stand.
 */
interface Contradiction {
  older: Entry;
  newer: Entry;
  sure: boolean;
}
/** What `contradictions` answers, sure ones first, then those with the newest statement. */
interface ContradictionsResult {
  contradictions: Contradiction[];
  tokens: number;
  notes: Note[];
}
/** A mean with its 95 % interval, as the normal distribution has it. Without two values the interval is as wide as can be. */
interface Mean {
  n: number;
  mean: number;
  low?: number;
  high?: number;
}
/** So many of so many, with the 95 % interval of their share from 0 to 1 (Wilson 1927). Of none, nothing is known. */
interface Share {
  n: number;
  of: number;
  low: number;
  high: number;
}
/** Memories that were told unasked, of one kind, section, agent or occasion, and of how many something was used. */
interface ImpactRow {
  name: string;
  used: Share;
}
/** Blocks of one day, agent or occasion: what they cost, and of how many something was used. */
interface ImpactCost extends ImpactRow {
  tokens: number;
}
/** A memory that was told often. */
interface ImpactMemory {
  id: string;
  kind: ItemKind;
  title: string;
  told: number;
  used: number;
}
/** Sessions of one side of a comparison, by what is counted of a session. */
interface ImpactSide {
  sessions: number;
  failures: Mean;
  prompts: Mean;
}
/** What telling came to, for `impact`. "Used" is what was seen after a telling: it does not prove that it helped. */
interface ImpactResult {
  /** ISO 8601, of the first and the last telling that is counted. */
  since?: string;
  until?: string;
  sessions: number;
  /** Blocks that were handed to agents unasked, and their tokens. */
  blocks: number;
  tokens: number;
  /** Blocks of which something was used, and memories in them. */
  used: Share;
  memories: Share;
  /** Memories by how they were used; one may be used in several ways. */
  ways: {
    fetched: number;
    touched: number;
    repeated: number;
    heeded: number;
  };
  days: ImpactCost[];
  agents: ImpactCost[];
  occasions: ImpactCost[];
  sections: ImpactRow[];
  kinds: ImpactRow[];
  /** Failures that were told with what is known of them, of which so many did not come again in that session. */
  failures: Share;
  /** Tripwires that spoke before a call, of which so many were not met afterwards. */
  tripwires: Share;
  /** Rules that name a command or a path, told at a start or a prompt, of which so many were not broken afterwards. */
  rules: Share;
  mostUsed: ImpactMemory[];
  /** Told at least three times and never used. */
  neverUsed: ImpactMemory[];
  /** Of sessions that were told, and those from which it was kept back (`meter.control`). */
  control?: {
    told: ImpactSide;
    keptBack: ImpactSide;
  };
  notes: Note[];
}
/** A job. `dueAt`: of one that is under way, when its lease ends. `progress`: as the work told it last. */
interface JobEntry {
  id: number;
  kind: string;
  key: string;
  state: 'ready' | 'leased' | 'dead';
  priority: number;
  attempts: number;
  dueAt: string;
  error?: string;
  progress?: JsonObject;
  /** It was asked to stop. */
  isCancelled?: true;
}
/** Jobs in the order in which they came, and what waits to be derived and distilled. */
interface JobsResult {
  jobs: JobEntry[];
  waiting: {
    events: number;
    sessions: number;
    patterns: number;
  };
}
/** Something that recurs, as `patterns` tells it. */
interface PatternEntry {
  id: string;
  kind: PatternKind;
  /** One line that names it. */
  label: string;
  /** The same in one text of at most 2,000 characters. */
  text: string;
  key: string;
  count: number;
  sessions: number;
  /** ISO 8601, of the first and the last time. */
  firstAt: string;
  lastAt: string;
  firstSession: string;
  lastSession: string;
  project?: string;
  files: string[];
  /** Ids of what shows it, the most telling first. */
  evidence: string[];
  author: Author;
  exposed: boolean;
  /** Of a tripwire: it speaks up once a person has confirmed it. */
  status?: KnowledgeStatus;
  /** Fields of one kind only. */
  more?: JsonObject;
  tokens: number;
}
/** What `patterns` answers: those seen last first. */
interface PatternsResult {
  patterns: PatternEntry[];
  nextCursor?: string;
  tokens: number;
  notes: Note[];
}
/**
 * What is derived again. `items`: all, while what was there stays to be found; `index`: the same, after all that is derived
 * was dropped; `sessions`: what is made of whole sessions, and patterns; `patterns`: these alone; `vectors`: each is made
 * again by the model, and the former one counts until then.
 */
declare const REBUILDABLE: readonly ['items', 'index', 'sessions', 'patterns', 'vectors'];
/** One of `REBUILDABLE`. */
type Rebuildable = (typeof REBUILDABLE)[number];
/** By what is looked and ranked: by words and by meaning with all that tells (`hybrid`, the default), or by one of the two. */
declare const SEARCH_MODES: readonly ['hybrid', 'words', 'vectors'];
/** A mode of searching. */
type SearchMode = (typeof SEARCH_MODES)[number];
/**
 * One message of a conversation, for `record`. `tool`: what a tool gave back; `system`: what the program told the model.
 * `at`: milliseconds since 1970 or ISO 8601, default now.
 */
interface MessageInput {
  role: 'user' | 'assistant' | 'tool' | 'system';
  content: string;
  /** Who speaks: a person of several, the tool. */
  name?: string;
  at?: number | string;
  /** The caller's own name for it, given back in its hits. */
  ref?: string;
}
/** One thing an agent did, for `record`: `kind` is an event kind; the other fields are that kind's. */
interface AgentEventInput {
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
type RecordInput = AgentEventInput[] | {
  sessionId: string;
  agent?: string;
  cwd?: string;
  messages: MessageInput[];
};
/** A piece of memory stated on purpose, for `remember`. */
interface NoteInput {
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
interface Filter {
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
interface SearchQuery extends Filter {
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
interface ListInput extends Omit<Filter, 'kinds'> {
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
interface TimelineInput {
  anchor: string;
  before?: number;
  after?: number;
  kinds?: ItemKind[];
  /** As in `Filter`: across all sessions of it. */
  project?: string;
}
/** What `update` changes. An absent field stays; only a person confirms, withdraws, shows again and renames. */
interface UpdateInput {
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
interface RecallInput extends Filter {
  query: string;
}
/** What context is wanted for, for `context`. */
interface ContextRequest {
  /** A path inside the project; default the caller's folder. */
  cwd?: string;
  prompt?: string;
  file?: string;
  sessionId?: string;
  /** Tokens, at most 2,000. */
  budget?: number;
}
/** Which session to go on with, for `resume`: default the newest of the project that left something open. */
interface ResumeInput {
  /** A path inside the project, its name or id; default the caller's folder. */
  project?: string;
  /** A session's id, the agent's own id of it, or any id of what belongs to it. */
  sessionId?: string;
  /** Words of the text at most; default 200. */
  words?: number;
}
/** Which patterns, for `patterns`. */
interface PatternsInput {
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
interface ImpactInput {
  /** A path inside the project, its name or id, `*` for all; default the caller's folder. */
  project?: string;
  /** ISO 8601, or back from now as `7d`. */
  since?: string;
  until?: string;
}
/** Which time, for `stats`: default the last 30 days, or with `report` the last 7 or 30. */
interface StatsInput extends ImpactInput {
  report?: 'week' | 'month';
  /** Of the report; default text. */
  format?: 'text' | 'md';
}
/** Whose statements, for `contradictions`. */
interface ContradictionsInput {
  /** A path inside the project, its name or id, `*` for all; default the caller's folder. */
  project?: string;
  limit?: number;
}
/** What to try, for `tripwires`: a command, or a path that would be changed. */
interface TripwiresInput {
  test?: string;
  /** A path inside the project, its name or id; default the caller's folder. */
  project?: string;
}
/** Which session, for `session`: its id, the agent's own id of it, or any id of what belongs to it. */
interface SessionInput {
  id: string;
}
/** What `checkpoint` takes: the session to take stock of, default the caller's own or the project's newest, and a note. */
interface CheckpointInput {
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
interface ForgetInput {
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
interface PruneInput {
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
interface ConsolidateInput {
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
interface CollectInput extends Filter {
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
interface CollectionsInput {
  /** Name or id. */
  collection?: string;
  /** List those that were deleted instead. */
  deleted?: boolean;
  format?: 'md' | 'json' | 'plain';
  limit?: number;
  cursor?: string;
}
/** A question over a collection, for `ask`. */
interface AskInput {
  /** Name or id. */
  collection: string;
  question: string;
  /** How many passages; default 5. */
  limit?: number;
}
/** Which events to tell: those after a place in the log (default all), then, unless `follow` is false, as they come. */
interface EventsInput {
  after?: number;
  follow?: boolean;
  project?: string;
  session?: string;
}
/** What to import: all agents' transcripts of this machine by default, or the named files or folders. */
interface ImportInput {
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
interface ExportInput {
  /** A path inside the project, its name or id; default all. */
  project?: string;
}
/**
 * What `llm` takes. `plan`: what would be sent, and send nothing; `run`: make the next call now. Of all that waits, or one
 * session; `again`: of what another model worded, or this one by another prompt.
 */
interface LlmInput {
  plan?: boolean;
  run?: boolean;
  again?: boolean;
  /** A session's id, or the id of anything that belongs to it. */
  session?: string;
}
/** What `jobs` takes: the number of a job that is to be taken out or stopped, or to be tried again now. */
interface JobsInput {
  cancel?: number;
  retry?: number;
}
/** What `rebuild` takes. `what`: see `REBUILDABLE`; default `items`. */
interface RebuildInput {
  what?: Rebuildable;
}
/** What the owner's part of `doctor` takes. `deep`: read everything and compare with its hashes. */
interface DoctorInput {
  deep?: boolean;
  fix?: boolean;
}
/** What was taken out of sight at once. */
interface RetiredBatch {
  /** What `undo` takes. */
  batch: string;
  reason: 'age' | 'count' | 'repeats';
  /** ISO 8601. */
  at: string;
  items: number;
  /** From then on it is erased for good. */
  prunedFrom: string;
}
/** What `prune` or `consolidate` would take out of sight. `token` confirms exactly this. */
interface RetirePlan {
  state: 'planned';
  token: string;
  items: number;
  /** By kind, observations by what they are of. */
  byKind: Record<string, number>;
  /** About how much is said in what they were made of. */
  bytes: number;
  /** Memories that stand for them from then on. */
  standing: number;
  /** ISO 8601. */
  firstAt?: string;
  lastAt?: string;
  /** Some of them. */
  sample: Entry[];
  /** What is out of sight already. */
  batches: RetiredBatch[];
  notes: Note[];
}
/** What `prune` or `consolidate` did. `events` and `bodies` were erased for good. */
interface RetireReport {
  state: 'retired' | 'restored' | 'pruned';
  batch: string;
  items: number;
  events: number;
  bodies: number;
  /** Bytes that the disk got back. */
  freed: number;
  notes: Note[];
}
/** What `prune` and `consolidate` answer. */
type RetireResult = RetirePlan | RetireReport;
/** A session's summary, and the memory that it is. */
interface SessionSummary extends SummaryDetail {
  id: string;
  /** ISO 8601, of the last event it tells of. */
  at: string;
  /** The same in one text of at most 2,000 characters. */
  text: string;
  author: Author;
  exposed: boolean;
  rule: string;
}
/** A piece of code that a session left; its lines are the text. */
interface SessionSnippet extends SnippetDetail {
  id: string;
  /** ISO 8601. */
  at: string;
  title: string;
  text: string;
}
/** What `session` answers. Without a summary when the session said and did nothing, or is not distilled yet. */
interface SessionResult {
  id: string;
  agent: string;
  /** The agent's own id of it. */
  ref: string;
  project?: string;
  cwd?: string;
  /** ISO 8601. */
  startedAt: string;
  lastAt: string;
  endedAt?: string;
  title: string;
  /** It had read something untrusted. */
  exposed: boolean;
  summary?: SessionSummary;
  topics: {
    id: string;
    title: string;
  }[];
  snippets: SessionSnippet[];
  /** Where it stands: `resume` tells it. */
  checkpoint?: string;
  tokens: number;
}
/** What happened in a time, or on a day of it (`day`: as the clock here has it). */
interface StatsDay {
  day: string;
  sessions: number;
  memories: number;
  prompts: number;
  failures: number;
}
/** A session that stands out among the twenty before it: by what, and by how many standard deviations. */
interface StatsAnomaly {
  sessionId: string;
  /** ISO 8601. */
  at: string;
  agent: string;
  what: 'failures' | 'minutes' | 'edits';
  value: number;
  mean: number;
  z: number;
}
/** What a memory holds and what was done, for `stats`. */
interface StatsResult {
  /** ISO 8601. */
  since: string;
  until: string;
  project?: string;
  totals: {
    sessions: number;
    memories: number;
    prompts: number;
    commands: number;
    failures: number;
    edits: number;
    commits: number;
  };
  days: StatsDay[];
  kinds: Record<string, number>;
  agents: Record<string, number>;
  /** By how they came out, as far as their summaries tell. */
  outcomes: Partial<Record<Outcome, number>>;
  /** Of a session: minutes in which something happened (in parts of five), prompts, failures, edits. */
  perSession: {
    minutes: Mean;
    prompts: Mean;
    failures: Mean;
    edits: Mean;
  };
  /** Memories by day of the week (Monday first) and hour, as the clock here has them. */
  heat: number[][];
  concepts: {
    name: string;
    memories: number;
  }[];
  /** Tokens of what the memories were made from, about; of what was told unasked; and in how many blocks. */
  tokens: {
    sources: number;
    told: number;
    blocks: number;
  };
  anomalies: StatsAnomaly[];
  /** The same for a person to read, where a report was asked for. */
  report?: string;
  notes: Note[];
}
/** A tripwire that a command or path meets. */
interface TrippedEntry {
  id: string;
  status: KnowledgeStatus;
  /** It is confirmed, and tripwires are on. */
  speaks: boolean;
  /** The call would not run, where the agent takes a refusal. */
  refuses: boolean;
  /** `the command npm`, `changes of vendor/`. */
  waitsFor: string;
  /** Id of the rule that it stands on. */
  rule?: string;
  /** What the agent would read. */
  says: string;
}
/** What `tripwires` answers: how many the project has, and those that are met. */
interface TripwiresResult {
  mode: 'off' | 'warn' | 'block';
  waiting: number;
  met: TrippedEntry[];
}
/** Who is calling: `person` needs evidence. */
interface Caller {
  surface: 'sdk' | 'mcp' | 'cli' | 'http';
  person: boolean;
  /** True when it is known to be an agent (MCP, or a process with an agent's environment): it may hide, not erase. */
  agent?: boolean;
  /** Under which session its acts stand; default one for each surface. */
  session?: string;
  cwd?: string;
}
/** Options of one call. */
interface CallOptions {
  signal?: AbortSignal;
  /** Names a call of `record`: the same name again is the same call, told once more, and adds nothing. */
  delivery?: string;
}
/** The memory. Plain JSON in and out; every failure is a `CairnError`. */
interface Memory extends AsyncDisposable {
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
  /** Where the work stands: for who goes on with a session. */
  resume(input?: string | ResumeInput, options?: CallOptions): Promise<ResumeResult>;
  /** A session as its summary tells it, with its topics and its snippets of code. */
  session(input: string | SessionInput, options?: CallOptions): Promise<SessionResult>;
  /** What recurs over sessions: errors and what fixed them, decisions, preferences, files that go together, workflows. */
  patterns(input?: PatternsInput, options?: CallOptions): Promise<PatternsResult>;
  /** What would speak up at a command or a change of a path. */
  tripwires(input?: TripwiresInput, options?: CallOptions): Promise<TripwiresResult>;
  /** What was told to agents unasked, what it cost, and what of it was used afterwards. */
  impact(input?: ImpactInput, options?: CallOptions): Promise<ImpactResult>;
  /** What was done in a time, in figures, with what stands out; and as a report. */
  stats(input?: StatsInput, options?: CallOptions): Promise<StatsResult>;
  /** Statements on one subject that cannot both hold. */
  contradictions(input?: ContradictionsInput, options?: CallOptions): Promise<ContradictionsResult>;
  /** Takes stock of a session now, with a note on it. */
  checkpoint(input?: string | CheckpointInput, options?: CallOptions): Promise<CheckpointResult>;
  forget(input: ForgetInput, options?: CallOptions): Promise<ForgetResult>;
  /** What is too old or too much: a plan, or with its token, but not for an agent, out of sight until it is pruned for good. */
  prune(input?: PruneInput, options?: CallOptions): Promise<RetireResult>;
  /** What only repeats: a plan, or with its token, but not for an agent, one stands for all. */
  consolidate(input?: ConsolidateInput, options?: CallOptions): Promise<RetireResult>;
  /** Makes, changes or deletes a collection. */
  collect(input: CollectInput, options?: CallOptions): Promise<CollectResult>;
  /** All collections, or one with what it holds. */
  collections(input?: string | CollectionsInput, options?: CallOptions): Promise<CollectionsResult>;
  /** Answers a question from the memories of a collection. */
  ask(input: AskInput, options?: CallOptions): Promise<AskResult>;
  /** The log from a place on; goes on as events come until the caller stops or `signal` aborts. */
  events(input?: EventsInput, options?: CallOptions): AsyncIterable<LoggedEvent>;
  /** Imports transcripts; yields progress about twice a second and once at the end (`done`). */
  import(input?: ImportInput, options?: CallOptions): AsyncIterable<ImportProgress>;
  /** All that the home holds, for another home: each value is a line, as its JSON text. */
  export(input?: ExportInput, options?: CallOptions): AsyncIterable<JsonObject>;
  status(options?: CallOptions): Promise<StatusResult>;
  /** What the language model does, did and would be sent. */
  llm(input?: LlmInput, options?: CallOptions): Promise<LlmResult>;
  /** Jobs that wait, are under way or were given up, and how much is still to be derived; cancels or retries one. */
  jobs(input?: JobsInput, options?: CallOptions): Promise<JobsResult>;
  /** Has everything, or a part, derived again in the background, with the same ids; `jobs` says how far it is. */
  rebuild(input?: RebuildInput, options?: CallOptions): Promise<JobEntry>;
  /** What the owner knows of its own health. */
  doctor(input?: DoctorInput, options?: CallOptions): Promise<DoctorResult>;
  /**
   * Resolves when nothing is left to derive, or to embed by an embedder that works; `timeout` after `timeoutMs` (default
   * 30,000).
   */
  settled(options?: {
    timeoutMs?: number;
  } & CallOptions): Promise<void>;
  close(): Promise<void>;
}
/** An item as ranking and packing see it. */
type RankedItem = Item & {
  score: number;
  why: Record<string, number>;
};
/** What a text is embedded for: some models want questions and what answers them told apart. */
type EmbedPurpose = 'memory' | 'question';
/** An embedder that a caller of the SDK brings. */
interface GivenEmbedder {
  /** Name of the model; vectors of two names are never compared. */
  model: string;
  /** Numbers of a vector. */
  dimensions: number;
  /** A vector for each text, in order, of any length but 0. */
  embed(texts: readonly string[], options: {
    purpose: EmbedPurpose;
    signal?: AbortSignal;
  }): Promise<readonly ArrayLike<number>[]>;
  /** Called when the memory is closed. */
  close?(): Promise<void> | void;
}
/** Where Cairn's files lie in its home. Absolute paths, `/` between the parts. */
interface HomePaths {
  home: string;
  /** The database. */
  db: string;
  /** SQLite file whose exclusive lock the owner holds. */
  lock: string;
  /** Who owns the home: JSON, there while an owner runs. */
  state: string;
  /** Path of the owner's socket, one line, there while an owner runs; what the hook script reads. */
  socket: string;
  /** Where the owner answers on TCP, with the token: JSON, there while it does. */
  http: string;
  /** Folder of what hooks left while no owner answered. */
  journal: string;
  /** 32 random bytes under which identities without a number are hashed. */
  key: string;
  config: string;
  log: string;
  /** Folder of the commands that agents run. */
  bin: string;
  hook: string;
  launcher: string;
  /** Folder with one file for each agent that is set up for this person: a repository's own hooks then stay silent. */
  agents: string;
  /** There while a confirmed tripwire waits, and says the mode: without it a hook that only tripwires need ends at once. */
  tripwires: string;
  /** Folder of the installed programs, one a version, and the link to the one in use. */
  app: string;
  appCurrent: string;
  /** Folder of the models that make vectors, shared by all versions of the program. */
  models: string;
  /** Folder in which commands that answer prompts run: of agents' sessions there nothing is kept. */
  asides: string;
  /** What Node keeps of the hook's program in compiled form. */
  cache: string;
  backups: string;
  setupBackups: string;
}
/** All settings by key. The key is the name in `config.json`, flat (`"worker.start"`) or nested. */
declare const SETTINGS: {
  home: {
    type: {
      kind: "text";
    };
    default: string;
    env: string;
    help: string;
  };
  'worker.start': {
    type: {
      kind: "choice";
      values: string[];
    };
    default: 'auto' | 'never';
    env: string;
    help: string;
  };
  'worker.idleMinutes': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    env: string;
    help: string;
  };
  'context.enabled': {
    type: {
      kind: "boolean";
    };
    default: boolean;
    env: string;
    help: string;
  };
  'context.startTokens': {
    type: {
      kind: "number";
      min: number;
      max: 2000;
    };
    default: number;
    help: string;
  };
  'context.promptTokens': {
    type: {
      kind: "number";
      min: number;
      max: 2000;
    };
    default: number;
    help: string;
  };
  'context.fileTokens': {
    type: {
      kind: "number";
      min: number;
      max: 2000;
    };
    default: number;
    help: string;
  };
  'tripwires.mode': {
    type: {
      kind: "choice";
      values: string[];
    };
    default: 'off' | 'warn' | 'block';
    env: string;
    help: string;
  };
  'tripwires.errors': {
    type: {
      kind: "boolean";
    };
    default: boolean;
    help: string;
  };
  'privacy.excludePaths': {
    type: {
      kind: "list";
      maxItems: number;
    };
    default: readonly string[];
    env: string;
    help: string;
  };
  'privacy.excludeProjects': {
    type: {
      kind: "list";
      maxItems: number;
    };
    default: readonly string[];
    env: string;
    help: string;
  };
  'privacy.maxChars': {
    type: {
      kind: "number";
      min: number;
      max: 100000;
    };
    default: number;
    help: string;
  };
  'embed.model': {
    type: {
      kind: "text";
    };
    default: string;
    env: string;
    help: string;
  };
  'embed.url': {
    type: {
      kind: "text";
      optional: true;
    };
    default: string;
    env: string;
    help: string;
  };
  'embed.key': {
    type: {
      kind: "text";
      optional: true;
    };
    default: string;
    env: string;
    secret: true;
    help: string;
  };
  'embed.dimensions': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    help: string;
  };
  'embed.questionPrefix': {
    type: {
      kind: "text";
      optional: true;
    };
    default: string;
    help: string;
  };
  'embed.memoryPrefix': {
    type: {
      kind: "text";
      optional: true;
    };
    default: string;
    help: string;
  };
  'llm.model': {
    type: {
      kind: "text";
    };
    default: string;
    env: string;
    help: string;
  };
  'llm.url': {
    type: {
      kind: "text";
      optional: true;
    };
    default: string;
    env: string;
    help: string;
  };
  'llm.key': {
    type: {
      kind: "text";
      optional: true;
    };
    default: string;
    env: string;
    secret: true;
    help: string;
  };
  'llm.purposes': {
    type: {
      kind: "list";
      maxItems: number;
    };
    default: readonly string[];
    env: string;
    help: string;
  };
  'llm.dailyTokens': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    help: string;
  };
  'llm.dailyCost': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    help: string;
  };
  'llm.priceIn': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    help: string;
  };
  'llm.priceOut': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    help: string;
  };
  'llm.timeoutMs': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    help: string;
  };
  'llm.allowAgentCommand': {
    type: {
      kind: "boolean";
    };
    default: boolean;
    help: string;
  };
  'meter.control': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    env: string;
    help: string;
  };
  'retention.days': {
    type: {
      kind: "list";
      maxItems: number;
    };
    default: readonly string[];
    help: string;
  };
  'retention.graceDays': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    help: string;
  };
  'disk.lowMegabytes': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    env: string;
    help: string;
  };
  'disk.fullMegabytes': {
    type: {
      kind: "number";
      min: number;
      max: number;
    };
    default: number;
    env: string;
    help: string;
  };
  'log.level': {
    type: {
      kind: "choice";
      values: string[];
    };
    default: 'off' | 'error' | 'info' | 'debug';
    env: string;
    help: string;
  };
};
/** The name of a setting. */
type SettingKey = keyof typeof SETTINGS;
/** The value of every setting, by key. Tokens, minutes and characters as the keys say. */
type Settings = Readonly<{ [Key in SettingKey]: (typeof SETTINGS)[Key]['default']; }>;
/**
 * How long the product waits, in milliseconds: after each of these it goes on without, fails with `timeout`, or ends what it
 * waits for. Whoever opens a memory, an owner or a client hands them down. Not here: how long a server of models may take,
 * which is a setting or an option of its adapter, and SQLite's locks.
 */
interface Deadlines {
  /** A read in the reader thread, the time it waits for the thread included. */
  readMs: number;
  /** The same for a hook's block: well before the hook's own limit. */
  hookReadMs: number;
  /** The vector of a question, after which it is answered by words alone. */
  questionMs: number;
  /** The vector of a prompt that a hook sends. */
  promptMs: number;
  /** Vectors being read into memory, after which a question is answered by words alone. */
  vectorsMs: number;
  /** One batch of texts at the embedder, in the background. */
  embedMs: number;
  /** `settled`, where the caller names no limit; and the same after an import. */
  settledMs: number;
  importSettledMs: number;
  /** A hook that asks a worker: until it is connected, and until it has the whole answer. */
  connectMs: number;
  answerMs: number;
  /** A hook without a worker, from the start of its process until its block; `hookLateMs` when a worker kept it waiting. */
  hookMs: number;
  hookLateMs: number;
  /** An owner's handshake. */
  helloMs: number;
  /** A client's call: bounds each silence of the owner. */
  callMs: number;
  /** The owner's answer on which port it listens. */
  listenMs: number;
  /** An owner that was started, until it answers; an older one that was asked to leave, until it has left. */
  startMs: number;
  /** The lock of a home that nobody who answers holds. */
  takeHomeMs: number;
  /** The journal, taken in before an owner answers; the rest follows between the calls. */
  journalMs: number;
  /** A request on TCP: its head, then its body. */
  headMs: number;
  bodyMs: number;
  /** Requests under way when an owner leaves; then the leaving as a whole, after which its process ends. */
  closeMs: number;
  leaveMs: number;
  /** A worker that a command stops: until it answers no more, then until its process is gone. */
  stopMs: number;
  goneMs: number;
  /** An owner that starts or leaves while `doctor` looks at it. */
  lookMs: number;
  /** A trial run of the hook, then the arrival of its payload. */
  trialMs: number;
  arrivalMs: number;
}
/** Settings, where the files lie, where each value came from, deadlines, and keys of `config.json` that no setting has. */
interface Config {
  settings: Settings;
  paths: HomePaths;
  deadlines: Deadlines;
  from: Readonly<Record<SettingKey, 'default' | 'file' | 'env'>>;
  unknown: readonly string[];
}
/** Where what makes vectors lies. */
interface EmbedPlaces {
  /** Folders in which the bundled model may be; the last is the home's, where models of folders are kept as Cairn runs them. */
  modelFolders: readonly string[];
  /** The program of the model's thread. */
  entry: string;
}
/** Options of `openMemory`, all of them optional. */
interface MemoryOptions {
  /** Folder of all data; default `CAIRN_HOME`, else `~/.cairn`. */
  home?: string;
  /** A path inside the project that calls are about; default the current folder. */
  project?: string;
  /** `client`: by way of the owner, which is started when needed. `embedded`: this process is the owner. Default `auto`: client. */
  mode?: 'auto' | 'client' | 'embedded';
  /**
   * What makes vectors, in mode "embedded": as the setting `embed.model` has it, or an embedder of one's own. The worker of
   * the other modes has its own settings.
   */
  embedder?: string | GivenEmbedder;
  /** Reads without an owner; every write is refused with `not_allowed`. */
  readonly?: boolean;
  /** Closes the memory when it aborts. */
  signal?: AbortSignal;
}
/** What the SDK knows of the process it runs in. */
interface SdkEnvironment {
  resolve: (home: string | undefined) => Config;
  userHome: string;
  userId: number;
  cwd: string;
  variables: Readonly<Record<string, string | undefined>>;
  version: string;
  /** Path of the owner's program. */
  serviceScript: string;
  /** Where what makes vectors lies. */
  embedPlaces: (paths: HomePaths) => EmbedPlaces;
}
/** Opens the memory. The result is an `AsyncDisposable`: `await using memory = await openMemory()`. */
export declare function openMemoryIn(environment: SdkEnvironment, options?: MemoryOptions): Promise<Memory>;
/** Opens the memory of this machine's user: `await using memory = await openMemory()`. */
export declare function openMemory(options?: MemoryOptions): Promise<Memory>;
export type { AgentEventInput, AskInput, AskResult, CallOptions, Caller, CheckpointInput, CheckpointResult, CollectInput, CollectResult, CollectionEntry, CollectionsInput, CollectionsResult, ConsolidateInput, ContextRequest, ContextResult, Contradiction, ContradictionsInput, ContradictionsResult, DoctorInput, DoctorResult, EmbedPurpose, Entry, ErrorCode, EventsInput, Explanation, ExportInput, Filter, ForgetInput, ForgetPlan, ForgetReport, ForgetResult, FoundAgent, GetResult, GivenEmbedder, Hit, ImpactCost, ImpactInput, ImpactMemory, ImpactResult, ImpactRow, ImpactSide, ImportInput, ImportProgress, JobEntry, JobsInput, JobsResult, ListInput, ListResult, LlmInput, LlmResult, LoggedEvent, Memory, MemoryOptions, MemoryRecord, MessageInput, ModelStatus, Note, NoteInput, Passage, PatternEntry, PatternsInput, PatternsResult, PlannedCall, PruneInput, RankedItem, Reason, RebuildInput, RecallInput, RecallResult, RecordInput, RecordResult, RememberResult, ResumeInput, ResumeResult, ResumeState, ResumedFile, ResumedSession, RetirePlan, RetireReport, RetireResult, RetiredBatch, SdkEnvironment, SearchQuery, SearchResult, SessionHit, SessionInput, SessionResult, SessionSnippet, SessionSummary, StatsAnomaly, StatsDay, StatsInput, StatsResult, StatusResult, TimelineEntry, TimelineInput, TimelineResult, ToldOf, TrippedEntry, TripwiresInput, TripwiresResult, UpdateInput, UpdateResult, VectorStatus };