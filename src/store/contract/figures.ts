import type { SessionId } from '../../core/model/ids.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import type { ItemFilter } from './item-filter.ts';

/** How many memories of one kind a quarter of an hour gave. */
export interface QuarterHour {
  /** When it began, in milliseconds since 1970. */
  at: number;
  kind: ItemKind;
  memories: number;
  /** Observations of what did not do what was asked. */
  failures: number;
  /** Of commands and of changed files. */
  commands: number;
  edits: number;
  /** About as many tokens as finding it out took. */
  tokens: number;
}

/** When a session did something: within a quarter of an hour, in so many of its three parts of five minutes. */
export interface SessionActivity {
  session: SessionId;
  /** When the quarter of an hour began, in milliseconds since 1970. */
  at: number;
  parts: number;
}

/**
 * Sums over many memories.
 * @example
 * const quarterHours = await store.figures.byTime({ project, since: now - 86_400_000 });
 */
export interface Figures {
  /** By quarter of an hour, oldest first: what a caller makes days and hours of where it is. */
  byTime(filter: ItemFilter): Promise<QuarterHour[]>;
  /** By session and quarter of an hour, without order. */
  activity(filter: ItemFilter): Promise<SessionActivity[]>;
  /** Concepts that most memories of a filter name, those first. */
  concepts(filter: ItemFilter, limit: number): Promise<{ name: string; memories: number }[]>;
}
