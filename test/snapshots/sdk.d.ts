/** Any JSON value. */
type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
/** A JSON object. */
interface JsonObject {
  [key: string]: JsonValue;
}
/** Kinds of items. */
declare const ITEM_KINDS: readonly ['observation', 'knowledge', 'prompt', 'message', 'summary', 'checkpoint', 'topic', 'snippet', 'commit', 'pattern'];
/** A kind of item. */
type ItemKind = (typeof ITEM_KINDS)[number];
/** What an observation is about, or a free note. */
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
/** Which part of the work an item is about. */
declare const CATEGORIES: readonly ['security', 'testing', 'debugging', 'architecture', 'refactoring', 'config', 'docs', 'feature-dev', 'general'];
/** A category. */
type Category = (typeof CATEGORIES)[number];
/**
 * Who the words of an item are from; words of a tool, the repository, the web or another member of the team are never
 * injected as an instruction.
 */
declare const AUTHORS: readonly ['person', 'agent', 'tool', 'repo', 'web', 'member'];
/** An author. */
type Author = (typeof AUTHORS)[number];
/**
 * The status of a piece of knowledge: a person's statement counts, an agent's is proposed until a person confirms it.
 */
declare const KNOWLEDGE_STATUSES: readonly ['stated', 'proposed', 'confirmed', 'superseded', 'withdrawn'];
/** A status of knowledge. */
type KnowledgeStatus = (typeof KNOWLEDGE_STATUSES)[number];
/** What was done with a memory in a person's name. */
declare const PERSON_ACTS: readonly ['stated', 'revised', 'confirmed', 'withdrawn', 'superseded', 'reopened', 'hidden', 'shown', 'muted', 'unmuted', 'renamed', 'merged', 'retired', 'restored', 'collected'];
/** One of `PERSON_ACTS`. */
type PersonAct = (typeof PERSON_ACTS)[number];
/** How a person said something: typed into a terminal, in a prompt, or by way of a file that was imported. */
declare const SAID_HOW: readonly ['terminal', 'prompt', '/remember', 'answer', 'refusal', 'import'];
/** One of `SAID_HOW`. */
type SaidHow = (typeof SAID_HOW)[number];
/** What recurs over sessions, and which tripwires can match an action. */
declare const PATTERN_KINDS: readonly ['error', 'fix', 'decision', 'preference', 'architecture', 'workflow', 'tripwire'];
/** A kind of pattern. */
type PatternKind = (typeof PATTERN_KINDS)[number];
/** How a session came out, as far as its items show it. */
declare const OUTCOMES: readonly ['done', 'part', 'blocked', 'abandoned', 'unknown'];
/** An outcome of a session. */
type Outcome = (typeof OUTCOMES)[number];
/**
 * What a line lacks that was considered for a block and left out. `room`: of the budget, or of the number of such lines;
 * `muted`: a person muted it; `told`: the session knows it already; `repeats`: another line says the same; `besides`: the line
 * that it belongs to was left out; `bearing`: it has too little in common with the prompt; `superseded`: something later says
 * otherwise; `doubt`: it says itself that it is uncertain or not to be used; `claim`: an agent alone called something
 * impossible; `outside`: it may be the word of somebody outside; `stands`: the agent reads it anyway, in a file; `gone`: what
 * it names is not in the checkout any more.
 */
declare const LINE_LACKS: readonly ['room', 'muted', 'told', 'repeats', 'besides', 'bearing', 'superseded', 'doubt', 'claim', 'outside', 'stands', 'gone'];
/** One of `LINE_LACKS`. */
type LineLack = (typeof LINE_LACKS)[number];
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
/** What a confirmed tripwire refuses, and the key by which it is known. */
interface HeldMatcher {
  key: string;
  matcher: JsonObject;
  /** In a rule: the id of that tripwire. */
  by?: string;
}
/** What an item of any kind may hold that is not searched as text. */
interface CommonDetail {
  meaning?: Meaning;
  category?: Category;
  /** Whether what was stated, or proposed, counts. */
  status?: KnowledgeStatus;
  concepts?: string[];
  filesRead?: string[];
  filesChanged?: string[];
  /** The agent's own id of the prompt that led here. */
  prompt?: string;
  /** The agent's own id of the subagent in which it happened. */
  subagent?: string;
  /** Public id of the memory that takes its place, where a person said so. */
  supersededBy?: string;
  /** Overlaps what Cairn itself had injected: adds no count and no confidence. */
  echo?: boolean;
  /** An agent asked not to show it; a person can show it again. It answers no question meanwhile. */
  hidden?: boolean;
  /** A person muted it: no block tells it, and search finds it as before. */
  muted?: boolean;
  /** It was retired, together with others of one `batch`: returned by id alone until it is pruned or restored. */
  retired?: {
    at: number;
    batch: string;
    reason: 'age' | 'count' | 'repeats';
  };
  /** It represents retired repetitions: how many there were, including itself, and when first and last. */
  repeated?: {
    count: number;
    firstAt: number;
    lastAt: number;
    batch: string;
  };
  /** Sentences of an agent that repeat what its session had read, never told unasked: pairs of code unit offsets in `text`. */
  quoted?: [number, number][];
  /** The caller's own name for the thing. */
  ref?: string;
  metadata?: JsonObject;
  /** It came from another home: whose person shared it, which home that is, and whose words it holds there. */
  shared?: {
    member: string;
    home: string;
    author: Author;
  };
}
/** What a note may hold: of every kind that a person, an agent or another memory can state. */
interface StatedDetail extends CommonDetail {
  severity?: string;
  reason?: string;
  confidence?: number;
  alternatives?: string[];
  /** Relative path, program name or the like. */
  subtitle?: string;
  facts?: string[];
  /** Estimated cost in tokens of finding this out again. */
  tokens?: number;
}
/** What an observation holds. */
interface ObservationDetail extends StatedDetail {
  /** What it is of. */
  observation: ObservationKind;
  /** The agent's tool, its exit code and whether it did what was asked. */
  tool?: string;
  exitCode?: number;
  success?: boolean;
  /** Why a call failed, also where its exit code was lost, as behind a pipe. */
  failure?: FailureDetail;
  /** `fileHash` of the content of the one file that the call read or wrote as a whole. */
  fileHash?: string;
  /** State of the agent's own todo tool after this event. */
  todos?: TodoChange;
  /** The speaker, in a conversation of several; its text begins with the name. */
  speaker?: string;
}
/** What a person's reply was to: a call that was refused, a question, offered options, or the work as it stood. */
interface ReplyDetail {
  to: 'refusal' | 'question' | 'offer' | 'work';
  /** The refused tool, command, file or plan; the question, in the agent's words. */
  about?: string;
  /** The picked options, in the agent's words. */
  options?: string[];
}
/** What a piece of knowledge holds. */
interface KnowledgeDetail extends StatedDetail {
  /** What it states. */
  knowledge: KnowledgeKind;
  /** `thread`: it settles a matter of its session, and is no standing rule. */
  scope?: 'thread';
  /** Set when a person replied to the agent with it. */
  reply?: ReplyDetail;
  /** It is about how work is always done, not about the work at hand: told at every start while it counts. */
  standing?: boolean;
  /** A person's prompt holds it beside other words; or an agent seems to have stated it for a person: its tripwire goes on. */
  unclear?: true;
  takenBack?: true;
  /** Ids of the confirmed tripwires that rest on it: no agent changes it meanwhile. */
  heldBy?: string[];
  holds?: HeldMatcher[];
}
/** What a prompt holds, or a message. */
interface SpokenDetail extends CommonDetail {
  /** The speaker, in a conversation of several; its text begins with the name. */
  speaker?: string;
  /** A message that the agent said on its way: it went on working. */
  interim?: true;
}
/** What a summary holds: `summary` of a session, or `compaction` of an agent's own; neither where it was brought. */
interface SummaryItemDetail extends StatedDetail {
  /** The compaction that the agent's summary belongs to. */
  compaction?: CompactionDetail;
  summary?: SummaryDetail;
}
/** What a caller stated of a session's work when it took stock of it; each in the caller's words. */
interface StatedWork {
  task?: string;
  progress?: string[];
  nextSteps?: string[];
  openQuestions?: string[];
}
/** What a checkpoint holds; one that another memory kept may hold none. */
interface CheckpointItemDetail extends StatedDetail {
  /** Open tasks, files, last prompt. */
  checkpoint?: CheckpointDetail;
  /** Set when a caller stated it: Cairn's own checkpoint of the session takes it in. */
  stated?: StatedWork;
}
/** What a snippet holds; one that another memory kept holds none. */
interface SnippetItemDetail extends StatedDetail {
  snippet?: SnippetDetail;
}
/** What a commit holds. */
interface CommitDetail extends CommonDetail {
  /** `files` are the session's changes since its last commit, a guess. */
  commit: {
    hash: string;
    branch?: string;
    filesInferred: boolean;
  };
}
/** What a pattern holds; one that another memory kept holds none. */
interface PatternItemDetail extends StatedDetail {
  pattern?: PatternDetail;
}
/**
 * The parts of an item that are not searched as text, whatever its kind: the shape in which answers give them and the
 * store keeps them. Every field is optional and kinds use what fits them.
 */
interface ItemDetail extends Partial<ObservationDetail>, Partial<KnowledgeDetail>, SpokenDetail, SummaryItemDetail, CheckpointItemDetail, SnippetItemDetail, Partial<CommitDetail>, PatternItemDetail {}
/**
 * Why a call failed: equal keys are the same failure. `line` is the printed error line, `tests` are the names of the
 * failed tests.
 */
interface FailureDetail {
  key: string;
  line: string;
  tests?: string[];
  /** The rule of a checker that the line breaks: `golangci-lint wrapcheck`. */
  rule?: string;
  /** Whether a build failed, which hides later errors, or a test. */
  stage?: 'build' | 'test';
  /** Further errors of the same checker in the same output. */
  also?: Omit<FailureDetail, 'also' | 'tests'>[];
}
/** One entry of an agent's todo list. */
interface Todo {
  id?: string;
  text: string;
  status: 'pending' | 'in_progress' | 'completed' | 'deleted';
}
/** A change reported by a todo tool: the whole list, or one entry added or changed. */
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
 * The state of a session at its end or at a compaction: what a later session needs to continue. Every list is bounded.
 * A checkpoint imported from another memory product has only the required fields.
 */
