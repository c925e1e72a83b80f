import type { SessionId } from '../../core/model/ids.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import type { ItemFilter } from './item-filter.ts';

/** Counts of the items of one kind in one quarter of an hour. */
export interface QuarterHour {
  /** Start of the quarter of an hour, milliseconds since 1970. */
  at: number;
  kind: ItemKind;
  memories: number;
  /** Observations of tool calls that failed. */
  failures: number;
  /** Observations of commands, and of file changes. */
  commands: number;
  edits: number;
  /** Estimated cost in tokens of finding these items out again. */
  tokens: number;
}

/** A session's activity in one quarter of an hour: in how many of its three five-minute parts something happened. */
export interface SessionActivity {
  session: SessionId;
  /** Start of the quarter of an hour, milliseconds since 1970. */
  at: number;
  parts: number;
}

/**
 * Aggregate counts over the items of a filter.
 * @example
 * const quarterHours = await store.figures.byTime({ project, since: now - 86_400_000 });
 */
export interface Figures {
  /** Counts by quarter of an hour, oldest first; callers add them up to days and hours of their own time zone. */
  byTime(filter: ItemFilter): Promise<QuarterHour[]>;
  /** Activity by session and quarter of an hour, in no order. */
  activity(filter: ItemFilter): Promise<SessionActivity[]>;
  /** The `limit` concepts that most items of a filter name, most frequent first. */
  concepts(filter: ItemFilter, limit: number): Promise<{ name: string; memories: number }[]>;
}
