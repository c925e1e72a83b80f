import type { Mean } from '../core/mean.ts';
import type { Outcome } from '../core/model/kinds.ts';
import type { ModelUse } from '../core/model/model-usage.ts';
import type { WilsonShare } from '../core/wilson.ts';
import type { Note, ToldOf } from './answers.ts';

/** What was done in a time. */
export interface StatsTotals {
  sessions: number;
  memories: number;
  prompts: number;
  commands: number;
  failures: number;
  edits: number;
  commits: number;
}

/** What happened on a day (`day`: as the clock here has it); days on which nothing did are left out. */
export interface StatsDay {
  day: string;
  sessions: number;
  memories: number;
  prompts: number;
  failures: number;
}

/** A week, named by its Monday. Sessions count in the week of their last event. */
export interface StatsWeek {
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
export interface StatsAgent {
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
export interface StatsAnomaly {
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
export interface StatsTokens {
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
export interface ReportedSession {
  id: string;
  agent: string;
  /** The project's name. */
  project?: string;
  /** ISO 8601, of its last event. */
  at: string;
  title: string;
  outcome?: Outcome;
  commits: { id: string; hash: string; subject: string }[];
  solved: string[];
}

/** The work that a report tells: sessions, the latest first, `left` out of it, and what is open in their projects. */
export interface ReportedWork {
  sessions: ReportedSession[];
  left: number;
  open: ToldOf[];
}

/** What a memory holds and what was done, for `stats`. */
export interface StatsResult {
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
  perSession: { minutes: Mean; prompts: Mean; failures: Mean; edits: Mean };
  /** Memories by day of the week (Monday first) and hour, as the clock here has them. */
  heat: number[][];
  /** Where asked for: the days of the last months on which somebody worked, and for how many minutes in all. */
  calendar?: { since: string; days: { day: string; sessions: number; minutes: number }[] };
  concepts: { name: string; memories: number }[];
  /** By the sessions whose summaries name them. */
  technologies: { name: string; sessions: number }[];
  /** Those that were changed most often. */
  files: { path: string; changes: number; sessions: number }[];
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
