import type { Mean } from '../core/mean.ts';
import type { Outcome } from '../core/model/item.ts';
import type { Note } from './answers.ts';

/** What happened in a time, or on a day of it (`day`: as the clock here has it). */
export interface StatsDay {
  day: string;
  sessions: number;
  memories: number;
  prompts: number;
  failures: number;
}

/** A session unlike the twenty before it: in what, and by how many standard deviations. */
export interface StatsAnomaly {
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
export interface StatsResult {
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
  /** By how they came out, as far as their summaries say. */
  outcomes: Partial<Record<Outcome, number>>;
  /** Means per session: minutes in which something happened (in steps of five), prompts, failures, edits. */
  perSession: { minutes: Mean; prompts: Mean; failures: Mean; edits: Mean };
  /** Memories by day of the week (Monday first) and hour, as the clock here has them. */
  heat: number[][];
  concepts: { name: string; memories: number }[];
  /** Tokens of the events behind the memories, about; tokens of injected context; and the number of its blocks. */
  tokens: { sources: number; told: number; blocks: number };
  anomalies: StatsAnomaly[];
  /** The same for a person to read, where a report was asked for. */
  report?: string;
  notes: Note[];
}
