import type { Finding } from '../../core/model/finding.ts';
import type { ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { PatternKind } from '../../core/model/kinds.ts';

/** A session with changes that are not distilled yet. `mark` grows with each change. */
export interface UndistilledSession {
  session: SessionId;
  mark: number;
}

/** The identity of a pattern. */
export interface PatternKey {
  project?: ProjectId;
  kind: PatternKind;
  key: string;
}

/** A pattern whose findings changed since its item was built. `mark` grows with each change. */
export type WaitingPattern = PatternKey & { mark: number };

/** The sessions and patterns that were marked for distilling because an act changed one of their items. */
export interface MarkedAggregates {
  sessions: SessionId[];
  patterns: WaitingPattern[];
}

/** How many sessions and patterns wait to be distilled. */
export interface WaitingCounts {
  sessions: number;
  patterns: number;
}

/** The aggregates and findings of one session; they replace its former ones. */
export interface DistilledBatch {
  session: SessionId;
  /**
   * The mark that `waiting` returned. When the session changed meanwhile it keeps waiting; when an event of it was
   * erased meanwhile, the batch is discarded.
   */
  mark: number;
  items: readonly Item[];
  findings: readonly Finding[];
}

/**
 * Aggregates of sessions, and patterns over several sessions. Derived: a rebuild drops them and marks every session.
 * @example
 * for (const { session, mark } of await store.distilled.waiting(10))
 *   await store.distilled.put([{ session, mark, items, findings }]);
 */
export interface Distilled {
  /** Sessions that wait, most recently active first. Every derived event marks its session; marks survive a crash. */
  waiting(limit: number): Promise<UndistilledSession[]>;
  /** Those of the sessions that wait, in any order. */
  waitingOf(ids: readonly SessionId[]): Promise<UndistilledSession[]>;
  waitingCounts(): Promise<WaitingCounts>;
  /** Items derived from the session's events, ordered by `at`, then id, starting after `after`. */
  itemsOf(session: SessionId, page: { after?: Pick<Item, 'at' | 'id'>; limit: number }): Promise<Item[]>;
  /** Writes the batches in one transaction. Returns the patterns whose findings changed, which now wait. */
  put(batches: readonly DistilledBatch[]): Promise<WaitingPattern[]>;
  /** Patterns whose findings changed and whose item was not rebuilt since; the list survives a crash. */
  patternsWaiting(limit: number): Promise<WaitingPattern[]>;
  /** All findings of a session. */
  findingsOf(session: SessionId): Promise<Finding[]>;
  /** All findings of a pattern, oldest first, at most 1,000. */
  findings(pattern: PatternKey): Promise<Finding[]>;
  /**
   * Writes the items of patterns; without an item the pattern's former item is removed. A pattern whose findings
   * changed meanwhile keeps waiting.
   */
  putPatterns(made: readonly { pattern: WaitingPattern; item?: Item | undefined }[]): Promise<void>;
  /** Marks the sessions and patterns whose aggregates are among `ids`, because an act changed these items. */
  markItems(ids: readonly ItemId[]): Promise<MarkedAggregates>;
  /**
   * Findings of some kinds, optionally with one of some keys, newest first: the query of a tripwire. `confirmed`:
   * findings of patterns that a person confirmed come first, or no others.
   */
  find(filter: {
    kinds: readonly PatternKind[];
    confirmed?: 'first' | 'only';
    project?: ProjectId;
    keys?: readonly string[];
    limit: number;
  }): Promise<Finding[]>;
  /** Marks all patterns, or all sessions as well: the start of a rebuild. */
  markAll(what: 'sessions' | 'patterns'): Promise<void>;
  /**
   * Stores the version stamp of the distilling rules. When it differs from the stored one, marks every session and
   * returns true.
   */
  rulesAre(stamp: string): Promise<boolean>;
}
