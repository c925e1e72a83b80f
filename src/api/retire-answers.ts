import type { Entry, Note } from './answers.ts';

/** What was taken out of sight at once. */
export interface RetiredBatch {
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
export interface RetirePlan {
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
export interface RetireReport {
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
export type RetireResult = RetirePlan | RetireReport;