interface CheckpointDetail {
  task?: string;
  /** Open entries of the agent's todo tool, else the last prompt when it led to nothing. */
  openTasks: string[];
  /** Newest first. */
  filesChanged: string[];
  lastPrompt?: string;
  /** True when something succeeded after the last prompt. */
  progressed: boolean;
  /** For each of `openTasks`, the item that mentioned it first. */
  openIds?: ItemId[];
  /** The last prompts with content, newest first. */
  prompts?: ItemId[];
  /** What was done, oldest first: commits, completed todo entries, commands that succeed again after a failure. */
  progress?: Sourced[];
  nextSteps?: Sourced[];
  openQuestions?: Sourced[];
  decisions?: Sourced[];
  /** Notes on the session. */
  notes?: Sourced[];
  /** The changes of each file of `filesChanged`, in that order. */
  files?: FileChanges[];
  /** Commands that failed and did not succeed since, newest first. */
  failing?: FailingCommand[];
  /** The last ten observations, oldest first. */
  lastObservations?: ItemId[];
  /** The last item, when it was not the agent's answer: the session stopped in the middle. */
  stoppedAfter?: {
    id: ItemId;
    title: string;
  };
  /** How it ended; absent: no end was reported. */
  endedBy?: 'session end' | 'compaction';
  compaction?: CompactionDetail;
}
/** A session's changes of a file; absent fields mean: changed, once, with no counted lines. */
interface FileChanges {
  by: ItemId;
  how?: 'created' | 'deleted';
  edits?: number;
  added?: number;
  removed?: number;
  /** Functions, classes or headings within the changed text. */
  parts?: string[];
}
/** A command that failed. */
interface FailingCommand {
  id: ItemId;
  /** The command as given, on one line. */
  command: string;
  /** True: it runs tests. */
  test: boolean;
  exitCode?: number;
  /** Names of failed tests, as the output gave them. */
  tests?: string[];
  /** Milliseconds since 1970. */
  at: number;
}
/** What a compaction did. Tokens are the agent's own counts. */
interface CompactionDetail {
  trigger: string;
  tokensBefore?: number;
  tokensAfter?: number;
  /** On a checkpoint: the number of observations since the previous compaction, which left the context. */
  dropped?: number;
  /** On a checkpoint: the item of the compaction, with the agent's own summary. */
  by?: ItemId;
}
/** A sentence and the items that support it. All of its content comes from these items. */
interface Sourced {
  text: string;
  ids: ItemId[];
}
/** A session's subject and results. Every list is bounded and ordered by weight. */
interface SummaryDetail {
  outcome: Outcome;
  /** Evidence of the outcome. */
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
  /** Notes of a person on this session. */
  userNotes: Sourced[];
  keyMessages: Sourced[];
  /** What the session is called: its commits, the plan that it carried out, or a request in short. */
  title?: Sourced;
  /** One or two sentences. */
  brief: string;
  /** Events, prompts, commands, failures, edits: by name. */
  counts: Record<string, number>;
  /** Parts of a long session, oldest first: when each ended, what was asked, and what it came to; `brief` has both. */
  parts?: {
    endedAt: number;
    brief: string;
    ids: ItemId[];
    title?: string;
    end?: string;
  }[];
  /** The model that wrote it instead of the rules, with the version of its prompt. */
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
/** A recurring pattern, over all findings of one project, kind and key. Times in milliseconds since 1970. */
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
  /** Fields of one pattern kind only. */
  more?: JsonObject;
}
/** Fields of every item, the unit of retrieval, as stored. `text` is indexed and at most 2,000 characters. */
interface ItemFields {
  id: ItemId;
  /** The event that it was derived from; absent for items derived from a whole session. */
  event?: EventId;
  session?: SessionId;
  project?: ProjectId;
  /** Milliseconds since 1970. */
  at: number;
  author: Author;
  /** True: text from outside, or words that may repeat it, since what its session had read is not known. */
  exposed: boolean;
  /** `rule@version` that made it. */
  rule: string;
  title: string;
  text: string;
  /** Search terms that the text does not contain as words: parts of identifiers and paths, bigrams. Space-separated. */
  terms: string;
  /** 53-bit hash of project, kind, title and text: equal content has an equal hash. */
  contentHash: number;
}
/** One check of `doctor`, with its result. */
interface HealthCheck {
  /** Short and stable, such as `hook-fires:claude-code`. */
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
/** Who did an act. */
interface DoneBy {
  /** True with evidence of a person. */
  person: boolean;
  /** The terminal at which the worker found the person. */
  terminal?: string;
}
/** A person renamed a project. */
interface Renamed extends DoneBy {
  kind: 'renamed';
  /** Public id of the project. */
  target: string;
  /** Empty: its own name counts again. */
  name: string;
}
/** A person merged a project into another, or took that back. */
interface Merged extends DoneBy {
  kind: 'merged';
  /** Public id of the project. */
  target: string;
  /** Public id of the project that it goes into; empty: it stands for itself again. */
  into: string;
}
/** A memory as its home shares it: what it says, and what its kind holds (`derive/event/shared-item.ts` says which fields). */
interface SharedItem {
  kind: ItemKind;
  title: string;
  text: string;
  author: Author;
  exposed: boolean;
  /** Milliseconds since 1970. */
  at: number;
  /** `rule@version` that made it there. */
  rule: string;
  detail: JsonObject;
}
/** Another home shared a memory, or a change of one: of one home and target the greatest version counts. */
interface SharedMemory {
  kind: 'shared';
  /** The home that made it, and the name of its person. */
  home: string;
  member: string;
  /** Public id of the memory, the same on every member. */
  target: string;
  /** Milliseconds since 1970, by the clock of that home; it grows with each change. */
  version: number;
  item: SharedItem;
  /** The event or session that it was made of, there. */
  from: {
    event?: string;
    session?: string;
  };
  /**
   * In which catching up with a folder it came: of what came in the same one nobody knows which home was first. Absent where it came
   * from a server, whose log has one order for all.
   */
  catchUp?: number;
  person: false;
}
/** What the body of every event can have. */
interface Placed {
  /** Hash of where its line stands in its session; set where the line has no time, by which a copy of it could be told. */
  place?: string;
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
  /** The speaker, in a conversation of several. */
  speaker?: string;
  /** The caller's own name for the prompt. */
  ref?: string;
  /** Most of the text had been injected into the session by Cairn. */
  echo?: true;
  /** The options of the agent's last message that the prompt picks by number or letter, in its order. */
  picked?: string[];
}
/** What the agent wrote, or (`from`) the result of a tool about which nothing else is known. */
interface Message extends Pick<Prompt, 'speaker' | 'ref' | 'echo'> {
  kind: 'message';
  text: string;
  model?: string;
  from?: 'tool';
  /** The agent said it on its way: it goes on working, and answers later. */
  interim?: true;
}
/** A tool is about to run. */
interface ToolStart {
  kind: 'tool.start';
  tool: string;
  input: JsonObject;
}
/** A tool ran, successfully (`success`) or not. `output` is text; `result` is the structured result where there is one. */
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
  reply?: Reply;
  /** Part of the output that the agent read was left out, so it cannot be decided whether the agent quotes it. */
  withheld?: true;
  /** The call can run programs, and words of its input were left out: it cannot be decided what it did. */
  hidden?: true;
  /** `fileHash` of the content of a file that the call read or wrote as a whole. */
  fileHash?: string;
  /** Hashes of the word runs between system tags: the text itself is not stored, and is not the agent's own either. */
  tagged?: number[];
}
/** An agent's question and the answer to it; words of `answer` are those of an offered option, or free. */
interface AnsweredQuestion {
  question: string;
  answer: string;
  /** What the agent had written about the picked option. */
  about?: string;
}
/** What the agent's user replied to a tool call, instead of or besides its output. */
interface Reply {
  /** Whose reply it is, as of a prompt. */
  origin: PromptOrigin;
  /** True: the call was refused, so that it did not run. */
  refused?: true;
  /** The words given with the refusal. */
  text?: string;
  /** Answers to the questions that the call asked. */
  answers?: AnsweredQuestion[];
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
/** The agent notified its user. */
interface Notification {
  kind: 'notification';
  message: string;
  type?: string;
}
/** The agent asked for permission to use a tool, or was refused it. */
interface Permission {
  kind: 'permission';
  tool: string;
  input: JsonObject;
  denied: boolean;
  reason?: string;
}
/** A person or an agent stated something to remember. */
interface Noted extends DoneBy {
  kind: 'noted';
  text: string;
  title?: string;
  knowledge?: KnowledgeKind;
  /** Whose words they are, when neither a person's nor the reporting agent's. */
  author?: 'tool' | 'repo';
  /** The kind of item that was stated or imported; default a note or, with `knowledge`, a rule. */
  item?: (typeof NOTED_ITEMS)[number];
  detail: Pick<ItemDetail, 'severity' | 'alternatives' | 'reason' | 'confidence' | 'concepts' | 'ref' | 'metadata' | 'filesChanged'> & BroughtDetail;
}
/** Kinds that a stated or imported item can have. */
declare const NOTED_ITEMS: readonly ['observation', 'summary', 'checkpoint', 'topic', 'snippet', 'pattern'];
/** Further details that a caller or another memory product may know of an item. */
type BroughtDetail = Pick<ItemDetail, 'observation' | 'meaning' | 'category' | 'subtitle' | 'facts' | 'filesRead' | 'tokens' | 'checkpoint' | 'stated'>;
/** The fields of a stated memory that can be changed; `note`: it no longer states a rule. */
type NoteChanges = Partial<Pick<Noted, 'text' | 'title'>> & Partial<Omit<Noted['detail'], keyof BroughtDetail>> & {
  knowledge?: KnowledgeKind | 'note';
};
/** A person or an agent changed the words of the memory `target`. */
interface Revised extends DoneBy {
  kind: 'revised';
  target: string;
  changes: NoteChanges;
  /** The earlier revision that it takes back; then it changes nothing itself. */
  undoes?: EventId;
}
/**
 * A person or an agent judged a memory: it holds (`confirmed`), no longer holds (`withdrawn`), gave way (`superseded`), is as it
 * was (`reopened`), is not shown (`hidden`) or again (`shown`), told in no block (`muted`) or again (`unmuted`). The latest counts.
 */
interface Judged extends DoneBy {
  kind: 'confirmed' | 'withdrawn' | 'superseded' | 'reopened' | 'hidden' | 'shown' | 'muted' | 'unmuted';
  /** Public id of the memory. */
  target: string;
  /** Public id of the memory that it gave way to. */
  by?: string;
  /** For `confirmed`: the `wordsStamp` of the words that it is for. */
  of?: string;
  /** The rules that a judged tripwire rests on, which a person alone changes while it is confirmed, and what it refuses then. */
  rules?: string[];
  holds?: HeldMatcher;
  /** Whose act it is, when neither a person's nor an agent's: a file of the repository says so. It judges that file's memory alone. */
  author?: 'repo';
}
/**
 * An act in a person's name that an agent turned out to have run: from then on it counts as the agent's. With `unproven` only
 * what any program can write shows that, a hook or a file outside of the agent's folders: the act goes on to count as the
 * person's, who is asked.
 */
interface Revoked {
  kind: 'revoked';
  unproven?: true;
  /** Public id of the memory. */
  target: string;
  /** The act, or the note that stated the memory. */
  act: EventId;
  /** The event that shows the agent running it. */
  by: EventId;
  person: false;
}
/**
 * Memories were retired together, until they are pruned or `restored`: they are neither found nor injected, and are
 * returned by id alone.
 */
interface Retired {
  kind: 'retired' | 'restored';
  /** Public ids of the memories. */
  targets: string[];
  /** Identifies what was retired at once, over several events. */
  batch: string;
  /** For `retired`: the memories were too old, too many, or repetitions of another. */
  reason?: 'age' | 'count' | 'repeats';
  /** Memories that represent their retired repetitions: how many, and when first and last (milliseconds since 1970). */
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
  /** The question and filters that it was made from, as `search` takes them. */
  query?: JsonObject;
  /** True: a live collection, whose members are the answers to its question at the time of reading. */
  live?: boolean;
  /** Public ids of memories added or removed by hand. */
  add?: string[];
  remove?: string[];
  /** True: the collection is deleted; false: it is restored. */
  dropped?: boolean;
}
/**
 * Events of a session are about to be erased because of their age. Keeps the aggregates of the whole session, which
 * could not be derived from the remaining events.
 */
interface Pruned {
  kind: 'pruned';
  /** Public id of the session. */
  target: string;
  /** Items and findings as stored, without the session. */
  items: JsonObject[];
  findings: JsonObject[];
  person: boolean;
}
/** The body of an event, by kind. A closed union: anything else that an agent reports is skipped and counted. */
type EventBody = Placed & (SessionStart | SessionEnd | Prompt | Message | ToolStart | ToolEnd | SubagentStart | SubagentEnd | CompactStart | CompactEnd | TurnEnd | TurnFailed | Notification | Permission | Noted | Revised | Judged | Revoked | Renamed | Merged | Retired | Collected | Pruned | SharedMemory);
/** A kind of event. */
type EventKind = EventBody['kind'];
/** Counts of what was skipped, by type: unknown lines, events and fields. */
type Skipped = Record<string, number>;
/** The validity of a memory when it is read: a field for each thing that speaks against it, none when nothing does. */
interface Validity {
  /** The later memory that supersedes or withdraws it. */
  supersededBy?: string;
  /** Its text says that it, or what it names, is not to be kept or used. */
  withheld?: boolean;
  /** Its text says that it is uncertain, or true elsewhere. */
  doubtful?: boolean;
  /**
   * What it shows is not so any more. `changed`: its file was changed later, by an item (last when, ISO 8601) or, without
   * one, by hand, a pull or a branch switch; `gone`: the file or the commit is not there.
   */
  stale?: {
    since?: string;
    by?: string;
    reason: 'changed' | 'gone';
  };
  /** It represents retired repetitions: how many there were, including itself, first and last (ISO 8601). */
  repeated?: {
    count: number;
    firstAt: string;
    lastAt: string;
  };
  /** It is retired until it is pruned or restored: since when (ISO 8601), and by which batch. */
  retired?: {
    since: string;
    batch: string;
  };
  /** A person muted it: no block tells it, and search finds it as before. */
  muted?: boolean;
}
/**
 * By what another program checks that what was forgotten is gone, without Cairn and without a word of it. `salt`: hex.
 * Each passage: the length of its window in bytes, the polynomial of its bytes to the base 16777619 modulo 2^32, and the
 * SHA-256 of salt and window in hex. `files`: what was searched. `kept`: the file that holds it until a time. `sync`: how much of
 * it was shared, and the members who had not confirmed yet that they erased it; by its ids `sync` tells who has not since.
 */
interface ForgetReceipt {
  version: number;
  at: string;
  salt: string;
  passages: {
    bytes: number;
    sum: number;
    sha256: string;
  }[];
  files: {
    name: string;
    bytes: number;
  }[];
  kept?: {
    file: string;
    until: string;
  };
  sync?: {
    ids: string[];
    memories: number;
    members: string[];
    state: 'pending';
  };
}
/**
 * How an injected item was used afterwards: requested by id (`fetched`); its file read or changed (`touched`); its
 * command run (`repeated`); the failure that a tripwire or failure hint warned of did not recur, though it could have
 * (`heeded`). `again` is not a use: it was injected, and recurred all the same.
 */
declare const USAGE_KINDS: readonly ['fetched', 'touched', 'repeated', 'heeded', 'again'];
/** The usage of one injected item in its session. */
interface MemoryUsage {
  injection: number;
  place: number;
  how: (typeof USAGE_KINDS)[number];
  /** Milliseconds since 1970. */
  at: number;
  /** The item that is the evidence. */
  by?: ItemId;
}
/** A session in figures: lines, files and commits as far as its calls show them, tokens that Cairn told it unasked. */
interface SessionFigures {
  /** ISO 8601. */
  startedAt: string;
  branch?: string;
  /** Absent until it has a summary. */
  outcome?: Outcome;
  prompts: number;
  commands: number;
  failures: number;
  commits: number;
  files: number;
  added: number;
  removed: number;
  told: number;
}
/** A stretch of a file before and after a change. */
interface Hunk {
  before: string;
  after: string;
  /** Its first line before and after, from 1, where the agent said it. */
  line?: number;
  newLine?: number;
}
/** What one call changed in one file. `cut`: more than is given here. */
interface FileChange {
  path: string;
  hunks: Hunk[];
  cut: boolean;
}
/** The call of a tool: what was asked of it and what came back. */
interface StoryCall {
  tool: string;
  /** What it did. */
  use: ObservationKind;
  command?: string;
  files: string[];
  /** Head and tail of a long one. */
  output: string;
  /** Characters of the whole output, as it was kept. */
  outputChars: number;
  /** Characters that it had when it was recorded, where its middle was cut out then. */
  recordedChars?: number;
  success: boolean;
  refused: boolean;
  exitCode?: number;
  durationMs?: number;
  /** The line that says why it failed. */
  failure?: string;
  changes: FileChange[];
}
/** What was stated in a step. */
interface StoryStatement {
  id: string;
  title: string;
  knowledge?: KnowledgeKind;
  status?: KnowledgeStatus;
  author: Author;
}
/** A commit that a step made. */
interface StoryCommit {
  id: string;
  hash: string;
  subject: string;
  branch?: string;
}
/** One step of a session: a prompt, an answer, a call, a note, or what a compaction kept. */
interface StoryStep {
  id: string;
  kind: ItemKind;
  /** ISO 8601; of a call, when it ended. */
  at: string;
  title: string;
  /** Head and tail of a long one; '' for a call. */
  text: string;
  author: Author;
  eventId?: string;
  /** The agent's own id of the subagent that took it. */
  subagent?: string;
  /** The agent said it on its way. */
  interim?: true;
  call?: StoryCall;
  stated: StoryStatement[];
  commits: StoryCommit[];
  /** Issues and pull requests that it names. */
  issues?: string[];
}
/** A memory that a block told, and how it was used afterwards. */
interface ToldMemory {
  id: string;
  kind: ItemKind;
  title: string;
  section?: string;
  uses: MemoryUsage['how'][];
}
/** A block that Cairn told a session unasked. `occasion`: `start`, `prompt`, `file`, `tripwire`, `failure`, `control`. */
interface ToldBlock {
  /** ISO 8601. */
  at: string;
  occasion: string;
  tokens: number;
  items: ToldMemory[];
}
/** What `story` answers: the steps of a session, oldest first. `told` stands on the first page alone. */
interface StoryResult {
  session: string;
  figures: SessionFigures;
  steps: StoryStep[];
  told: ToldBlock[];
  nextCursor?: string;
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
/** One memory in short: 50 to 100 tokens, up to 180 in the first hits of a search. */
interface Entry extends Validity {
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
  lines?: {
    added: number;
    removed: number;
  };
  ref?: string;
  /** Only for a session in a list. */
  session?: SessionFigures;
  /** Only for a project: its folder, and the project that it is merged into or shares its folder with. */
  root?: string;
  joined?: string;
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
  /** What the session is called, and how it ended. */
  title: string;
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
/** One entry of a timeline: 200 to 500 tokens, fewer for a short memory. */
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
interface MemoryRecord extends Validity {
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
  links?: {
    relation: 'repeats' | 'near' | 'supersedes' | 'part-of';
    id: string;
  }[];
  /** Only for knowledge: how far it can be relied on as it is now, from 0 to 1. */
  confidence?: number;
  /** Only for an observation: its words by a language model. */
  worded?: {
    title: string;
    narrative: string;
    facts: string[];
    model: string;
  };
}
/**
 * How long a text is that is given in part: `chars` that are kept; `recorded`: what it had when it was recorded, where its middle
 * was cut out then; `from` and `next`: where the given part begins, and the one after it.
 */
interface TextSize {
  chars: number;
  recorded?: {
    chars: number;
    lines: number;
  };
  from?: number;
  next?: number;
}
/** What `get` answers: the records in the order asked for, and the ids that are unknown. */
interface GetResult {
  records: MemoryRecord[];
  missing: string[];
  tokens: number;
}
/** A statement on a session, with the ids of the memories that it comes from. `author`: who wrote its words. */
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
/** What `resume` answers: the state of the work, in few words and field by field. Without a session: nothing was done yet. */
interface ResumeResult {
  text: string;
  /** The same, line by line and entry by entry. */
  lines: {
    label: string;
    entries: string[];
  }[];
  session?: ResumedSession;
  state?: ResumeState;
  /** The checkpoint, and the memories that its state comes from. */
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
/**
 * What `forget` did. `trashed`: erased from memory, and kept in a file of its own until a time, to be brought back. `pending`:
 * an older reader keeps the write-ahead file from being emptied; it is tried again.
 */
interface ForgetReport {
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
  searched: {
    files: number;
    bytes: number;
    found: string[];
  };
  /** What Cairn cannot reach: the agents' transcripts that contain it, paths. */
  beyond: string[];
  /** The batch by which a person brings it back, and until when (ISO 8601). */
  undo?: {
    batch: string;
    until: string;
  };
  /** With `receipt`: by what another program checks it. */
  receipt?: ForgetReceipt;
  /**
   * How many of the memories were shared, and the members who erase them when they sync next. By `ids` the call `sync` tells who
   * has not confirmed it yet, and when all have.
   */
  sync?: {
    ids: string[];
    memories: number;
    members: string[];
    state: 'pending';
  };
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
  checks: HealthCheck[];
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
  /** Events that were left out, by reason: pauses, excluded projects, and what was forgotten before. */
  leftOut?: Record<string, number>;
  file?: string;
  errors: {
    path: string;
    message: string;
  }[];
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
/** A backup of the memory. `events`, `sessions` and `lastAt`, the time of its last event, are absent where it says not. */
interface BackupEntry {
  name: string;
  path: string;
  /** `daily`, `asked`, `upgrade` (before one), `forgotten` (after something was), `replaced` (by a restored one), `damaged` (and salvaged). */
  reason: 'daily' | 'asked' | 'upgrade' | 'forgotten' | 'replaced' | 'damaged';
  at: string;
  sizeBytes: number;
  events?: number;
  sessions?: number;
  lastAt?: string;
  /** What a look at it found; absent where none was taken. */
  state?: 'whole' | 'damaged';
  problem?: string;
}
/** The backups in their folder, newest first. */
interface BackupsResult {
  folder: string;
  backups: BackupEntry[];
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
/** A line that was considered for a block. */
interface ConsideredLine {
  id: string;
  kind: ItemKind;
  section: string;
  /** As the agent reads it, or would. */
  text: string;
  tokens: number;
  /** Why it was considered, in words. */
  why: string;
  /** Absent for a line of the block. */
  lacks?: {
    code: LineLack;
    /** The same in words. */
    says: string;
    /** For `room`: how many more tokens the budget would need, at least. */
    tokens?: number;
    /** The memory that says otherwise, or the path of the file in which it stands. */
    by?: string;
  };
  author?: Author;
  status?: KnowledgeStatus;
  /** Only for knowledge: how far it can be relied on, 0 to 1. */
  confidence?: number;
  /** In how many sessions a block told it so far, and in how many of them an agent used it. */
  timesTold: number;
  timesUsed: number;
}
/** How a block came about. */
interface ContextExplanation {
  occasion: 'start' | 'prompt' | 'file';
  /** Tokens that the block may have, and those that the settings give it. */
  budget: number;
  usualBudget: number;
  /** False: `context.enabled` is off, and hooks tell nothing. */
  enabled: boolean;
  /** In the order of the block. */
  told: ConsideredLine[];
  /** At most 60, those that were nearest first. */
  left: ConsideredLine[];
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
  /** Only with `explain`. */
  explained?: ContextExplanation;
}
/** A setting that protects a person, the pauses, or the file of tripwires, loosened by another way than by a person through Cairn. */
interface GuardChange {
  key: string;
  /** As text; of a secret whether it was set. */
  before: string;
  after: string;
  /** When a worker first saw it, ISO 8601. */
  at: string;
  from: 'default' | 'file' | 'env';
  /** The variable that sets it, where one does. */
  env?: string;
}
/** Row counts and sizes of a store, for health checks and `status`. */
interface StoreCounts {
  events: number;
  items: number;
  sessions: number;
  projects: number;
  byKind: Partial<Record<ItemKind, number>>;
  byEvent: Partial<Record<EventKind, number>>;
  sizeBytes: number;
  /** Bytes of the database file in use, and free. */
  usedBytes: number;
  freeBytes: number;
  /** Events that are not derived yet. */
  pending: number;
}
/** Every code of a `CairnError`, with its meaning. A closed table: adapters map it to exit codes and HTTP status. */
declare const ERROR_CODES: {
  readonly invalid_input: 'The caller gave a value of a wrong type or shape.';
  readonly not_found: 'The thing that was asked for does not exist.';
  readonly not_running: 'No worker is running, and none may be started.';
  readonly unauthorized: 'The request has no valid token.';
  readonly not_allowed: 'The caller may not do this.';
  readonly outdated: 'The plan no longer fits: something changed since it was made.';
  readonly busy: 'Another process owns the home or the database is locked.';
  readonly timeout: 'It took longer than its limit.';
  readonly cancelled: 'The caller cancelled.';
  readonly newer_home: 'The home was written by a newer Cairn.';
  readonly damaged: 'A file of the home is damaged or is not what it should be.';
  readonly unwritable: 'A file or folder cannot be written.';
  readonly embedder_failed: 'The model or server that makes vectors failed.';
  readonly model_failed: 'The language model failed, or its answer could not be used.';
  readonly too_many: 'The caller asks more often than it may.';
  readonly over_budget: 'What may be spent on models today is spent.';
  readonly low_disk: 'The disk is nearly full.';
  readonly unsupported: 'This platform, runtime or file cannot be used.';
  readonly internal: 'A fault of Cairn itself.';
};
/** A code of `ERROR_CODES`. */
type ErrorCode = keyof typeof ERROR_CODES;
/** A `CairnError` as plain JSON, the same on every surface. */
interface ErrorShape {
  code: ErrorCode;
  message: string;
  fix?: string;
}
/** What a `CairnError` may carry besides code and message: the command or step that helps, and the underlying error. */
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
/** What language models are used for. */
declare const MODEL_PURPOSES: readonly ['summary', 'observations', 'answer'];
/** A purpose of a model call. */
type ModelPurpose = (typeof MODEL_PURPOSES)[number];
/** Sums over model calls. Cost is in the currency of the configured prices. */
interface ModelUse {
  calls: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  cost: number;
}
/** The key by which use is counted. `day`: a day of this machine's calendar, `2026-11-22`. */
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
  /** The usage of the last thirty days. */
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
  /** Estimated bytes of the text that they were derived from. */
  bytes: number;
  /** Memories that represent them from then on. */
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
/** The value of a setting. */
type SettingAnswer = string | number | boolean | readonly string[];
/** A setting with its value and the origin of it. */
interface SettingEntry {
  key: string;
  /** Its value as it stands; of a secret only `(set)`. */
  value: SettingAnswer;
  default: SettingAnswer;
  /** The environment goes before `config.json`, and that before the default. */
  from: 'default' | 'file' | 'env';
  /** The variable that sets it, whether or not it does. */
  env?: string;
  type: 'text' | 'boolean' | 'number' | 'choice' | 'list';
  choices?: readonly string[];
  /** Bounds of a number. */
  least?: number;
  most?: number;
  /** The values that it takes, as a phrase. */
  allowed: string;
  help: string;
  secret?: true;
  /** True where it cannot be changed here: a variable sets it. */
  locked: boolean;
  /** True where only a person may loosen it. */
  guard: boolean;
  /** True while the worker still goes by another value: it reads the settings when it starts. */
  pending: boolean;
}
/** What `settings` answers. */
interface SettingsResult {
  /** Path of `config.json`. */
  file: string;
  settings: SettingEntry[];
  /** Keys in the file that are no settings. */
  unknown: string[];
  /** The key that was changed. */
  changed?: string;
  notes: Note[];
}
/** A span of time that lasts, in which nothing is recorded that agents do. */
interface PauseEntry {
  /** ISO 8601. */
  from: string;
  /** Absent: until it is ended. */
  until?: string;
  /** Absent: everywhere. */
  folder?: string;
}
/** What `pause` answers. */
interface PauseResult {
  /** The pauses that last now. */
  paused: PauseEntry[];
  /** Root of the repository of the folder that was asked about. */
  folder?: string;
}
/** State of a memory and its worker. */
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
  /** Jobs that wait, those of each day aside, and jobs that were given up. */
  jobs: {
    waiting: number;
    dead: number;
  };
  /** How many sessions and patterns are still to be derived again. */
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
  /** The pauses that last: nothing is recorded then that agents do. */
  paused: PauseEntry[];
  journal: {
    files: number;
  };
  vectors: VectorStatus;
  models: ModelStatus;
  /** Guards that were loosened in the last 30 days, by another way than by a person through Cairn, latest first. */
  guards: GuardChange[];
}
/** A line of the log of what Cairn did; it never holds text of a session. */
interface LogEntry {
  /** ISO 8601. */
  at: string;
  level: 'error' | 'info' | 'debug';
  /** The program that wrote it. */
  process: string;
  pid: number;
  message: string;
}
/** What `log` answers: newest first. */
interface LogResult {
  file: string;
  entries: LogEntry[];
  notes: Note[];
}
/** A run of sync: what was handed on and taken in, in numbers. Counts by reason are of what could not be. */
interface SyncRunEntry {
  /** ISO 8601. */
  at: string;
  tookMs: number;
  /** Memories that were handed on, or changed; what was to be erased, and answers to that. */
  pushed: {
    memories: number;
    records: number;
    refused: Record<string, number>;
  };
  /** Memories that came or changed, that were known, refused, and erased since another home took them back. */
  pulled: {
    added: number;
    known: number;
    refused: number;
    erased: number;
    skipped: Record<string, number>;
  };
  /** True where events waited to be derived: what changed by them is handed on later. */
  waits: boolean;
  /** True where what was handed on before was gone, or older, so that all is handed on again. */
  again?: boolean;
  error?: {
    code: string;
    message: string;
  };
}
/** How a home takes part in a team. */
interface SyncResult {
  /** `failed`: the last run did not come to its end. */
  state: 'off' | 'ready' | 'paused' | 'failed';
  /** The id of this home, and the name that the others see. */
  home?: string;
  member?: string;
  /** `key`: a few characters by which members compare their keys. `insecure`: a server without TLS, which its person allowed. */
  remote?: {
    kind: 'folder' | 'server';
    place: string;
    git: boolean;
    key?: string;
    insecure?: boolean;
  };
  /** The projects that are shared, by their remotes, and how many memories of each kind are with the others. */
  shares: {
    project: string;
    kinds: string[];
    shared: Record<string, number>;
    waiting: number;
  }[];
  waiting: {
    memories: number;
    records: number;
  };
  /** Memories of others that are here, with their versions. */
  received: number;
  /** The other homes, and when each was last heard of. */
  homes: {
    home: string;
    member: string;
    lastAt: string;
  }[];
  /**
   * What was forgotten or is shared no more, latest first: `reached` once every other home, of which one at least is known, carried it out; else `missing` names
   * the members that have not.
   */
  forgotten: {
    id: string;
    at: string;
    memories: number;
    state: 'pending' | 'reached';
    missing: string[];
  }[];
  lastRun?: SyncRunEntry;
  runs?: SyncRunEntry[];
  /** What would be shared of a project: `token` confirms it. `along`: what of it comes from projects that were merged into it. */
  plan?: {
    token: string;
    project: string;
    kinds: string[];
    counts: Record<string, number>;
    along: {
      project: string;
      name: string;
      memories: number;
    }[];
    examples: {
      id: string;
      kind: string;
      title: string;
      text: string;
    }[];
  };
  notes: Note[];
}
/** An address to which messages are sent, and how far it is. Times in ISO 8601. */
interface WebhookEntry {
  /** Its host and path, without what can hold a secret. */
  address: string;
  /** Messages that wait, that were taken, and that were given up. */
  waiting: number;
  delivered: number;
  dropped: number;
  /** The last attempt, and what was wrong with it. */
  lastAt?: string;
  problem?: string;
  /** When the next attempt is made, where messages wait. */
  nextAt?: string;
}
/** What `webhooks` answers. */
interface WebhooksResult {
  /** `failed`: the settings are wrong, so that nothing is sent. */
  state: 'off' | 'ready' | 'failed';
  problem?: string;
  /** What the messages to the addresses tell of. */
  kinds: string[];
  addresses: WebhookEntry[];
  /** What came of a test message to each address. */
  tests?: {
    address: string;
    delivered: boolean;
    tookMs: number;
    problem?: string;
  }[];
  notes: Note[];
}
/** Secrets of one kind that Cairn replaced before it wrote anything. What they were stands nowhere. */
interface RedactedKind {
  kind: string;
  count: number;
  /** The day of the last event with one, in UTC. */
  lastDay: string;
  /** In whose sessions, and in what kind of event. */
  where: {
    agent: string;
    event: string;
    count: number;
  }[];
}
/** What `privacy` answers. */
interface PrivacyResult {
  /** By kind, the most frequent first. */
  redacted: RedactedKind[];
  /** By day of the event in UTC, oldest first. */
  days: {
    day: string;
    count: number;
  }[];
  /** What is left out: patterns of files and of project folders, and how many events of such projects came. */
  excluded: {
    paths: string[];
    projects: string[];
    events: number;
  };
  /** What was erased for good, newest first: how many events and whole sessions at once; no words of it are left. */
  forgotten: {
    at: string;
    events: number;
    sessions: number;
  }[];
  /** What a person forgot, and can bring back until then, newest first. */
  trash: {
    batch: string;
    at: string;
    events: number;
    until: string;
  }[];
  /** What was retired, and can be brought back until it is pruned. */
  retired: RetiredBatch[];
  notes: Note[];
}
/** A job. `dueAt`: of one that is under way, when its lease ends. `progress`: as the work reported it last. */
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
/** A mean with its 95 % interval by the normal distribution; fewer than two values have no interval. */
interface Mean {
  n: number;
  mean: number;
  low?: number;
  high?: number;
}
/**
 * `n` of `of` cases, with the 95 % interval of the proportion from 0 to 1 (Wilson 1927). Of 0 cases the interval is 0
 * to 1.
 */
interface WilsonShare {
  n: number;
  of: number;
  low: number;
  high: number;
}
/** Injected memories of one kind, section, agent or occasion, and how many of them were used afterwards. */
interface ImpactRow {
  name: string;
  used: WilsonShare;
}
/** Blocks of one day, agent or occasion: what they cost, and of how many something was used. */
interface ImpactCost extends ImpactRow {
  tokens: number;
}
/** A memory that was injected often. */
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
  used: WilsonShare;
  memories: WilsonShare;
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
  /** Failures injected with their known fix, and how many of them did not come again in that session. */
  failures: WilsonShare;
  /** Tripwires that spoke before a call, and how many of them were not met afterwards. */
  tripwires: WilsonShare;
  /** Rules that name a command or a path, injected at a start or a prompt, and how many were not broken afterwards. */
  rules: WilsonShare;
  mostUsed: ImpactMemory[];
  /** Told at least three times and never used. */
  neverUsed: ImpactMemory[];
  /** Sessions with injected context, and the control group without it (setting `meter.control`). */
  control?: {
    told: ImpactSide;
    keptBack: ImpactSide;
  };
  notes: Note[];
}
/**
 * What was there when something was said again: `told`: Cairn had told it in that session; `would-tell`: it stands as a rule that
 * Cairn tells at each start; `proposed`: it waits for a person in the review; `no`: Cairn tells nothing of it.
 */
type RepeatKnown = 'told' | 'would-tell' | 'proposed' | 'no';
/** One time that something was said. `id`: of the prompt. */
interface RepeatSaying {
  id: string;
  sessionId: string;
  /** ISO 8601. */
  at: string;
  text: string;
  /** Absent for the first time. */
  known?: RepeatKnown;
  /** Id of the memory that Cairn told, would tell, or has as a proposal. */
  by?: string;
}
/** What a person said in several sessions, oldest first. */
interface Repeat {
  says: RepeatSaying[];
  project?: string;
  /** Path of the file of instructions that holds it now. */
  file?: string;
}
/** A rule that Cairn told, or would have told, in a session in which the person said otherwise. */
interface WrongTelling {
  id: string;
  text: string;
  sessionId: string;
  /** What the person said, or how the person judged it. */
  by: string;
  byText: string;
  /** ISO 8601. */
  at: string;
}
/** What `repeats` answers. Repetitions are counted, not the first times. */
interface RepeatsResult {
  sessions: number;
  prompts: number;
  since?: string;
  repetitions: number;
  /** Repetitions that Cairn told, would tell, or has as a proposal; that a file of instructions holds; that nobody tells. */
  counts: {
    told: number;
    wouldTell: number;
    proposed: number;
    file: number;
    nobody: number;
  };
  repeats: Repeat[];
  wrong: WrongTelling[];
  tookMs: number;
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
  /** Id of the rule that it comes from. */
  rule?: string;
  /** What the agent would read. */
  says: string;
}
/** A session in which a tripwire would have spoken: the call at which. */
interface TripwireFiring {
  /** The call's memory, and its title. */
  id: string;
  title: string;
  /** ISO 8601. */
  at: string;
  sessionId: string;
  /**
   * How the session itself shows that it would have spoken rightly: a person refused the call or corrected it afterwards, it was
   * undone, or it failed and was done as the rule says. Absent where nothing shows it.
   */
  why?: 'refused' | 'corrected' | 'undone' | 'failed';
}
/** What a tripwire would have done over the sessions so far, told once a session. */
interface TripwireRecord {
  /** Sessions that were looked at: the latest, at most 200. */
  sessions: number;
  fired: number;
  rightly: number;
  /** At most six, those that it would have met rightly first. */
  examples: TripwireFiring[];
}
/** What `tripwires` answers: how many the project has, and those that are met. */
interface TripwiresResult {
  mode: 'off' | 'warn' | 'block';
  waiting: number;
  met: TrippedEntry[];
}
/** Something that recurs, as `patterns` gives it. */
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
  /** Only for a tripwire and for a wish that returned: neither speaks up before a person confirms it. */
  status?: KnowledgeStatus;
  /** Only for what waits to be judged: names its words as they are, for `of` of `update`. */
  stamp?: string;
  /** Only for tripwires, where they alone are asked for. */
  record?: TripwireRecord;
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
/** One thing that sessions of a project show, with the ids of what shows it. */
interface PageLine {
  text: string;
  ids: string[];
}
/** A section of the page: `Commands`, `Hard to find`, `Left open`, `Standing wishes`. */
interface PageSection {
  title: string;
  lines: PageLine[];
}
/** What `project` answers; without sections where nothing is known that the repository does not say. */
interface ProjectPage {
  /** The whole page as text. */
  text: string;
  project?: {
    id: string;
    name: string;
  };
  /** Sessions that were looked at: the latest, at most 100. */
  sessions: number;
  /** ISO 8601, of the first and the last activity of these. */
  firstAt?: string;
  lastAt?: string;
  sections: PageSection[];
  ids: string[];
  tokens: number;
  notes: Note[];
}
/** What every field has: one line of help that can be read alone. `value` is never there: it carries the value's type. */
interface AnyField<Type extends string, Value> {
  readonly type: Type;
  readonly help: string;
  readonly required?: true;
  readonly value?: Value;
}
/** A text; with `choices` one of them. */
interface TextField<Value = string> extends AnyField<'text', Value> {
  readonly choices?: readonly string[];
}
/** A list of `least` to `most` texts; with `choices` of these alone. */
interface TextsField<Value = string[]> extends AnyField<'texts', Value> {
  readonly choices?: readonly string[];
  readonly least: number;
  readonly most: number;
}
/** A number, or a whole one, from `least` to `most`. */
interface NumberField<Value = number> extends AnyField<'number' | 'integer', Value> {
  readonly least: number;
  readonly most: number;
}
/** True or false. */
type BooleanField<Value = boolean> = AnyField<'boolean', Value>;
/** Milliseconds since 1970, ISO 8601 or, in a filter, a duration back from now. */
type TimeField<Value = number | string> = AnyField<'time', Value>;
/** A JSON object: any, or with exactly these fields. */
interface ObjectField<Value = JsonObject> extends AnyField<'object', Value> {
  readonly fields?: Fields;
}
/** A list of at most `most` objects, each judged by itself where it is used; they may have more than these fields. */
interface ObjectsField<Value = JsonObject[]> extends AnyField<'objects', Value> {
  readonly fields: Fields;
  readonly most: number;
}
/** A field of a call's input. */
type Field = TextField<unknown> | TextsField<unknown> | NumberField<unknown> | BooleanField<unknown> | TimeField<unknown> | ObjectField<unknown> | ObjectsField<unknown>;
/** The fields of an input by name. */
type Fields = Readonly<Record<string, Field>>;
type ValueOf<F> = F extends {
  readonly value?: infer Value;
} ? Value : never;
/** The type of an input, from its fields: those marked `required` must be there. Their doc comments stay with them. */
type InputOf<F> = Flat<{ -readonly [Name in keyof F as F[Name] extends {
  required: true;
} ? Name : never]: ValueOf<F[Name]>; } & { -readonly [Name in keyof F as F[Name] extends {
  required: true;
} ? never : Name]?: ValueOf<F[Name]>; }>;
type Flat<T> = { [Name in keyof T]: T[Name]; };
/** What narrows a search or a list; all given fields must hold. */
declare const FILTER: {
  kinds: TextsField<("checkpoint" | "commit" | "knowledge" | "message" | "observation" | "pattern" | "prompt" | "snippet" | "summary" | "topic")[]>;
  meaning: TextField<"bugfix" | "change" | "decision" | "discovery" | "feature" | "refactor">;
  category: TextField<"architecture" | "config" | "debugging" | "docs" | "feature-dev" | "general" | "refactoring" | "security" | "testing">;
  /** A path inside the project, its name or id, or `*` for all; default all. */
  project: TextField<string>;
  agent: TextField<string>;
  /** A session's id, or any id of what belongs to it. */
  session: TextField<string>;
  /** A path, or the end of one. */
  file: TextField<string>;
  concept: TextField<string>;
  since: TimeField<string | number>;
  until: TimeField<string | number>;
};
/** The project of a call that is about one; absent, it is that of the caller's folder. */
declare const OF_HERE: {
  /** A path inside the project, its name or id; default the caller's folder. */
  project: TextField<string>;
};
/** The project of a call that may be about all of them. */
declare const OF_PROJECT: {
  /** A path inside the project, its name or id, `*` for all; default the caller's folder. */
  project: TextField<string>;
};
/** The fields of a statement besides its text. */
declare const STATEMENT: {
  title: TextField<string>;
  /** Default: `note` unless the text reads as a rule. */
  kind: TextField<"constraint" | "decision" | "heuristic" | "note" | "rejected">;
  severity: TextField<string>;
  alternatives: TextsField<string[]>;
  reason: TextField<string>;
  /** 0 to 1. */
  confidence: NumberField;
  concepts: TextsField<string[]>;
  files: TextsField<string[]>;
  metadata: ObjectField;
};
/** What can be told of a session's work, each part in the caller's words. */
declare const WORK: {
  task: TextField<string>;
  progress: TextsField<string[]>;
  nextSteps: TextsField<string[]>;
  openQuestions: TextsField<string[]>;
  /** Files it is about, by their paths. */
  files: TextsField<string[]>;
};
/** The parts of a written summary. */
declare const SUMMARY: {
  title: TextField<string>;
  text: TextField<string>;
  request: TextField<string>;
  investigated: TextsField<string[]>;
  learned: TextsField<string[]>;
  completed: TextsField<string[]>;
  nextSteps: TextsField<string[]>;
  notes: TextsField<string[]>;
};
/** What can be changed of a memory or a project. */
declare const CHANGES: {
  title: TextField<string>;
  /** Default: `note` unless the text reads as a rule. */
  kind: TextField<"constraint" | "decision" | "heuristic" | "note" | "rejected">;
  severity: TextField<string>;
  alternatives: TextsField<string[]>;
  reason: TextField<string>;
  /** 0 to 1. */
  confidence: NumberField;
  concepts: TextsField<string[]>;
  files: TextsField<string[]>;
  metadata: ObjectField;
  text: TextField<string>;
  /** `superseded`: with `supersededBy`; `reopened`: as it was before it was judged. */
  status: TextField<"confirmed" | "reopened" | "superseded" | "withdrawn">;
  /** For `confirmed`: the `stamp` of what was shown. */
  of: TextField<string>;
  /** Id of the memory that takes its place, for `superseded`. */
  supersededBy: TextField<string>;
  /** True: take the latest change of its words back. */
  revert: BooleanField<boolean>;
  hidden: BooleanField<boolean>;
  muted: BooleanField<boolean>;
  /** Only for a session: all its tags from now on. */
  tags: TextsField<string[]>;
  /** Only for a project: what it is called; empty for its own name. */
  name: TextField<string>;
  /** Only for a project: the one that it goes into, by its id, name or a path in it; empty: it stands for itself again. */
  into: TextField<string>;
};
/** One thing an agent did; an event has the fields of its kind, too. */
declare const EVENT: {
  kind: TextField<string> & {
    readonly required: true;
  };
  sessionId: TextField<string> & {
    readonly required: true;
  };
  agent: TextField<string>;
  at: TimeField<string | number>;
  cwd: TextField<string>;
  /** The caller's own number of the event: the same number again is the same event. */
  number: TextField<string>;
  prompt: TextField<string>;
  subagent: TextField<string>;
};
/** One message of a conversation. */
declare const MESSAGE: {
  role: TextField<"assistant" | "system" | "tool" | "user"> & {
    readonly required: true;
  };
  content: TextField<string> & {
    readonly required: true;
  };
  /** Who speaks: a person of several, the tool. */
  name: TextField<string>;
  at: TimeField<string | number>;
  /** The caller's own name for it, given back in its hits. */
  ref: TextField<string>;
};
/** Every call of the memory. The order is that of the OpenAPI document. */
declare const CALLS: {
  smartSearch: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly main: 'query';
    readonly looks: readonly ["query", "kinds", "path", "limit", "project"];
    readonly input: {
      readonly project: TextField<string>;
      readonly query: TextField<string> & {
        readonly required: true;
      };
      readonly kinds: TextsField<("class" | "constant" | "enum" | "field" | "function" | "interface" | "macro" | "method" | "module" | "struct" | "trait" | "type")[]>;
      readonly path: TextField<string>;
      readonly limit: NumberField<number>;
    };
  };
  smartOutline: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly main: 'path';
    readonly looks: readonly ["path", "budget", "project"];
    readonly input: {
      readonly project: TextField<string>;
      readonly path: TextField<string> & {
        readonly required: true;
      };
      readonly budget: NumberField<number>;
    };
  };
  smartUnfold: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly main: 'symbol';
    readonly looks: readonly ["symbol", "path", "line", "from", "project"];
    readonly input: {
      readonly project: TextField<string>;
      readonly symbol: TextField<string>;
      readonly path: TextField<string>;
      readonly line: NumberField<number>;
      readonly from: NumberField<number>;
    };
  };
  collect: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly input: {
      readonly kinds: TextsField<("checkpoint" | "commit" | "knowledge" | "message" | "observation" | "pattern" | "prompt" | "snippet" | "summary" | "topic")[]>;
      readonly meaning: TextField<"bugfix" | "change" | "decision" | "discovery" | "feature" | "refactor">;
      readonly category: TextField<"architecture" | "config" | "debugging" | "docs" | "feature-dev" | "general" | "refactoring" | "security" | "testing">;
      readonly project: TextField<string>;
      readonly agent: TextField<string>;
      readonly session: TextField<string>;
      readonly file: TextField<string>;
      readonly concept: TextField<string>;
      readonly since: TimeField<string | number>;
      readonly until: TimeField<string | number>;
      readonly collection: TextField<string>;
      readonly name: TextField<string>;
      readonly description: TextField<string>;
      readonly query: TextField<string>;
      readonly limit: NumberField<number>;
      readonly live: BooleanField<boolean>;
      readonly add: TextsField<string[]>;
      readonly remove: TextsField<string[]>;
      readonly delete: BooleanField<boolean>;
    };
  };
  collections: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'collection';
    readonly input: {
      readonly limit: NumberField<number>;
      readonly cursor: TextField<string>;
      readonly collection: TextField<string>;
      readonly deleted: BooleanField<boolean>;
      readonly format: TextField<"json" | "md" | "plain">;
    };
  };
  ask: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly vector: 'question';
    readonly input: {
      readonly collection: TextField<string> & {
        readonly required: true;
      };
      readonly question: TextField<string> & {
        readonly required: true;
      };
      readonly limit: NumberField<number>;
    };
  };
  forget: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly unbounded: true;
    readonly input: {
      readonly ids: TextsField<string[]>;
      readonly session: TextField<string>;
      readonly project: TextField<string>;
      readonly query: TextField<string>;
      readonly agent: TextField<string>;
      readonly since: TimeField<string | number>;
      readonly before: TimeField<string | number>;
      readonly dryRun: BooleanField<boolean>;
      readonly confirm: TextField<string>;
      readonly now: BooleanField<boolean>;
      readonly receipt: BooleanField<boolean>;
      readonly undo: TextField<string>;
    };
  };
  prune: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly unbounded: true;
    readonly input: {
      readonly olderThan: TimeField<string | number>;
      readonly kinds: TextsField<("message" | "observation" | "prompt")[]>;
      readonly keep: NumberField<number>;
      readonly sessions: NumberField<number>;
      readonly project: TextField<string>;
      readonly confirm: TextField<string>;
      readonly now: BooleanField<boolean>;
      readonly undo: TextField<string>;
    };
  };
  consolidate: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly unbounded: true;
    readonly input: {
      readonly project: TextField<string>;
      readonly olderThan: TimeField<string | number>;
      readonly confirm: TextField<string>;
      readonly undo: TextField<string>;
    };
  };
  record: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly main: 'events';
    readonly input: {
      readonly events: ObjectsField<{
        kind: string;
        sessionId: string;
        agent?: string;
        at?: string | number;
        cwd?: string;
        number?: string;
        prompt?: string;
        subagent?: string;
      }[]>;
      readonly sessionId: TextField<string>;
      readonly agent: TextField<string>;
      readonly cwd: TextField<string>;
      readonly messages: ObjectsField<{
        role: "assistant" | "system" | "tool" | "user";
        content: string;
        name?: string;
        at?: string | number;
        ref?: string;
      }[]>;
    };
  };
  remember: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly main: 'text';
    readonly input: {
      readonly title: TextField<string>;
      readonly kind: TextField<"constraint" | "decision" | "heuristic" | "note" | "rejected">;
      readonly severity: TextField<string>;
      readonly alternatives: TextsField<string[]>;
      readonly reason: TextField<string>;
      readonly confidence: NumberField;
      readonly concepts: TextsField<string[]>;
      readonly files: TextsField<string[]>;
      readonly metadata: ObjectField;
      readonly text: TextField<string> & {
        readonly required: true;
      };
      readonly project: TextField<string>;
      readonly sessionId: TextField<string>;
      readonly at: TimeField<string | number>;
      readonly ref: TextField<string>;
    };
  };
  observe: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly main: 'title';
    readonly input: {
      readonly title: TextField<string> & {
        readonly required: true;
      };
      readonly kind: TextField<"bugfix" | "change" | "decision" | "discovery" | "feature" | "refactor">;
      readonly narrative: TextField<string>;
      readonly facts: TextsField<string[]>;
      readonly category: TextField<"architecture" | "config" | "debugging" | "docs" | "feature-dev" | "general" | "refactoring" | "security" | "testing">;
      readonly concepts: TextsField<string[]>;
      readonly files: TextsField<string[]>;
      readonly filesRead: TextsField<string[]>;
      readonly metadata: ObjectField<JsonObject>;
      readonly project: TextField<string>;
      readonly sessionId: TextField<string>;
      readonly at: TimeField<string | number>;
      readonly ref: TextField<string>;
    };
  };
  search: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'query';
    readonly here: true;
    readonly vector: 'query';
    readonly input: {
      readonly kinds: TextsField<("checkpoint" | "commit" | "knowledge" | "message" | "observation" | "pattern" | "prompt" | "snippet" | "summary" | "topic")[]>;
      readonly meaning: TextField<"bugfix" | "change" | "decision" | "discovery" | "feature" | "refactor">;
      readonly category: TextField<"architecture" | "config" | "debugging" | "docs" | "feature-dev" | "general" | "refactoring" | "security" | "testing">;
      readonly project: TextField<string>;
      readonly agent: TextField<string>;
      readonly session: TextField<string>;
      readonly file: TextField<string>;
      readonly concept: TextField<string>;
      readonly since: TimeField<string | number>;
      readonly until: TimeField<string | number>;
      readonly limit: NumberField<number>;
      readonly cursor: TextField<string>;
      readonly query: TextField<string> & {
        readonly required: true;
      };
      readonly explain: BooleanField<boolean>;
      readonly mode: TextField<"hybrid" | "vectors" | "words">;
      readonly sessions: BooleanField<boolean>;
      readonly asOf: TimeField<string | number>;
    };
  };
  timeline: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'anchor';
    readonly here: true;
    readonly input: {
      readonly anchor: TextField<string> & {
        readonly required: true;
      };
      readonly before: NumberField<number>;
      readonly after: NumberField<number>;
      readonly kinds: TextsField<("checkpoint" | "commit" | "knowledge" | "message" | "observation" | "pattern" | "prompt" | "snippet" | "summary" | "topic")[]>;
      readonly project: TextField<string>;
    };
  };
  get: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'ids';
    readonly input: {
      readonly ids: TextsField<string[]> & {
        readonly required: true;
      };
      readonly from: NumberField<number>;
    };
  };
  list: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly input: {
      readonly meaning: TextField<"bugfix" | "change" | "decision" | "discovery" | "feature" | "refactor">;
      readonly category: TextField<"architecture" | "config" | "debugging" | "docs" | "feature-dev" | "general" | "refactoring" | "security" | "testing">;
      readonly project: TextField<string>;
      readonly agent: TextField<string>;
      readonly session: TextField<string>;
      readonly file: TextField<string>;
      readonly concept: TextField<string>;
      readonly since: TimeField<string | number>;
      readonly until: TimeField<string | number>;
      readonly kinds: TextsField<ItemKind[] | ['session'] | ['project']>;
      readonly status: TextField<"confirmed" | "proposed" | "stated" | "superseded" | "withdrawn">;
      readonly outcome: TextField<"abandoned" | "blocked" | "done" | "part" | "unknown">;
      readonly title: TextField<string>;
      readonly issue: TextField<string>;
      readonly muted: BooleanField<boolean>;
      readonly limit: NumberField<number>;
      readonly cursor: TextField<string>;
      readonly hidden: BooleanField<boolean>;
      readonly failed: BooleanField<boolean>;
    };
  };
  reviewLog: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly input: {
      readonly limit: NumberField<number>;
      readonly cursor: TextField<string>;
      readonly project: TextField<string>;
    };
  };
  history: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'id';
    readonly input: {
      readonly id: TextField<string> & {
        readonly required: true;
      };
    };
  };
  update: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly args: readonly ["id", "changes"];
    readonly input: {
      readonly id: TextField<string> & {
        readonly required: true;
      };
      readonly changes: ObjectField<{
        title?: string;
        kind?: "constraint" | "decision" | "heuristic" | "note" | "rejected";
        severity?: string;
        alternatives?: string[];
        reason?: string;
        confidence?: number;
        concepts?: string[];
        files?: string[];
        metadata?: JsonObject;
        text?: string;
        status?: "confirmed" | "reopened" | "superseded" | "withdrawn";
        of?: string;
        supersededBy?: string;
        revert?: boolean;
        hidden?: boolean;
        muted?: boolean;
        tags?: string[];
        name?: string;
        into?: string;
      }> & {
        readonly required: true;
      };
    };
  };
  share: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly main: 'id';
    readonly input: {
      readonly id: TextField<string> & {
        readonly required: true;
      };
      readonly undo: BooleanField<boolean>;
      readonly by: TextField<string>;
    };
  };
  shared: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly input: {
      readonly project: TextField<string>;
    };
  };
  sync: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly unbounded: true;
    readonly looks: readonly ["runs", "forgotten"];
    readonly input: {
      readonly run: BooleanField<boolean>;
      readonly pause: BooleanField<boolean>;
      readonly runs: NumberField<number>;
      readonly forgotten: TextsField<string[]>;
      readonly add: TextField<string>;
      readonly member: TextField<string>;
      readonly keyFile: TextField<string>;
      readonly passphrase: TextField<string>;
      readonly token: TextField<string>;
      readonly insecure: BooleanField<boolean>;
      readonly git: BooleanField<boolean>;
      readonly remove: BooleanField<boolean>;
      readonly share: TextField<string>;
      readonly kinds: TextsField<("commits" | "knowledge" | "notes" | "patterns" | "summaries" | "topics")[]>;
      readonly along: TextsField<string[]>;
      readonly confirm: TextField<string>;
      readonly unshare: TextField<string>;
      readonly keep: TextsField<string[]>;
      readonly release: TextsField<string[]>;
    };
  };
  webhooks: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly looks: readonly [];
    readonly unbounded: true;
    readonly input: {
      readonly test: BooleanField<boolean>;
    };
  };
  events: {
    readonly help: string;
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "stream";
    readonly methods: readonly ["GET", "POST"];
    readonly unbounded: true;
    readonly looks: readonly ["after", "last", "follow", "project", "session"];
    readonly input: {
      readonly after: NumberField<number>;
      readonly last: NumberField<number>;
      readonly follow: BooleanField<boolean>;
      readonly project: TextField<string>;
      readonly session: TextField<string>;
    };
  };
  import: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "stream";
    readonly input: {
      readonly agent: TextField<string>;
      readonly project: TextField<string>;
      readonly since: TimeField<string | number>;
      readonly paths: TextsField<string[]>;
      readonly dryRun: BooleanField<boolean>;
      readonly mine: BooleanField<boolean>;
      readonly from: TextField<string>;
      readonly facts: BooleanField<boolean>;
    };
  };
  export: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "stream";
    readonly unbounded: true;
    readonly looks: readonly ["project", "session"];
    readonly input: {
      readonly project: TextField<string>;
      readonly session: TextField<string>;
    };
  };
  context: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'prompt';
    readonly here: true;
    readonly vector: 'prompt';
    readonly input: {
      readonly cwd: TextField<string>;
      readonly prompt: TextField<string>;
      readonly file: TextField<string>;
      readonly sessionId: TextField<string>;
      readonly agent: TextField<string>;
      readonly budget: NumberField<number>;
      readonly explain: BooleanField<boolean>;
    };
  };
  recall: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'query';
    readonly here: true;
    readonly vector: 'query';
    readonly input: {
      readonly kinds: TextsField<("checkpoint" | "commit" | "knowledge" | "message" | "observation" | "pattern" | "prompt" | "snippet" | "summary" | "topic")[]>;
      readonly meaning: TextField<"bugfix" | "change" | "decision" | "discovery" | "feature" | "refactor">;
      readonly category: TextField<"architecture" | "config" | "debugging" | "docs" | "feature-dev" | "general" | "refactoring" | "security" | "testing">;
      readonly project: TextField<string>;
      readonly agent: TextField<string>;
      readonly session: TextField<string>;
      readonly file: TextField<string>;
      readonly concept: TextField<string>;
      readonly since: TimeField<string | number>;
      readonly until: TimeField<string | number>;
      readonly query: TextField<string> & {
        readonly required: true;
      };
    };
  };
  resume: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'sessionId';
    readonly here: true;
    readonly input: {
      readonly project: TextField<string>;
      readonly sessionId: TextField<string>;
      readonly words: NumberField<number>;
    };
  };
  project: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'project';
    readonly here: true;
    readonly input: {
      project: TextField<string>;
    };
  };
  session: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'id';
    readonly input: {
      readonly id: TextField<string> & {
        readonly required: true;
      };
    };
  };
  story: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'id';
    readonly input: {
      readonly limit: NumberField<number>;
      readonly cursor: TextField<string>;
      readonly id: TextField<string> & {
        readonly required: true;
      };
    };
  };
  threads: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'project';
    readonly here: true;
    readonly input: {
      project: TextField<string>;
    };
  };
  file: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'path';
    readonly here: true;
    readonly input: {
      readonly project: TextField<string>;
      readonly path: TextField<string>;
    };
  };
  why: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly main: 'path';
    readonly here: true;
    readonly git: true;
    readonly input: {
      readonly project: TextField<string>;
      readonly path: TextField<string> & {
        readonly required: true;
      };
      readonly line: NumberField<number>;
      readonly endLine: NumberField<number>;
      readonly format: TextField<"agent-trace">;
    };
  };
  patterns: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly here: true;
    readonly input: {
      readonly project: TextField<string>;
      readonly limit: NumberField<number>;
      readonly cursor: TextField<string>;
      readonly kind: TextField<"architecture" | "decision" | "error" | "fix" | "preference" | "tripwire" | "workflow">;
      readonly file: TextField<string>;
      readonly since: TimeField<string>;
      readonly until: TimeField<string>;
    };
  };
  tripwires: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly here: true;
    readonly input: {
      readonly project: TextField<string>;
      readonly test: TextField<string>;
    };
  };
  impact: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly here: true;
    readonly long: true;
    readonly input: {
      readonly project: TextField<string>;
      readonly since: TimeField<string>;
      readonly until: TimeField<string>;
    };
  };
  stats: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly here: true;
    readonly long: true;
    readonly input: {
      readonly project: TextField<string>;
      readonly since: TimeField<string>;
      readonly until: TimeField<string>;
      readonly agent: TextField<string>;
      readonly calendar: NumberField<number>;
      readonly compare: BooleanField<boolean>;
      readonly report: TextField<"day" | "month" | "standup" | "week">;
      readonly format: TextField<"html" | "md" | "text">;
    };
  };
  contradictions: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly here: true;
    readonly input: {
      readonly project: TextField<string>;
      readonly limit: NumberField<number>;
    };
  };
  repeats: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "read";
    readonly long: true;
    readonly input: {
      readonly sessions: NumberField<number>;
    };
  };
  checkpoint: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly main: 'note';
    readonly input: {
      readonly project: TextField<string>;
      readonly task: TextField<string>;
      readonly progress: TextsField<string[]>;
      readonly nextSteps: TextsField<string[]>;
      readonly openQuestions: TextsField<string[]>;
      readonly files: TextsField<string[]>;
      readonly sessionId: TextField<string>;
      readonly note: TextField<string>;
    };
  };
  summarize: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly main: 'text';
    readonly input: {
      readonly project: TextField<string>;
      readonly title: TextField<string>;
      readonly text: TextField<string>;
      readonly request: TextField<string>;
      readonly investigated: TextsField<string[]>;
      readonly learned: TextsField<string[]>;
      readonly completed: TextsField<string[]>;
      readonly nextSteps: TextsField<string[]>;
      readonly notes: TextsField<string[]>;
      readonly sessionId: TextField<string>;
    };
  };
  status: {
    readonly help: string;
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly methods: readonly ["GET", "POST"];
    readonly args: readonly [];
    readonly looks: readonly [];
    readonly input: {};
  };
  jobs: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly looks: readonly [];
    readonly input: {
      readonly cancel: NumberField<number>;
      readonly retry: NumberField<number>;
    };
  };
  backup: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly args: readonly [];
    readonly unbounded: true;
    readonly input: {};
  };
  backups: {
    readonly help: string;
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly methods: readonly ["GET", "POST"];
    readonly unbounded: true;
    readonly input: {
      readonly verify: TextField<string>;
    };
  };
  settings: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly looks: readonly [];
    readonly input: {
      readonly set: TextField<string>;
      readonly value: TextField<string>;
      readonly unset: TextField<string>;
      readonly accept: TextField<string>;
    };
  };
  pause: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly input: {
      readonly until: TextField<string>;
      readonly folder: TextField<string>;
      readonly end: BooleanField<boolean>;
    };
  };
  privacy: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly looks: readonly [];
    readonly input: {};
  };
  log: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly looks: readonly ["level", "limit"];
    readonly input: {
      readonly level: TextField<"debug" | "error" | "info">;
      readonly limit: NumberField<number>;
    };
  };
  rebuild: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly input: {
      readonly what: TextField<"index" | "items" | "patterns" | "sessions" | "vectors">;
    };
  };
  llm: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly unbounded: true;
    readonly looks: readonly ["plan", "session"];
    readonly input: {
      readonly plan: BooleanField<boolean>;
      readonly run: BooleanField<boolean>;
      readonly again: BooleanField<boolean>;
      readonly session: TextField<string>;
    };
  };
  doctor: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly unbounded: true;
    readonly looks: readonly ["deep"];
    readonly input: {
      readonly deep: BooleanField<boolean>;
      readonly fix: BooleanField<boolean>;
    };
  };
  settled: {
    readonly help: string;
    readonly methods: readonly ('GET' | 'POST')[];
    readonly on: 'anywhere' | 'socket' | 'tcp';
    readonly kind: "write";
    readonly unbounded: true;
    readonly looks: readonly ["timeoutMs"];
    readonly args: 'options';
    readonly input: {
      readonly timeoutMs: NumberField<number>;
    };
  };
};
/** The type of the table. */
type Calls = typeof CALLS;
/** Name of a call. */
type CallName = keyof Calls;
/** The input of each call as one object, as it is on the wire. */
type CallInputs = { [Name in CallName]: InputOf<Calls[Name]['input']>; };
/** The input of one call. */
type InputOfCall<Name extends CallName> = CallInputs[Name];
/**
 * One message of a conversation, for `record`. `tool`: the output of a tool; `system`: what the program wrote to the model.
 * `at`: milliseconds since 1970 or ISO 8601, default now.
 */
