import type { Finding } from '../../core/model/finding.ts';
import type { ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { PatternKind } from '../../core/model/kinds.ts';

/** A session that changed since it was distilled. `mark` grows with each change. */
export interface UndistilledSession {
  session: SessionId;
  mark: number;
}

/** What names a pattern. */
export interface PatternKey {
  project?: ProjectId;
  kind: PatternKind;
  key: string;
}

/** A pattern whose findings changed since it was made. `mark` grows with each change. */
export type WaitingPattern = PatternKey & { mark: number };

/** What waits since something was done about what was made of it. */
export interface MarkedAnew {
  sessions: SessionId[];
  patterns: WaitingPattern[];
}

/** How much waits to be distilled. */
export interface WaitingCounts {
  sessions: number;
  patterns: number;
}

/** What was distilled of one session; it takes the place of what was before. */
export interface DistilledBatch {
  session: SessionId;
  /**
   * As `waiting` gave it: when the session changed meanwhile it goes on waiting, and when something of it was forgotten
   * meanwhile, nothing is kept.
   */
  mark: number;
  items: readonly Item[];
  findings: readonly Finding[];
}

/**
 * What is made of whole sessions, and of several. Derived: a rebuild drops it and marks every session.
 * @example
 * for (const { session, mark } of await store.distilled.waiting(10))
 *   await store.distilled.put([{ session, mark, items, findings }]);
 */
export interface Distilled {
  /** Sessions that wait, the one that was active last first. Marked with every event that is derived; the mark survives a crash. */
  waiting(limit: number): Promise<UndistilledSession[]>;
  /** What waits of some sessions, in any order. */
  waitingOf(ids: readonly SessionId[]): Promise<UndistilledSession[]>;
  waitingCounts(): Promise<WaitingCounts>;
  /** Items that a session's events gave, oldest first by `at`, then id, after one of them. */
  itemsOf(session: SessionId, page: { after?: Pick<Item, 'at' | 'id'>; limit: number }): Promise<Item[]>;
  /** Keeps what sessions give, at once. Answers with the patterns that may be others now, and wait. */
  put(batches: readonly DistilledBatch[]): Promise<WaitingPattern[]>;
  /** Patterns that may be others since something was put or forgotten, and were not made anew; survives a crash. */
  patternsWaiting(limit: number): Promise<WaitingPattern[]>;
  /** All findings of a session. */
  findingsOf(session: SessionId): Promise<Finding[]>;
  /** All findings of a pattern, oldest first, at most 1,000. */
  findings(pattern: PatternKey): Promise<Finding[]>;
  /** Keeps patterns (without an item: there is none any more); one whose findings changed meanwhile waits on. */
  putPatterns(made: readonly { pattern: WaitingPattern; item?: Item | undefined }[]): Promise<void>;
  /** Marks the sessions and patterns that some items were made of: something was done about these items. */
  makeAnew(ids: readonly ItemId[]): Promise<MarkedAnew>;
  /**
   * Findings of a kind that tell of one of some keys, newest first: what a tripwire asks. Those of patterns that a person
   * `confirmed` before all others, or `only` those.
   */
  find(filter: {
    kinds: readonly PatternKind[];
    confirmed?: 'first' | 'only';
    project?: ProjectId;
    keys?: readonly string[];
    limit: number;
  }): Promise<Finding[]>;
  /** Marks all patterns, or all sessions with them: the start of a rebuild. */
  markAll(what: 'sessions' | 'patterns'): Promise<void>;
  /** Keeps the stamp of the rules that distil; when another one was kept, marks every session. True when it did. */
  rulesAre(stamp: string): Promise<boolean>;
}
