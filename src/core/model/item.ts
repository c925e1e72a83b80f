// core/model: events, items, ids and their kinds, and the words for their state.
// Types and pure functions over them: no text algorithm, no storage.

import type { JsonObject } from '../json.ts';
import type { HeldMatcher } from './finding.ts';
import type { EventId, ItemId, ProjectId, SessionId } from './ids.ts';
import type {
  Author,
  Category,
  ItemKind,
  KnowledgeKind,
  KnowledgeStatus,
  Meaning,
  ObservationKind,
  Outcome,
  PatternKind,
} from './kinds.ts';

/** What an item of any kind may hold that is not searched as text. */
export interface CommonDetail {
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
  retired?: { at: number; batch: string; reason: 'age' | 'count' | 'repeats' };
  /** It represents retired repetitions: how many there were, including itself, and when first and last. */
  repeated?: { count: number; firstAt: number; lastAt: number; batch: string };
  /** Sentences of an agent that repeat what its session had read, never told unasked: pairs of code unit offsets in `text`. */
  quoted?: [number, number][];
  /** The caller's own name for the thing. */
  ref?: string;
  metadata?: JsonObject;
  /** It came from another home: whose person shared it, which home that is, and whose words it holds there. */
  shared?: { member: string; home: string; author: Author };
}