interface MessageInput extends InputOf<typeof MESSAGE> {}
/** One thing an agent did, for `record`: `kind` is an event kind; the other fields are that kind's. */
interface AgentEventInput extends InputOf<typeof EVENT> {
  [field: string]: unknown;
}
/** What `record` takes: events, or the messages of a conversation. */
type RecordInput = AgentEventInput[] | {
  sessionId: string;
  agent?: string;
  cwd?: string;
  messages: MessageInput[];
};
/** What was observed, for `observe`: a title, and as much of the rest as there is. */
interface ObservationInput extends InputOfCall<'observe'> {}
/** A piece of memory stated on purpose, for `remember`. */
interface NoteInput extends InputOf<typeof STATEMENT>, InputOfCall<'remember'> {}
/**
 * What narrows a search or a list; all given fields must hold. Times: milliseconds since 1970 or ISO 8601, or a duration
 * back from now (`7d`, `12h`).
 */
interface Filter extends InputOf<typeof FILTER> {}
/** A question, for `search`. Every field but the query narrows; `cursor` goes on where the page before ended. */
interface SearchQuery extends Filter, InputOfCall<'search'> {}
/**
 * What to list, newest first. Kinds `session` and `project` are listed alone. `status`: only knowledge in that state;
 * `muted`: only what a person muted; `hidden`: only what is hidden; `failed`: only calls of tools that failed.
 */
