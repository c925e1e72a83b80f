// core/model: what an event, an item, an id and their kinds are, and the words that say in what state they are.
// Types and pure functions over them: no text algorithm, no storage.

import type { JsonObject } from '../json.ts';
import type { EventId, ItemId, ProjectId, SessionId } from './ids.ts';
import type {
  Author,
  Category,
  ItemKind,
  KnowledgeKind,
  KnowledgeStatus,
  Meaning,
  ObservationKind,
  PatternKind,
} from './kinds.ts';

/** The parts of an item that are not searched as text; every field is optional and kinds use what fits them. */
export interface ItemDetail {
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
  retired?: { at: number; batch: string; reason: 'age' | 'count' | 'repeats' };
  /** It stands for equal ones, which were retired: how many there were, itself among them, and when first and last. */
  repeated?: { count: number; firstAt: number; lastAt: number; batch: string };
  /**
   * Sentences of an agent that stand in what its session had read: pairs of code unit offsets in `text`, in order. They
   * are the words of what was read and are never told unasked.
   */
  quoted?: [number, number][];
  /** Of a commit: `files` are the session's changes since its last commit, a guess. */
  commit?: { hash: string; branch?: string; filesInferred: boolean };
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
export interface FailureDetail {
  key: string;
  line: string;
  tests?: string[];
  /** Whether it was a build, which hides what would come after it, or a test that ran. */
  stage?: 'build' | 'test';
}

/** One entry of an agent's todo list. */
export interface Todo {
  id?: string;
  text: string;
  status: 'pending' | 'in_progress' | 'completed' | 'deleted';
}

/** What a todo tool said: the whole list, or one entry added or changed. */
export type TodoChange =
  | { list: Todo[] }
  | { add: Todo }
  | { change: { id: string; status?: Todo['status']; text?: string } };

/**
 * Where a session stands, or stood at a compaction: what a later session needs to go on. Every list is bounded. Of one that
 * another memory kept, only what every checkpoint has is known.
 */
export interface CheckpointDetail {
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
  stoppedAfter?: { id: ItemId; title: string };
  /** How it ended; absent: nothing told of an end. */
  endedBy?: 'session end' | 'compaction';
  compaction?: CompactionDetail;
}

/** What a session did to a file, by its last edit; what is absent is a change, once, of no counted line. */
export interface FileChanges {
  by: ItemId;
  how?: 'created' | 'deleted';
  edits?: number;
  added?: number;
  removed?: number;
  /** Functions, classes or headings that stand in what was changed. */
  parts?: string[];
}

/** A command that failed. */
export interface FailingCommand {
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

/** What a compaction did (mission M5). Tokens are the agent's own counts. */
export interface CompactionDetail {
  trigger: string;
  tokensBefore?: number;
  tokensAfter?: number;
  /** Of a checkpoint: observations since the compaction before, which left the context. */
  dropped?: number;
  /** Of a checkpoint: the item of the compaction, with the agent's own summary. */
  by?: ItemId;
}

/** A sentence, and the items that it is taken from. Nothing in it stands in none of them. */
export interface Sourced {
  text: string;
  ids: ItemId[];
}

/** How a session came out, as far as its items show. */
export type Outcome = 'done' | 'part' | 'blocked' | 'abandoned' | 'unknown';

/** What a session was about and came to (mission M1, M2). Every list is bounded and in order of weight. */
export interface SummaryDetail {
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
  parts?: { endedAt: number; brief: string; ids: ItemId[] }[];
  /** Of a model that wrote it instead of the rules, and the prompt it was asked by. */
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

/** What recurs, over all findings of one project, kind and key. Times in milliseconds since 1970. */
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
  /** Fields of one kind only. */
  more?: JsonObject;
}

/** One thing that can be found, as the store holds it. `text` is indexed and at most 2,000 characters. */
export interface Item {
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
  /** 53-bit hash of project, kind, title and text: equal content, equal hash (mission C10). */
  contentHash: number;
}
