import type { Finding, PatternKind } from '../../core/finding.ts';
import type { ItemId, ProjectId, SessionId } from '../../core/ids.ts';
import type { Item } from '../../core/item.ts';

/** A session that changed since it was distilled. `mark` grows with each change. */
export interface UndistilledSession {
  session: SessionId;
  mark: number;
  /** Items it has, about: how much work it is. */
  items: number;
}

/** What names a pattern. */
export interface PatternKey {
  project?: ProjectId;
  kind: PatternKind;
  key: string;
}

/** What was distilled of one session; it takes the place of what was before. */
export interface DistilledBatch {
  session: SessionId;
  /** As `waiting` gave it: when the session changed meanwhile it goes on waiting. */
  mark: number;
  items: readonly Item[];
  findings: readonly Finding[];
}

/** What is made of whole sessions, and of several. Derived: a rebuild drops it and marks every session. */
export interface Distilled {
  /** Sessions that wait, the one that was active last first. Marked with every change of their items; the mark survives a crash. */
  waiting(limit: number): Promise<UndistilledSession[]>;
  /** Keeps what a session gives. Answers with the patterns that may be others now. */
  put(batch: DistilledBatch): Promise<PatternKey[]>;
  /** Patterns that may be others since something was put or forgotten, and were not made anew; survives a crash. */
  patternsWaiting(limit: number): Promise<PatternKey[]>;
  /** All findings of a pattern, oldest first, at most 1,000. */
  findings(pattern: PatternKey): Promise<Finding[]>;
  /** Keeps the pattern (`undefined`: there is none any more) and takes its mark away. */
  putPattern(pattern: PatternKey, item: Item | undefined): Promise<void>;
  /** Findings of a kind that tell of one of some paths or keys, newest first: what a tripwire asks. */
  find(filter: {
    kinds: readonly PatternKind[];
    project?: ProjectId;
    keys?: readonly string[];
    limit: number;
  }): Promise<Finding[]>;
  /** Keeps the stamp of the rules that distil; when another one was kept, marks every session. True when it did. */
  rulesAre(stamp: string): Promise<boolean>;
  /** The items made of sessions as a whole, of some sessions. */
  ofSessions(ids: readonly SessionId[]): Promise<ItemId[]>;
}