interface ListInput extends Omit<Filter, 'kinds'>, InputOfCall<'list'> {}
/**
 * What happened around an anchor, for `timeline`: any id, or a time (ISO 8601, or a duration back from now). For a session
 * its end, for a project its latest. `before` and `after` count entries, default 5 each. Within the anchor's session, around
 * a time within the caller's project, unless `project` is given.
 */
interface TimelineInput extends InputOfCall<'timeline'> {}
/** Which part of what stands in a person's name, for `reviewLog`: default all projects, 20 on a page. */
interface ReviewLogInput extends InputOfCall<'reviewLog'> {}
/** Which memory, for `history`. */
interface HistoryInput extends InputOfCall<'history'> {}
/** What `update` changes. An absent field stays; only a person confirms, withdraws, supersedes, reopens,
 * shows again, mutes and renames. */
interface UpdateInput extends InputOf<typeof CHANGES> {}
/** Which memory to share with the repository at hand, for `share`; with `undo` its file is taken out. */
interface ShareInput extends InputOfCall<'share'> {}
/** Which checkout, for `shared`. */
interface SharedInput extends InputOfCall<'shared'> {}
/** What `recall` takes: a question and what narrows it. */
interface RecallInput extends Filter, InputOfCall<'recall'> {}
/** What context is wanted for, for `context`. */
interface ContextRequest extends InputOfCall<'context'> {}
/** Which session to go on with, for `resume`: default the newest of the project that left something open. */
interface ResumeInput extends InputOf<typeof OF_HERE>, InputOfCall<'resume'> {}
/** Which project, for `project`: default that of the caller's folder. */
interface ProjectInput extends InputOf<typeof OF_HERE>, InputOfCall<'project'> {}
/** Which patterns, for `patterns`. */
interface PatternsInput extends InputOf<typeof OF_PROJECT>, InputOfCall<'patterns'> {}
/** Which injections into sessions, for `impact`: default all of the project. */
interface ImpactInput extends InputOf<typeof OF_PROJECT>, InputOfCall<'impact'> {}
/** Which time, for `stats`: default the last 30 days, or with `report` the last 7 or 30. */
interface StatsInput extends InputOf<typeof OF_PROJECT>, InputOfCall<'stats'> {}
/** How many of the last sessions, for `repeats`. */
interface RepeatsInput extends InputOfCall<'repeats'> {}
/** Whose statements, for `contradictions`. */
interface ContradictionsInput extends InputOf<typeof OF_PROJECT>, InputOfCall<'contradictions'> {}
/** What to try, for `tripwires`: a command, or a path that would be changed. */
interface TripwiresInput extends InputOf<typeof OF_HERE>, InputOfCall<'tripwires'> {}
/** Which session, for `session`: its id, the agent's own id of it, or any id of what belongs to it. */
interface SessionInput extends InputOfCall<'session'> {}
/** Which session, for `story`, and which page of its steps. */
interface StoryInput extends InputOfCall<'story'> {}
/** Whose threads, for `threads`. */
interface ThreadsInput extends InputOf<typeof OF_HERE>, InputOfCall<'threads'> {}
/** Which file, for `file`: a path or its end; without it the files that were worked on. */
interface FileInput extends InputOf<typeof OF_PROJECT>, InputOfCall<'file'> {}
/** Which memories, for `get`, and from which character on. */
interface GetInput extends InputOfCall<'get'> {}
/** Which lines of which file, for `why`. */
interface WhyInput extends InputOf<typeof OF_HERE>, InputOfCall<'why'> {}
/** What to look for in the sources of a project, for `smartSearch`. */
interface SmartSearchInput extends InputOf<typeof OF_HERE>, InputOfCall<'smartSearch'> {}
/** Which file, for `smartOutline`, and how many tokens it may cost. */
interface SmartOutlineInput extends InputOf<typeof OF_HERE>, InputOfCall<'smartOutline'> {}
/** Which symbol, for `smartUnfold`: by its name, by a file and a line, or by all of them. */
interface SmartUnfoldInput extends InputOf<typeof OF_HERE>, InputOfCall<'smartUnfold'> {}
/**
 * What `checkpoint` takes: the session to take stock of, default the project's newest, a note, and what the caller says of its
 * work: task, progress, next steps, open questions, files.
 */
