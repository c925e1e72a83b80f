import type { EventId } from '../core/model/ids.ts';

/** How words that a member took back go from all files of the home, not from the rows alone. */
export interface Erasing {
  /** Passages of events that are about to be erased, by which the files are searched. */
  passagesOf(events: readonly EventId[]): Promise<string[]>;
  /**
   * Lets go of what a person forgot here and could bring back, where it holds memories of some `sharedSession`s. Returns the events
   * that these were made of, there.
   */
  dropKept(sessions: readonly string[]): Promise<string[]>;
  /** Whether something that a person forgot here, and could bring back, is or was made of one of some events. */
  keeps(events: readonly string[]): Promise<boolean>;
  /** Makes the words of erased events go; without `events` whatever was erased, and so from every backup. */
  leaveNoTrace(passages: readonly string[], events?: readonly EventId[]): Promise<void>;
}
