import type { Author, ItemKind, KnowledgeStatus, LineLack } from '../core/model/kinds.ts';
import type { Note } from './answers.ts';

/** A line that was considered for a block. */
export interface ConsideredLine {
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
export interface ContextExplanation {
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
export interface ContextResult {
  text: string;
  items: { id: string; kind: ItemKind; section: string; tokens: number }[];
  tokens: number;
  notes: Note[];
  /** Only with `explain`. */
  explained?: ContextExplanation;
}