interface CheckpointInput extends InputOf<typeof OF_HERE>, InputOf<typeof WORK>, InputOfCall<'checkpoint'> {}
/** What `summarize` takes: the session, default the project's newest, and its summary in prose or part by part. */
interface SummarizeInput extends InputOf<typeof OF_HERE>, InputOf<typeof SUMMARY>, InputOfCall<'summarize'> {}
/**
 * What `forget` takes. By `ids` of memories and events it acts at once. By `session`, `project`, `query` or time, or by the
 * id of a session, a project or what is derived from all of a session, it answers a plan, and acts only with the plan's
 * token in `confirm`; several of them must hold together. An agent's call hides, and takes ids of memories only.
 */
interface ForgetInput extends InputOfCall<'forget'> {}
/**
 * What `prune` takes: what is too old or too much, by default as the settings say. It answers a plan, and acts only with the
 * plan's token in `confirm` and the same input, but for an agent.
 */
interface PruneInput extends InputOfCall<'prune'> {}
/** What `consolidate` takes: where repetitions are looked for. Plan, token and undo as for `prune`. */
interface ConsolidateInput extends InputOfCall<'consolidate'> {}
/**
 * What `collect` takes. Without `collection` a new one is made, which needs a `name`: of what `add` names, or of what
 * answers `query` and what narrows it; with `live` of what answers it each time it is read.
 */
