import type { ItemId, SessionId } from '../../core/model/ids.ts';
import type { ItemKind, ObservationKind, Outcome } from '../../core/model/kinds.ts';
import type { ItemFilter } from './item-filter.ts';

/** Counts of the items of one kind, observations by what they are of, in one quarter of an hour. */
export interface QuarterHour {
  /** Start of the quarter of an hour, milliseconds since 1970. */
  at: number;
  kind: ItemKind;
  observation?: ObservationKind;
  memories: number;
  /** Observations of tool calls that failed. */
  failures: number;
  /** Estimated cost in tokens of finding these items out again. */
  tokens: number;
}

/** The sessions and the time, both ends inclusive, of which activity is counted. */
export type ActivitySpan = Pick<ItemFilter, 'project' | 'agent'> & { since: number; until: number };

/** A session's activity in one quarter of an hour: in how many of its three five-minute parts something happened. */
export interface SessionActivity {
  session: SessionId;
  /** Start of the quarter of an hour, milliseconds since 1970. */
  at: number;
  parts: number;
}

/** How often a file was changed, and in how many sessions. */
export interface FileChangeCount {
  path: string;
  changes: number;
  sessions: number;
}

/** The part of a session's summary that is counted. */
export interface SummaryFigures {
  session: SessionId;
  outcome: Outcome;
  counts: Record<string, number>;
  technologies: string[];
}

/**
 * Aggregate counts over the items of a filter.
 * @example
 * const quarterHours = await store.figures.byTime({ project, since: now - 86_400_000 });
 */
export interface Figures {
  /** Counts by quarter of an hour, oldest first; callers add them up to days and hours of their own time zone. */
  byTime(filter: ItemFilter): Promise<QuarterHour[]>;
  /** Activity by session and quarter of an hour, in no order; sessions of Cairn's own surfaces are left out. */
  activity(span: ActivitySpan): Promise<SessionActivity[]>;
  /** The `limit` concepts that most items of a filter name, most frequent first. */
  concepts(filter: ItemFilter, limit: number): Promise<{ name: string; memories: number }[]>;
  /** The `limit` files that observations of a filter changed most often, most often first. */
  files(filter: ItemFilter, limit: number): Promise<FileChangeCount[]>;
  /** The figures of summaries, by their ids, in no order; items without a summary of rules are left out. */
  summaries(ids: readonly ItemId[]): Promise<SummaryFigures[]>;
}
