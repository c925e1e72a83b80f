import type { KnowledgeKind, PersonAct, SaidHow } from '../core/model/kinds.ts';
import type { MemoryUsage } from '../core/model/memory-usage.ts';
import type { Entry, Note } from './answers.ts';

/** One thing that stands in a person's name. */
export interface ReviewLogEntry {
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
  takenBack?: { at: string; agent: string; sessionId: string; eventId: string; unproven?: boolean };
}

/** What `reviewLog` answers, newest first. `nextCursor` is absent on the last page. */
export interface ReviewLogResult {
  entries: ReviewLogEntry[];
  nextCursor?: string;
}

/** One thing that was done with a memory. */
export interface HistoryAct {
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
export interface HistoryResult {
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
export interface HistoryBlock {
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
export interface Contradiction {
  older: Entry;
  newer: Entry;
  sure: boolean;
}

/** What `contradictions` answers, sure ones first, then those with the newest statement. */
export interface ContradictionsResult {
  contradictions: Contradiction[];
  tokens: number;
  notes: Note[];
}

/** What `share` answers. */
export interface ShareResult {
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
export interface SharedEntry {
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
export interface SharedResult {
  /** Root of the checkout; absent outside of git. */
  root?: string;
  files: SharedEntry[];
  /** Files that are not read, and why, as the end of a sentence. */
  skipped: { path: string; why: string }[];
}