interface CollectInput extends Filter, InputOfCall<'collect'> {}
/** What `collections` takes: nothing for the list, or one to be shown or, with a `format`, written out whole. */
interface CollectionsInput extends InputOfCall<'collections'> {}
/** A question over a collection, for `ask`. */
interface AskInput extends InputOfCall<'ask'> {}
/** Which events to read: those after a place in the log (default all), then, unless `follow` is false, as they come. */
interface EventsInput extends InputOfCall<'events'> {}
/** What to import: all agents' transcripts of this machine by default, or the named files or folders. */
interface ImportInput extends InputOfCall<'import'> {}
/** What to export: all, or one project. */
interface ExportInput extends InputOfCall<'export'> {}
/**
 * What `llm` takes. `plan`: what would be sent, and send nothing; `run`: make the next call now. For all that waits, or one
 * session; `again`: for what another model worded, or this one by another prompt.
 */
interface LlmInput extends InputOfCall<'llm'> {}
/** What `backups` takes: the name of a backup that is unpacked and looked at, or `*` for each. */
interface BackupsInput extends InputOfCall<'backups'> {}
/** What `settings` takes: the key of a setting that is to be changed, and its value; or one that is to have its default. */
interface SettingsInput extends InputOfCall<'settings'> {}
/** What `pause` takes: how long, and where; or that it ends. */
interface PauseInput extends InputOfCall<'pause'> {}
/** What `sync` takes: one thing that is to be done, with what it needs; nothing to be told the state. */
interface SyncInput extends InputOfCall<'sync'> {}
/** What `webhooks` takes: nothing, or that each address is sent a test message. */
interface WebhooksInput extends InputOfCall<'webhooks'> {}
/** What `privacy` takes: nothing. */
interface PrivacyInput extends InputOfCall<'privacy'> {}
/** What `log` takes: the least level, and how many lines. */
interface LogInput extends InputOfCall<'log'> {}
/** What `jobs` takes: the number of a job that is to be taken out or stopped, or to be tried again now. */
interface JobsInput extends InputOfCall<'jobs'> {}
/** What `rebuild` takes. `what`: see `REBUILDABLE`; default `items`. */
interface RebuildInput extends InputOfCall<'rebuild'> {}
/** What the worker's part of `doctor` takes. `deep`: read everything and compare with its hashes. */
interface DoctorInput extends InputOfCall<'doctor'> {}
/** One thing that stands in a person's name. */
interface ReviewLogEntry {
  /** ISO 8601. */
  at: string;
  act: PersonAct;
  how: SaidHow;
  /** The memory, project or collection that it is about. */
  id: string;
  /** What was stated, or the title of what it is about; at most 160 characters. */
  text: string;
  /** The agent in whose session it was said; absent for what was said outside any. */
  agent?: string;
  sessionId?: string;
  /** The terminal at which the person was found. */
  terminal?: string;
  /**
   * An agent turned out to have run it, so that it counts as the agent's: which one, and what shows that. `unproven`: any program
   * can have written what shows it; it goes on to count as the person's, who is asked.
   */
  takenBack?: {
    at: string;
    agent: string;
    sessionId: string;
    eventId: string;
    unproven?: boolean;
  };
}
/** What `reviewLog` answers, newest first. `nextCursor` is absent on the last page. */
interface ReviewLogResult {
  entries: ReviewLogEntry[];
  nextCursor?: string;
}
/** One thing that was done with a memory. */
interface HistoryAct {
  /** ISO 8601. */
  at: string;
  /** `proposed`: an agent stated it; the others as in `reviewLog`. */
  act: PersonAct | 'proposed';
  by: 'person' | 'agent' | 'other';
  /** The event of it. */
  eventId?: string;
  agent?: string;
  sessionId?: string;
  /** The terminal at which the person was found. */
  terminal?: string;
  /** For `revised`: what it says since; for `superseded`: the id of what takes its place. */
  to?: string;
  /** An agent turned out to have done it: it does not count as a person's. */
  takenBack?: boolean;
}
/** What `history` answers. */
interface HistoryResult {
  id: string;
  /** What was done with it, oldest first. */
  acts: HistoryAct[];
  /** The statements on one subject of which each took the place of the one before, oldest first, itself among them. */
  chain: Entry[];
  /** What it stands on: where it was said, and what shows it. */
  evidence: Entry[];
  /** In how many sessions a block told it, and in how many of them an agent used it. */
  timesTold: number;
  timesUsed: number;
  /** The blocks that told it unasked, newest first, at most 12. */
  blocks: HistoryBlock[];
}
/** A block that told a memory: to which session, when, and what came of it. */
interface HistoryBlock {
  /** ISO 8601. */
  at: string;
  sessionId: string;
  title: string;
  agent?: string;
  /** What the block was made for: a start, a prompt, a file. */
  occasion: string;
  /** The part of the block that it stood in. */
  section?: string;
  /** How the session used it afterwards; empty when it did not. */
  uses: MemoryUsage['how'][];
}
/**
 * Two statements on one subject that differ. `sure`: they cannot both hold, and the newer wins unless a person says
 * otherwise; else they may, and both count.
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
/** What `share` answers. */
interface ShareResult {
  id: string;
  /** The file, relative to the root of the checkout. */
  path: string;
  /** `unchanged`: the file says the same already. */
  status: 'written' | 'unchanged' | 'removed';
  /** What stands in the file; absent for one that was removed. */
  text?: string;
  /** Secrets that were taken out, by kind. */
  redacted: Record<string, number>;
}
/** One file of the repository that shares a memory. */
interface SharedEntry {
  /** Relative to the root of the checkout. */
  path: string;
  /** Id of the memory of it here; absent for one that was forgotten. */
  id?: string;
  /**
   * What it is to this home. `own`: it says what a memory of one's own says; `proposed`: the repository's words, told by no
   * block before a person accepts them; `accepted`, `rejected`: a person did; `forgotten`: it is not taken in again.
   */
  state: 'own' | 'proposed' | 'accepted' | 'rejected' | 'forgotten';
  kind: KnowledgeKind | 'note';
  title: string;
  text: string;
  reason?: string;
  /** Who shared it, as the file says. */
  by?: string;
  /** ISO 8601. */
  at?: string;
}
/** What `shared` answers. */
interface SharedResult {
  /** Root of the checkout; absent outside of git. */
  root?: string;
  files: SharedEntry[];
  /** Files that are not read, and why, as the end of a sentence. */
  skipped: {
    path: string;
    why: string;
  }[];
}
/** A session's summary, and the memory that it is. */
interface SessionSummary extends SummaryDetail {
  id: string;
  /** ISO 8601, of the last event it covers. */
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
/** A word that somebody put on a session, to find it by: a memory of its own. */
interface SessionTag {
  id: string;
  name: string;
  author: Author;
}
/** What `session` answers. Without a summary when the session has no content, or is not distilled yet. */
interface SessionResult extends Omit<ResumedSession, 'command'> {
  /** ISO 8601. */
  endedAt?: string;
  title: string;
  /** It had read something untrusted. */
  exposed: boolean;
  summary?: SessionSummary;
  /** What somebody wrote of it on purpose, to be told before the summary. */
  written?: {
    id: string;
    at: string;
    title: string;
    text: string;
    author: Author;
    exposed: boolean;
  };
  topics: {
    id: string;
    title: string;
  }[];
  tags: SessionTag[];
  snippets: SessionSnippet[];
  /** Issues and pull requests that it names, as `#12`, `owner/name#12` and `ABC-12`, those named most first. */
  issues: string[];
  /** Its state, which `resume` describes. */
  checkpoint?: string;
  tokens: number;
}
/** What `summarize` did: the written summary as it is now. */
interface SummarizeResult {
  id: string;
  sessionId: string;
  status: 'created' | 'updated' | 'unchanged';
  redacted: Record<string, number>;
  record: MemoryRecord;
}
/** What was done in a time. */
interface StatsTotals {
  sessions: number;
  memories: number;
  prompts: number;
  commands: number;
  failures: number;
  edits: number;
  commits: number;
}
/** What happened on a day (`day`: as the clock here has it); days on which nothing did are left out. */
interface StatsDay {
  day: string;
  sessions: number;
  memories: number;
  prompts: number;
  failures: number;
}
/** A week, named by its Monday. Sessions count in the week of their last event. */
interface StatsWeek {
  week: string;
  sessions: number;
  failures: number;
  outcomes: Partial<Record<Outcome, number>>;
  /** Tokens told unasked, and about how many of them were of memories that were used afterwards. */
  told: number;
  used: number;
  /** Tokens that language models read and wrote, for all projects. */
  spent: number;
}
/** What one agent did. */
interface StatsAgent {
  agent: string;
  sessions: number;
  outcomes: Partial<Record<Outcome, number>>;
  failures: Mean;
  /** Tokens told unasked. */
  told: number;
  /** The memories injected into its sessions unasked, and those of them that were used afterwards. */
  used: WilsonShare;
}
/** A session unlike the twenty before it: in what, and by how many standard deviations. */
interface StatsAnomaly {
  sessionId: string;
  /** Absent without a summary. */
  title?: string;
  /** ISO 8601. */
  at: string;
  agent: string;
  what: 'failures' | 'minutes' | 'edits';
  value: number;
  mean: number;
  z: number;
}
/** Tokens: of the work behind the memories, told to agents, used by them, and spent on language models. */
interface StatsTokens {
  /** Tokens of the events behind the memories, about. */
  sources: number;
  /** Tokens of the `blocks` blocks that Cairn injected unasked. */
  told: number;
  blocks: number;
  /** About how many of `told` were of memories that were used afterwards. */
  used: number;
  /** The memories in those blocks, and those of them that were used afterwards. */
  lines: WilsonShare;
  /** What language models read, wrote and cost, for all projects. */
  spent: ModelUse;
}
/** A session of a report: what it came to, its commits in the order in which they were made, and problems that it solved. */
interface ReportedSession {
  id: string;
  agent: string;
  /** The project's name. */
  project?: string;
  /** ISO 8601, of its last event. */
  at: string;
  title: string;
  outcome?: Outcome;
  commits: {
    id: string;
    hash: string;
    subject: string;
  }[];
  solved: string[];
}
/** The work that a report tells: sessions, the latest first, `left` out of it, and what is open in their projects. */
interface ReportedWork {
  sessions: ReportedSession[];
  left: number;
  open: ToldOf[];
}
/** What a memory holds and what was done, for `stats`. */
interface StatsResult {
  /** ISO 8601. */
  since: string;
  until: string;
  project?: string;
  agent?: string;
  totals: StatsTotals;
  days: StatsDay[];
  weeks: StatsWeek[];
  kinds: Record<string, number>;
  /** Observations by what they are of. */
  observations: Record<string, number>;
  agents: Record<string, number>;
  byAgent: StatsAgent[];
  /** By how they came out, as far as their summaries say. */
  outcomes: Partial<Record<Outcome, number>>;
  /** Means per session: minutes in which something happened (in steps of five), prompts, failures, edits. */
  perSession: {
    minutes: Mean;
    prompts: Mean;
    failures: Mean;
    edits: Mean;
  };
  /** Memories by day of the week (Monday first) and hour, as the clock here has them. */
  heat: number[][];
  /** Where asked for: the days of the last months on which somebody worked, and for how many minutes in all. */
  calendar?: {
    since: string;
    days: {
      day: string;
      sessions: number;
      minutes: number;
    }[];
  };
  concepts: {
    name: string;
    memories: number;
  }[];
  /** By the sessions whose summaries name them. */
  technologies: {
    name: string;
    sessions: number;
  }[];
  /** Those that were changed most often. */
  files: {
    path: string;
    changes: number;
    sessions: number;
  }[];
  tokens: StatsTokens;
  /** Where asked for: the same of as long a time right before. */
  before?: {
    since: string;
    totals: StatsTotals;
    outcomes: Partial<Record<Outcome, number>>;
    failures: Mean;
    tokens: StatsTokens;
  };
  anomalies: StatsAnomaly[];
  /** Where a report was asked for: what was done, session by session, and all of it for a person to read. */
  work?: ReportedWork;
  report?: string;
  notes: Note[];
}
/** What a symbol is, in words that hold for every language. */
declare const SYMBOL_KINDS: readonly ['function', 'method', 'class', 'interface', 'type', 'enum', 'struct', 'trait', 'module', 'constant', 'field', 'macro'];
/** One of `SYMBOL_KINDS`. */
type SymbolKind = (typeof SYMBOL_KINDS)[number];
/** A session of a thread. Times are ISO 8601. */
interface ThreadSession {
  id: string;
  agent: string;
  title: string;
  startedAt: string;
  lastAt: string;
  outcome?: Outcome;
}
/** Sessions that worked on one thing. `open`: something is left; `done`: it ended with a commit and says so. */
interface ThreadEntry {
  title: string;
  state: 'open' | 'done' | 'unknown';
  /** The branch that was made for it. */
  branch?: string;
  /** The most recently active first. */
  sessions: ThreadSession[];
  /** What its last session left open. */
  open: ToldOf[];
  /** Worked on most, the first most of all. */
  files: string[];
  lastAt: string;
}
/** What `threads` answers: of the latest 40 sessions, the most recently active first. */
interface ThreadsResult {
  project?: {
    id: string;
    name: string;
  };
  threads: ThreadEntry[];
  notes: Note[];
}
/** What led to something: the prompt before it, in its session. */
interface FileAsked {
  id: string;
  text: string;
  author: string;
}
/** A commit that changed a file. */
interface FileCommit {
  id: string;
  hash: string;
  subject: string;
  /** ISO 8601. */
  at: string;
  sessionId?: string;
  asked?: FileAsked;
}
/** A session that read or changed a file. */
interface FileSession {
  id: string;
  agent: string;
  title: string;
  /** ISO 8601, of the last time. */
  lastAt: string;
  reads: number;
  edits: number;
  asked?: FileAsked;
}
/** What `file` answers: why a file is as it is, as far as sessions show it. Every list is bounded and newest first. */
interface FileResult {
  /** As memories carry it, relative to its project. */
  path: string;
  project?: {
    id: string;
    name: string;
  };
  /** What Cairn tells an agent before it changes the file. */
  why: ToldOf[];
  commits: FileCommit[];
  /** Decisions, rules and refusals about it. */
  decisions: Entry[];
  /** Calls about it that failed. */
  failures: Entry[];
  snippets: Entry[];
  sessions: FileSession[];
  /** Without a path, or of one that nothing is known of: files that were worked on. */
  files: {
    path: string;
    edits: number;
    reads: number;
    lastAt: string;
  }[];
  notes: Note[];
}
/** A symbol of a source file. `path`: from the root of the project, `holder`: the symbol that holds it, `tokens`: of its text. */
interface CodeSymbolEntry {
  name: string;
  kind: SymbolKind;
  path: string;
  line: number;
  endLine: number;
  signature: string;
  doc?: string;
  holder?: string;
}
/** A symbol that answers a question. */
interface CodeHit extends CodeSymbolEntry {
  language: string;
  score: number;
}
/**
 * What `smartSearch` answers, best first. `files` and `symbols`: how many are indexed; `isWhole`: false while the project is
 * being read for the first time, as a note says, too.
 */
interface CodeSearchResult {
  root: string;
  symbols: CodeHit[];
  indexed: {
    files: number;
    symbols: number;
    isWhole: boolean;
  };
  notes: Note[];
}
/** A symbol in an outline: `depth` 0 for one of the file itself. */
interface OutlinedSymbol extends Omit<CodeSymbolEntry, 'path' | 'holder'> {
  depth: number;
}
/** What `smartOutline` answers. `text`: the outline for an agent, `tokens` of it and of the whole file; `left`: symbols left out of it. */
interface CodeOutline {
  path: string;
  language: string;
  lines: number;
  fileTokens: number;
  tokens: number;
  text: string;
  symbols: OutlinedSymbol[];
  left: number;
  notes: Note[];
}
/** What `smartUnfold` answers: the text of a symbol, with its comment; `next`: the line at which it goes on, where it was cut. */
interface CodeUnfolded extends CodeSymbolEntry {
  language: string;
  text: string;
  tokens: number;
  /** The line on which the text begins. */
  from: number;
  next?: number;
  /** Other symbols of that name. */
  others: CodeSymbolEntry[];
  notes: Note[];
}
/** What led to a change: what was asked, decided and refused in its session, and what failed on the way. */
interface WhyTold {
  /** The request before it. */
  asked?: FileAsked;
  /** The last prompt before it, where that only went on with the request. */
  lastPrompt?: FileAsked;
  decisions: Entry[];
  /** What a person refused, or what was tried and rejected. */
  rejected: Entry[];
  /** Builds and tests that failed between the request and the commit. */
  failures: Entry[];
  /** Issues and pull requests that the commit or the prompts name: `#12`, `owner/name#12`, `ABC-12`. */
  issues: string[];
}
/**
 * Where a stretch of lines comes from. `certain`: the session wrote just these lines, and made the commit or has it still
 * uncommitted, or a mark names it; `likely`: it wrote them before the commit; `possible`: time, files or the lines around
 * speak for it; `unknown`: nothing does.
 */
interface WhyLines extends Partial<WhyTold> {
  /** From 1, inclusive. */
  from: number;
  to: number;
  /** The first line that says something. */
  text: string;
  /** Absent for lines that are not committed. */
  commit?: {
    hash: string;
    subject: string;
    author: string;
    at: string;
    marks: string[];
  };
  /** The commit that the session made, where it was squashed, rebased or cherry-picked into `commit`. */
  original?: {
    hash: string;
    subject: string;
    at: string;
  };
  confidence: 'certain' | 'likely' | 'possible' | 'unknown';
  /** On what it rests, in words. */
  because: string;
  session?: {
    id: string;
    agent: string;
    title: string;
    at: string;
  };
  /** Id of the change that wrote the lines, and what stood there before it. */
  change?: {
    id: string;
    at: string;
    before: string;
  };
}
/** Lines of a file that one conversation wrote, as Agent Trace has it. */
interface AgentTraceConversation {
  /** `cairn:` and the id of the session. */
  url: string;
  contributor: {
    type: 'ai' | 'unknown';
    model_id?: string;
  };
  ranges: {
    start_line: number;
    end_line: number;
    content_hash: string;
  }[];
  related: {
    type: string;
    url: string;
  }[];
}
/** A record of Agent Trace (https://agent-trace.dev): what sessions wrote in a file, at one commit. */
interface AgentTrace {
  version: string;
  /** A UUID. */
  id: string;
  timestamp: string;
  /** Absent for lines that are not committed. */
  vcs?: {
    type: 'git';
    revision: string;
  };
  files: {
    path: string;
    conversations: AgentTraceConversation[];
  }[];
  metadata: {
    cairn: {
      sessions: {
        id: string;
        confidence: string;
        because: string;
      }[];
    };
  };
}
/** What `why` answers. */
interface WhyResult {
  /** From the root of the work tree. */
  path: string;
  project?: {
    id: string;
    name: string;
  };
  lines: WhyLines[];
  /** The same as records of Agent Trace, one for each commit, where they were asked for. */
  traces?: AgentTrace[];
  notes: Note[];
}
/** Who is calling. `person`: true only where a terminal shows that a person types, and no agent stands above it. */
interface Caller {
  surface: 'sdk' | 'mcp' | 'cli' | 'http';
  person: boolean;
  /** The process that claims to be a person's, for the worker to check: its pid and start. */
  process?: string;
  /** The terminal at which the worker found the person. */
  terminal?: string;
  /** True when it is known to be an agent (MCP, or a process with an agent's environment): it may hide, not erase. */
  agent?: boolean;
  /** True when it came by TCP. */
  byTcp?: boolean;
  /** The session to which its acts belong; default one for each surface. */
  session?: string;
  /** Id of the session in which an agent asks, where the agent named it: what it has in its context need not be found. */
  asking?: string;
  cwd?: string;
}
/** Options of one call. */
interface CallOptions {
  signal?: AbortSignal;
  /** Names a call of `record`: the same name again is the same call, repeated, and adds nothing. */
  delivery?: string;
}
/** The memory. Plain JSON in and out; every failure is a `CairnError`. */
interface Memory extends AsyncDisposable {
  /**
   * @example
   * await memory.record({ sessionId: 's1', messages: [{ role: 'user', content: 'Deploys go out on Fridays.' }] });
   */
  record(input: RecordInput, options?: CallOptions): Promise<RecordResult>;
  /**
   * @example
   * const { id } = await memory.remember('We use pnpm, not npm.');
   */
  remember(input: string | NoteInput, options?: CallOptions): Promise<RememberResult>;
  /**
   * Keeps what was observed, in the name of who calls.
   * @example
   * await memory.observe({ title: 'The cart rounds twice', kind: 'bugfix', facts: ['cart.ts rounds again'], files: ['src/cart.ts'] });
   */
  observe(input: string | ObservationInput, options?: CallOptions): Promise<RememberResult>;
  /**
   * @example
   * const { hits } = await memory.search({ query: 'do we use npm or pnpm?', limit: 5 });
   */
  search(input: string | SearchQuery, options?: CallOptions): Promise<SearchResult>;
  /**
   * @example
   * const { entries } = await memory.timeline({ anchor: id, before: 3, after: 3 });
   */
  timeline(input: string | TimelineInput, options?: CallOptions): Promise<TimelineResult>;
  /**
   * @example
   * const { records, missing } = await memory.get(id);
   */
  get(input: string | string[] | GetInput, options?: CallOptions): Promise<GetResult>;
  /**
   * @example
   * const { entries, nextCursor } = await memory.list({ kinds: ['knowledge'], limit: 20 });
   */
  list(input?: ListInput, options?: CallOptions): Promise<ListResult>;
  /**
   * What stands in a person's name, newest first: stated, confirmed, withdrawn, muted …, with when and how it was said.
   * @example
   * const { entries } = await memory.reviewLog({ limit: 50 });
   */
  reviewLog(input?: ReviewLogInput, options?: CallOptions): Promise<ReviewLogResult>;
  /**
   * The life of a memory: what was done with it, what took the place of what, what it stands on.
   * @example
   * const { acts, chain } = await memory.history(id);
   */
  history(input: string | HistoryInput, options?: CallOptions): Promise<HistoryResult>;
  /**
   * @example
   * await memory.update(id, { text: 'We use pnpm 10, not npm.' });
   */
  update(id: string, changes: UpdateInput, options?: CallOptions): Promise<UpdateResult>;
  /**
   * Writes what a person stated or confirmed into `.cairn/knowledge` of the checkout at hand. Only a person may.
   * @example
   * const { path } = await memory.share(id);
   */
  share(input: string | ShareInput, options?: CallOptions): Promise<ShareResult>;
  /**
   * What the checkout at hand shares, after its changed files were taken in.
   * @example
   * const waiting = (await memory.shared()).files.filter(({ state }) => state === 'proposed');
   */
  shared(input?: SharedInput, options?: CallOptions): Promise<SharedResult>;
  /**
   * Answers in prose for a person.
   * @example
   * const { text } = await memory.recall('how do we deploy?');
   */
  recall(input: string | RecallInput, options?: CallOptions): Promise<RecallResult>;
  /**
   * @example
   * const { text } = await memory.context({ prompt: 'fix the failing migration', budget: 800 });
   */
  context(input?: string | ContextRequest, options?: CallOptions): Promise<ContextResult>;
  /**
   * The state of the work: for whoever goes on with a session.
   * @example
   * const { text } = await memory.resume();
   */
  resume(input?: string | ResumeInput, options?: CallOptions): Promise<ResumeResult>;
  /**
   * A page on a project: what its sessions show of commands, places, open threads and wishes, and its repository does not say.
   * @example
   * const { text } = await memory.project();
   */
  project(input?: string | ProjectInput, options?: CallOptions): Promise<ProjectPage>;
  /**
   * A session by its summary, with its topics and its snippets of code.
   * @example
   * const session = await memory.session(sessionId);
   */
  session(input: string | SessionInput, options?: CallOptions): Promise<SessionResult>;
  /**
   * A session step by step: prompts, answers, calls with what they changed, and what Cairn told it.
   * @example
   * const { steps, told } = await memory.story(sessionId);
   */
  story(input: string | StoryInput, options?: CallOptions): Promise<StoryResult>;
  /**
   * Which sessions of a project worked on one thing, and what each thread left open.
   * @example
   * const open = (await memory.threads()).threads.filter(({ state }) => state === 'open');
   */
  threads(input?: string | ThreadsInput, options?: CallOptions): Promise<ThreadsResult>;
  /**
   * Why a file is as it is.
   * @example
   * const { commits, decisions } = await memory.file('src/pay.ts');
   */
  file(input?: string | FileInput, options?: CallOptions): Promise<FileResult>;
  /**
   * Symbols of the project's sources, as they are now. Needs the package `cairn-memory-code`.
   * @example
   * const { symbols } = await memory.smartSearch({ query: 'retry with back-off', kinds: ['function'] });
   */
  smartSearch(input: string | SmartSearchInput, options?: CallOptions): Promise<CodeSearchResult>;
  /**
   * The skeleton of a source file, at a fraction of its tokens.
   * @example
   * const { text, tokens, fileTokens } = await memory.smartOutline('src/pay.ts');
   */
  smartOutline(input: string | SmartOutlineInput, options?: CallOptions): Promise<CodeOutline>;
  /**
   * The text of one symbol.
   * @example
   * const { text, line } = await memory.smartUnfold({ symbol: 'Queue.retry', path: 'src/queue.ts' });
   */
  smartUnfold(input?: string | SmartUnfoldInput, options?: CallOptions): Promise<CodeUnfolded>;
  /**
   * Why lines of a file are there: the commit, the session that wrote them, the prompt that led to it, what was decided,
   * refused and failed on the way. Runs git.
   * @example
   * const { lines } = await memory.why({ path: 'src/pay.ts', line: 12 });
   */
  why(input: string | WhyInput, options?: CallOptions): Promise<WhyResult>;
  /**
   * What helps a later session: failures with what mended them, decisions, preferences, files that go together, checks.
   * @example
   * const errors = await memory.patterns({ kind: 'error', since: '30d' });
   */
  patterns(input?: PatternsInput, options?: CallOptions): Promise<PatternsResult>;
  /**
   * What would speak up at a command or a change of a path.
   * @example
   * const warnings = await memory.tripwires({ test: 'git push --force' });
   */
  tripwires(input?: TripwiresInput, options?: CallOptions): Promise<TripwiresResult>;
  /**
   * What Cairn injected into agents' sessions, what it cost, and what of it was used afterwards.
   * @example
   * const impact = await memory.impact({ since: '30d' });
   */
  impact(input?: ImpactInput, options?: CallOptions): Promise<ImpactResult>;
  /**
   * The work of a time in figures, with what is unusual; and as a report.
   * @example
   * const stats = await memory.stats({ report: 'week', format: 'md' });
   */
  stats(input?: StatsInput, options?: CallOptions): Promise<StatsResult>;
  /**
   * Statements on one subject that cannot both hold.
   * @example
   * const contradictions = await memory.contradictions({ limit: 10 });
   */
  contradictions(input?: ContradictionsInput, options?: CallOptions): Promise<ContradictionsResult>;
  /**
   * What the person said in several of the last sessions, and whether Cairn or a file of instructions would have told it.
   * @example
   * const { counts } = await memory.repeats({ sessions: 100 });
   */
  repeats(input?: RepeatsInput, options?: CallOptions): Promise<RepeatsResult>;
  /**
   * Takes stock of a session now, with a note on it, and with what the caller says of its work.
   * @example
   * await memory.checkpoint({ task: 'The migration', progress: ['Half of the tables'], nextSteps: ['Move the rest'] });
   */
  checkpoint(input?: string | CheckpointInput, options?: CallOptions): Promise<CheckpointResult>;
  /**
   * Keeps a written summary of a session.
   * @example
   * await memory.summarize({ sessionId, request: 'Round the totals', completed: ['The cart rounds once'] });
   */
  summarize(input: string | SummarizeInput, options?: CallOptions): Promise<SummarizeResult>;
  /**
   * @example
   * const plan = await memory.forget({ query: 'heron' });
   * if (plan.state === 'planned') await memory.forget({ query: 'heron', confirm: plan.token });
   */
  forget(input: ForgetInput, options?: CallOptions): Promise<ForgetResult>;
  /**
   * Plans which memories are too old or too many; with the plan's token, but not for an agent, it hides them until they are erased.
   * @example
   * const plan = await memory.prune({ olderThan: '365d' });
   * if (plan.state === 'planned') await memory.prune({ olderThan: '365d', confirm: plan.token });
   */
  prune(input?: PruneInput, options?: CallOptions): Promise<RetireResult>;
  /**
   * Plans which memories only repeat others; with the plan's token, but not for an agent, it keeps one of each in sight.
   * @example
   * const plan = await memory.consolidate();
   * if (plan.state === 'planned') await memory.consolidate({ confirm: plan.token });
   */
  consolidate(input?: ConsolidateInput, options?: CallOptions): Promise<RetireResult>;
  /**
   * Makes, changes or deletes a collection.
   * @example
   * await memory.collect({ name: 'releases', query: 'release checklist' });
   */
  collect(input: CollectInput, options?: CallOptions): Promise<CollectResult>;
  /**
   * All collections, or one with its memories.
   * @example
   * const page = await memory.collections({ collection: 'releases', format: 'md' });
   */
  collections(input?: string | CollectionsInput, options?: CallOptions): Promise<CollectionsResult>;
  /**
   * Answers a question from the memories of a collection.
   * @example
   * const answer = await memory.ask({ collection: 'releases', question: 'who signs a release?' });
   */
  ask(input: AskInput, options?: CallOptions): Promise<AskResult>;
  /**
   * The events of the log after a place; goes on as events come until the caller stops or `signal` aborts.
   * @example
   * for await (const event of memory.events({ follow: false })) kinds.add(event.kind);
   */
  events(input?: EventsInput, options?: CallOptions): AsyncIterable<LoggedEvent>;
  /**
   * Imports transcripts; yields progress about twice a second and once at the end (`done`).
   * @example
   * for await (const progress of memory.import({ agent: 'codex', since: '30d' })) if (progress.done) break;
   */
  import(input?: ImportInput, options?: CallOptions): AsyncIterable<ImportProgress>;
  /**
   * All that the home contains, for another home: each value is a line, as its JSON text.
   * @example
   * for await (const value of memory.export()) lines.push(JSON.stringify(value));
   */
  export(input?: ExportInput, options?: CallOptions): AsyncIterable<JsonObject>;
  /**
   * @example
   * const { counts } = await memory.status();
   */
  status(options?: CallOptions): Promise<StatusResult>;
  /**
   * What the language model does, did and would be sent.
   * @example
   * const planned = await memory.llm({ plan: true });
   */
  llm(input?: LlmInput, options?: CallOptions): Promise<LlmResult>;
  /**
   * Jobs that wait, are under way or were given up, and how much is still to be derived; cancels or retries one.
   * @example
   * await memory.jobs({ retry: 7 });
   */
  jobs(input?: JobsInput, options?: CallOptions): Promise<JobsResult>;
  /**
   * Makes a backup of the memory now, a compressed copy of its database; `cairn backup restore` puts one back.
   * @example
   * const { name } = await memory.backup();
   */
  backup(options?: CallOptions): Promise<BackupEntry>;
  /**
   * The backups, newest first; with `verify` one is unpacked and looked at.
   * @example
   * const { backups } = await memory.backups({ verify: '*' });
   */
  backups(input?: BackupsInput, options?: CallOptions): Promise<BackupsResult>;
  /**
   * The settings, each with its value, its default and where it comes from; changes one first.
   * @example
   * const { settings } = await memory.settings({ set: 'context.startTokens', value: '800' });
   */
  settings(input?: SettingsInput, options?: CallOptions): Promise<SettingsResult>;
  /**
   * Records nothing of what agents do, anywhere or in one folder, for a while or until it is ended.
   * @example
   * await memory.pause({ until: '2h' });
   */
  pause(input?: PauseInput, options?: CallOptions): Promise<PauseResult>;
  /**
   * What this home shares with the others of a team, and what came from them; has that done now, or changed by a person.
   * @example
   * const { lastRun } = await memory.sync({ run: true });
   */
  sync(input?: SyncInput, options?: CallOptions): Promise<SyncResult>;
  /**
   * The addresses to which messages of what happens are sent, and how far they are; `test` sends each a test message first.
   * @example
   * const { addresses } = await memory.webhooks({ test: true });
   */
  webhooks(input?: WebhooksInput, options?: CallOptions): Promise<WebhooksResult>;
  /**
   * What was redacted, excluded, forgotten and retired, in numbers.
   * @example
   * const { redacted } = await memory.privacy();
   */
  privacy(input?: PrivacyInput, options?: CallOptions): Promise<PrivacyResult>;
  /**
   * The last lines of the log, newest first.
   * @example
   * const { entries } = await memory.log({ level: 'error', limit: 20 });
   */
  log(input?: LogInput, options?: CallOptions): Promise<LogResult>;
  /**
   * Derives everything, or a part, again in the background, with the same ids; `jobs` says how far it is.
   * @example
   * const job = await memory.rebuild({ what: 'items' });
   */
  rebuild(input?: RebuildInput, options?: CallOptions): Promise<JobEntry>;
  /**
   * The worker's findings on its own health.
   * @example
   * const failed = (await memory.doctor()).checks.filter(({ status }) => status === 'failed');
   */
  doctor(input?: DoctorInput, options?: CallOptions): Promise<DoctorResult>;
  /**
   * Resolves when nothing is left to derive, or to embed by one that works; `timeout` after `timeoutMs` (default 30,000).
   * @example
   * await memory.settled({ timeoutMs: 5_000 });
   */
  settled(options?: {
    timeoutMs?: number;
  } & CallOptions): Promise<void>;
  /**
   * @example
   * await memory.close();
   */
  close(): Promise<void>;
}
/** An item with its score and the parts of it, as callers of the SDK name its type: one shape for every kind. */
type RankedItem = ItemFields & {
  kind: ItemKind;
  detail: ItemDetail;
} & {
  score: number;
  why: Record<string, number>;
};
/** What a text is embedded for: some models embed questions and what answers them differently. */
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
/** The paths of Cairn's files in a home: absolute where the home is, with `/` between the parts. */
declare function homePaths(home: string): {
  home: string;
  /** The database. */
  db: string;
  /** SQLite file whose exclusive lock the worker holds. */
  lock: string;
  /** Handshake of the worker (JSON); exists while a worker runs. */
  state: string;
  /** Path of the worker's socket, one line, which the hook script reads; exists while a worker runs. */
  socket: string;
  /** When a hook last waited for the worker in vain, seconds since 1970; gone once the worker is heard of again. */
  silent: string;
  /** Address and token of the worker's TCP port (JSON); exists while it listens. */
  http: string;
  /** Ports at which the dashboard was served (JSON): no worker serves it there again. */
  pagePorts: string;
  /** Where earlier versions kept who is signed in to the dashboard; a worker removes it. */
  signIns: string;
  /** Folder of the journal: payloads that hooks wrote while no worker answered. */
  journal: string;
  /** 32 random bytes, the key under which identities without a number are hashed. */
  key: string;
  config: string;
  log: string;
  /** Ids of the list that a terminal showed last (JSON). */
  lastList: string;
  /** What npm said of the newest version, and when (JSON). */
  update: string;
  /** Folder of the commands that agents run. */
  bin: string;
  hook: string;
  launcher: string;
  /** Folder with one file for each agent that is set up for this person: a repository's own hooks then stay silent. */
  agents: string;
  /**
   * Exists while a confirmed tripwire waits, and names the mode: without it, a hook that serves only tripwires ends at
   * once.
   */
  tripwires: string;
  /** Folder of the installed programs, one per version, and the link to the current one. */
  app: string;
  appCurrent: string;
  /** Folder of the embedding models, shared by all versions of the program. */
  models: string;
  /** Folder of the package with grammars, where a person wanted it; in `index` the symbols of projects. */
  code: string;
  codeIndex: string;
  /** Working folder of commands that answer prompts for Cairn: agent sessions in it are not recorded. */
  asides: string;
  /** Node's compile cache of the hook's program, and git folders of Cairn's own while sync works with them. */
  cache: string;
  /** Folder of what a person forgot and can still bring back. */
  trash: string;
  backups: string;
  setupBackups: string;
};
/** Paths of Cairn's files in its home. */
type HomePaths = ReturnType<typeof homePaths>;
/**
 * The deadlines that the product uses, in milliseconds. After each one the caller continues without the result, fails with
 * `timeout`, or ends what it waits for. Whoever opens a memory, a worker or a client, passes them on. Not here: the
 * time limit of a model server, which is a setting or an option of its adapter, and SQLite's lock timeouts.
 */
declare const DEADLINES: {
  hookMs: number;
  hookLateMs: number;
  /** A read in the reader thread, including the wait for the thread. */
  readMs: number;
  /** A read that runs git, and all of its runs. */
  gitReadMs: number;
  /** A read for a hook's block: well below the hook's own limit. */
  hookReadMs: number;
  /** Embedding a question; afterwards it is answered by words alone. */
  questionMs: number;
  /** Embedding a prompt that a hook sends. */
  promptMs: number;
  /** Reading vectors into memory; afterwards a question is answered by words alone. */
  vectorsMs: number;
  /** Embedding one batch of texts in the background. */
  embedMs: number;
  /** `settled`, when the caller names no limit; and the same after an import. */
  settledMs: number;
  importSettledMs: number;
  /**
   * An answer about source files; of it the first reading of a project, and what a later question waits for changes. After
   * the last two it is answered with what was read.
   */
  codeMs: number;
  codeFirstMs: number;
  codeChangesMs: number;
  /** A hook's request to a worker: until connected, and until the whole answer has arrived. */
  connectMs: number;
  answerMs: number;
  /** After one hook waited in vain, for how long the next ones leave their payload in the journal at once. */
  silentMs: number;
  /** The handshake of a worker. */
  helloMs: number;
  /** A client's call: bounds each silence of the worker. */
  callMs: number;
  /** Silence after which a client asks whether the worker lives, and how long that answer may take. */
  quietMs: number;
  aliveMs: number;
  /** The worker's answer on which port it listens. */
  listenMs: number;
  /** The start of a worker, until it answers; the exit of an older one that was asked to leave. */
  startMs: number;
  /** Taking the lock of a home whose owner does not answer. */
  takeHomeMs: number;
  /** Reading the journal before a worker answers; the rest follows between calls. */
  journalMs: number;
  /** Receiving a request on TCP: its head, then its body. */
  headMs: number;
  bodyMs: number;
  /** Showing who one is, while more strangers are connected than are kept. */
  strangerMs: number;
  /** Silence after which the worker sends a reader of live events a beat, and after which it drops one that takes nothing. */
  beatMs: number;
  stalledMs: number;
  /** Requests in progress when a worker leaves; then the whole shutdown, after which its process is ended. */
  closeMs: number;
  leaveMs: number;
  /**
   * Stopping a worker by a command: until it answers no more, or, where it did not answer before, until it is killed; then
   * until its process is gone.
   */
  stopMs: number;
  killMs: number;
  goneMs: number;
  /** A worker that starts or leaves while `doctor` checks it. */
  lookMs: number;
  /** A trial run of the hook, then the arrival of its payload. */
  trialMs: number;
  arrivalMs: number;
};
/** Deadlines in milliseconds: the product's, or those of whoever runs a part of it. */
type Deadlines = typeof DEADLINES;
/** All settings by key. The key is the name in `config.json`, flat (`"worker.start"`) or nested. */
declare const SETTINGS: {
  home: {
    type: {
      optional?: true;
      kind: 'text';
    };
    default: string;
  } & {
    env: string;
  };
  'worker.start': {
    type: {
      kind: 'choice';
      values: readonly ("auto" | "never")[];
    };
    default: "auto" | "never";
  } & {
    env: string;
  };
  'worker.idleMinutes': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  } & {
    env: string;
  };
  'context.enabled': {
    type: {
      kind: 'boolean';
    };
    default: boolean;
  } & {
    env: string;
  };
  'context.startTokens': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'context.promptTokens': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'context.fileTokens': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'context.format': {
    type: {
      kind: 'choice';
      values: readonly ("json" | "markdown" | "plain")[];
    };
    default: "json" | "markdown" | "plain";
  };
  'tripwires.mode': {
    type: {
      kind: 'choice';
      values: readonly ("block" | "off" | "warn")[];
    };
    default: "block" | "off" | "warn";
    env: string;
  };
  'tripwires.errors': {
    type: {
      kind: 'boolean';
    };
    default: boolean;
  };
  'privacy.excludePaths': {
    type: {
      kind: 'list';
      maxItems: number;
    };
    default: readonly string[];
    env: string;
  };
  'privacy.excludeProjects': {
    type: {
      kind: 'list';
      maxItems: number;
    };
    default: readonly string[];
    env: string;
  };
  'privacy.maxChars': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'embed.model': {
    type: {
      optional?: true;
      kind: 'text';
    };
    default: string;
  } & {
    env: string;
  };
  'embed.url': {
    type: {
      optional?: true;
      kind: 'text';
    };
    default: string;
  } & {
    env: string;
  };
  'embed.key': {
    type: {
      optional?: true;
      kind: 'text';
    };
    default: string;
    env: string;
    secret: true;
  };
  'embed.dimensions': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'embed.questionPrefix': {
    type: {
      optional?: true;
      kind: 'text';
    };
    default: string;
  };
  'embed.memoryPrefix': {
    type: {
      optional?: true;
      kind: 'text';
    };
    default: string;
  };
  'llm.model': {
    type: {
      optional?: true;
      kind: 'text';
    };
    default: string;
  } & {
    env: string;
  };
  'llm.url': {
    type: {
      optional?: true;
      kind: 'text';
    };
    default: string;
  } & {
    env: string;
  };
  'llm.key': {
    type: {
      optional?: true;
      kind: 'text';
    };
    default: string;
    env: string;
    secret: true;
  };
  'llm.purposes': {
    type: {
      kind: 'list';
      maxItems: number;
    };
    default: readonly string[];
  } & {
    env: string;
  };
  'llm.dailyTokens': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'llm.dailyCost': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'llm.priceIn': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'llm.priceOut': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'llm.timeoutMs': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'llm.allowAgentCommand': {
    type: {
      kind: 'boolean';
    };
    default: boolean;
  };
  'meter.control': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  } & {
    env: string;
  };
  'retention.days': {
    type: {
      kind: 'list';
      maxItems: number;
    };
    default: readonly string[];
  };
  'sync.minutes': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  } & {
    env: string;
  };
  'webhooks.urls': {
    type: {
      kind: 'list';
      maxItems: number;
    };
    default: readonly string[];
  };
  'webhooks.secret': {
    type: {
      optional?: true;
      kind: 'text';
    };
    default: string;
    secret: true;
  };
  'webhooks.kinds': {
    type: {
      kind: 'list';
      maxItems: number;
    };
    default: readonly string[];
  };
  'backup.daily': {
    type: {
      kind: 'boolean';
    };
    default: boolean;
  } & {
    env: string;
  };
  'retention.graceDays': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  };
  'disk.lowMegabytes': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  } & {
    env: string;
  };
  'disk.fullMegabytes': {
    type: {
      min: number;
      max: number;
      kind: 'number';
    };
    default: number;
  } & {
    env: string;
  };
  'update.notice': {
    type: {
      kind: 'boolean';
    };
    default: boolean;
  };
  'log.level': {
    type: {
      kind: 'choice';
      values: readonly ("debug" | "error" | "info" | "off")[];
    };
    default: "debug" | "error" | "info" | "off";
  } & {
    env: string;
  };
};
/** The name of a setting. */
type SettingKey = keyof typeof SETTINGS;
/** The value of every setting, by key. The key names the unit: tokens, minutes, characters. */
type Settings = Readonly<{ [Key in SettingKey]: (typeof SETTINGS)[Key]['default']; }>;
/**
 * The resolved settings, the paths of the files, the source of each value, the deadlines, and the unknown keys of
 * `config.json`.
 */
