import type {
  Author,
  ItemKind,
  KnowledgeKind,
  KnowledgeStatus,
  ObservationKind,
  Outcome,
} from '../core/model/kinds.ts';
import type { MemoryUsage } from '../core/model/memory-usage.ts';

/** A session in figures: lines, files and commits as far as its calls show them, tokens that Cairn told it unasked. */
export interface SessionFigures {
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
export interface Hunk {
  before: string;
  after: string;
  /** Its first line before and after, from 1, where the agent said it. */
  line?: number;
  newLine?: number;
}

/** What one call changed in one file. `cut`: more than is given here. */
export interface FileChange {
  path: string;
  hunks: Hunk[];
  cut: boolean;
}

/** The call of a tool: what was asked of it and what came back. */
export interface StoryCall {
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
export interface StoryStatement {
  id: string;
  title: string;
  knowledge?: KnowledgeKind;
  status?: KnowledgeStatus;
  author: Author;
}

/** A commit that a step made. */
export interface StoryCommit {
  id: string;
  hash: string;
  subject: string;
  branch?: string;
}

/** One step of a session: a prompt, an answer, a call, a note, or what a compaction kept. */
export interface StoryStep {
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
export interface ToldMemory {
  id: string;
  kind: ItemKind;
  title: string;
  section?: string;
  uses: MemoryUsage['how'][];
}

/** A block that Cairn told a session unasked. `occasion`: `start`, `prompt`, `file`, `tripwire`, `failure`, `control`. */
export interface ToldBlock {
  /** ISO 8601. */
  at: string;
  occasion: string;
  tokens: number;
  items: ToldMemory[];
}

/** What `story` answers: the steps of a session, oldest first. `told` stands on the first page alone. */
export interface StoryResult {
  session: string;
  figures: SessionFigures;
  steps: StoryStep[];
  told: ToldBlock[];
  nextCursor?: string;
}
