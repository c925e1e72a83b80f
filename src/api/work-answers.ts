import type { Outcome } from '../core/model/kinds.ts';
import type { SymbolKind } from '../core/model/symbol-kinds.ts';
import type { Entry, Note, ToldOf } from './answers.ts';

/** A session of a thread. Times are ISO 8601. */
export interface ThreadSession {
  id: string;
  agent: string;
  title: string;
  startedAt: string;
  lastAt: string;
  outcome?: Outcome;
}

/** Sessions that worked on one thing. `open`: something is left; `done`: it ended with a commit and says so. */
export interface ThreadEntry {
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
export interface ThreadsResult {
  project?: { id: string; name: string };
  threads: ThreadEntry[];
  notes: Note[];
}

/** What led to something: the prompt before it, in its session. */
export interface FileAsked {
  id: string;
  text: string;
  author: string;
}

/** A commit that changed a file. */
export interface FileCommit {
  id: string;
  hash: string;
  subject: string;
  /** ISO 8601. */
  at: string;
  sessionId?: string;
  asked?: FileAsked;
}

/** A session that read or changed a file. */
export interface FileSession {
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
export interface FileResult {
  /** As memories carry it, relative to its project. */
  path: string;
  project?: { id: string; name: string };
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
  files: { path: string; edits: number; reads: number; lastAt: string }[];
  notes: Note[];
}

/** A symbol of a source file. `path`: from the root of the project, `holder`: the symbol that holds it, `tokens`: of its text. */
export interface CodeSymbolEntry {
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
export interface CodeHit extends CodeSymbolEntry {
  language: string;
  score: number;
}

/**
 * What `smartSearch` answers, best first. `files` and `symbols`: how many are indexed; `isWhole`: false while the project is
 * being read for the first time, as a note says, too.
 */
export interface CodeSearchResult {
  root: string;
  symbols: CodeHit[];
  indexed: { files: number; symbols: number; isWhole: boolean };
  notes: Note[];
}

/** A symbol in an outline: `depth` 0 for one of the file itself. */
export interface OutlinedSymbol extends Omit<CodeSymbolEntry, 'path' | 'holder'> {
  depth: number;
}

/** What `smartOutline` answers. `text`: the outline for an agent, `tokens` of it and of the whole file; `left`: symbols left out of it. */
export interface CodeOutline {
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
export interface CodeUnfolded extends CodeSymbolEntry {
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
export interface WhyTold {
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
export interface WhyLines extends Partial<WhyTold> {
  /** From 1, inclusive. */
  from: number;
  to: number;
  /** The first line that says something. */
  text: string;
  /** Absent for lines that are not committed. */
  commit?: { hash: string; subject: string; author: string; at: string; marks: string[] };
  /** The commit that the session made, where it was squashed, rebased or cherry-picked into `commit`. */
  original?: { hash: string; subject: string; at: string };
  confidence: 'certain' | 'likely' | 'possible' | 'unknown';
  /** On what it rests, in words. */
  because: string;
  session?: { id: string; agent: string; title: string; at: string };
  /** Id of the change that wrote the lines, and what stood there before it. */
  change?: { id: string; at: string; before: string };
}

/** Lines of a file that one conversation wrote, as Agent Trace has it. */
export interface AgentTraceConversation {
  /** `cairn:` and the id of the session. */
  url: string;
  contributor: { type: 'ai' | 'unknown'; model_id?: string };
  ranges: { start_line: number; end_line: number; content_hash: string }[];
  related: { type: string; url: string }[];
}

/** A record of Agent Trace (https://agent-trace.dev): what sessions wrote in a file, at one commit. */
export interface AgentTrace {
  version: string;
  /** A UUID. */
  id: string;
  timestamp: string;
  /** Absent for lines that are not committed. */
  vcs?: { type: 'git'; revision: string };
  files: { path: string; conversations: AgentTraceConversation[] }[];
  metadata: { cairn: { sessions: { id: string; confidence: string; because: string }[] } };
}

/** What `why` answers. */
export interface WhyResult {
  /** From the root of the work tree. */
  path: string;
  project?: { id: string; name: string };
  lines: WhyLines[];
  /** The same as records of Agent Trace, one for each commit, where they were asked for. */
  traces?: AgentTrace[];
  notes: Note[];
}
