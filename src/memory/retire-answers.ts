import type { Entry, Note } from './answers.ts';

/** What was taken out of sight at once. */
export interface RetiredBatch {
  /** What `undo` takes. */
  batch: string;
  reason: 'age' | 'count' | 'repeats';
  /** ISO 8601. */
  at: string;
  items: number;
  /** The middle of old outputs is to go as well. */
  outputs?: true;
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
  /** About how much is said in what they were made of. */
  bytes: number;
  /** Memories that stand for them from then on. */
  standing: number;
  /** Long outputs of tools of which the middle would go, where nothing stands on it, and the bytes that all of them take. */
  outputs: number;
  outputBytes: number;
  /** ISO 8601. */
  firstAt?: string;
  lastAt?: string;
  /** Some of them. */
  sample: Entry[];
  /** What is out of sight already. */
  batches: RetiredBatch[];
  notes: Note[];
}

/** What `prune` or `consolidate` did. `events` and `bodies` were erased for good; so was the middle of `outputs`, where `pruned`. */
export interface RetireReport {
  state: 'retired' | 'restored' | 'pruned';
  batch: string;
  items: number;
  events: number;
  bodies: number;
  outputs: number;
  /** Bytes that the disk got back. */
  freed: number;
  notes: Note[];
}

/** What `prune` and `consolidate` answer. */
export type RetireResult = RetirePlan | RetireReport;