/** What a note may hold: of every kind that a person, an agent or another memory can state. */
export interface StatedDetail extends CommonDetail {
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
export interface ObservationDetail extends StatedDetail {
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
export interface ReplyDetail {
  to: 'refusal' | 'question' | 'offer' | 'work';
  /** The refused tool, command, file or plan; the question, in the agent's words. */
  about?: string;
  /** The picked options, in the agent's words. */
  options?: string[];
}

/** What a piece of knowledge holds. */
export interface KnowledgeDetail extends StatedDetail {
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
export interface SpokenDetail extends CommonDetail {
  /** The speaker, in a conversation of several; its text begins with the name. */
  speaker?: string;
  /** A message that the agent said on its way: it went on working. */
  interim?: true;
}

/** What a summary holds: `summary` of a session, or `compaction` of an agent's own; neither where it was brought. */
export interface SummaryItemDetail extends StatedDetail {
  /** The compaction that the agent's summary belongs to. */
  compaction?: CompactionDetail;
  summary?: SummaryDetail;
}

/** What a caller stated of a session's work when it took stock of it; each in the caller's words. */
export interface StatedWork {
  task?: string;
  progress?: string[];
  nextSteps?: string[];
  openQuestions?: string[];
}

/** What a checkpoint holds; one that another memory kept may hold none. */
export interface CheckpointItemDetail extends StatedDetail {
  /** Open tasks, files, last prompt. */
  checkpoint?: CheckpointDetail;
  /** Set when a caller stated it: Cairn's own checkpoint of the session takes it in. */
  stated?: StatedWork;
}

/** What a snippet holds; one that another memory kept holds none. */
export interface SnippetItemDetail extends StatedDetail {
  snippet?: SnippetDetail;
}

/** What a commit holds. */
export interface CommitDetail extends CommonDetail {
  /** `files` are the session's changes since its last commit, a guess. */
  commit: { hash: string; branch?: string; filesInferred: boolean };
}

/** What a pattern holds; one that another memory kept holds none. */
export interface PatternItemDetail extends StatedDetail {
  pattern?: PatternDetail;
}

/**
 * The parts of an item that are not searched as text, whatever its kind: the shape in which answers give them and the
 * store keeps them. Every field is optional and kinds use what fits them.
 */
export interface ItemDetail
  extends Partial<ObservationDetail>,
    Partial<KnowledgeDetail>,
    SpokenDetail,
    SummaryItemDetail,
    CheckpointItemDetail,
    SnippetItemDetail,
    Partial<CommitDetail>,
    PatternItemDetail {}

/** What an item of each kind holds: each a part of `ItemDetail`. */
export interface ItemDetails extends Readonly<Record<ItemKind, ItemDetail>> {
  observation: ObservationDetail;
  knowledge: KnowledgeDetail;
  prompt: SpokenDetail;
  message: SpokenDetail;
  summary: SummaryItemDetail;
  checkpoint: CheckpointItemDetail;
  topic: StatedDetail;
  snippet: SnippetItemDetail;
  commit: CommitDetail;
  pattern: PatternItemDetail;
}

/**
 * Why a call failed: equal keys are the same failure. `line` is the printed error line, `tests` are the names of the
 * failed tests.
 */
export interface FailureDetail {
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
export interface Todo {
  id?: string;
  text: string;
  status: 'pending' | 'in_progress' | 'completed' | 'deleted';
}

/** A change reported by a todo tool: the whole list, or one entry added or changed. */
export type TodoChange =
  | { list: Todo[] }
  | { add: Todo }
  | { change: { id: string; status?: Todo['status']; text?: string } };

/**
 * The state of a session at its end or at a compaction: what a later session needs to continue. Every list is bounded.
 * A checkpoint imported from another memory product has only the required fields.
 */
export interface CheckpointDetail {
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
  stoppedAfter?: { id: ItemId; title: string };
  /** How it ended; absent: no end was reported. */
  endedBy?: 'session end' | 'compaction';
  compaction?: CompactionDetail;
}

/** A session's changes of a file; absent fields mean: changed, once, with no counted lines. */
export interface FileChanges {
  by: ItemId;
  how?: 'created' | 'deleted';
  edits?: number;
  added?: number;
  removed?: number;
  /** Functions, classes or headings within the changed text. */
  parts?: string[];
}

/** A command that failed. */
export interface FailingCommand {
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
export interface CompactionDetail {
  trigger: string;
  tokensBefore?: number;
  tokensAfter?: number;
  /** On a checkpoint: the number of observations since the previous compaction, which left the context. */
  dropped?: number;
  /** On a checkpoint: the item of the compaction, with the agent's own summary. */
  by?: ItemId;
}

/** A sentence and the items that support it. All of its content comes from these items. */
export interface Sourced {
  text: string;
  ids: ItemId[];
}

/** A session's subject and results. Every list is bounded and ordered by weight. */
export interface SummaryDetail {
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
  parts?: { endedAt: number; brief: string; ids: ItemId[]; title?: string; end?: string }[];
  /** The model that wrote it instead of the rules, with the version of its prompt. */
  model?: string;
}

/** A piece of code worth keeping; its lines are the item's text. */
export interface SnippetDetail {
  language: string;
  file?: string;
  /** First and last line in the file, from 1, where known. */
  lines?: [number, number];
  /** Why it was kept. */
  why: string;
}

/** A recurring pattern, over all findings of one project, kind and key. Times in milliseconds since 1970. */
export interface PatternDetail {
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
export interface ItemFields {
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

/** An item of a kind, or of one of several. */
export type ItemOf<Kind extends ItemKind> = {
  [One in Kind]: ItemFields & { kind: One; detail: ItemDetails[One] };
}[Kind];

/** One thing that can be found, as the store holds it: a union on `kind`. */
export type Item = ItemOf<ItemKind>;

/** An item as far as its kind does not matter. */
export type AnyItem = ItemFields & { kind: ItemKind; detail: CommonDetail };

const NOTHING = Object.freeze({});

/** What an item of a kind holds; of an item of another kind nothing. */
export function detailOfKind<Kind extends ItemKind>(
  { kind, detail }: { kind: ItemKind; detail: CommonDetail },
  asked: Kind,
): Partial<ItemDetails[Kind]> {
  return (kind === asked ? detail : NOTHING) as Partial<ItemDetails[Kind]>;
}

/** The item of a flat detail, which holds what one of its kind must: as whoever wrote it saw to. */
export function asItem(item: ItemFields & { kind: ItemKind; detail: ItemDetail }): Item {
  return item as Item;
}

/** The same item with other values of fields that an item of any kind may hold. */
export function withDetail<One extends Item>(item: One, change: CommonDetail): One {
  return { ...item, detail: { ...item.detail, ...change } };
}