interface Config {
  settings: Settings;
  paths: HomePaths;
  deadlines: Deadlines;
  from: Readonly<Record<SettingKey, 'default' | 'file' | 'env'>>;
  unknown: readonly string[];
}
/** Where what makes vectors lies. */
interface EmbeddingPaths {
  /** Folders in which the bundled model may be; the last is the home's, where models of folders are kept as Cairn runs them. */
  modelFolders: readonly string[];
  /** The program of the model's thread. */
  entry: string;
}
/** Those of the deadlines that the process keeps. */
type CodeDeadlines = Pick<Deadlines, 'codeFirstMs' | 'codeChangesMs'>;
/** What the worker sends the process first. */
interface CodeHelperData {
  /** Folder of the grammars. */
  grammars: string;
  /** Folder of the indexes. */
  folder: string;
  exclude: {
    paths: readonly string[];
    projects: readonly string[];
    userHome?: string;
  };
  deadlines: CodeDeadlines;
}
/** What a reader of code needs. */
interface CodeReaderOptions {
  /** The program (`code.js`), and the environment that it gets. */
  entry: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The folder of the grammars as it is now; `undefined`: they are not installed. */
  grammars: () => string | undefined;
  /** Folder into which the grammars are installed. */
  installTo: string;
  folder: string;
  exclude: CodeHelperData['exclude'];
  deadlines: CodeDeadlines & Pick<Deadlines, 'codeMs'>;
  /** Milliseconds without a question after which the process ends. */
  idleMs?: number;
}
/** The programs of reading code. */
type CodePrograms = Pick<CodeReaderOptions, 'entry' | 'grammars'>;
/** Options of `openMemory`, all of them optional. */
interface MemoryOptions {
  /** Folder of all data; default `CAIRN_HOME`, else `~/.cairn`. */
  home?: string;
  /** A path inside the project that calls are about; default the current folder. */
  project?: string;
  /** `client`: through the worker, which is started when needed. `embedded`: this process owns the home. Default `auto`: client. */
  mode?: 'auto' | 'client' | 'embedded';
  /**
   * The embedder, in mode "embedded": a name as in the setting `embed.model`, or the caller's own embedder. The worker of
   * the other modes has its own settings.
   */
  embedder?: string | GivenEmbedder;
  /** Reads without a worker; every write is refused with `not_allowed`. */
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
  /** Path of the worker's program. */
  serviceScript: string;
  /** Paths of the embedders' files. */
  embedPlaces: (paths: HomePaths) => EmbeddingPaths;
  /** The programs of reading code. */
  codePrograms: (paths: HomePaths) => CodePrograms;
}
/** Opens the memory. The result is an `AsyncDisposable`: `await using memory = await openMemory()`. */
export declare function openMemoryIn(environment: SdkEnvironment, options?: MemoryOptions): Promise<Memory>;
/**
 * Opens the memory of this machine's user: `await using memory = await openMemory()`.
 * @example
 * const memory = await openMemory({ project: '.' });
 * const { hits } = await memory.search('do we use npm or pnpm?');
 * await memory.close();
 */
export declare function openMemory(options?: MemoryOptions): Promise<Memory>;
export type { AgentEventInput, AgentTrace, AgentTraceConversation, AskInput, AskResult, BackupsInput, CallOptions, Caller, CheckpointInput, CheckpointResult, CodeHit, CodeOutline, CodeSearchResult, CodeSymbolEntry, CodeUnfolded, CollectInput, CollectResult, CollectionEntry, CollectionsInput, CollectionsResult, ConsideredLine, ConsolidateInput, ContextExplanation, ContextRequest, ContextResult, Contradiction, ContradictionsInput, ContradictionsResult, DoctorInput, DoctorResult, EmbedPurpose, Entry, ErrorCode, EventsInput, Explanation, ExportInput, FileAsked, FileChange, FileCommit, FileInput, FileResult, FileSession, Filter, ForgetInput, ForgetPlan, ForgetReport, ForgetResult, FoundAgent, GetInput, GetResult, GivenEmbedder, HistoryAct, HistoryBlock, HistoryInput, HistoryResult, Hit, Hunk, ImpactCost, ImpactInput, ImpactMemory, ImpactResult, ImpactRow, ImpactSide, ImportInput, ImportProgress, JobEntry, JobsInput, JobsResult, ListInput, ListResult, LlmInput, LlmResult, LogEntry, LogInput, LogResult, LoggedEvent, Memory, MemoryOptions, MemoryRecord, MessageInput, ModelStatus, Note, NoteInput, ObservationInput, OutlinedSymbol, Passage, PatternEntry, PatternsInput, PatternsResult, PauseEntry, PauseInput, PauseResult, PlannedCall, PrivacyInput, PrivacyResult, ProjectInput, PruneInput, RankedItem, Reason, RebuildInput, RecallInput, RecallResult, RecordInput, RecordResult, RedactedKind, RememberResult, Repeat, RepeatKnown, RepeatSaying, RepeatsInput, RepeatsResult, ReportedSession, ReportedWork, ResumeInput, ResumeResult, ResumeState, ResumedFile, ResumedSession, RetirePlan, RetireReport, RetireResult, RetiredBatch, ReviewLogEntry, ReviewLogInput, ReviewLogResult, SdkEnvironment, SearchQuery, SearchResult, SessionFigures, SessionHit, SessionInput, SessionResult, SessionSnippet, SessionSummary, SessionTag, SettingAnswer, SettingEntry, SettingsInput, SettingsResult, ShareInput, ShareResult, SharedEntry, SharedInput, SharedResult, SmartOutlineInput, SmartSearchInput, SmartUnfoldInput, StatsAgent, StatsAnomaly, StatsDay, StatsInput, StatsResult, StatsTokens, StatsTotals, StatsWeek, StatusResult, StoryCall, StoryCommit, StoryInput, StoryResult, StoryStatement, StoryStep, SummarizeInput, SummarizeResult, SyncInput, SyncResult, SyncRunEntry, TextSize, ThreadEntry, ThreadSession, ThreadsInput, ThreadsResult, TimelineEntry, TimelineInput, TimelineResult, ToldBlock, ToldMemory, ToldOf, TrippedEntry, TripwireFiring, TripwireRecord, TripwiresInput, TripwiresResult, UpdateInput, UpdateResult, VectorStatus, WebhookEntry, WebhooksInput, WebhooksResult, WhyInput, WhyLines, WhyResult, WhyTold, WrongTelling };